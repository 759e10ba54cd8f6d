/** Numbers for the texts of blocks, tables and cells: equal texts in equal order have one number. */
import { textOf, type Block, type Cell, type TableBlock } from '../../../shared/document/model.ts';
import type { KeyNumbering } from './key-numbering.ts';

/** What a sequence begins with, and what begins a cell in it. */
const START = -1;
const CELL = -2;
/** The key of a table in a sequence is this less its number, so that it is none of a text. */
const TABLE = -3;

/**
 * Keys by the numbers of texts, which are read once however many tables stand around them: a table among other blocks
 * is a number, too.
 */
export class TextKeys {
  readonly #keys: KeyNumbering;
  readonly #tables = new Map<TableBlock, number>();

  constructor(keys: KeyNumbering) {
    this.#keys = keys;
  }

  /** The texts of a table, whatever its rows and cells are. */
  ofTable(table: TableBlock): number {
    let key = this.#tables.get(table);
    if (key === undefined) {
      key = START;
      for (const row of table.rows) for (const cell of row.cells) key = this.#behind(key, cell.blocks);
      this.#tables.set(table, key);
    }
    return key;
  }

  /** The texts of cells, cell by cell. */
  ofCells(cells: readonly Cell[]): number {
    let key = START;
    for (const { blocks } of cells) key = this.#behind(this.#keys.ofPair(key, CELL), blocks);
    return key;
  }

  /** The key of a sequence and the texts of blocks behind it. */
  #behind(sequence: number, blocks: readonly Block[]): number {
    let key = sequence;
    for (const block of blocks) {
      if (block.kind === 'text') key = this.#keys.ofPair(key, this.#keys.ofText(textOf(block)));
      else if (block.kind === 'table') key = this.#keys.ofPair(key, TABLE - this.ofTable(block));
    }
    return key;
  }
}
