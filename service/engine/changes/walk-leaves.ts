/** Walks a merged document leaf by leaf: texts and rules, including those in table cells, and empty cells. */
import { GridColumns } from '../../../shared/document/grid-columns.ts';
import type { TableCell } from '../../../shared/change/change.ts';
import {
  type Block,
  type Cell,
  type RuleBlock,
  type Side,
  type TableBlock,
  type TextBlock,
  type TextType,
} from '../../../shared/document/model.ts';
import { TOP } from '../../../shared/document/path.ts';
import { shownLabels, type ShownLabels } from '../../../shared/document/shown-labels.ts';
import { wholeText } from './pieces.ts';

/** The change that makes something one-sided. */
export interface DecidedOneSided {
  readonly side: Side;
  readonly changeId: string;
  readonly moveId?: string;
}

/** A change of the form of a table. */
export interface EnclosingChange {
  readonly changeId: string;
  readonly table: TableBlock;
}

/** The context of leaves: one object for all leaves outside tables, and one for each cell. */
export interface LeafContext {
  /** The list that contains the leaf's block. */
  readonly blocks: readonly Block[];
  /** The note of the surrounding row, cell or table. */
  readonly onlyIn: DecidedOneSided | undefined;
  readonly enclosing: readonly EnclosingChange[];
  readonly cell: { readonly form: Cell; readonly source?: TableCell; readonly revised?: TableCell } | null;
}

/** The headings above a leaf on each side, outermost first. One object for all leaves between two headings. */
export interface Headings {
  readonly source: readonly string[];
  readonly revised: readonly string[];
}

/**
 * Called for each leaf. `at`: its index in the surrounding list; -1 for an empty cell. `source` and `revised` are the
 * number of its block on each side, from 1. 0 means that the side does not have it. `labels`: the labels of the block;
 * undefined for an empty cell.
 */
export type LeafVisitor = (
  around: LeafContext,
  at: number,
  source: number,
  revised: number,
  headings: Headings,
  labels: ShownLabels | undefined,
) => void;

/** The leaf of an empty cell, whose row or column may be inserted or deleted like any other. */
const EMPTY_TEXT: TextBlock = { kind: 'text', type: 'p', path: TOP, attributes: {}, runs: [] };

/**
 * UTF-16 units of a heading that are reported with each block below it. Longer headings help nobody to find a place.
 */
const HEADING_MAX = 1_000;

/** Emits the leaves in order. Recurses over nested tables only. */
export function walkLeaves(blocks: readonly Block[], emit: LeafVisitor): void {
  new LeafWalk(emit).blocks({ blocks, onlyIn: undefined, enclosing: [], cell: null });
}

/** The block of a leaf, or the placeholder of an empty cell. */
export function blockAt({ blocks }: LeafContext, at: number): TextBlock | RuleBlock {
  return at === -1 ? EMPTY_TEXT : (blocks[at] as TextBlock | RuleBlock);
}

/** The one-sided note of a leaf: its own, or the note of the thing around it. */
export function oneSidedNoteOf(around: LeafContext, block: Block): DecidedOneSided | undefined {
  return around.onlyIn ?? decided(block.onlyIn);
}

function decided(onlyIn: Block['onlyIn']): DecidedOneSided | undefined {
  if (onlyIn === undefined || onlyIn.changeId === null) return undefined;
  return onlyIn as DecidedOneSided;
}

/**
 * Number of leaves of a block of a plain document: none for an image, otherwise one. A table has at least one for each
 * cell.
 */
export function leafCountOf(block: Block): number {
  if (block.kind === 'image') return 0;
  if (block.kind !== 'table') return 1;
  let count = 0;
  for (const { cells } of block.rows) {
    for (const cell of cells)
      count += Math.max(
        1,
        cell.blocks.reduce((sum, inner) => sum + leafCountOf(inner), 0),
      );
  }
  return count;
}

/** Counters and headings of one side during the walk. */
class SideState {
  blocks = 0;
  tables = 0;
  /** Texts of the current headings, outermost first. One array for all blocks between two headings. */
  headings: readonly string[] = [];
  #levels: readonly number[] = [];

  /** Enters a heading and returns the headings above it, which have lower levels. */
  pass(level: number, text: string): readonly string[] {
    const above = this.#levels.filter((each) => each < level).length;
    const headings = this.headings.slice(0, above);
    this.#levels = [...this.#levels.slice(0, above), level];
    this.headings = [...headings, shortened(text)];
    return headings;
  }
}

function shortened(heading: string): string {
  if (heading.length <= HEADING_MAX) return heading;
  // Never half a surrogate pair.
  const isCut = (heading.charCodeAt(HEADING_MAX) & 0xfc00) === 0xdc00;
  return `${heading.slice(0, HEADING_MAX - (isCut ? 1 : 0))}…`;
}

function headingLevel(type: TextType): number | null {
  return type.length === 2 && type[0] === 'h' ? Number(type[1]) : null;
}

class LeafWalk {
  readonly #emit: LeafVisitor;
  readonly #source = new SideState();
  readonly #revised = new SideState();
  #headings: Headings = { source: [], revised: [] };
  #leaves = 0;

  constructor(emit: LeafVisitor) {
    this.#emit = emit;
  }

  blocks(around: LeafContext): void {
    const { blocks } = around;
    const labels = shownLabels(blocks);
    for (let at = 0; at < blocks.length; at += 1) {
      const block = blocks[at]!;
      if (block.kind === 'image') continue;
      if (block.kind === 'table') this.#table(block, around);
      else this.#leaf(block, around, at, labels[at]);
    }
  }

  #leaf(block: TextBlock | RuleBlock, around: LeafContext, at: number, labels?: ShownLabels): void {
    const side = oneSidedNoteOf(around, block)?.side;
    const boundary = block.kind === 'text' ? block.boundary?.side : undefined;
    // A later piece of a split block belongs to the block before it.
    const beginsSource = side !== 'revised' && boundary !== 'revised';
    const beginsRevised = side !== 'original' && boundary !== 'original';
    if (beginsSource) this.#source.blocks += 1;
    if (beginsRevised) this.#revised.blocks += 1;
    const headings =
      block.kind === 'text' && around.cell === null
        ? this.#pass(block, around, at, beginsSource, beginsRevised)
        : this.#headings;
    this.#leaves += 1;
    const source = side === 'revised' ? 0 : this.#source.blocks;
    const revised = side === 'original' ? 0 : this.#revised.blocks;
    this.#emit(around, at, source, revised, headings, labels);
  }

  /** The headings above a text. If the text is a heading, it is above the blocks that follow. */
  #pass(
    block: TextBlock,
    { blocks }: LeafContext,
    at: number,
    beginsSource: boolean,
    beginsRevised: boolean,
  ): Headings {
    const sourceLevel = beginsSource ? headingLevel(block.original?.type ?? block.type) : null;
    const revisedLevel = beginsRevised ? headingLevel(block.type) : null;
    if (sourceLevel === null && revisedLevel === null) return this.#headings;
    const { source, revised } = this.#headings;
    const above = {
      source: sourceLevel === null ? source : this.#source.pass(sourceLevel, wholeText(blocks, at, 'original')),
      revised: revisedLevel === null ? revised : this.#revised.pass(revisedLevel, wholeText(blocks, at, 'revised')),
    };
    this.#headings = { source: this.#source.headings, revised: this.#revised.headings };
    return above;
  }

  #table(table: TableBlock, around: LeafContext): void {
    const tableOnlyIn = oneSidedNoteOf(around, table);
    const sides = { source: tableOnlyIn?.side !== 'revised', revised: tableOnlyIn?.side !== 'original' };
    const numbers = {
      source: sides.source ? this.#source.tables++ : 0,
      revised: sides.revised ? this.#revised.tables++ : 0,
    };
    const grids = { source: new GridColumns(), revised: new GridColumns() };
    const changeId = table.original?.changeId ?? null;
    const enclosing = changeId === null ? around.enclosing : [...around.enclosing, { changeId, table }];
    for (const row of table.rows) {
      const rowOnlyIn = tableOnlyIn ?? decided(row.onlyIn);
      grids.source.startRow();
      grids.revised.startRow();
      for (const cell of row.cells) {
        const cellSide = cell.onlyIn?.side;
        // Neither side has a filler where a row and a column of different sides cross.
        if (rowOnlyIn !== undefined && cellSide !== undefined && cellSide !== rowOnlyIn.side) continue;
        const onlyIn = rowOnlyIn ?? decided(cell.onlyIn);
        const place = (name: 'source' | 'revised'): TableCell => ({
          table: numbers[name],
          row: grids[name].row,
          column: grids[name].nextColumn(),
        });
        const onSource = onlyIn?.side !== 'revised';
        const onRevised = onlyIn?.side !== 'original';
        const inside: LeafContext = {
          blocks: cell.blocks,
          onlyIn,
          enclosing,
          cell: {
            form: cell,
            ...(onSource && { source: place('source') }),
            ...(onRevised && { revised: place('revised') }),
          },
        };
        const before = this.#leaves;
        this.blocks(inside);
        if (this.#leaves === before) this.#leaf(EMPTY_TEXT, inside, -1);
        if (onSource) grids.source.place(cell.carried ?? cell);
        if (onRevised) grids.revised.place(cell);
      }
      if (rowOnlyIn?.side !== 'revised') grids.source.endRow();
      if (rowOnlyIn?.side !== 'original') grids.revised.endRow();
    }
  }
}
