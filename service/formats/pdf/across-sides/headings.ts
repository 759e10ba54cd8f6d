import type { FlowBlock, Paragraph } from '../blocks/paragraphs.ts';
import { LineWords } from './break-contexts.ts';
import { listMarker } from '../lines/list-marker.ts';
import { maxOf, minOf } from '../../../../shared/iterables.ts';

/** Heading level, 1 to 6. */
export type HeadingLevel = 1 | 2 | 3 | 4 | 5 | 6;

/** The headings of a side and their levels, in document order. */
type Headings = ReadonlyMap<Paragraph, HeadingLevel>;

/** A short paragraph that exceeds the text size by this factor is a heading at any weight. */
const LARGER = 1.1;
/** A bold heading may be slightly smaller than the text, as fourth and fifth levels are. */
const BOLD_MIN = 0.85;
/** Caps on the lines and characters of a heading. */
const MAX_LINES = 4;
const MAX_LENGTH = 240;
const MAX_BOLD_LINES = 2;
const MAX_BOLD_LENGTH = 140;
/** If more of the text is bold, bold marks no headings. */
const BOLD_SHARE = 0.4;
/** Sizes (relative to the text) within this distance are one level. */
const SAME_LEVEL = 0.04;
/** The end of a sentence or of an introduction to a list. Such a paragraph is no heading, even in bold. */
const RUNNING_END = /[.,;:。，；：]["'”’)]*$/;

/** Sizes are relative to the size of most text, which differs between producers. */
interface Style {
  readonly ratio: number;
  readonly bold: boolean;
}

/**
 * Finds the headings of both documents and their levels. Levels come from tags, otherwise from the styles of
 * headings, largest first. An untagged side takes the levels of the same headings on the tagged side. If no side is
 * tagged, all take the levels of one side. The order of the sides decides nothing, and equal sides stay equal.
 *
 *     18 pt "Contract"  →  h1        14 pt "1 Delivery"  →  h2
 */
export function findHeadings(sides: readonly (readonly FlowBlock[])[]): Map<Paragraph, HeadingLevel>[] {
  const tagged = sides.map(taggedHeadings);
  const found = sides.map((flow, index) => withStyles(flow, tagged[index]!));
  const withTags = tagged.findIndex((headings) => headings.size > 0);
  const proposals = withTags < 0 ? found : [found[withTags]!];
  const settled = proposals.map((reference) =>
    found.map((headings, index) => (tagged[index]!.size > 0 ? headings : relevel(headings, reference))),
  );
  return settled.reduce((best, next) => (compareOutlines(next, best) < 0 ? next : best));
}

/**
 * Orders two ways to level the headings of the sides, the better one first. Better is fewer headings with the same
 * words at different levels, then more levels. Then the words and levels decide, whichever side they are on.
 */
function compareOutlines(a: readonly Headings[], b: readonly Headings[]): number {
  const order = countDisagreements(a) - countDisagreements(b) || countLevels(b) - countLevels(a);
  if (order !== 0) return order;
  const [keyA, keyB] = [outlineKey(a), outlineKey(b)];
  return keyA < keyB ? -1 : Number(keyA > keyB);
}

/** The number of headings that have another level on the first side than on another side. */
function countDisagreements([first, ...others]: readonly Headings[]): number {
  let count = 0;
  for (const other of others)
    for (const [level, there] of matchedLevels(first!, other)) if (there !== undefined && there !== level) count++;
  return count;
}

/** The number of levels of all sides. */
function countLevels(sides: readonly Headings[]): number {
  return sides.reduce((sum, headings) => sum + new Set(headings.values()).size, 0);
}

function outlineKey(sides: readonly Headings[]): string {
  const keys = sides.map((headings) => [...headings].map(([paragraph, level]) => [level, textKey(paragraph)]));
  return JSON.stringify(keys.map((key) => JSON.stringify(key)).sort());
}

/** The tagged headings, and the headings of untagged text by their styles, in document order. */
function withStyles(flow: readonly FlowBlock[], tagged: Headings): Map<Paragraph, HeadingLevel> {
  const styles = headingStyles(flow);
  const levels = levelsOf([...styles.values()]);
  const result = new Map<Paragraph, HeadingLevel>();
  for (const block of flow) {
    if (block.kind !== 'paragraph') continue;
    const [level, style] = [tagged.get(block), styles.get(block)];
    if (level !== undefined) result.set(block, level);
    // If headings are tagged, a tagged paragraph with another role is no heading.
    else if (style !== undefined && !(tagged.size > 0 && block.lines[0]!.tag))
      result.set(block, headingLevel(levels.findIndex((known) => isSame(known, style)) + 1));
  }
  return result;
}

function headingLevel(level: number): HeadingLevel {
  return Math.min(6, Math.max(1, level)) as HeadingLevel;
}

/**
 * Maps each level of one side to the level that most of its headings have on the reference side. The reference keeps
 * its own levels.
 */
function relevel(headings: Headings, reference: Headings): Map<Paragraph, HeadingLevel> {
  const votes = new Map<HeadingLevel, Map<HeadingLevel, number>>();
  for (const [level, there] of matchedLevels(headings, reference)) {
    if (there === undefined) continue;
    const counts = votes.get(level) ?? new Map<HeadingLevel, number>();
    votes.set(level, counts.set(there, (counts.get(there) ?? 0) + 1));
  }
  if (votes.size === 0) return new Map(headings);
  const levels = new Map<HeadingLevel, HeadingLevel>();
  for (const level of [...new Set(headings.values())].sort()) {
    const counts = [...(votes.get(level) ?? [])].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
    // A style that the other side lacks comes one level below the style before it.
    const above = levels.get((level - 1) as HeadingLevel) ?? 0;
    levels.set(level, counts[0]?.[0] ?? headingLevel(above + 1));
  }
  return new Map([...headings].map(([paragraph, level]) => [paragraph, levels.get(level)!]));
}

/**
 * For each heading its level. If a heading on the other side has the same words, also the level of that heading.
 * Headings with the same words are matched in their order.
 */
function* matchedLevels(
  headings: Headings,
  others: Headings,
): Generator<readonly [HeadingLevel, HeadingLevel | undefined]> {
  const known = new Map<string, HeadingLevel[]>();
  for (const [paragraph, level] of others) {
    const key = textKey(paragraph);
    const levels = known.get(key);
    if (levels) levels.push(level);
    else known.set(key, [level]);
  }
  const seen = new Map<string, number>();
  for (const [paragraph, level] of headings) {
    const key = textKey(paragraph);
    const before = seen.get(key) ?? 0;
    seen.set(key, before + 1);
    yield [level, known.get(key)?.[before]];
  }
}

/**
 * For each side, the paragraphs that are no headings although the other side has a heading with the same words. Their
 * numbers are section numbers, which count in no list.
 */
export function findPlainHeadings(
  sides: readonly (readonly FlowBlock[])[],
  headings: readonly Headings[],
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

function taggedHeadings(flow: readonly FlowBlock[]): Headings {
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
  // Entries of a table of contents may be styled like the headings they name.
  if (lines.some((line) => line.leads)) return false;
  const text = lines.map((line) => line.text).join(' ');
  if (!/\p{L}/u.test(text) && !/^\d+(\.\d+)*\.?$/.test(text)) return false;
  if (listMarker(text)?.kind === 'ul') return false;
  if (ratio >= LARGER) return lines.length <= MAX_LINES && text.length <= MAX_LENGTH;
  if (!bold || !boldMarks || ratio < BOLD_MIN) return false;
  return lines.length <= MAX_BOLD_LINES && text.length <= MAX_BOLD_LENGTH && !RUNNING_END.test(text);
}

/** Size of most characters, and the part of the characters that is in bold lines. */
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
