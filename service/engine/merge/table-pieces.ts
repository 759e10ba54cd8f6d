/**
 * Finds unpaired tables beside a pair of tables that may share rows with it. The table was split, or two were merged. A
 * fragment has no boundary between tables, so the piece and its rows in the other table are a move.
 *
 *     [1 2 3 4]              [1 2 {-3 4-}]
 *     [1 2] A note. [3 4]    {+A note.+} {+[3 4]+}     both 3 4 are one move
 */
import type { Block, TableBlock } from '../../../shared/document/model.ts';
import type { Aligned } from '../align/align-items.ts';

/** A table without a partner, and its row of the alignment. */
export interface UnpairedTable {
  readonly row: number;
  readonly side: 'a' | 'b';
  readonly table: TableBlock;
}

/**
 * For each row with a pair of tables, the unpaired tables near it, with only one-sided blocks between. An unpaired
 * table belongs to the pair before it if that is a pair of tables. Otherwise it belongs to the pair after it.
 */
export function unpairedTablesBeside(
  aligned: readonly Aligned[],
  a: readonly Block[],
  b: readonly Block[],
  isTaken: (row: number) => boolean,
): ReadonlyMap<number, readonly UnpairedTable[]> {
  const found = new Map<number, UnpairedTable[]>();
  if (!a.some(isTable) || !b.some(isTable)) return found;
  let before = -1;
  let waiting: UnpairedTable[] = [];
  const emit = (row: number): void => {
    if (row !== -1 && waiting.length > 0) found.set(row, [...(found.get(row) ?? []), ...waiting]);
    waiting = [];
  };
  for (let row = 0; row < aligned.length; row += 1) {
    const { a: i, b: j } = aligned[row]!;
    if (i !== undefined && j !== undefined) {
      const isTablePair = a[i]!.kind === 'table' && b[j]!.kind === 'table';
      emit(before !== -1 ? before : isTablePair ? row : -1);
      before = isTablePair ? row : -1;
      continue;
    }
    const block = i !== undefined ? a[i]! : b[j]!;
    if (block.kind === 'table' && !isTaken(row)) waiting.push({ row, side: i !== undefined ? 'a' : 'b', table: block });
  }
  emit(before);
  return found;
}

function isTable({ kind }: Block): boolean {
  return kind === 'table';
}

/** A merged table. With the tables beside it that are pieces of one of its sides, by alignment row. */
export interface MergedTables {
  readonly table: TableBlock;
  readonly pieces: ReadonlyMap<number, { readonly moveId: string }>;
}

/** Merges pairs of tables together with the tables beside them, on first request. */
export class TablePieces {
  readonly #beside: ReadonlyMap<number, readonly UnpairedTable[]>;
  readonly #merge: (row: number, beside: readonly UnpairedTable[]) => MergedTables;
  readonly #pairOf = new Map<number, number>();
  readonly #merged = new Map<number, MergedTables>();

  /** `merge`: merges the pair of tables of a row of the alignment. */
  constructor(
    beside: ReadonlyMap<number, readonly UnpairedTable[]>,
    merge: (row: number, beside: readonly UnpairedTable[]) => MergedTables,
  ) {
    this.#beside = beside;
    this.#merge = merge;
    for (const [pair, tables] of beside) for (const { row } of tables) this.#pairOf.set(row, pair);
  }

  /** The merged table of a pair; undefined if it has no table beside it. */
  tableOf(pair: number): TableBlock | undefined {
    return this.#mergedOf(pair)?.table;
  }

  /** The move of an unpaired table that is a piece of a pair. */
  moveOf(row: number): { readonly moveId: string } | undefined {
    const pair = this.#pairOf.get(row);
    return pair === undefined ? undefined : this.#mergedOf(pair)?.pieces.get(row);
  }

  #mergedOf(pair: number): MergedTables | undefined {
    const beside = this.#beside.get(pair);
    if (beside === undefined) return undefined;
    let merged = this.#merged.get(pair);
    if (merged === undefined) this.#merged.set(pair, (merged = this.#merge(pair, beside)));
    return merged;
  }
}
