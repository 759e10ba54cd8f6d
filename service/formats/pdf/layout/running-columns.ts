import { MIN_LINES, type SideLine } from './side-lines.ts';
import { maxOf, minOf } from '../../../../shared/iterables.ts';

/** A line that fills this part of its column is running text; fewer such lines make cells. */
const FILLED = 0.66;
/** In running text at least this part of the lines is filled: paragraphs end in short lines, headings are short. */
const FILLED_SHARE = 0.5;
/** Words in a line of running text, on average: fewer are labels and figures of a table. Ideographs count each. */
const MIN_WORDS = 4.2;
/** ... or this many letters: the words of a narrow column may be long. */
const MIN_LETTERS = 18;
/** A column of running text is at least this wide (em): about twenty characters. */
const MIN_COLUMN_WIDTH = 9;
/** Rows of a table share their baselines, to this (em), in this part of the lines of the shorter side. */
const BASELINE_TOLERANCE = 0.1;
const SHARED_BASELINES = 0.6;
/** Part of the distances between lines that agree, to this ratio, in running text. */
const EVEN_SHARE = 0.5;
const STEP_TOLERANCE = 0.08;
/** Wrapped text: in this part of the lines the first word of the next one would have found no room. Cells are shorter. */
const WRAPPED_SHARE = 0.4;
/** ... and they have this many words on average, where a single figure fills the column of a table. */
const WRAPPED_WORDS = 2.5;
/** A distance between lines this much larger than the middle one parts paragraphs, or rows. */
const LARGE_STEP = 1.15;
/** Rows of a table begin side by side: in this part of the places where either side has a larger distance. */
const SHARED_ROWS = 0.6;
/** A column of mixed content is at least this long (lines) and wide (em): cells of tables are narrower. */
export const MIXED_LINES = 12;
const MIXED_WIDTH = 14;

/**
 * Whether the lines on both sides are columns of a page rather than of a table: running text, or long mixed columns
 * (formulas, lists, headings) whose lines are not at the heights of the others, as rows would be.
 */
export function areColumns(left: readonly SideLine[], right: readonly SideLine[], emSize: number): boolean {
  const running = [left, right].map((lines) => isRunning(lines, emSize));
  if (running.every(Boolean)) return true;
  const wrapped = [left, right].every((lines, side) => running[side] === true || isWrapped(lines, emSize));
  if (wrapped && !sharesRows(left, right, emSize)) return true;
  const columns = [left, right].every((lines, side) => running[side] === true || isMixedColumn(lines, emSize));
  return columns && !sharesBaselines(left, right, emSize);
}

/** Whether the lines are a long and wide column, whatever stands in it. */
function isMixedColumn(lines: readonly SideLine[], emSize: number): boolean {
  const widest = maxOf(lines.map((line) => line.x1 - line.x0));
  return lines.length >= MIXED_LINES && widest >= MIXED_WIDTH * emSize;
}

/** Whether the lines are a long column of text that was broken to fit it, however far its parts stand in. */
function isWrapped(lines: readonly SideLine[], emSize: number): boolean {
  if (lines.length < MIXED_LINES) return false;
  const right = maxOf(lines.map((line) => line.x1));
  const left = minOf(lines.map((line) => line.x0));
  if (right - left < MIN_COLUMN_WIDTH * emSize) return false;
  if (lines.reduce((sum, line) => sum + line.words, 0) < WRAPPED_WORDS * lines.length) return false;
  const full = lines.filter((line, index) => {
    const next = lines[index + 1];
    return next !== undefined && right - line.x1 < next.firstWidth + WORD_SPACE * emSize;
  });
  return full.length >= WRAPPED_SHARE * lines.length;
}

/** Space (em) between two words. */
const WORD_SPACE = 0.25;

/** Whether both sides are parted at the same heights, as rows of a table are. */
function sharesRows(left: readonly SideLine[], right: readonly SideLine[], emSize: number): boolean {
  const [few, many] = [rowStarts(left), rowStarts(right)].sort((a, b) => a.length - b.length) as [number[], number[]];
  if (few.length < MIN_LINES) return false;
  const shared = few.filter((y) => many.some((other) => Math.abs(other - y) <= BASELINE_TOLERANCE * emSize));
  return shared.length >= SHARED_ROWS * few.length;
}

/**
 * Where paragraphs on both sides begin side by side all along: the rows of a table of two languages, which is read row by row.
 * Null where they do not.
 *
 *     The seller delivers the       Der Verkäufer liefert die
 *     goods.                        Waren.
 *
 *     The buyer pays.               Der Käufer zahlt.
 *
 * @param known the page before had such a table here
 */
export function parallelRows(
  left: readonly SideLine[],
  right: readonly SideLine[],
  emSize: number,
  known: boolean,
): number[] | null {
  const near = (a: number, b: number): boolean => Math.abs(a - b) <= BASELINE_TOLERANCE * emSize;
  if (!known && !near(left[0]!.y, right[0]!.y)) return null;
  // Of the first row one cell may have ended on the page before: the second begins with the first line of its column.
  const starts = [left, right].map((lines, side) => {
    const above = [right, left][side]![0]!.y < lines[0]!.y - emSize;
    return above ? [lines[0]!.y, ...rowStarts(lines)] : rowStarts(lines);
  });
  const [few, many] = starts.sort((a, b) => a.length - b.length) as [number[], number[]];
  const shared = few.filter((y) => many.some((other) => near(other, y)));
  if (shared.length < PARALLEL_SHARE * many.length) return null;
  // Columns of text have one room between all paragraphs; in a row the shorter cell leaves the more the shorter it is.
  const endAbove = (lines: readonly SideLine[], y: number): number =>
    lines.findLast((line) => line.y < y - emSize / 2)?.y ?? y;
  const waits = shared.some((y) => Math.abs(endAbove(left, y) - endAbove(right, y)) > emSize / 2);
  return known || (waits && shared.length >= PARALLEL_ROWS) ? shared : null;
}

/** So many paragraphs that begin at the same heights are no chance, and this part of those of either column. */
const PARALLEL_ROWS = 2;
const PARALLEL_SHARE = 0.75;

/** Baselines of the lines that stand farther from the one above than most do. */
function rowStarts(lines: readonly SideLine[]): number[] {
  const steps = lines.slice(1).map((line, index) => line.y - lines[index]!.y);
  const middle = [...steps].sort((a, b) => a - b)[Math.floor(steps.length / 2)]!;
  return lines.slice(1).flatMap((line, index) => (steps[index]! > LARGE_STEP * middle ? [line.y] : []));
}

function sharesBaselines(left: readonly SideLine[], right: readonly SideLine[], emSize: number): boolean {
  const [few, many] = left.length <= right.length ? [left, right] : [right, left];
  const shared = few.filter((line) => many.some((other) => Math.abs(other.y - line.y) <= BASELINE_TOLERANCE * emSize));
  return shared.length >= SHARED_BASELINES * few.length;
}

/** Whether the lines are running text: most of them about as long as the longest, and long enough for a column. */
export function isRunning(lines: readonly SideLine[], emSize: number): boolean {
  const widest = maxOf(lines.map((line) => line.x1 - line.x0));
  if (widest < MIN_COLUMN_WIDTH * emSize) return false;
  const filled = lines.filter((line) => line.x1 - line.x0 >= FILLED * widest).length;
  if (filled < FILLED_SHARE * lines.length) return false;
  const words = lines.reduce((sum, line) => sum + line.words, 0);
  const letters = lines.reduce((sum, line) => sum + line.letters, 0);
  if (words < MIN_WORDS * lines.length && letters < MIN_LETTERS * lines.length) return false;
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

/** Whether the lines have words as text has, where figures and labels fill a table. */
export function areWordy(lines: readonly SideLine[]): boolean {
  const words = lines.reduce((sum, line) => sum + line.words, 0);
  const letters = lines.reduce((sum, line) => sum + line.letters, 0);
  return words >= WRAPPED_WORDS * lines.length && letters >= WORDY_LETTERS * lines.length;
}

/** Letters in a line of narrow columns, on average. */
const WORDY_LETTERS = 12;
