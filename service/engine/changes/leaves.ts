/**
 * The merged document as the page sees it: its leaves in order (texts and rules, those in table cells too), each with
 * the side it stands on, its place in tables and the headings above it.
 */
import {
  textOf,
  type Block,
  type Cell,
  type Path,
  type RuleBlock,
  type Side,
  type TableBlock,
  type TextBlock,
  type TextType,
} from '../../../shared/document/model.ts';
import { GridColumns } from '../../../shared/document/grid-columns.ts';
import { codePointLength } from './code-points.ts';
import type { TableCell } from '../../../shared/change/change.ts';

/** One side of a leaf. */
export interface LeafSide {
  /** Number of the block on its side, from 1. */
  readonly index: number;
  readonly type: string;
  readonly text: string;
  /**
   * Where the leaf's own part of `text` begins, in code points. Not 0 in the pieces of a block that the other side has
   * cut: all pieces name the one block.
   */
  readonly partStart: number;
  readonly path: Path;
  readonly headings: readonly string[];
  readonly tableCell: TableCell | undefined;
}

/** A text or rule of the merged document, or the place of an empty cell. */
export interface Leaf {
  /** Number of the leaf in the merged document, from 1. */
  readonly index: number;
  readonly block: TextBlock | RuleBlock;
  readonly source: LeafSide | undefined;
  readonly revised: LeafSide | undefined;
  /** The change by which the leaf, its row, its cell or its table stands on one side only. */
  readonly standing: { readonly side: Side; readonly changeId: string; readonly moveId?: string } | undefined;
  /** Changes of the form of an enclosing table. */
  readonly enclosing: readonly { readonly changeId: string; readonly table: TableBlock }[];
}

/** Where the leaves of one side stand in its source, by their number on that side, from 0. */
export interface SidePlaces {
  /** RFC 6901, into the canonical JSON. Asked only of what a page shows. */
  readonly jsonPointerOf?: (leaf: number) => string;
  /** Pages, from 1 (PDF). */
  readonly pages?: readonly number[];
}

/** The same for both sides. */
export interface Places {
  readonly source: SidePlaces;
  readonly revised: SidePlaces;
}

/** Walks the merged blocks. Recurses over nested tables only. */
export function leavesOf(blocks: readonly Block[]): Leaf[] {
  const walk = new LeafWalk();
  walk.blocks(blocks, { cell: null });
  return walk.leaves;
}

/** How many leaves a block of a plain document has: one, none for an image, and one at least for each cell of a table. */
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

/** HTML block type of a text: its own element, or the item, quotation or cell that it is the text of. */
function blockTypeOf(type: TextType, path: Path, cell: { readonly header: boolean } | null): string {
  if (type === 'line') return 'p';
  if (type === 'code-line') return 'pre';
  if (type !== 'p') return type;
  const step = path.at(-1);
  if (step === undefined) return cell === null ? 'p' : cell.header ? 'th' : 'td';
  if (step.kind === 'quote') return 'blockquote';
  if (step.kind === 'para' || !step.starts) return 'p';
  return step.kind === 'ul' || step.kind === 'ol' ? 'li' : step.kind;
}

interface Surroundings {
  readonly standing?: Leaf['standing'];
  readonly enclosing?: Leaf['enclosing'];
  readonly cell: { readonly form: Cell; readonly source?: TableCell; readonly revised?: TableCell } | null;
}

const NOTHING: readonly never[] = [];

/** What an empty cell shows: its row or column may come and go like any other. */
const EMPTY_TEXT: TextBlock = { kind: 'text', type: 'p', path: [], attributes: {}, runs: [] };

/** UTF-16 units of a heading that are told with each block below it; nobody finds a place by more. */
const HEADING_MAX = 1_000;

/** Counters and headings of one side while walking. */
class SideState {
  blocks = 0;
  tables = 0;
  /** The last leaf of the side. */
  last: Leaf | undefined;
  /** Texts of the headings above, outermost first. One array for all blocks between two headings. */
  headings: readonly string[] = [];
  #levels: readonly number[] = [];

  /** The headings above a text. A heading stands under those above its level, and over what follows. */
  pass(type: TextType, text: string): readonly string[] {
    const level = headingLevel(type);
    if (level === null) return this.headings;
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
  readonly leaves: Leaf[] = [];
  readonly #source = new SideState();
  readonly #revised = new SideState();

  blocks(blocks: readonly Block[], around: Surroundings): void {
    for (let at = 0; at < blocks.length; at += 1) {
      const block = blocks[at]!;
      if (block.kind === 'image') continue;
      const standing = around.standing ?? decided(block.standing);
      if (block.kind === 'table') this.#table(block, { ...around, ...(standing && { standing }) });
      else this.#leaf(block, standing, around, piecesFrom(blocks, at));
    }
  }

  /** `pieces`: the block and those after it that a side has in one with it. */
  #leaf(
    block: TextBlock | RuleBlock,
    standing: Leaf['standing'],
    { enclosing = NOTHING, cell }: Surroundings,
    pieces: FollowingPieces | null,
  ): void {
    const side = standing?.side;
    const boundary = block.kind === 'text' ? block.boundary?.side : undefined;
    const text = side === undefined ? sharedText(block, pieces) : undefined;
    const source =
      side === 'revised'
        ? undefined
        : boundary === 'revised'
          ? nextPart('original', this.#source.last!)
          : this.#side('source', block, cell, pieces, text);
    const revised =
      side === 'original'
        ? undefined
        : boundary === 'original'
          ? nextPart('revised', this.#revised.last!)
          : this.#side('revised', block, cell, pieces, text);
    const index = this.leaves.length + 1;
    const leaf: Leaf = { index, block, source, revised, standing, enclosing };
    this.leaves.push(leaf);
    if (source !== undefined) this.#source.last = leaf;
    if (revised !== undefined) this.#revised.last = leaf;
  }

  /** `known`: the text of the side, where it is known already. */
  #side(
    name: 'source' | 'revised',
    block: TextBlock | RuleBlock,
    cell: Surroundings['cell'],
    pieces: FollowingPieces | null,
    known: string | undefined,
  ): LeafSide {
    const state = name === 'source' ? this.#source : this.#revised;
    state.blocks += 1;
    const form = cell === null ? null : name === 'source' ? (cell.form.carried ?? cell.form) : cell.form;
    const path = name === 'source' ? (block.original?.path ?? block.path) : block.path;
    let [type, text, headings] = ['hr', '', state.headings];
    if (block.kind === 'text') {
      const own = name === 'source' ? (block.original?.type ?? block.type) : block.type;
      text = known ?? wholeText(block, pieces, name === 'source' ? 'original' : 'revised');
      type = blockTypeOf(own, path, form);
      if (cell === null) headings = state.pass(own, text);
    }
    return {
      index: state.blocks,
      type,
      text,
      partStart: 0,
      path,
      headings,
      tableCell: cell?.[name],
    };
  }

  #table(table: TableBlock, around: Surroundings): void {
    const sides = { source: around.standing?.side !== 'revised', revised: around.standing?.side !== 'original' };
    const numbers = {
      source: sides.source ? this.#source.tables++ : 0,
      revised: sides.revised ? this.#revised.tables++ : 0,
    };
    const grids = { source: new GridColumns(), revised: new GridColumns() };
    const changeId = table.original?.changeId ?? null;
    const enclosing = changeId === null ? (around.enclosing ?? []) : [...(around.enclosing ?? []), { changeId, table }];
    for (const row of table.rows) {
      const rowStanding = around.standing ?? decided(row.standing);
      grids.source.startRow();
      grids.revised.startRow();
      for (const cell of row.cells) {
        const cellSide = cell.standing?.side;
        // A filler where a row and a column of different sides cross stands on neither.
        if (rowStanding !== undefined && cellSide !== undefined && cellSide !== rowStanding.side) continue;
        const standing = rowStanding ?? decided(cell.standing);
        const place = (name: 'source' | 'revised'): TableCell => ({
          table: numbers[name],
          row: grids[name].row,
          column: grids[name].nextColumn(),
        });
        const onSource = standing?.side !== 'revised';
        const onRevised = standing?.side !== 'original';
        const inside: Surroundings = {
          ...(standing && { standing }),
          enclosing,
          cell: {
            form: cell,
            ...(onSource && { source: place('source') }),
            ...(onRevised && { revised: place('revised') }),
          },
        };
        const before = this.leaves.length;
        this.blocks(cell.blocks, inside);
        if (this.leaves.length === before) this.#leaf(EMPTY_TEXT, standing, inside, null);
        if (onSource) grids.source.place(cell.carried ?? cell);
        if (onRevised) grids.revised.place(cell);
      }
      if (rowStanding?.side !== 'revised') grids.source.endRow();
      if (rowStanding?.side !== 'original') grids.revised.endRow();
    }
  }
}

/** The text of a block that has one text on both sides. */
function sharedText(block: TextBlock | RuleBlock, pieces: FollowingPieces | null): string | undefined {
  if (block.kind !== 'text' || pieces !== null || block.runs.some((run) => run.edit !== undefined)) return undefined;
  return textOf(block);
}

function decided(standing: Block['standing']): Leaf['standing'] {
  if (standing === undefined || standing.changeId === null) return undefined;
  return standing as NonNullable<Leaf['standing']>;
}

/**
 * The text blocks after the one at `at` whose boundary to the one before is itself a change. What stands between them on one
 * side only is passed over, and so are images. Each is looked
 * for when it is asked for: a paragraph cut into many pieces asks every piece, and mostly for one more only.
 */
class FollowingPieces implements Iterable<TextBlock> {
  readonly #blocks: readonly Block[];
  readonly #at: number;

  constructor(blocks: readonly Block[], at: number) {
    this.#blocks = blocks;
    this.#at = at;
  }

  *[Symbol.iterator](): Iterator<TextBlock> {
    for (let next = this.#at + 1; next < this.#blocks.length; next += 1) {
      const block = this.#blocks[next]!;
      if (isPassedOver(block)) continue;
      if (block.kind !== 'text' || block.boundary === undefined) break;
      yield block;
    }
  }
}

/** Null where there is no piece after the block at `at`, as is so with nearly all blocks. */
function piecesFrom(blocks: readonly Block[], at: number): FollowingPieces | null {
  const following = blocks[at + 1];
  // What stands on one side alone is no piece, and has none.
  if (following === undefined || blocks[at]!.standing !== undefined) return null;
  if (!isPassedOver(following) && (following.kind !== 'text' || !following.boundary)) return null;
  const pieces = new FollowingPieces(blocks, at);
  return pieces[Symbol.iterator]().next().done === true ? null : pieces;
}

/** Whether a block may stand between the pieces of a text. */
function isPassedOver(block: Block): boolean {
  return block.kind === 'image' || block.standing !== undefined;
}

/** Text of a block on the side that joins it with the pieces after it, up to the first one that is a block there too. */
function wholeText(block: TextBlock, pieces: FollowingPieces | null, side: Side): string {
  let text = sideText(block, side);
  if (pieces === null) return text;
  for (const piece of pieces) {
    if (piece.boundary!.side === side) break;
    text += sideText(piece, side);
  }
  return text;
}

/** The side of a leaf that names the same block as the leaf before it. */
function nextPart(side: Side, { block, source, revised }: Leaf): LeafSide {
  const whole = (side === 'original' ? source : revised)!;
  return { ...whole, partStart: whole.partStart + codePointLength(sideText(block as TextBlock, side)) };
}

/** Text of one side of a merged text block. */
function sideText(block: TextBlock, side: Side): string {
  if (block.standing !== undefined) return textOf(block);
  let text = '';
  for (const run of block.runs) if (run.edit === undefined || run.edit.side === side) text += run.text;
  return text;
}
