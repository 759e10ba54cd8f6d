import { areColumns, areWordy, isRunning, MIXED_LINES, parallelRows } from './running-columns.ts';
import { MIN_LINES, MIN_WIDTH, sideLines, type SideLine } from './side-lines.ts';
import type { Word } from '../lines/words.ts';
import { maxOf, minOf } from '../../../../shared/iterables.ts';

/** A vertical white strip with text lines on both sides. */
export interface Gutter {
  readonly x0: number;
  readonly x1: number;
  readonly top: number;
  readonly bottom: number;
  /**
   * Baselines at which the rows after the first begin, if both sides are one table of running text. Null for columns.
   */
  readonly rows: readonly number[] | null;
}

/** The horizontal range of a gutter, and whether it divides a table. */
export type Strip = Pick<Gutter, 'x0' | 'x1' | 'rows'>;

/** Type size (pt) and direction of a page. */
export interface PageSetting {
  readonly emSize: number;
  readonly rightToLeft: boolean;
}

/** Budget of words that may still be examined. */
interface Steps {
  left: number;
}

/** A box that may be beside a gutter or block it: a word or a ruled table. */
export interface Obstacle {
  readonly x0: number;
  readonly x1: number;
  readonly top: number;
  readonly bottom: number;
}

/**
 * Smallest number of lines on each side if earlier pages have the same gutter. The last page of columns may be nearly
 * empty.
 */
const KNOWN_LINES = 2;
/** Line starts of one column agree to this (em). */
const START_TOLERANCE = 0.25;
/** A word may reach this far (em) into the strip, as slanted letters and hanging punctuation do. Bullets may not. */
const INTRUSION = 0.1;
/** Part of the lines to the right of a gutter that begin at one place. */
const ALIGNED_SHARE = 0.4;
/** In a long column, this part of the lines begins at one of this many places. Lists and quotations are indented. */
const LONG_STARTS = 4;
const LONG_ALIGNED_SHARE = 0.6;
/** This many lines with a free strip beside them are no coincidence, wherever the lines begin. */
const CERTAIN_LINES = 20;
/**
 * The lines that end within this distance (em) of a strip. At most this part of them may end with a word like a marker:
 * "in paragraph   (iv)".
 */
const MARKER_REACH = 2.5;
const MARKERS_BY_CHANCE = 0.2;
/**
 * Cap on words examined on one page, over all strips. A dense page takes a hundredth. Beyond the cap, the strips
 * shared by the fewest lines are not judged.
 */
const STEPS_MAX = 100_000_000;
/** Longest list marker in characters ("•", "(iv)", "12."). A marker is not a column. */
const MARKER_LENGTH = 5;

/**
 * Finds the gutters between columns. Several lines share a left edge. The strip in front of the edge is extended up and
 * down until a word crosses it. Maximal white rectangles as separators are an idea of T. Breuel, "Two geometric
 * algorithms for layout analysis", 2002.
 *
 *     first column  ░  second column
 *     goes on here  ░  is short.
 *     and on here.  ░
 *
 * @param earlier gutters of earlier pages. Their columns continue here, however few lines are left.
 */
export function findGutters(
  words: readonly Word[],
  blocks: readonly Obstacle[],
  { emSize, rightToLeft }: PageSetting,
  earlier: readonly Strip[] = [],
): Gutter[] {
  const inked = words.filter((word) => !word.isSpace);
  const width = MIN_WIDTH * emSize;
  const obstacles: Obstacle[] = [...inked, ...blocks];
  const steps = { left: STEPS_MAX };
  const starts = [...sharedEdges(inked, emSize, 'start', steps), ...blocks.map((block) => block.x0)];
  const ends = [...sharedEdges(inked, emSize, 'end', steps), ...blocks.map((block) => block.x1)];
  // Strips in front of a column and behind one. Indented lines and headings of the other side keep clear of either.
  const strips = [
    ...starts.map((x) => ({ x0: x - width, x1: x, rows: null })),
    ...ends.map((x) => ({ x0: x, x1: x + width, rows: null })),
    ...earlier.map(({ x0, x1, rows }) => ({ x0: (x0 + x1 - width) / 2, x1: (x0 + x1 + width) / 2, rows })),
  ];
  const found: Gutter[] = [];
  for (const strip of strips) {
    if (steps.left <= 0) break;
    steps.left -= obstacles.length;
    const crossing = obstacles
      .filter((box) => {
        const slack = box.x1 - box.x0 > emSize ? INTRUSION * emSize : 0;
        return box.x1 > strip.x0 + slack && box.x0 < strip.x1 - slack;
      })
      .sort((a, b) => a.top - b.top);
    for (const [top, bottom] of freeSpans(crossing)) {
      if (steps.left <= 0) break;
      steps.left -= inked.length;
      const known = earlier.find((other) => other.x0 < strip.x1 && other.x1 > strip.x0) ?? null;
      const gutter = judge({ words: inked, blocks }, strip, top, bottom, { emSize, rightToLeft, known });
      if (gutter) found.push(gutter);
    }
  }
  // Of strips that are the same, the tallest is the gutter. The others are indents within a column.
  found.sort((a, b) => b.bottom - b.top - (a.bottom - a.top) || a.x1 - b.x1);
  const gutters: Gutter[] = [];
  for (const gutter of found) if (!gutters.some((known) => isSame(known, gutter))) gutters.push(gutter);
  return gutters;
}

/** Edges at which several lines begin after a gap, or end before one; most frequent first. */
function sharedEdges(words: readonly Word[], emSize: number, edge: 'start' | 'end', steps: Steps): number[] {
  const edges: number[] = [];
  const byRow = [...words].sort((a, b) => a.y - b.y || a.x0 - b.x0);
  const gap = MIN_WIDTH * emSize;
  const closes = (word: Word, other: Word): boolean =>
    edge === 'start' ? other.x0 < word.x0 && other.x1 > word.x0 - gap : other.x1 > word.x1 && other.x0 < word.x1 + gap;
  for (let index = 0; index < byRow.length && steps.left > 0; index++) {
    const word = byRow[index]!;
    let free = true;
    for (const step of [-1, 1]) {
      for (let at = index + step; free; at += step) {
        steps.left -= 1;
        const other = byRow[at];
        if (!other || Math.abs(other.y - word.y) > emSize) break;
        if (other.bottom > word.top && other.top < word.bottom && closes(word, other)) free = false;
      }
    }
    if (free) edges.push(edge === 'start' ? word.x0 : word.x1);
  }
  return clusters(edges, emSize)
    .filter((cluster) => cluster.count >= MIN_LINES)
    .map((cluster) => (edge === 'start' ? cluster.from : cluster.to));
}

interface EdgeCluster {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

/** Groups positions that agree to the tolerance, most frequent first. */
function clusters(positions: readonly number[], emSize: number): EdgeCluster[] {
  const sorted = [...positions].sort((a, b) => a - b);
  const found: EdgeCluster[] = [];
  for (let index = 0; index < sorted.length;) {
    let end = index;
    while (end < sorted.length && sorted[end]! - sorted[index]! <= START_TOLERANCE * emSize) end++;
    found.push({ from: sorted[index]!, to: sorted[end - 1]!, count: end - index });
    index = end;
  }
  return found.sort((a, b) => b.count - a.count || a.from - b.from);
}

function freeSpans(crossing: readonly Obstacle[]): [top: number, bottom: number][] {
  const spans: [number, number][] = [];
  let top = -Infinity;
  for (const box of crossing) {
    if (box.top > top) spans.push([top, box.top]);
    top = Math.max(top, box.bottom);
  }
  spans.push([top, Infinity]);
  return spans;
}

function judge(
  { words, blocks }: { words: readonly Word[]; blocks: readonly Obstacle[] },
  strip: Strip,
  top: number,
  bottom: number,
  { emSize, rightToLeft, known }: PageSetting & { readonly known: Strip | null },
): Gutter | null {
  const inside = words.filter((word) => word.top >= top - 1 && word.bottom <= bottom + 1);
  const wordsLeft = inside.filter((word) => word.x1 <= strip.x0 + INTRUSION * emSize);
  const wordsRight = inside.filter((word) => word.x0 >= strip.x1 - INTRUSION * emSize);
  // A table beside running text counts as a column.
  const beside = blocks.filter((block) => block.top < bottom && block.bottom > top);
  const tableLeft = beside.filter((block) => block.x1 <= strip.x0 + INTRUSION * emSize);
  const tableRight = beside.filter((block) => block.x0 >= strip.x1 - INTRUSION * emSize);
  const hasTable = tableLeft.length + tableRight.length > 0;
  // Most strips run along a margin. Strips that cannot have enough lines are skipped early.
  const least = known !== null ? KNOWN_LINES : MIN_LINES;
  if (!hasTable && Math.min(wordsLeft.length, wordsRight.length) < least) return null;
  const left = sideLines(wordsLeft, 'left', emSize);
  if (!hasTable && left.length < least) return null;
  const right = sideLines(wordsRight, 'right', emSize);
  if (hasTable) return besideTable(left, right, tableLeft, tableRight, strip, emSize);
  if (right.length < least) return null;
  const from = Math.max(left[0]!.y, right[0]!.y) - emSize;
  const to = Math.min(left.at(-1)!.y, right.at(-1)!.y) + emSize;
  const leftBeside = left.filter((line) => line.y >= from && line.y <= to);
  const rightBeside = right.filter((line) => line.y >= from && line.y <= to);
  if (leftBeside.length < least || rightBeside.length < least) return null;
  // Markers alone in front of a strip show that the strip is inside a list.
  const front = rightToLeft ? rightBeside : leftBeside;
  const next = front.filter((line) => (rightToLeft ? line.x0 - strip.x0 : strip.x1 - line.x1) <= MARKER_REACH * emSize);
  if (next.filter((line) => line.marker).length > MARKERS_BY_CHANCE * next.length) return null;
  if (front.every((line) => line.length <= MARKER_LENGTH)) return null;
  const x0 = maxOf(leftBeside.map((line) => line.x1));
  if (!(known !== null && [leftBeside, rightBeside].every(areWordy))) {
    if (!areColumns(leftBeside, rightBeside, emSize)) return null;
    const certain = Math.min(leftBeside.length, rightBeside.length) >= CERTAIN_LINES;
    if (!certain && !areAligned(rightBeside, emSize)) return null;
  }
  return {
    x0: Math.min(x0, strip.x0),
    x1: Math.max(strip.x1, minOf(rightBeside.map((line) => line.x0))),
    top: Math.min(left[0]!.top, right[0]!.top),
    bottom: Math.max(left.at(-1)!.bottom, right.at(-1)!.bottom),
    rows: parallelRows(left, right, emSize, known?.rows != null),
  };
}

/** Whether the lines begin at few places, as in a column. Gaps between words of a paragraph are not aligned. */
function areAligned(lines: readonly SideLine[], emSize: number): boolean {
  const starts = clusters(
    lines.map((line) => line.x0),
    emSize,
  );
  if (starts[0]!.count >= ALIGNED_SHARE * lines.length) return true;
  const few = starts.slice(0, LONG_STARTS).reduce((sum, start) => sum + start.count, 0);
  return lines.length >= MIXED_LINES && few >= LONG_ALIGNED_SHARE * lines.length;
}

function besideTable(
  left: readonly SideLine[],
  right: readonly SideLine[],
  tableLeft: readonly Obstacle[],
  tableRight: readonly Obstacle[],
  strip: { x0: number; x1: number },
  emSize: number,
): Gutter | null {
  const isColumn = (lines: readonly SideLine[], tables: readonly Obstacle[]): boolean =>
    tables.length > 0 || (lines.length >= MIN_LINES && isRunning(lines, emSize));
  if (!isColumn(left, tableLeft) || !isColumn(right, tableRight)) return null;
  const lefts = [...left, ...tableLeft];
  const rights = [...right, ...tableRight];
  const extent = (boxes: readonly { top: number; bottom: number }[]): [number, number] => [
    minOf(boxes.map((box) => box.top)),
    maxOf(boxes.map((box) => box.bottom)),
  ];
  const [a, b] = [extent(lefts), extent(rights)];
  // Sides that are one above the other are no columns.
  if (Math.min(a[1], b[1]) - Math.max(a[0], b[0]) < MIN_LINES * emSize) return null;
  return {
    x0: Math.min(strip.x0, maxOf(lefts.map((box) => box.x1))),
    x1: strip.x1,
    top: Math.min(a[0], b[0]),
    bottom: Math.max(a[1], b[1]),
    rows: null,
  };
}

/** Whether two strips are the same: they overlap in height and width, with nothing between them. */
function isSame(a: Gutter, b: Gutter): boolean {
  return Math.max(a.top, b.top) < Math.min(a.bottom, b.bottom) && Math.max(a.x0, b.x0) < Math.min(a.x1, b.x1);
}
