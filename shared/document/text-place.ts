/**
 * Places in the text of one document. They are stated by numbers alone. So a reader can write them down, and they hold
 * in a merged document for the side that they belong to.
 */
import type { Block, Run, Side, TextBlock } from './model.ts';

/**
 * A place: the number of a text block, from 0, and an offset into its words. Text blocks count in reading order, those
 * in cells too, if they have words. Words are the text of a block without its pictures. The offset is in UTF-16 units.
 */
export type TextPlace = readonly [block: number, offset: number];

/** Whether a value is a place. */
export function isTextPlace(value: unknown): value is TextPlace {
  return (
    Array.isArray(value) && value.length === 2 && value.every((n) => Number.isSafeInteger(n) && (n as number) >= 0)
  );
}

/** A place in a merged document: a text block, and UTF-16 units into its merged text (`textOf`). */
export interface MergedPlace {
  readonly block: TextBlock;
  readonly offset: number;
}

/** Calls `visit` with the text blocks in reading order and the side that alone has them. Only nested tables recurse. */
export function visitTexts(
  blocks: readonly Block[],
  around: Side | null,
  visit: (block: TextBlock, only: Side | null) => void,
): void {
  for (const block of blocks) {
    const only = around ?? block.onlyIn?.side ?? null;
    if (block.kind === 'text') visit(block, only);
    if (block.kind !== 'table') continue;
    for (const row of block.rows) {
      const inRow = only ?? row.onlyIn?.side ?? null;
      for (const cell of row.cells) visitTexts(cell.blocks, inRow ?? cell.onlyIn?.side ?? null, visit);
    }
  }
}

/** A piece of a side's text block in a merged block. A block that the other side has split has several. */
interface Piece {
  readonly block: TextBlock;
  /** Offset of its words in the words of the side's block. */
  readonly from: number;
  /** Length of its words. */
  readonly length: number;
}

/** The text blocks of one side of a merged document, by their numbers. */
export class SideTexts {
  readonly #side: Side;
  readonly #texts: Piece[][] = [];
  #words: string[] | undefined;

  constructor(blocks: readonly Block[], side: Side) {
    this.#side = side;
    visitTexts(blocks, null, (block, only) => {
      if (only !== null && only !== side) return;
      const length = this.#wordsOf(block).length;
      if (length === 0) return;
      const joins = block.boundary !== undefined && block.boundary.side !== side;
      const before = joins ? this.#texts.at(-1) : undefined;
      const last = before?.at(-1);
      if (before && last) before.push({ block, from: last.from + last.length, length });
      else this.#texts.push([{ block, from: 0, length }]);
    });
  }

  /** The words of a text block by its number; empty if there is no such block. */
  wordsAt(number: number): string {
    return this.#allWords()[number] ?? '';
  }

  /** The only place that has these words; null if there is none, or more than one. */
  find(words: string): TextPlace | null {
    let found: TextPlace | null = null;
    for (const [number, own] of this.#allWords().entries()) {
      const at = own.indexOf(words);
      if (at === -1) continue;
      if (found !== null || own.includes(words, at + 1)) return null;
      found = [number, at];
    }
    return found;
  }

  /**
   * A place as one of the merged document; null if the side has no such place. Text of the other side may lie there. A
   * `start` is after it, right before the next word of this side. An `end` is before it.
   */
  place([number, offset]: TextPlace, edge: 'start' | 'end'): MergedPlace | null {
    const pieces = this.#texts[number] ?? [];
    const isIn = ({ from, length }: Piece): boolean =>
      edge === 'start' ? offset < from + length : offset <= from + length;
    const piece = pieces.find(isIn) ?? pieces.findLast(({ from, length }) => offset === from + length);
    return piece === undefined ? null : { block: piece.block, offset: this.#merged(piece, offset - piece.from, edge) };
  }

  #allWords(): readonly string[] {
    return (this.#words ??= this.#texts.map((pieces) => pieces.map(({ block }) => this.#wordsOf(block)).join('')));
  }

  #isOwn({ edit }: Run): boolean {
    return edit === undefined || edit.side === this.#side;
  }

  #wordsOf({ runs }: TextBlock): string {
    let words = '';
    for (const run of runs) if (this.#isOwn(run) && run.image === undefined) words += run.text;
    return words;
  }

  /** An offset into the side's words of a block as an offset into its merged text. */
  #merged({ block, length }: Piece, offset: number, edge: 'start' | 'end'): number {
    let [merged, own, last] = [0, 0, 0];
    for (const run of block.runs) {
      if (this.#isOwn(run) && run.image === undefined) {
        const end = own + run.text.length;
        const isIn = edge === 'start' && offset < length ? offset < end : offset <= end;
        if (isIn) return merged + offset - own;
        own = end;
        last = merged + run.text.length;
      }
      merged += run.text.length;
    }
    return last;
  }
}

/** The numbers of the text blocks of a plain document, by their runs. */
export function textNumbers(blocks: readonly Block[]): ReadonlyMap<readonly Run[], number> {
  const numbers = new Map<readonly Run[], number>();
  let next = 0;
  visitTexts(blocks, null, ({ runs }) => {
    if (runs.some(({ text, image }) => image === undefined && text !== '')) numbers.set(runs, next++);
  });
  return numbers;
}
