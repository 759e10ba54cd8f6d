import type { FlowBlock, Paragraph } from './paragraphs.ts';
import { listMarker } from './list-marker.ts';

/** The heading level of a paragraph, 1 to 6. */
export type HeadingLevel = 1 | 2 | 3 | 4 | 5 | 6;

/** Larger than the text by this, a short paragraph is a heading whatever its weight. */
const LARGER = 1.1;
/** A bold heading may be set a little smaller than the text, as fourth and fifth levels are. */
const BOLD_MIN = 0.85;
/** Headings take few lines, and few characters. */
const MAX_LINES = 4;
const MAX_LENGTH = 240;
const MAX_BOLD_LINES = 2;
const MAX_BOLD_LENGTH = 140;
/** Where more of the text is bold than this, weight marks nothing. */
const BOLD_SHARE = 0.4;
/** Sizes relative to the text that are nearer than this are one level. */
const SAME_LEVEL = 0.04;
/** A sentence or an introduction to a list: bold or not, no heading. */
const RUNNING_END = /[.,;:。，；：]["'”’)]*$/;

/** Sizes are compared to the size of most of the text, which differs between producers. */
interface Style {
  readonly ratio: number;
  readonly bold: boolean;
}

/**
 * Finds the headings of both documents and gives them levels: the styles that headings are set in, the largest first,
 * are the levels. Two documents with one set of styles share the levels, so that a level that only one of them uses does
 * not shift the others.
 */
export function findHeadings(sides: readonly (readonly FlowBlock[])[]): Map<Paragraph, HeadingLevel>[] {
  const found = sides.map(headingStyles);
  const all = found.flatMap((styles) => [...styles.values()]);
  const shared = levelsOf(all);
  const alike = found.every((styles) => {
    const own = levelsOf([...styles.values()]);
    return 2 * own.length >= shared.length;
  });
  return found.map((styles, index) => {
    const levels = alike ? shared : levelsOf([...styles.values()]);
    const result = new Map<Paragraph, HeadingLevel>();
    const flow = sides[index]!;
    for (const [paragraph, level] of taggedHeadings(flow)) result.set(paragraph, level);
    const tagged = result.size > 0;
    for (const [paragraph, style] of styles) {
      // Where headings are tagged, what is not tagged as one is none.
      if (result.has(paragraph) || (tagged && paragraph.lines[0]!.tag)) continue;
      const level = levels.findIndex((known) => isSame(known, style)) + 1;
      result.set(paragraph, Math.min(6, Math.max(1, level)) as HeadingLevel);
    }
    return result;
  });
}

function taggedHeadings(flow: readonly FlowBlock[]): Map<Paragraph, HeadingLevel> {
  const headings = new Map<Paragraph, HeadingLevel>();
  for (const block of flow) {
    if (block.kind !== 'paragraph') continue;
    const level = /^h([1-6])$/.exec(block.lines[0]!.tag?.role ?? '')?.[1];
    if (level !== undefined) headings.set(block, Number(level) as HeadingLevel);
  }
  return headings;
}

function headingStyles(blocks: readonly FlowBlock[]): Map<Paragraph, Style> {
  const paragraphs = blocks.filter((block) => block.kind === 'paragraph');
  const body = bodyOf(paragraphs);
  const styles = new Map<Paragraph, Style>();
  for (const paragraph of paragraphs) {
    const size = Math.max(...paragraph.lines.map((line) => line.size));
    const smallest = Math.min(...paragraph.lines.map((line) => line.size));
    const style: Style = { ratio: size / body.size, bold: paragraph.lines.every((line) => line.bold) };
    if (smallest < 0.9 * size) continue;
    if (isHeading(paragraph, style, body.boldShare < BOLD_SHARE)) styles.set(paragraph, style);
  }
  return styles;
}

function isHeading({ lines }: Paragraph, { ratio, bold }: Style, boldMarks: boolean): boolean {
  const text = lines.map((line) => line.text).join(' ');
  if (!/\p{L}/u.test(text) && !/^\d+(\.\d+)*\.?$/.test(text)) return false;
  if (listMarker(text)?.kind === 'ul') return false;
  if (ratio >= LARGER) return lines.length <= MAX_LINES && text.length <= MAX_LENGTH;
  if (!bold || !boldMarks || ratio < BOLD_MIN) return false;
  return lines.length <= MAX_BOLD_LINES && text.length <= MAX_BOLD_LENGTH && !RUNNING_END.test(text);
}

/** Size of most characters, and the part of them that stands in bold lines. */
function bodyOf(paragraphs: readonly Paragraph[]): { size: number; boldShare: number } {
  const counts = new Map<number, number>();
  let bold = 0;
  let total = 0;
  for (const { lines } of paragraphs) {
    for (const line of lines) {
      const size = Math.round(line.size * 4) / 4;
      counts.set(size, (counts.get(size) ?? 0) + line.text.length);
      total += line.text.length;
      if (line.bold) bold += line.text.length;
    }
  }
  let size = 1;
  let most = -1;
  for (const [candidate, count] of counts) if (count > most) [size, most] = [candidate, count];
  return { size, boldShare: total > 0 ? bold / total : 0 };
}

function levelsOf(styles: readonly Style[]): Style[] {
  const levels: Style[] = [];
  for (const style of [...styles].sort((a, b) => b.ratio - a.ratio || Number(b.bold) - Number(a.bold))) {
    if (!levels.some((known) => isSame(known, style))) levels.push(style);
  }
  return levels;
}

function isSame(a: Style, b: Style): boolean {
  return a.bold === b.bold && Math.abs(a.ratio - b.ratio) <= SAME_LEVEL;
}
