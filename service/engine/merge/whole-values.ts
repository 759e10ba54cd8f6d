/**
 * Finds the values of JSON that only one side has with all their lines. Such an object or array is one change, and one
 * move if it moved.
 *
 *     { "fee": 10,                         { "fee": 10 }
 *       "notice": {                        three lines of one deleted member
 *         "days": 30
 *       } }
 */
import type { Aligned } from '../align/align-items.ts';
import type { BlockPlaces } from '../align/feature.ts';
import type { Moves } from './find-moves.ts';
import type { MergeContext } from './merge-context.ts';

/** Places of the blocks of both sides. */
export interface SidePlaces {
  readonly original: BlockPlaces;
  readonly revised: BlockPlaces;
}

/**
 * For each row of an alignment the first row of its value, if only one side has the whole value, or if the whole value
 * moved. Otherwise the row itself.
 */
export function firstRowsOfValues(
  aligned: readonly Aligned[],
  moves: Moves,
  places: SidePlaces,
  { wholeBlocks }: Pick<MergeContext, 'wholeBlocks'>,
): Int32Array {
  const firstRows = Int32Array.from(aligned, (_, row) => row);
  const ends = endsOfRuns(aligned);
  for (let row = 0; row < aligned.length; row += 1) {
    const count = linesAfter(aligned[row]!, places);
    if (count === 0 || row + count > ends[row]!) continue;
    // In `block` mode an edited line does not move with the others.
    if ((wholeBlocks && moves[row] !== undefined) || !areOneMove(row, count, aligned, moves, places)) continue;
    firstRows.fill(row, row, row + count + 1);
    row += count;
  }
  return firstRows;
}

/** How many lines of a value follow its first one. 0 for other lines, and for lines that both sides have. */
function linesAfter({ a, b }: Aligned, { original, revised }: SidePlaces): number {
  if (a !== undefined && b !== undefined) return 0;
  return a !== undefined ? original.end[a]! - a : revised.end[b]! - b;
}

/** For each row, the last of the following rows that only its side has. */
function endsOfRuns(aligned: readonly Aligned[]): Int32Array {
  const ends = new Int32Array(aligned.length);
  const sideOf = ({ a, b }: Aligned): number => (a === undefined ? 1 : b === undefined ? 2 : 3);
  for (let row = aligned.length - 1; row >= 0; row -= 1) {
    const goesOn = row + 1 < aligned.length && sideOf(aligned[row]!) === sideOf(aligned[row + 1]!);
    ends[row] = goesOn ? ends[row + 1]! : row;
  }
  return ends;
}

/** Whether a row and the rows after it did not move, or moved together, line by line, and as a whole value. */
function areOneMove(
  row: number,
  count: number,
  aligned: readonly Aligned[],
  moves: Moves,
  places: SidePlaces,
): boolean {
  const first = moves[row];
  if (first !== undefined) {
    const other = first.from === row ? first.to : first.from;
    if (linesAfter(aligned[other]!, places) !== count) return false;
  }
  for (let at = row + 1; at <= row + count; at += 1) {
    const move = moves[at];
    if (
      first === undefined ? move !== undefined : move?.from !== first.from + at - row || move.to !== first.to + at - row
    )
      return false;
  }
  return true;
}
