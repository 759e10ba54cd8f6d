import type { Word } from './words.ts';
import { textOfWord } from './words.ts';
import { maxOf, minOf } from '../../../../shared/iterables.ts';

/** The words of a page without its line numbers. */
export interface WithoutMarginNumbers {
  readonly words: readonly Word[];
  /** The line numbers in order; null if the page has none. */
  readonly numbers: string | null;
}

/** A line number. */
const NUMBER = /^\d{1,4}$/;
/** A column of line numbers has at least this many. Numbers of list items have a dot. */
const MIN_NUMBERS = 6;
/** As many are enough if each has exactly as many lines to the next one as it counts: every fifth or tenth line. */
const MIN_EXACT = 3;
/** Numbers of one column begin, or end, within this distance (em) of one edge. */
const SAME_EDGE = 0.4;
/** Steps between line numbers agree to this ratio. A line without a number makes a multiple of the step. */
const SAME_STEP = 0.12;
/** At least this part of the numbers continue the number above. */
const COUNTING_SHARE = 0.9;
/** Every line is numbered, or every fifth (patents), or every tenth. */
const STRIDES: readonly number[] = [1, 5, 10];
/** Smallest distance (em) from the text to its line numbers. */
const MIN_GAP = 0.6;
/** Part of the lines that are at least half as long as the longest. Lines of table cells are shorter. */
const LONG_SHARE = 0.5;
const LONG_LINE = 0.5;
/** Part of the lines that begin in the middle of a sentence. Items of lists begin with a capital. */
const BROKEN_SHARE = 0.3;
/** Begins with a lower-case letter, or with a letter of a script without case. */
const SMALL = /^[^\p{L}\p{N}]*(?:\p{Ll}|\p{Lo})/u;
/** Part of the page height at its top and bottom. Headers and footers there may be in line with the numbers. */
const EDGE_ZONE = 0.1;
/** A gap (em) in a line that suggests two cells. In a table, this part of the lines has one. */
const CELL_GAP = 1.2;
const CELLS_SHARE = 0.4;

/**
 * Removes line numbers in the margin or between columns. They count lines, which depend on the page width.
 *
 *     1   The Claimant brings these          The Claimant brings these
 *     2   proceedings against the      →     proceedings against the
 *     3   Defendant.                         Defendant.
 *
 * Numbered rows of a table stay: the text beside them is in cells.
 */
export function takeMarginNumbers(words: readonly Word[], pageHeight: number): WithoutMarginNumbers {
  const numbers = words.filter((word) => !word.isSpace && NUMBER.test(textOfWord(word)));
  if (numbers.length < MIN_EXACT) return { words, numbers: null };
  const taken = new Set<Word>();
  for (const edge of ['x1', 'x0'] as const)
    for (const column of columnsOf(numbers, edge)) {
      const own = column.filter((word) => !taken.has(word));
      if (areLineNumbers(own, words, pageHeight)) for (const word of own) taken.add(word);
    }
  if (taken.size === 0) return { words, numbers: null };
  const ordered = [...taken].sort((a, b) => a.y - b.y);
  return { words: words.filter((word) => !taken.has(word)), numbers: ordered.map(textOfWord).join(' ') };
}

/** Groups numbers that share an edge into columns, from top to bottom. */
function columnsOf(numbers: readonly Word[], edge: 'x0' | 'x1'): Word[][] {
  const columns: Word[][] = [];
  for (const word of [...numbers].sort((a, b) => a[edge] - b[edge])) {
    const column = columns.at(-1);
    if (column && word[edge] - column[0]![edge] <= SAME_EDGE * word.size) column.push(word);
    else columns.push([word]);
  }
  return columns.filter((column) => column.length >= MIN_EXACT).map((column) => column.sort((a, b) => a.y - b.y));
}

function areLineNumbers(column: readonly Word[], words: readonly Word[], pageHeight: number): boolean {
  if (column.length < MIN_EXACT || !doCount(column)) return false;
  const [first, last] = [column[0]!, column.at(-1)!];
  const x0 = minOf(column.map((word) => word.x0));
  const x1 = maxOf(column.map((word) => word.x1));
  const gap = MIN_GAP * first.size;
  const others = words.filter((word) => !word.isSpace && !column.includes(word));
  const inText = others.filter((word) => word.y > EDGE_ZONE * pageHeight && word.y < (1 - EDGE_ZONE) * pageHeight);
  const beside = others.filter((word) => word.y >= first.top && word.y <= last.bottom);
  if ([...inText, ...beside].some((word) => word.x1 > x0 - gap && word.x0 < x1 + gap)) return false;
  if (column.length < MIN_NUMBERS && !doCountLines(column, beside)) return false;
  const sides = [beside.filter((word) => word.x1 <= x0), beside.filter((word) => word.x0 >= x1)];
  const filled = sides.filter((side) => side.length > 0);
  return filled.length > 0 && filled.every(isRunning);
}

/** Whether the numbers increase by a fixed stride at a constant distance. */
function doCount(column: readonly Word[]): boolean {
  const values = column.map((word) => Number(textOfWord(word)));
  const steps = column.slice(1).map((word, index) => word.y - column[index]!.y);
  const usual = [...steps].sort((a, b) => a - b)[Math.floor(steps.length / 2)]!;
  return STRIDES.some((stride) => {
    const good = steps.filter((step, index) => {
      const counted = (values[index + 1]! - values[index]!) / stride;
      const distance = step / usual;
      return counted >= 1 && Number.isInteger(counted) && Math.abs(distance - counted) <= SAME_STEP * counted;
    });
    return good.length >= COUNTING_SHARE * steps.length;
  });
}

/** Whether each number counts the lines since the number above it, which are more than one. */
function doCountLines(column: readonly Word[], beside: readonly Word[]): boolean {
  const heights = [...new Set(beside.map(({ y }) => Math.round(y)))].sort((a, b) => a - b);
  return column.slice(1).every((word, index) => {
    const above = column[index]!;
    const lines = heights.filter(
      (y, at) => y > above.y + 1 && y <= word.y + 1 && y - (heights[at - 1] ?? 0) > 1,
    ).length;
    const counted = Number(textOfWord(word)) - Number(textOfWord(above));
    return counted > 1 && lines === counted;
  });
}

/** Whether the words form running text: long lines without cell gaps that end inside sentences. */
function isRunning(words: readonly Word[]): boolean {
  const lines: { y: number; x0: number; x1: number; hasCellGap: boolean; broken: boolean }[] = [];
  for (const word of [...words].sort((a, b) => a.y - b.y || a.x0 - b.x0)) {
    const line = lines.at(-1);
    if (!line || word.y - line.y > SAME_EDGE * word.size) {
      const broken = SMALL.test(textOfWord(word));
      lines.push({ y: word.y, x0: word.x0, x1: word.x1, hasCellGap: false, broken });
    } else {
      if (word.x0 - line.x1 > CELL_GAP * word.size) line.hasCellGap = true;
      line.x0 = Math.min(line.x0, word.x0);
      line.x1 = Math.max(line.x1, word.x1);
    }
  }
  const longest = maxOf(lines.map((line) => line.x1 - line.x0));
  const long = lines.filter((line) => line.x1 - line.x0 >= LONG_LINE * longest).length;
  const withCellGap = lines.filter((line) => line.hasCellGap).length;
  const broken = lines.filter((line) => line.broken).length;
  return (
    long >= LONG_SHARE * lines.length &&
    withCellGap < CELLS_SHARE * lines.length &&
    broken >= BROKEN_SHARE * lines.length
  );
}
