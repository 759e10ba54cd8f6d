import {
  CODE_BIT,
  COMPARED_MARKS,
  type Block,
  type Cell,
  type OriginalForm,
  type Row,
  type Run,
  type Side,
  type OneSided,
  type TextBlock,
} from '../../shared/document/model.ts';
import { paragraphBoundary } from '../../shared/document/paragraph-boundary.ts';
import { TOP } from '../../shared/document/path.ts';
import { lookOf, withLook } from '../../shared/document/looks.ts';
import { isPlainRow } from '../../shared/fragment/is-plain.ts';
import { changeIdsOf, resolveBlocks } from '../../shared/fragment/resolve.ts';

/**
 * One side of the blocks of a segment, with the marks of that side's changes. The original shows deletions, the
 * revised side shows insertions, and both show format and link changes. `resolve` removes what only the other side
 * has. So a side of a split paragraph is one paragraph.
 */
export function oneSide(blocks: readonly Block[], side: Side): Block[] {
  const marked = blocks.map((block) => markBlock(block, side));
  if (!changeIdsOf(marked).includes(OTHER_SIDE)) return marked;
  const decided = resolveBlocks(marked, side === 'original' ? { reject: [OTHER_SIDE] } : { accept: [OTHER_SIDE] });
  const path = marked.length === 1 ? marked[0]!.path : TOP;
  // The line before this line of plain text is in another segment.
  return path.first?.kind === 'para' ? decided.map((block) => ({ ...block, path })) : decided;
}

/** The common change id of everything that only the other side has. No id of a fragment equals it. */
const OTHER_SIDE = '\0other side';

/** The mark with the common id if it belongs to the other side, and unchanged otherwise. */
function markStanding<T extends OneSided>(onlyIn: T, side: Side): T {
  return onlyIn.side === side || onlyIn.changeId === null ? onlyIn : { ...onlyIn, changeId: OTHER_SIDE };
}

function markRun(run: Run, side: Side): Run {
  const { edit, format, link } = run;
  if (!edit && !format && !link) return run;
  let marked: Run = edit ? { ...run, edit: markStanding(edit, side) } : run;
  if (side === 'revised') return marked;
  if (format) {
    const { changeId, originalMarks, originalLook } = format;
    const marks = originalMarks | (run.marks & CODE_BIT);
    const { look, ...rest } = marked;
    const ownLook = originalLook ?? look;
    const other = { changeId, originalMarks: run.marks & COMPARED_MARKS };
    marked = {
      ...rest,
      marks,
      ...(ownLook && { look: ownLook }),
      format: originalLook === undefined ? other : { ...other, originalLook: look ?? '' },
    };
  }
  if (link) {
    marked = { ...marked, href: link.originalHref, link: { changeId: link.changeId, originalHref: run.href } };
  }
  return marked;
}

function markCell(cell: Cell, side: Side): Cell {
  const { onlyIn } = cell;
  return {
    ...cell,
    ...(onlyIn && { onlyIn: markStanding(onlyIn, side) }),
    blocks: cell.blocks.map((block) => markBlock(block, side)),
  };
}

function markRow(row: Row, side: Side): Row {
  // Unchanged rows stay the same objects.
  if (isPlainRow(row)) return row;
  const { onlyIn } = row;
  return {
    ...row,
    ...(onlyIn && { onlyIn: markStanding(onlyIn, side) }),
    cells: row.cells.map((cell) => markCell(cell, side)),
  };
}

/** The block in the form of this side. Only nested tables recurse, and the scanner bounds their depth. */
function markBlock(block: Block, side: Side): Block {
  const { onlyIn } = block;
  const marked = markForm(onlyIn ? { ...block, onlyIn: markStanding(onlyIn, side) } : block, side);
  if (marked.kind === 'table') return { ...marked, rows: marked.rows.map((row) => markRow(row, side)) };
  if (marked.kind !== 'text') return marked;
  const { boundary } = marked;
  return {
    ...marked,
    runs: marked.runs.map((run) => markRun(run, side)),
    ...(boundary && { boundary: markStanding(boundary, side) }),
  };
}

function markForm(block: Block, side: Side): Block {
  const { original } = block;
  if (original === undefined || original.changeId === null) return block;
  const boundary = paragraphBoundary(block);
  if (block.kind === 'text' && boundary !== null) return markLine(block, original, boundary, side);
  if (side === 'revised') return block;
  const { changeId, path, type, look } = original;
  const ownLook = block.kind === 'text' || block.kind === 'table' ? block.attributes : undefined;
  const form = { changeId, path: block.path, ...(look && { look: lookOf(ownLook) }) };
  const marked: Block =
    look && (block.kind === 'text' || block.kind === 'table')
      ? { ...block, attributes: withLook(ownLook, look) }
      : block;
  return marked.kind === 'text' && type !== undefined
    ? { ...marked, type, path, original: { ...form, type: marked.type } }
    : { ...marked, path, original: form };
}

/** A line of plain text may begin a paragraph on one side only. It gets the mark of a boundary on that side. */
function markLine(block: TextBlock, { changeId, path }: OriginalForm, boundary: Side, side: Side): TextBlock {
  const { original: _, ...line } = block;
  const own: TextBlock = side === 'original' ? { ...line, path } : line;
  return boundary === side ? { ...own, boundary: { side, changeId } } : own;
}
