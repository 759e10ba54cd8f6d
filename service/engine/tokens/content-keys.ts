/** Keys of content that is compared as a whole: two things have one key exactly if they are equal. */
import {
  comparedPicture,
  textOf,
  type Block,
  type Cell,
  type Image,
  type TableBlock,
  type TextBlock,
} from '../../../shared/document/model.ts';
import { sharedSteps, stepsOf, TOP, type Path } from '../../../shared/document/path.ts';
import { Interner, PairInterner } from './interner.ts';

/** Key that never matches, not even itself. */
export const NO_KEY = -1;

/** In a sequence of texts: its start, and the start of a cell. */
const START = -1;
const CELL = -2;
/** A table in a sequence is this minus the table's key, so that it equals no text. */
const TABLE = -3;

/** Keys of texts are even and keys of pairs are odd, so no text has the key of a pair. */
export class ContentKeys {
  readonly #texts = new Interner();
  readonly #pairs = new PairInterner();
  readonly #tables = new Map<TableBlock, number>();
  /** The last path, and for each depth of it the key of the kinds down to this depth. */
  #path: Path = TOP;
  readonly #kindKeys: number[] = [];

  ofText(text: string): number {
    return 2 * this.#texts.intern(text);
  }

  /** The compared content of a text block: its text and its pictures. */
  ofTextBlock(block: TextBlock): number {
    let key = this.ofText(textOf(block));
    for (const run of block.runs) {
      const picture = comparedPicture(run);
      if (picture !== undefined) key = this.ofPair(key, this.ofPicture(picture));
    }
    return key;
  }

  /** Everything that is compared of a picture. */
  ofPicture({ src, alt, sha256, width, height }: Image): number {
    const form = this.ofText(`${sha256} ${width} ${height}`);
    return this.ofPair(this.ofPair(this.ofText(src), this.ofText(alt)), form);
  }

  ofPair(x: number, y: number): number {
    return 2 * this.#pairs.intern(x, y) + 1;
  }

  /**
   * The kinds of a path, from the outside in. A path costs only the steps that it does not share with the last one. So
   * the cost of deeply nested blocks is not the square of their depth.
   */
  ofKinds(path: Path): number {
    const shared = sharedSteps(this.#path, path);
    const before = stepsOf(this.#path, shared);
    const own = stepsOf(path, shared);
    this.#path = path;
    let at = 0;
    while (at < own.length && before[at]?.kind === own[at]!.kind) at += 1;
    for (; at < own.length; at += 1) {
      const depth = shared + at;
      const around = depth === 0 ? 0 : this.#kindKeys[depth - 1]! + 1;
      this.#kindKeys[depth] = this.ofPair(around, this.ofText(own[at]!.kind));
    }
    return path.length === 0 ? NO_KEY : this.#kindKeys[path.length - 1]!;
  }

  /** The texts of a table, regardless of its rows and cells. They are read once, however many tables surround it. */
  ofTable(table: TableBlock): number {
    let key = this.#tables.get(table);
    if (key === undefined) {
      key = START;
      for (const row of table.rows) for (const cell of row.cells) key = this.#append(key, cell.blocks);
      this.#tables.set(table, key);
    }
    return key;
  }

  /** The texts of cells, cell by cell. */
  ofCells(cells: readonly Cell[]): number {
    let key = START;
    for (const { blocks } of cells) key = this.#append(this.ofPair(key, CELL), blocks);
    return key;
  }

  /** The key of a sequence that is followed by the texts of blocks. */
  #append(sequence: number, blocks: readonly Block[]): number {
    let key = sequence;
    for (const block of blocks) {
      if (block.kind === 'text') key = this.ofPair(key, this.ofTextBlock(block));
      else if (block.kind === 'table') key = this.ofPair(key, TABLE - this.ofTable(block));
    }
    return key;
  }
}
