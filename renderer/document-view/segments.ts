import type { Block } from '../../shared/document/model.ts';
import { changeIdsOf } from '../../shared/fragment/change-ids.ts';
import { isPlain } from '../../shared/fragment/is-plain.ts';
import { beginsElement } from '../../shared/fragment/write-path.ts';
import { writeBlocks } from '../../shared/fragment/write.ts';
import { sharedEnds } from './shared-ends.ts';
import { oneSide } from './one-side.ts';

/**
 * A piece of a merged document that can be shown, hidden and set side by side by itself: a block at the top level, a
 * whole list or quotation, a line of plain text. What a changed boundary joins or parts is one segment, with all between.
 */
export class Segment {
  readonly blocks: readonly Block[];
  /** The changes in it, in the order of the document. */
  readonly changeIds: readonly string[];
  #html: string | null = null;

  constructor(blocks: readonly Block[]) {
    this.blocks = blocks;
    this.changeIds = blocks.every(isPlain) ? NO_CHANGES : changeIdsOf(blocks);
  }

  /** As it stands inside the root element of the fragment. Written when it is first asked for: most wait for their turn. */
  get html(): string {
    return (this.#html ??= writeBlocks(this.blocks));
  }
}

const NO_CHANGES: readonly string[] = [];

/** Whether a block begins a segment. `previous`: the block before it. */
function beginsSegment(block: Block, previous: Block | undefined): boolean {
  if (previous === undefined) return false;
  if (block.kind === 'text' && block.boundary) return false;
  const { path } = block;
  if (path.length === 1 && path.first?.kind === 'para') return true;
  // The caption belongs to the table below it.
  if (block.kind === 'table' && previous.kind === 'text' && previous.type === 'caption') return false;
  return beginsElement(previous.path, path);
}

/** Cuts merged documents into segments; those whose blocks were in the document before are the same objects again. */
export class Segmenter {
  /** The document cut last, and its segments: only what differs from it is cut anew. */
  #blocks: readonly Block[] = [];
  #segments: readonly Segment[] = [];

  /** The segments of a merged document; one after the other they hold all its blocks. */
  segmentsOf(blocks: readonly Block[]): readonly Segment[] {
    const ends = sharedEnds(this.#blocks, blocks);
    const before = this.#segments;
    // A segment is kept when the block beside it, which decides where it ends, is the same as well.
    let [head, headBlocks] = [0, 0];
    while (head < before.length && headBlocks + before[head]!.blocks.length < ends.start) {
      headBlocks += before[head]!.blocks.length;
      head += 1;
    }
    // Behind what one side alone has, a piece of what stands before it may follow.
    while (head > 0 && isOneSided(blocks[headBlocks])) {
      head -= 1;
      headBlocks -= before[head]!.blocks.length;
    }
    let [tail, tailBlocks] = [0, 0];
    while (tail < before.length - head && tailBlocks + before.at(-1 - tail)!.blocks.length < ends.end) {
      tailBlocks += before.at(-1 - tail)!.blocks.length;
      tail += 1;
    }
    const known = new Map(before.slice(head, before.length - tail).map((segment) => [segment.blocks[0], segment]));
    const fresh = cut(blocks.slice(headBlocks, blocks.length - tailBlocks)).map((piece) => {
      const same = known.get(piece[0]);
      const isSame = same?.blocks.length === piece.length && same.blocks.every((block, at) => block === piece[at]);
      return isSame ? same : new Segment(piece);
    });
    this.#blocks = blocks;
    this.#segments = [...before.slice(0, head), ...fresh, ...before.slice(before.length - tail)];
    return this.#segments;
  }
}

function isOneSided(block: Block | undefined): boolean {
  return block?.onlyIn !== undefined;
}

/** The blocks of each segment. */
function cut(blocks: readonly Block[]): Block[][] {
  const pieces: Block[][] = [];
  let pending: Block[] = [];
  for (const block of blocks) {
    if (beginsSegment(block, pending.at(-1))) {
      pieces.push(pending);
      pending = [];
    }
    if (block.kind === 'text' && block.boundary && pending.every(isOneSided)) {
      let first = Math.max(0, pieces.length - 1);
      while (first > 0 && pieces[first]!.every(isOneSided)) first -= 1;
      pending = [...pieces.splice(first).flat(), ...pending];
    }
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
