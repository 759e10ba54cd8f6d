import type { Block } from '../../shared/document/model.ts';
import { changeIdsOf } from '../../shared/fragment/change-ids.ts';
import { OpenContainers } from '../../shared/fragment/write-path.ts';
import { writeBlocks } from '../../shared/fragment/write.ts';
import { oneSide } from './one-side.ts';

/**
 * A piece of a merged document that can be shown, hidden and set side by side by itself: a block at the top level, a
 * whole list or quotation, a line of plain text. What a changed boundary joins or parts is one segment.
 */
export interface Segment {
  readonly blocks: readonly Block[];
  /** As it stands inside the root element of the fragment. */
  readonly html: string;
  /** The changes in it, in the order of the document. */
  readonly changeIds: readonly string[];
}

/** Whether a block begins a segment. `previous`: the block before it. */
function beginsSegment(block: Block, previous: Block | undefined, open: OpenContainers): boolean {
  if (previous === undefined) return false;
  if (block.kind === 'text' && block.boundary) return false;
  const { path } = block;
  if (path.length === 1 && path[0]?.kind === 'para') return true;
  // The caption belongs to the table below it.
  if (block.kind === 'table' && previous.kind === 'text' && previous.type === 'caption') return false;
  return open.endsBefore(path);
}

/** Cuts merged documents into segments; those whose blocks were in the document before are the same objects again. */
export class Segmenter {
  /** By their first blocks. What is no longer in any document goes by itself. */
  readonly #known = new WeakMap<Block, Segment>();

  /** The segments of a merged document; one after the other they hold all its blocks. */
  segmentsOf(blocks: readonly Block[]): readonly Segment[] {
    return cut(blocks).map((piece) => {
      const first = piece[0]!;
      const known = this.#known.get(first);
      const isSame = known?.blocks.length === piece.length && known.blocks.every((block, at) => block === piece[at]);
      if (isSame) return known;
      const segment = { blocks: piece, html: writeBlocks(piece), changeIds: changeIdsOf(piece) };
      this.#known.set(first, segment);
      return segment;
    });
  }
}

/** The blocks of each segment. */
function cut(blocks: readonly Block[]): Block[][] {
  const pieces: Block[][] = [];
  const open = new OpenContainers();
  let pending: Block[] = [];
  for (const block of blocks) {
    if (beginsSegment(block, pending.at(-1), open)) {
      pieces.push(pending);
      pending = [];
    }
    open.moveTo(block.path);
    pending.push(block);
  }
  if (pending.length > 0) pieces.push(pending);
  return pieces;
}

/** Both sides of a segment, each with its own marks; empty where a side has nothing of it. */
export function sidesOf({ blocks, html, changeIds }: Segment): { readonly original: string; readonly revised: string } {
  if (changeIds.length === 0) return { original: html, revised: html };
  return { original: writeBlocks(oneSide(blocks, 'original')), revised: writeBlocks(oneSide(blocks, 'revised')) };
}
