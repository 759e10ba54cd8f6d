import type { Line } from '../lines/line.ts';
import { listMarker } from '../lines/list-marker.ts';
import type { ColumnGap } from './ruled-tables.ts';
import { textOfWord } from '../lines/words.ts';

/** A gap (em) that makes a reader think of two cells; spaces of justified lines seldom get so wide. */
export const CELL_GAP = 0.55;
/** What all lines of a table together leave free between two columns (em): a centred heading may come closer. */
export const COLUMN_GAP = 0.3;
/** ... and less where the words behind it all begin at its edge: a cell may fill its column. */
export const MIN_STRIP = 0.12;
/** Edges closer than this (em) are one. */
export const SAME_EDGE = 0.12;
/** In a justified line all gaps are wide: the gap between cells is wider than a usual one by this. */
const WIDER = 1.6;
/** No space between words is wider than this (em), but in a few lines of narrow columns: all gaps of a row may be between cells. */
const WIDEST_SPACE = 1;
/** Dots that lead the eye to a page number, or a blank that is to be filled in, part no cells. */
const BLANK = /^[\t.·…_]+$/;
/** A single painted space is a space between words, however far the line is stretched, up to this (em). */
const STRETCHED_SPACE = 3;

/**
 * Whether the line has a cell that fills its column so far that no wide gap is left behind it: the next one begins at the edge of
 * its column, and farther from it than words of the line do.
 *
 *     goods                      1,684.11
 *     goods and all services of  2,289.12
 *
 * @param isEstablished so many lines have these strips that they are columns for sure
 */
export function keepsColumns(line: Line, strips: readonly ColumnGap[], isEstablished: boolean): boolean {
  const gaps = wordGaps(line).sort((a, b) => a - b);
  const usual = gaps[Math.floor((gaps.length - 1) / 2)] ?? 0;
  return (
    strips.length > 0 &&
    strips.every((strip) => {
      const index = line.words.findIndex((word) => Math.abs(word.x0 - strip.x1) <= SAME_EDGE * line.size);
      const [word, before] = [line.words[index], line.words[index - 1]];
      if (!word || !before || word.paintedSpaces > 0) return false;
      const gap = word.x0 - before.x1;
      return (isEstablished && gap >= WIDER_IN_LINE * usual) || (paintsSpaces(line) && gap >= COLUMN_GAP * line.size);
    })
  );
}

/** At the edge of a column a gap this much wider than the others of its line parts cells: spaces of ragged lines are alike. */
const WIDER_IN_LINE = 1.5;

/** Whether a space is painted between words of the line: then there is one between all words of a cell. */
export function paintsSpaces({ words }: Line): boolean {
  return words.some((word) => word.paintedSpaces > 0);
}

/** Whether cells of both lines begin at the same places, and more than one does. */
export function haveSameStarts(a: Line, b: Line): boolean {
  const starts = ({ words, size }: Line): number[] =>
    words
      .filter((word, index) => index === 0 || word.x0 - words[index - 1]!.x1 > CELL_GAP * size)
      .map((word) => word.x0);
  const [left, right] = [starts(a), starts(b)];
  return (
    left.length > 1 &&
    left.length === right.length &&
    left.every((x, index) => Math.abs(x - right[index]!) <= SAME_EDGE * a.size)
  );
}

/** The gaps of the line that make a reader think of cells, from left to right. */
export function cellGaps(line: Line, rightToLeft: boolean): ColumnGap[] {
  const gaps: ColumnGap[] = [];
  const [first] = line.words;
  const widths = wordGaps(line).sort((a, b) => a - b);
  // Of a row of short cells most gaps lie between cells: a space is one of the narrower ones.
  const usual = widths.length > 2 ? widths[Math.floor((widths.length - 1) / 4)]! : 0;
  let reach = first!.x1;
  line.words.forEach((word, index) => {
    const width = word.x0 - reach;
    const least = Math.max(CELL_GAP, word.paintedSpaces === 1 ? STRETCHED_SPACE : 0) * line.size;
    const marker = rightToLeft
      ? index === line.words.length - 1 && listMarker(`${textOfWord(word)} `) !== null
      : index === 1 && listMarker(`${textOfWord(first!)} `) !== null;
    const leader = BLANK.test(textOfWord(word)) || (index > 0 && BLANK.test(textOfWord(line.words[index - 1]!)));
    const wider = WIDER * Math.min(usual, WIDEST_SPACE * line.size);
    if (index > 0 && !leader && width > Math.max(least, wider) && !marker) gaps.push({ x0: reach, x1: word.x0 });
    reach = Math.max(reach, word.x1);
  });
  return gaps;
}

/** What the line leaves of a gap, when that is wide enough. */
export function widestFree(gap: ColumnGap, line: Line): ColumnGap[] {
  let best: ColumnGap | null = null;
  let x0 = gap.x0;
  for (const word of [...line.words, { x0: gap.x1, x1: gap.x1 }]) {
    if (word.x1 <= gap.x0 || word.x0 > gap.x1) continue;
    const x1 = Math.min(word.x0, gap.x1);
    if (x1 - x0 > (best ? best.x1 - best.x0 : 0)) best = { x0, x1 };
    x0 = Math.max(x0, word.x1);
  }
  if (!best) return [];
  // A cell that fills its column leaves a narrow strip at the edge of the gap; running text leaves its spaces anywhere.
  const atEdge = best.x0 - gap.x0 < SAME_EDGE * line.size || gap.x1 - best.x1 < SAME_EDGE * line.size;
  return best.x1 - best.x0 >= (atEdge ? MIN_STRIP : COLUMN_GAP) * line.size ? [best] : [];
}

/** Widths of the gaps between words, from left to right. */
export function wordGaps(line: Line): number[] {
  return line.words.slice(1).flatMap((word, index) => (word.spaceBefore ? [word.x0 - line.words[index]!.x1] : []));
}
