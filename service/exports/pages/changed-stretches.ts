import { headingsOf } from '../../../shared/document/headings.ts';
import type { Block } from '../../../shared/document/model.ts';
import { hasChange } from '../../../shared/fragment/change-ids.ts';
import { beginsElement } from '../../../shared/fragment/write-path.ts';

/** Unchanged blocks that stay before and after a change. */
const CONTEXT_BLOCKS = 1;

/**
 * The parts of a merged document near its changes, and between them the numbers of blocks that are left out. The
 * nearest heading before a part stays with it. Lists and quotations are never cut.
 */
export function changedStretches(blocks: readonly Block[]): (readonly Block[] | number)[] {
  const pieces = piecesOf(blocks);
  const headings = new Set(headingsOf(blocks).map(({ block }) => blocks[block]));
  const isHeading = ([first]: readonly Block[]): boolean => headings.has(first);
  const stays = pieces.map((piece) => piece.some(hasChange));
  const shown = stays.map((_, at) => {
    const near = stays.slice(Math.max(0, at - CONTEXT_BLOCKS), at + CONTEXT_BLOCKS + 1);
    return near.includes(true);
  });
  for (let at = pieces.length - 1, isWanted = false; at >= 0; at -= 1) {
    if (shown[at]!) isWanted = !isHeading(pieces[at]!);
    else if (isWanted && isHeading(pieces[at]!)) [shown[at], isWanted] = [true, false];
  }
  const parts: (Block[] | number)[] = [];
  for (const [at, piece] of pieces.entries()) {
    const last = parts.at(-1);
    if (shown[at]!) {
      if (typeof last === 'object') last.push(...piece);
      else parts.push([...piece]);
    } else if (typeof last === 'number') parts[parts.length - 1] = last + piece.length;
    else parts.push(piece.length);
  }
  return parts;
}

/** Pieces that can be written alone: top-level blocks, and whole lists and quotations. */
function piecesOf(blocks: readonly Block[]): Block[][] {
  const pieces: Block[][] = [];
  for (const [at, block] of blocks.entries()) {
    const previous = blocks[at - 1];
    const isJoined =
      previous !== undefined &&
      ((block.kind === 'text' && block.boundary !== undefined) || !beginsElement(previous.path, block.path));
    if (isJoined) pieces.at(-1)!.push(block);
    else pieces.push([block]);
  }
  return pieces;
}
