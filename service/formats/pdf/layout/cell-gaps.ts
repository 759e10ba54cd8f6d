import type { Line } from '../lines/line.ts';
import { listMarker } from '../lines/list-marker.ts';
import type { ColumnGap } from './ruled-tables.ts';
import { textOfWord } from '../lines/words.ts';

/** A gap of this width (em) suggests two cells. Spaces of justified lines are seldom so wide. */
export const CELL_GAP = 0.55;
/** Smallest free width (em) between two columns over all lines of a table. A centred heading may come closer. */
export const COLUMN_GAP = 0.3;
/** Smaller limit (em) if all words behind the strip begin at its edge: a cell may fill its column. */
export const MIN_STRIP = 0.12;
/** Edges within this distance (em) count as the same edge. */
export const SAME_EDGE = 0.12;
/** In a justified line all gaps are wide. A gap between cells exceeds the usual gap by this factor. */
const WIDER = 1.6;
/**
 * Widest space (em) between words, except in a few lines of narrow columns. In a row, all gaps may be between cells.
 */
const WIDEST_SPACE = 1;
/** Leader dots and blanks to fill in. They separate no cells. */
const BLANK = /^[\t.·…_]+$/;
/** A single painted space separates words, not cells, up to this width (em) of a stretched line. */
const STRETCHED_SPACE = 3;

/**
 * Whether the line has a cell that nearly fills its column, without a wide gap behind it. The next cell begins at its
 * column's edge, after a gap wider than the spaces of the line.
 *
 *     goods                      1,684.11
 *     goods and all services of  2,289.12
 *
 * @param isEstablished whether enough lines have these strips to make them certain columns
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

/**
 * At a column's edge, a gap that exceeds the others of its line by this factor separates cells. Spaces of ragged
 * lines are even.
 */
const WIDER_IN_LINE = 1.5;

/** Whether the line paints spaces between words. Then all words of a cell have one between them. */
export function paintsSpaces({ words }: Line): boolean {
  return words.some((word) => word.paintedSpaces > 0);
}

/** Whether two or more cells of both lines begin at the same places. */
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

/** The gaps of the line that suggest cells, from left to right. */
export function cellGaps(line: Line, rightToLeft: boolean): ColumnGap[] {
  const gaps: ColumnGap[] = [];
  const [first] = line.words;
  const widths = wordGaps(line).sort((a, b) => a - b);
  // In a row of short cells most gaps are between cells, so a narrow gap is taken as the space.
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

/** The widest part of a gap that the line leaves free, if it is wide enough; otherwise empty. */
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
  // A cell that fills its column leaves a narrow strip at the edge of the gap. Spaces of running text may be
  // anywhere.
  const atEdge = best.x0 - gap.x0 < SAME_EDGE * line.size || gap.x1 - best.x1 < SAME_EDGE * line.size;
  return best.x1 - best.x0 >= (atEdge ? MIN_STRIP : COLUMN_GAP) * line.size ? [best] : [];
}

/** Widths of the gaps between words, from left to right. */
export function wordGaps(line: Line): number[] {
  return line.words.slice(1).flatMap((word, index) => (word.spaceBefore ? [word.x0 - line.words[index]!.x1] : []));
}

/** Counts the numbers of an ascending list that are at most `limit`. */
export function countUpTo(limit: number, ascending: readonly number[]): number {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ascending[middle]! <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
