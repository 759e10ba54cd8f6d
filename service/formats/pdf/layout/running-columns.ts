import { MIN_LINES, type SideLine } from './side-lines.ts';
import { maxOf, minOf } from '../../../../shared/iterables.ts';

/** A line of running text fills at least this part of its column. Shorter lines suggest cells. */
const FILLED = 0.66;
/** Running text has at least this part of filled lines. Paragraphs end in short lines, and headings are short. */
const FILLED_SHARE = 0.5;
/** Average words in a line of running text. Fewer suggest labels and figures of a table. Each ideograph counts. */
const MIN_WORDS = 4.2;
/** Alternative in letters: the words of a narrow column may be long. */
const MIN_LETTERS = 18;
/** Smallest width (em) of a column of running text: about twenty characters. */
const MIN_COLUMN_WIDTH = 9;
/** Rows of a table share baselines, to this tolerance (em), in this part of the lines of the shorter side. */
const BASELINE_TOLERANCE = 0.1;
const SHARED_BASELINES = 0.6;
/** Part of the line distances that agree, to this ratio, in running text. */
const EVEN_SHARE = 0.5;
const STEP_TOLERANCE = 0.08;
/** In wrapped text, the next line's first word did not fit in this part of the lines. Cells are shorter. */
const WRAPPED_SHARE = 0.4;
/** Average words in a line of wrapped text. A single figure may fill a table column. */
const WRAPPED_WORDS = 2.5;
/** A line distance that exceeds the median by this factor separates paragraphs or rows. */
const LARGE_STEP = 1.15;
/**
 * Rows of a table begin side by side in this part of the places. A place counts where either side has a larger
 * distance.
 */
const SHARED_ROWS = 0.6;
/** Smallest length (lines) and width (em) of a column with mixed content. Table cells are smaller. */
export const MIXED_LINES = 12;
const MIXED_WIDTH = 14;

/**
 * Whether the lines on both sides are page columns rather than a table. Page columns are running text, or long mixed
 * columns (formulas, lists, headings). Unlike rows, their lines do not share baselines.
 */
export function areColumns(left: readonly SideLine[], right: readonly SideLine[], emSize: number): boolean {
  const running = [left, right].map((lines) => isRunning(lines, emSize));
  if (running.every(Boolean)) return true;
  const wrapped = [left, right].every((lines, side) => running[side] === true || isWrapped(lines, emSize));
  if (wrapped && !sharesRows(left, right, emSize)) return true;
  const columns = [left, right].every((lines, side) => running[side] === true || isMixedColumn(lines, emSize));
  return columns && !sharesBaselines(left, right, emSize);
}

/** Whether the lines form a long and wide column of any content. */
function isMixedColumn(lines: readonly SideLine[], emSize: number): boolean {
  const widest = maxOf(lines.map((line) => line.x1 - line.x0));
  return lines.length >= MIXED_LINES && widest >= MIXED_WIDTH * emSize;
}

/** Whether the lines are a long column of wrapped text, at any indent. */
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

/** Width (em) of a space between two words. */
const WORD_SPACE = 0.25;

/** Whether both sides have larger distances at the same heights, as rows of a table do. */
function sharesRows(left: readonly SideLine[], right: readonly SideLine[], emSize: number): boolean {
  const [few, many] = [rowStarts(left), rowStarts(right)].sort((a, b) => a.length - b.length) as [number[], number[]];
  if (few.length < MIN_LINES) return false;
  const shared = few.filter((y) => many.some((other) => Math.abs(other - y) <= BASELINE_TOLERANCE * emSize));
  return shared.length >= SHARED_ROWS * few.length;
}

/**
 * The baselines at which paragraphs on both sides begin side by side throughout. These are rows of a bilingual table,
 * which is read row by row. Null if they do not.
 *
 *     The seller delivers the       Der Verkäufer liefert die
 *     goods.                        Waren.
 *
 *     The buyer pays.               Der Käufer zahlt.
 *
 * @param known whether the previous page had such a table here
 */
export function parallelRows(
  left: readonly SideLine[],
  right: readonly SideLine[],
  emSize: number,
  known: boolean,
): number[] | null {
  const near = (a: number, b: number): boolean => Math.abs(a - b) <= BASELINE_TOLERANCE * emSize;
  if (!known && !near(left[0]!.y, right[0]!.y)) return null;
  // One cell of the first row may have ended on the previous page. The second row then begins with the first line of
  // its column.
  const starts = [left, right].map((lines, side) => {
    const above = [right, left][side]![0]!.y < lines[0]!.y - emSize;
    return above ? [lines[0]!.y, ...rowStarts(lines)] : rowStarts(lines);
  });
  const [few, many] = starts.sort((a, b) => a.length - b.length) as [number[], number[]];
  const shared = few.filter((y) => many.some((other) => near(other, y)));
  if (shared.length < PARALLEL_SHARE * many.length) return null;
  // Text columns have the same room between all paragraphs. In a row, a shorter cell leaves more room.
  const endAbove = (lines: readonly SideLine[], y: number): number =>
    lines.findLast((line) => line.y < y - emSize / 2)?.y ?? y;
  const isUneven = shared.some((y) => Math.abs(endAbove(left, y) - endAbove(right, y)) > emSize / 2);
  return known || (isUneven && shared.length >= PARALLEL_ROWS) ? shared : null;
}

/** This many paragraphs that begin at the same heights, and this part of those in either column, are no coincidence. */
const PARALLEL_ROWS = 2;
const PARALLEL_SHARE = 0.75;

/** Baselines of lines with a larger distance to the line above than most lines have. */
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

/** Whether the lines are running text: most have about the length of the longest, which is enough for a column. */
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

/** Whether most line distances agree. Rows of a table are farther apart than the lines of their cells. */
function evenSteps(lines: readonly SideLine[]): boolean {
  const steps = lines
    .slice(1)
    .map((line, index) => line.y - lines[index]!.y)
    .sort((a, b) => a - b);
  const middle = steps[Math.floor(steps.length / 2)]!;
  return steps.filter((step) => Math.abs(step - middle) <= STEP_TOLERANCE * middle).length >= EVEN_SHARE * steps.length;
}

/** Whether the lines have as many words as text has. Figures and labels of a table have fewer. */
export function areWordy(lines: readonly SideLine[]): boolean {
  const words = lines.reduce((sum, line) => sum + line.words, 0);
  const letters = lines.reduce((sum, line) => sum + line.letters, 0);
  return words >= WRAPPED_WORDS * lines.length && letters >= WORDY_LETTERS * lines.length;
}

/** Average letters in a line of narrow columns. */
const WORDY_LETTERS = 12;
