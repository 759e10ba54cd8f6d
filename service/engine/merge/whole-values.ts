/**
 * Finds the values of JSON that only one side has with all their lines. Such an object or array is one change.
 *
 *     { "fee": 10,                         { "fee": 10 }
 *       "notice": {                        three lines of one deleted member
 *         "days": 30
 *       } }
 */
import type { Aligned } from '../align/align-items.ts';
import type { BlockPlaces } from '../align/feature.ts';
import type { Moves } from './find-moves.ts';

/** Places of the blocks of both sides. */
export interface SidePlaces {
  readonly original: BlockPlaces;
  readonly revised: BlockPlaces;
}

/** For each row of an alignment the first row of its value, if only one side has the whole value. Otherwise the row itself. */
export function firstRowsOfValues(aligned: readonly Aligned[], moves: Moves, places: SidePlaces): Int32Array {
  const firstRows = Int32Array.from(aligned, (_, row) => row);
  const ends = endsOfRuns(aligned, moves);
  for (let row = 0; row < aligned.length; row += 1) {
    const last = row + linesAfter(aligned[row]!, places);
    if (last === row || last > ends[row]!) continue;
    firstRows.fill(row, row, last + 1);
    row = last;
  }
  return firstRows;
}

/** How many lines of a value follow its first one. 0 for other lines, and for lines that both sides have. */
function linesAfter({ a, b }: Aligned, { original, revised }: SidePlaces): number {
  if (a !== undefined && b !== undefined) return 0;
  return a !== undefined ? original.end[a]! - a : revised.end[b]! - b;
}

/** For each row, the last of the following rows that only its side has, and that did not move. */
function endsOfRuns(aligned: readonly Aligned[], moves: Moves): Int32Array {
  const ends = new Int32Array(aligned.length);
  const isOfOne = (row: number, side: 'a' | 'b'): boolean =>
    aligned[row]?.[side] === undefined && aligned[row] !== undefined && moves[row] === undefined;
  for (let row = aligned.length - 1; row >= 0; row -= 1) {
    const goesOn = (['a', 'b'] as const).some((other) => isOfOne(row, other) && isOfOne(row + 1, other));
    ends[row] = goesOn ? ends[row + 1]! : row;
  }
  return ends;
}
