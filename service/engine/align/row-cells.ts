/**
 * What identifies the rows of a table besides the text of the whole row: the cell that names a row, and the cells one by
 * one. Two rows with one name are states of one row, however much of it was rewritten.
 *
 *     | Buyer | the company named in the order |
 *     | Agent | any person who acts for a party |      an inserted row
 *     | Buyer | whoever signs the form |               the edited row
 */
import { textOf, type Cell } from '../../../shared/document/model.ts';
import { NO_KEY } from '../tokens/content-keys.ts';
import type { Vocabulary } from '../tokens/vocabulary.ts';
import { textBlocksOf, type Feature } from './feature.ts';

/** A number alone does not name a row: rows are numbered anew when one is inserted. */
const LETTER = /\p{L}/u;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

/** One cell of a row. */
interface CellFacts {
  /** Equal for cells with the same texts; `NO_KEY` for an empty cell. */
  readonly key: number;
  readonly hasLetter: boolean;
  readonly hasLetterOrDigit: boolean;
}

/** The cells and the name of each row. */
interface RowFacts {
  readonly cells: readonly (readonly CellFacts[])[];
  readonly names: readonly number[];
}

/** The rows of one table, by index. They are read on first use: equal rows never need them. */
export class RowCells {
  readonly #rows: readonly (readonly Cell[])[];
  readonly #vocabulary: Vocabulary;
  #read: RowFacts | undefined;

  constructor(rows: readonly (readonly Cell[])[], vocabulary: Vocabulary) {
    this.#rows = rows;
    this.#vocabulary = vocabulary;
  }

  /** The first cell with letters that its column has once, as a key with its column. `NO_KEY` if there is none. */
  nameOf(row: number): number {
    return this.#facts().names[row]!;
  }

  cellsOf(row: number): readonly CellFacts[] {
    return this.#facts().cells[row]!;
  }

  #facts(): RowFacts {
    if (this.#read !== undefined) return this.#read;
    const { keys } = this.#vocabulary;
    const cells = this.#rows.map((row) => row.map((cell) => cellFacts(cell, this.#vocabulary)));
    const times = new Map<number, number>();
    const placed = cells.map((row) =>
      row.map(({ key, hasLetter }, at) => (hasLetter ? keys.ofPair(~at, key) : NO_KEY)),
    );
    for (const row of placed) for (const key of row) times.set(key, (times.get(key) ?? 0) + 1);
    const names = placed.map((row) => row.find((key) => key !== NO_KEY && times.get(key) === 1) ?? NO_KEY);
    this.#read = { cells, names };
    return this.#read;
  }
}

function cellFacts(cell: Cell, { keys }: Vocabulary): CellFacts {
  const texts = textBlocksOf(cell.blocks).map(textOf);
  const hasLetterOrDigit = texts.some((text) => LETTER_OR_DIGIT.test(text));
  return {
    key: cell.blocks.length === 0 ? NO_KEY : keys.ofCells([cell]),
    hasLetter: hasLetterOrDigit && texts.some((text) => LETTER.test(text)),
    hasLetterOrDigit,
  };
}

/** A row among the rows of its table. */
export interface RowOfTable {
  readonly table: RowCells;
  readonly index: number;
}

/** The name of a row, or `NO_KEY`. Other items have none. */
export function nameOfRow({ row }: Feature): number {
  return row === undefined ? NO_KEY : row.table.nameOf(row.index);
}

/** Whether two rows have one name, or differ only in cells that one of them has empty. False for other items. */
export function areOneRow(x: Feature, y: Feature): boolean {
  if (x.row === undefined || y.row === undefined) return false;
  const name = nameOfRow(x);
  return (name !== NO_KEY && name === nameOfRow(y)) || differInEmptyCells(x.row, y.row);
}

/**
 *     | 4 | Splitting the bill |  |
 *     | 4 | Splitting the bill | Guests may pay one by one. |
 */
function differInEmptyCells(x: RowOfTable, y: RowOfTable): boolean {
  const [own, other] = [x.table.cellsOf(x.index), y.table.cellsOf(y.index)];
  if (own.length !== other.length) return false;
  let isIdentified = false;
  for (const [at, { key, hasLetterOrDigit }] of own.entries()) {
    if (key === NO_KEY || other[at]!.key === NO_KEY) continue;
    if (key !== other[at]!.key) return false;
    isIdentified ||= hasLetterOrDigit;
  }
  return isIdentified;
}
