import type { Word } from './words.ts';
import { textOfWord } from './words.ts';
import { maxOf, minOf } from '../../../../shared/iterables.ts';

/** The words of a page without the numbers of its lines. */
export interface WithoutMarginNumbers {
  readonly words: readonly Word[];
  /** The numbers in their order, null where the page has none. */
  readonly numbers: string | null;
}

/** A number in front of a line. */
const NUMBER = /^\d{1,4}$/;
/** As many numbers in a column that count and keep their distance number lines: items of a list are followed by a dot. */
const MIN_NUMBERS = 6;
/** Numbers of one column end, or begin, at one place to this (em). */
const SAME_EDGE = 0.4;
/** Distances between numbers agree to this ratio, or are multiples where a line has none. */
const SAME_STEP = 0.12;
/** Part of the numbers that count on from the one above. */
const COUNTING_SHARE = 0.9;
/** Lines are numbered one by one, or every fifth (patents) or tenth of them. */
const STRIDES: readonly number[] = [1, 5, 10];
/** From the text it is this far (em) to the numbers. */
const MIN_GAP = 0.6;
/** Part of the lines beside the numbers that are at least half as long as the longest: those of a table's column are not. */
const LONG_SHARE = 0.5;
const LONG_LINE = 0.5;
/** Part of the lines that begin in the middle of a sentence: items of a list begin with a capital. */
const BROKEN_SHARE = 0.3;
/** Begins with a small letter, or one of a script that has no others. */
const SMALL = /^[^\p{L}\p{N}]*(?:\p{Ll}|\p{Lo})/u;
/** Part of the page's height at its top and bottom where headers and footers may stand above or below the numbers. */
const EDGE_ZONE = 0.1;
/** A gap (em) in a line that makes a reader think of two cells, and the part of the lines that have one in a table. */
const CELL_GAP = 1.2;
const CELLS_SHARE = 0.4;

/**
 * Takes away the numbers that stand beside the lines of a page, in its margin or between its columns: they count what the
 * width of the page has broken.
 *
 *     1   The Claimant brings these          The Claimant brings these
 *     2   proceedings against the      →     proceedings against the
 *     3   Defendant.                         Defendant.
 *
 * The numbers of the rows of a table count too; but there the text beside them stands in cells.
 */
export function takeMarginNumbers(words: readonly Word[], pageHeight: number): WithoutMarginNumbers {
  const numbers = words.filter((word) => !word.isSpace && NUMBER.test(textOfWord(word)));
  if (numbers.length < MIN_NUMBERS) return { words, numbers: null };
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

/** Numbers under each other at one edge, from top to bottom. */
function columnsOf(numbers: readonly Word[], edge: 'x0' | 'x1'): Word[][] {
  const columns: Word[][] = [];
  for (const word of [...numbers].sort((a, b) => a[edge] - b[edge])) {
    const column = columns.at(-1);
    if (column && word[edge] - column[0]![edge] <= SAME_EDGE * word.size) column.push(word);
    else columns.push([word]);
  }
  return columns.filter((column) => column.length >= MIN_NUMBERS).map((column) => column.sort((a, b) => a.y - b.y));
}

function areLineNumbers(column: readonly Word[], words: readonly Word[], pageHeight: number): boolean {
  if (column.length < MIN_NUMBERS || !doCount(column)) return false;
  const [first, last] = [column[0]!, column.at(-1)!];
  const x0 = minOf(column.map((word) => word.x0));
  const x1 = maxOf(column.map((word) => word.x1));
  const gap = MIN_GAP * first.size;
  const others = words.filter((word) => !word.isSpace && !column.includes(word));
  const inText = others.filter((word) => word.y > EDGE_ZONE * pageHeight && word.y < (1 - EDGE_ZONE) * pageHeight);
  const beside = others.filter((word) => word.y >= first.top && word.y <= last.bottom);
  if ([...inText, ...beside].some((word) => word.x1 > x0 - gap && word.x0 < x1 + gap)) return false;
  const sides = [beside.filter((word) => word.x1 <= x0), beside.filter((word) => word.x0 >= x1)];
  const filled = sides.filter((side) => side.length > 0);
  return filled.length > 0 && filled.every(isRunning);
}

/** Whether the numbers go on one by one (or by a fixed stride) and at one distance. */
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

/** Whether the words form lines of running text: long ones, not parted into cells, that break off in sentences. */
function isRunning(words: readonly Word[]): boolean {
  const lines: { y: number; x0: number; x1: number; apart: boolean; broken: boolean }[] = [];
  for (const word of [...words].sort((a, b) => a.y - b.y || a.x0 - b.x0)) {
    const line = lines.at(-1);
    if (!line || word.y - line.y > SAME_EDGE * word.size) {
      const broken = SMALL.test(textOfWord(word));
      lines.push({ y: word.y, x0: word.x0, x1: word.x1, apart: false, broken });
    } else {
      if (word.x0 - line.x1 > CELL_GAP * word.size) line.apart = true;
      line.x0 = Math.min(line.x0, word.x0);
      line.x1 = Math.max(line.x1, word.x1);
    }
  }
  const longest = maxOf(lines.map((line) => line.x1 - line.x0));
  const long = lines.filter((line) => line.x1 - line.x0 >= LONG_LINE * longest).length;
  const apart = lines.filter((line) => line.apart).length;
  const broken = lines.filter((line) => line.broken).length;
  return (
    long >= LONG_SHARE * lines.length && apart < CELLS_SHARE * lines.length && broken >= BROKEN_SHARE * lines.length
  );
}
