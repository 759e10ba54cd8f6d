import type { FlowBlock, Paragraph } from '../blocks/paragraphs.ts';
import { LineWords } from './break-contexts.ts';
import { listMarker } from '../lines/list-marker.ts';
import { maxOf, minOf } from '../../../../shared/iterables.ts';

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
 * Finds the headings of both documents and gives them levels: those of their tags, or else the styles that headings are
 * set in, the largest first. Where a side has no tags, its levels are those that the same headings have on the other.
 */
export function findHeadings(sides: readonly (readonly FlowBlock[])[]): Map<Paragraph, HeadingLevel>[] {
  const tagged = sides.map(taggedHeadings);
  const found = sides.map((flow, index) => withStyles(flow, tagged[index]!));
  const reference = Math.max(
    0,
    tagged.findIndex((headings) => headings.size > 0),
  );
  return found.map((headings, index) =>
    index === reference || tagged[index]!.size > 0 ? headings : relevel(headings, found[reference]!),
  );
}

/** The headings by their tags and, of text that has none, by their styles. */
function withStyles(flow: readonly FlowBlock[], tagged: Map<Paragraph, HeadingLevel>): Map<Paragraph, HeadingLevel> {
  const styles = headingStyles(flow);
  const levels = levelsOf([...styles.values()]);
  const result = new Map(tagged);
  for (const [paragraph, style] of styles) {
    // Where headings are tagged, what is not tagged as one is none.
    if (result.has(paragraph) || (tagged.size > 0 && paragraph.lines[0]!.tag)) continue;
    result.set(paragraph, headingLevel(levels.findIndex((known) => isSame(known, style)) + 1));
  }
  return result;
}

function headingLevel(level: number): HeadingLevel {
  return Math.min(6, Math.max(1, level)) as HeadingLevel;
}

/** Gives each level of one side the level that most of its headings have on the other. */
function relevel(
  headings: ReadonlyMap<Paragraph, HeadingLevel>,
  reference: ReadonlyMap<Paragraph, HeadingLevel>,
): Map<Paragraph, HeadingLevel> {
  const known = new Map([...reference].map(([paragraph, level]) => [textKey(paragraph), level]));
  const votes = new Map<HeadingLevel, Map<HeadingLevel, number>>();
  for (const [paragraph, level] of headings) {
    const there = known.get(textKey(paragraph));
    if (there === undefined) continue;
    const counts = votes.get(level) ?? new Map<HeadingLevel, number>();
    votes.set(level, counts.set(there, (counts.get(there) ?? 0) + 1));
  }
  if (votes.size === 0) return new Map(headings);
  const levels = new Map<HeadingLevel, HeadingLevel>();
  for (const level of [...new Set(headings.values())].sort()) {
    const counts = [...(votes.get(level) ?? [])].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
    // A style that the other side does not have stands below the one before it.
    const above = levels.get((level - 1) as HeadingLevel) ?? 0;
    levels.set(level, counts[0]?.[0] ?? headingLevel(above + 1));
  }
  return new Map([...headings].map(([paragraph, level]) => [paragraph, levels.get(level)!]));
}

/**
 * For each side the paragraphs that are no headings there, although the other side has a heading of the same words: their
 * numbers are those of sections, and count in no list.
 */
export function findPlainHeadings(
  sides: readonly (readonly FlowBlock[])[],
  headings: readonly ReadonlyMap<Paragraph, HeadingLevel>[],
): Set<Paragraph>[] {
  const texts = headings.map((own) => new Set([...own.keys()].map(textKey)));
  return sides.map((flow, side) => {
    const elsewhere = (paragraph: Paragraph): boolean =>
      texts.some((known, index) => index !== side && known.has(textKey(paragraph)));
    return new Set(
      flow
        .filter((block) => block.kind === 'paragraph')
        .filter((block) => !headings[side]!.has(block) && elsewhere(block)),
    );
  });
}

function textKey({ lines }: Paragraph): string {
  return new LineWords().of(lines).join(' ');
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
    const size = maxOf(paragraph.lines.map((line) => line.size));
    const smallest = minOf(paragraph.lines.map((line) => line.size));
    const style: Style = { ratio: size / body.size, bold: paragraph.lines.every((line) => line.bold) };
    if (smallest < 0.9 * size) continue;
    if (isHeading(paragraph, style, body.boldShare < BOLD_SHARE)) styles.set(paragraph, style);
  }
  return styles;
}

function isHeading({ lines }: Paragraph, { ratio, bold }: Style, boldMarks: boolean): boolean {
  // Entries of a table of contents are set as the headings that they name.
  if (lines.some((line) => line.leads)) return false;
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
