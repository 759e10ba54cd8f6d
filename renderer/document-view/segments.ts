import type { Block, Side } from '../../shared/document/model.ts';
import { shownLabels, type ShownLabels } from '../../shared/document/shown-labels.ts';
import { changeIdsOf } from '../../shared/fragment/change-ids.ts';
import { isPlain } from '../../shared/fragment/is-plain.ts';
import { beginsElement } from '../../shared/fragment/write-path.ts';
import { writeBlocks } from '../../shared/fragment/write.ts';
import { isRelabelled, withLabelNotes, withSideLabels } from './label-notes.ts';
import { sharedEnds } from './shared-ends.ts';
import { oneSide } from './one-side.ts';

/** One object for the many segments without changes. */
const NO_CHANGES: readonly string[] = [];

/**
 * A piece of a merged document that is shown, hidden and set side by side as a unit. It is a top-level block, a whole
 * list or quotation, or a line of plain text. A changed boundary and everything between its two blocks form one
 * segment.
 */
export class Segment {
  readonly blocks: readonly Block[];
  /** The labels of the blocks in the whole document. */
  readonly labels: readonly ShownLabels[];
  /** The changes of the segment in document order. */
  readonly changeIds: readonly string[];
  #shown: readonly Block[] | null = null;
  #html: string | null = null;

  constructor(blocks: readonly Block[], labels: readonly ShownLabels[]) {
    this.blocks = blocks;
    this.labels = labels;
    this.changeIds = blocks.every(isPlain) ? NO_CHANGES : changeIdsOf(blocks);
  }

  /** The blocks with notes on labels that a side shows otherwise. */
  get shown(): readonly Block[] {
    return (this.#shown ??= withLabelNotes(this.blocks, this.labels));
  }

  /**
   * The HTML inside the root element of the fragment. It is written at the first access, because most segments are
   * shown later.
   */
  get html(): string {
    return (this.#html ??= writeBlocks(this.shown));
  }
}

/** Whether a block begins a segment. `previous` is the block before it. */
function beginsSegment(block: Block, previous: Block | undefined): boolean {
  if (previous === undefined) return false;
  if (block.kind === 'text' && block.boundary) return false;
  const { path } = block;
  if (path.length === 1 && path.first?.kind === 'para') return true;
  // A caption belongs to the table below it.
  if (block.kind === 'table' && previous.kind === 'text' && previous.type === 'caption') return false;
  return beginsElement(previous.path, path);
}

/** Divides merged documents into segments. Unchanged segments stay the same objects from one document to the next. */
export class Segmenter {
  /** The last document and its segments. Only the difference to it is divided anew. */
  #blocks: readonly Block[] = [];
  #segments: readonly Segment[] = [];

  /** The segments of a merged document. Together they contain all its blocks in order. */
  segmentsOf(blocks: readonly Block[]): readonly Segment[] {
    const ends = sharedEnds(this.#blocks, blocks);
    const before = this.#segments;
    // A segment stays only if the next block is the same too. That block decides where the segment ends.
    let head = 0;
    let headBlocks = 0;
    while (head < before.length && headBlocks + before[head]!.blocks.length < ends.start) {
      headBlocks += before[head]!.blocks.length;
      head += 1;
    }
    // Content of one side may be followed by a piece of the block before it.
    while (head > 0 && isOneSided(blocks[headBlocks])) {
      head -= 1;
      headBlocks -= before[head]!.blocks.length;
    }
    let tail = 0;
    let tailBlocks = 0;
    while (tail < before.length - head && tailBlocks + before.at(-1 - tail)!.blocks.length < ends.end) {
      tailBlocks += before.at(-1 - tail)!.blocks.length;
      tail += 1;
    }
    const known = new Map(before.slice(head, before.length - tail).map((segment) => [segment.blocks[0], segment]));
    const middle = divide(blocks.slice(headBlocks, blocks.length - tailBlocks)).map((piece) => {
      const same = known.get(piece[0]);
      const isSame = same?.blocks.length === piece.length && same.blocks.every((block, at) => block === piece[at]);
      return isSame ? same : piece;
    });
    this.#blocks = blocks;
    const pieces = [...before.slice(0, head), ...middle, ...before.slice(before.length - tail)];
    this.#segments = withLabels(pieces, shownLabels(blocks));
    return this.#segments;
  }
}

/** The segments with their labels. A decision may renumber segments whose blocks stay the same. */
function withLabels(
  pieces: readonly (Segment | readonly Block[])[],
  labels: readonly ShownLabels[],
): readonly Segment[] {
  let from = 0;
  return pieces.map((piece) => {
    const blocks = piece instanceof Segment ? piece.blocks : piece;
    const own = labels.slice(from, from + blocks.length);
    from += blocks.length;
    return piece instanceof Segment && sameLabels(piece.labels, own) ? piece : new Segment(blocks, own);
  });
}

function sameLabels(x: readonly ShownLabels[], y: readonly ShownLabels[]): boolean {
  return x.every((labels, at) => {
    const other = y[at]!;
    return labels === other || (labels.original === other.original && labels.revised === other.revised);
  });
}

function isOneSided(block: Block | undefined): boolean {
  return block?.onlyIn !== undefined;
}

/** The blocks of each segment. */
function divide(blocks: readonly Block[]): Block[][] {
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

/**
 * The blocks of the original and the revised side of a segment, each with its own marks. A side without content is
 * empty. Both are `shown` itself where they show the same.
 */
export function sidesOf(segment: Segment): readonly [original: readonly Block[], revised: readonly Block[]] {
  const { blocks, labels, shown, changeIds } = segment;
  if (changeIds.length === 0 && !blocks.some((block, at) => isRelabelled(labels[at]!, block))) return [shown, shown];
  const blocksOf = (side: Side): Block[] => oneSide(withSideLabels(blocks, labels, side), side);
  return [blocksOf('original'), blocksOf('revised')];
}
