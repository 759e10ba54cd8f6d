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
import { textBlocksOf } from './text-blocks-of.ts';

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
