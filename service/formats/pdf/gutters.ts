import { breaksAnywhere } from './line-breaks.ts';
import { listMarker } from './list-marker.ts';
import { textOfWord, type Word } from './words.ts';

/** An upright white strip with text lines on both sides. */
export interface Gutter {
  readonly x0: number;
  readonly x1: number;
  readonly top: number;
  readonly bottom: number;
}

/** A box that may stand beside a gutter or block it: a word or a ruled table. */
export interface Obstacle {
  readonly x0: number;
  readonly x1: number;
  readonly top: number;
  readonly bottom: number;
}

/** Narrowest gutter (em): LaTeX sets columns 1 em apart, and a justified line stretches its spaces less than that. */
const MIN_WIDTH = 0.8;
/** Lines that each side has at least where both have text: spaces of three lines may come together by chance. */
const MIN_LINES = 4;
/** Line starts of one column agree to this (em). */
const START_TOLERANCE = 0.25;
/** How far (em) a word may reach into the strip: slanted letters, hanging punctuation. Bullets may not. */
const INTRUSION = 0.1;
/** A line that fills this part of its column is running text; fewer such lines make cells. */
const FILLED = 0.66;
/** In running text at least this part of the lines is filled: paragraphs end in short lines, headings are short. */
const FILLED_SHARE = 0.5;
/** Part of the lines to the right of a gutter that begin exactly at it: gaps between words do not align. */
const ALIGNED_SHARE = 0.4;
/** In a long column fewer are enough: formulas and lists stand in. */
const LONG_ALIGNED_SHARE = 0.25;
/** Words in a line of running text, on average: fewer are labels and figures of a table. Ideographs count each. */
const MIN_WORDS = 4.2;
/** A column of running text is at least this wide (em): about twenty characters. */
const MIN_COLUMN_WIDTH = 9;
/** A column of mixed content is at least this long (lines) and wide (em), with this part of its lines running text. */
const MIXED_LINES = 12;
const MIXED_WIDTH = 14;
const MIXED_FILLED_SHARE = 0.25;
/** Rows of a table share their baselines, to this (em), in this part of the lines of the shorter side. */
const BASELINE_TOLERANCE = 0.1;
const SHARED_BASELINES = 0.6;
/** Part of the distances between lines that agree, to this ratio, in running text. */
const EVEN_SHARE = 0.5;
const STEP_TOLERANCE = 0.08;
/** Two strips that end closer than this (em) are one: slightly indented lines begin a little later. */
const SAME_GUTTER = 2;
/** A list marker ("•", "(iv)", "12.") is no column. */
const MARKER_LENGTH = 5;
/** As many lone markers to the left of a strip show that the strip lies inside a list. */
const MARKERS = 2;

/**
 * Finds the gutters between columns: for each left edge that several lines share, the strip in front of it, as far up
 * and down as no word crosses it. (The idea of maximal white rectangles as separators is T. Breuel's, "Two geometric
 * algorithms for layout analysis", 2002.)
 */
export function findGutters(words: readonly Word[], blocks: readonly Obstacle[], emSize: number): Gutter[] {
  const inked = words.filter((word) => !word.isSpace);
  const width = MIN_WIDTH * emSize;
  const obstacles: Obstacle[] = [...inked, ...blocks];
  const starts = [...sharedStarts(inked, emSize), ...blocks.map((block) => block.x0)];
  const found: Gutter[] = [];
  for (const x of starts) {
    const strip = { x0: x - width, x1: x };
    const crossing = obstacles
      .filter((box) => {
        const slack = box.x1 - box.x0 > emSize ? INTRUSION * emSize : 0;
        return box.x1 > strip.x0 + slack && box.x0 < strip.x1 - slack;
      })
      .sort((a, b) => a.top - b.top);
    for (const [top, bottom] of freeSpans(crossing)) {
      const gutter = judge({ words: inked, blocks }, strip, top, bottom, emSize);
      if (gutter) found.push(gutter);
    }
  }
  // Of strips that are one, the tallest is the gutter; the others are indents within a column.
  found.sort((a, b) => b.bottom - b.top - (a.bottom - a.top) || a.x1 - b.x1);
  const gutters: Gutter[] = [];
  for (const gutter of found) if (!gutters.some((known) => isSame(known, gutter, emSize))) gutters.push(gutter);
  return gutters;
}

/** Left edges at which several lines begin after a gap, most frequent first. */
function sharedStarts(words: readonly Word[], emSize: number): number[] {
  const starts: number[] = [];
  const byRow = [...words].sort((a, b) => a.y - b.y || a.x0 - b.x0);
  const gap = MIN_WIDTH * emSize;
  for (let index = 0; index < byRow.length; index++) {
    const word = byRow[index]!;
    let free = true;
    for (const step of [-1, 1]) {
      for (let other = index + step; free; other += step) {
        const neighbour = byRow[other];
        if (!neighbour || Math.abs(neighbour.y - word.y) > emSize) break;
        const overlaps = neighbour.bottom > word.top && neighbour.top < word.bottom;
        if (overlaps && neighbour.x0 < word.x0 && neighbour.x1 > word.x0 - gap) free = false;
      }
    }
    if (free) starts.push(word.x0);
  }
  starts.sort((a, b) => a - b);
  const groups: { x: number; count: number }[] = [];
  for (let index = 0; index < starts.length;) {
    let end = index;
    while (end < starts.length && starts[end]! - starts[index]! <= START_TOLERANCE * emSize) end++;
    if (end - index >= MIN_LINES) groups.push({ x: starts[index]!, count: end - index });
    index = end;
  }
  return groups.sort((a, b) => b.count - a.count || a.x - b.x).map((group) => group.x);
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
  strip: { x0: number; x1: number },
  top: number,
  bottom: number,
  emSize: number,
): Gutter | null {
  const inside = words.filter((word) => word.top >= top - 1 && word.bottom <= bottom + 1);
  const left = sideLines(
    inside.filter((word) => word.x1 <= strip.x0 + INTRUSION * emSize),
    'left',
    emSize,
  );
  const right = sideLines(
    inside.filter((word) => word.x0 >= strip.x1 - INTRUSION * emSize),
    'right',
    emSize,
  );
  // A table beside running text stands in a column too.
  const beside = blocks.filter((block) => block.top < bottom && block.bottom > top);
  const tableLeft = beside.filter((block) => block.x1 <= strip.x0 + INTRUSION * emSize);
  const tableRight = beside.filter((block) => block.x0 >= strip.x1 - INTRUSION * emSize);
  if (tableLeft.length + tableRight.length > 0) return besideTable(left, right, tableLeft, tableRight, strip, emSize);
  if (left.length < MIN_LINES || right.length < MIN_LINES) return null;
  const from = Math.max(left[0]!.y, right[0]!.y) - emSize;
  const to = Math.min(left.at(-1)!.y, right.at(-1)!.y) + emSize;
  const leftBeside = left.filter((line) => line.y >= from && line.y <= to);
  const rightBeside = right.filter((line) => line.y >= from && line.y <= to);
  if (leftBeside.length < MIN_LINES || rightBeside.length < MIN_LINES) return null;
  if (leftBeside.filter((line) => line.marker).length >= MARKERS) return null;
  if (leftBeside.every((line) => line.length <= MARKER_LENGTH)) return null;
  const x0 = Math.max(...leftBeside.map((line) => line.x1));
  if (!areColumns(leftBeside, rightBeside, emSize)) return null;
  const aligned = rightBeside.filter((line) => Math.abs(line.x0 - strip.x1) <= START_TOLERANCE * emSize).length;
  const share = rightBeside.length >= MIXED_LINES ? LONG_ALIGNED_SHARE : ALIGNED_SHARE;
  if (aligned < share * rightBeside.length) return null;
  return {
    x0: Math.min(x0, strip.x0),
    x1: strip.x1,
    top: Math.min(left[0]!.top, right[0]!.top),
    bottom: Math.max(left.at(-1)!.bottom, right.at(-1)!.bottom),
  };
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
    Math.min(...boxes.map((box) => box.top)),
    Math.max(...boxes.map((box) => box.bottom)),
  ];
  const [a, b] = [extent(lefts), extent(rights)];
  // One above the other is no pair of columns.
  if (Math.min(a[1], b[1]) - Math.max(a[0], b[0]) < MIN_LINES * emSize) return null;
  return {
    x0: Math.min(strip.x0, Math.max(...lefts.map((box) => box.x1))),
    x1: strip.x1,
    top: Math.min(a[0], b[0]),
    bottom: Math.max(a[1], b[1]),
  };
}

interface SideLine {
  readonly y: number;
  readonly top: number;
  readonly bottom: number;
  x0: number;
  x1: number;
  length: number;
  words: number;
  /** Nothing but a list marker stands next to the strip. */
  marker: boolean;
}

/** The stretches of text next to the strip on one side, one a baseline, top to bottom; farther columns are left out. */
function sideLines(words: readonly Word[], side: 'left' | 'right', emSize: number): SideLine[] {
  const lines: SideLine[] = [];
  const ordered = [...words].sort((a, b) => (side === 'left' ? b.x1 - a.x1 : a.x0 - b.x0));
  const byRow = new Map<number, SideLine>();
  for (const word of ordered) {
    const key = Math.round(word.y / 2);
    const line = byRow.get(key) ?? byRow.get(key - 1) ?? byRow.get(key + 1);
    if (!line) {
      const fresh = {
        y: word.y,
        top: word.top,
        bottom: word.bottom,
        x0: word.x0,
        x1: word.x1,
        length: word.glyphs.length,
        words: wordCount(word),
        marker: listMarker(`${textOfWord(word)} `) !== null,
      };
      byRow.set(key, fresh);
      lines.push(fresh);
      continue;
    }
    const gap = side === 'left' ? line.x0 - word.x1 : word.x0 - line.x1;
    if (gap > MIN_WIDTH * 2 * emSize) continue;
    line.x0 = Math.min(line.x0, word.x0);
    line.x1 = Math.max(line.x1, word.x1);
    line.length += word.glyphs.length;
    line.words += wordCount(word);
    line.marker = false;
  }
  return lines.sort((a, b) => a.y - b.y);
}

/** One, or each ideograph. */
function wordCount(word: Word): number {
  return breaksAnywhere(word.glyphs[0]!.text) ? word.glyphs.length : 1;
}

/**
 * Whether the lines on both sides are columns of a page rather than of a table: running text, or long mixed columns
 * (formulas, lists, headings) whose lines are not at the heights of the others, as rows would be.
 */
function areColumns(left: readonly SideLine[], right: readonly SideLine[], emSize: number): boolean {
  const running = [left, right].map((lines) => isRunning(lines, emSize));
  if (running.every(Boolean)) return true;
  const columns = [left, right].every((lines, side) => running[side] === true || isMixedColumn(lines, emSize));
  return columns && !sharesBaselines(left, right, emSize);
}

/** Whether the lines are a long column with running text somewhere in it. */
function isMixedColumn(lines: readonly SideLine[], emSize: number): boolean {
  const widest = Math.max(...lines.map((line) => line.x1 - line.x0));
  const filled = lines.filter((line) => line.x1 - line.x0 >= FILLED * widest && line.words >= MIN_WORDS);
  return (
    lines.length >= MIXED_LINES && widest >= MIXED_WIDTH * emSize && filled.length >= MIXED_FILLED_SHARE * lines.length
  );
}

function sharesBaselines(left: readonly SideLine[], right: readonly SideLine[], emSize: number): boolean {
  const [few, many] = left.length <= right.length ? [left, right] : [right, left];
  const shared = few.filter((line) => many.some((other) => Math.abs(other.y - line.y) <= BASELINE_TOLERANCE * emSize));
  return shared.length >= SHARED_BASELINES * few.length;
}

/** Whether the lines are running text: most of them about as long as the longest, and long enough for a column. */
function isRunning(lines: readonly SideLine[], emSize: number): boolean {
  const widest = Math.max(...lines.map((line) => line.x1 - line.x0));
  if (widest < MIN_COLUMN_WIDTH * emSize) return false;
  const filled = lines.filter((line) => line.x1 - line.x0 >= FILLED * widest).length;
  if (filled < FILLED_SHARE * lines.length) return false;
  const words = lines.reduce((sum, line) => sum + line.words, 0);
  if (words < MIN_WORDS * lines.length) return false;
  return evenSteps(lines);
}

/** Whether most lines follow each other at one distance: cells of a table stand apart by rows. */
function evenSteps(lines: readonly SideLine[]): boolean {
  const steps = lines
    .slice(1)
    .map((line, index) => line.y - lines[index]!.y)
    .sort((a, b) => a - b);
  const middle = steps[Math.floor(steps.length / 2)]!;
  return steps.filter((step) => Math.abs(step - middle) <= STEP_TOLERANCE * middle).length >= EVEN_SHARE * steps.length;
}

/** Whether two strips are one: they overlap in height and lie closer than two ems. */
function isSame(a: Gutter, b: Gutter, emSize: number): boolean {
  return Math.max(a.top, b.top) < Math.min(a.bottom, b.bottom) && Math.abs(a.x1 - b.x1) < SAME_GUTTER * emSize;
}
