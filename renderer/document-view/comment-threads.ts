/**
 * The comments of a document as a page shows them beside the text: threads of cards. The blocks are those with signs
 * (`withCommentSigns`), where each comment has its number.
 */
import { commentOfSign } from '../../shared/document/comment-signs.ts';
import type { CommentFacts } from '../../shared/document/comment.ts';
import { commentsOf, shownParent } from '../../shared/document/comments-of.ts';
import type { Block, Side } from '../../shared/document/model.ts';
import { visitTexts } from '../../shared/document/text-place.ts';
import { changeIdsOf } from '../../shared/fragment/change-ids.ts';
import { writeBlocks } from '../../shared/fragment/write.ts';
import { oneSide } from './one-side.ts';
import type { Segment } from './segments.ts';

/** What the open changes do to a comment; null: nothing. */
export type CommentChange = 'added' | 'deleted' | 'edited' | null;

/** A comment as a card shows it. */
export interface CommentCard {
  /** From 1, as its sign says. */
  readonly number: number;
  readonly facts: CommentFacts;
  /** Set if the original has the comment and states the opposite of `facts.done`. */
  readonly wasDone?: boolean;
  readonly change: CommentChange;
  readonly changeIds: readonly string[];
  /** Its text as HTML that `writeBlocks` wrote. */
  readonly html: string;
}

/** A comment with its replies, in order. */
export interface CommentThread {
  /** Number of its first comment. */
  readonly number: number;
  readonly cards: readonly CommentCard[];
}

/** Whether a segment is comments alone. Where cards show the comments, the text leaves it out. */
export function isOfComments({ blocks }: Segment): boolean {
  const first = blocks[0]?.path.first;
  if (first?.starts !== true || first.value === undefined) return false;
  return blocks.every(({ path }) => path.first?.kind === 'comment');
}

/** The numbers of the comments whose signs are in these blocks. */
export function signsIn(blocks: readonly Block[]): readonly number[] {
  const numbers: number[] = [];
  visitTexts(blocks, null, ({ runs }) => {
    for (const { image } of runs) {
      const number = image === undefined ? null : commentOfSign(image.src);
      if (number !== null) numbers.push(number);
    }
  });
  return numbers;
}

/** The threads of one comparison. */
export class CommentThreads {
  /** Whether the document has comments. */
  readonly hasAny: boolean;
  readonly #facts: readonly Readonly<Record<Side, CommentFacts | null>>[];
  /** Number of the comment that begins the thread of each comment, by numbers less one. */
  readonly #firsts: readonly number[];
  readonly #byChange = new Map<string, number>();

  /** `blocks`: the merged document before any decision. */
  constructor(blocks: readonly Block[]) {
    const comments = commentsOf(blocks);
    this.hasAny = comments.length > 0;
    this.#facts = comments.map(({ facts }) => facts);
    const firsts: number[] = [];
    for (const [index, comment] of comments.entries()) {
      const parent = shownParent(comment);
      firsts.push(parent === null ? index + 1 : firsts[parent]!);
      for (const id of changeIdsOf(blocks.slice(comment.from, comment.to))) this.#byChange.set(id, firsts[index]!);
    }
    this.#firsts = firsts;
  }

  /** The number of the thread that contains a change; null for a change of the text. */
  withChange(changeId: string): number | null {
    return this.#byChange.get(changeId) ?? null;
  }

  /** The number of the thread that a comment is in. */
  threadOf(number: number): number {
    return this.#firsts[number - 1] ?? number;
  }

  /** The threads with changes. */
  changed(): ReadonlySet<number> {
    return new Set(this.#byChange.values());
  }

  /**
   * The threads in a view of the document.
   *
   * @param blocks what the view shows; a decision may have removed comments
   * @param side the one side that the view shows; null: both
   */
  in(blocks: readonly Block[], side: Side | null): readonly CommentThread[] {
    const threads = new Map<number, CommentCard[]>();
    for (const { number, blocks: own } of commentBlocks(blocks)) {
      const card = this.#card(number, own, side);
      if (card === null) continue;
      const known = threads.get(this.threadOf(number));
      if (known) known.push(card);
      else threads.set(this.threadOf(number), [card]);
    }
    return [...threads].map(([number, cards]) => ({ number, cards }));
  }

  #card(number: number, blocks: readonly Block[], side: Side | null): CommentCard | null {
    const stated = this.#facts[number - 1];
    const shown = side === null ? blocks : oneSide(blocks, side);
    const first = shown[0];
    if (stated === undefined || first === undefined) return null;
    const facts = (side === 'original' ? stated.original : stated.revised) ?? stated.original ?? stated.revised;
    if (facts === null) return null;
    const before =
      stated.original !== null && stated.revised !== null && side === null ? stated.original.done : facts.done;
    const changeIds = side === null ? changeIdsOf(shown) : [];
    // The head of the card names the author. A line whose author changed shows both.
    const isHead =
      facts.author !== '' && (side !== null || first.onlyIn !== undefined || changeIdsOf([first]).length === 0);
    return {
      number,
      facts,
      ...(before !== facts.done && { wasDone: before === true }),
      change: side === null ? changeOf(first, changeIds) : null,
      changeIds,
      html: writeBlocks(isHead ? shown.slice(1) : shown),
    };
  }
}

function changeOf({ onlyIn }: Block, changeIds: readonly string[]): CommentChange {
  if (onlyIn !== undefined && onlyIn.changeId !== null) return onlyIn.side === 'revised' ? 'added' : 'deleted';
  return changeIds.length > 0 ? 'edited' : null;
}

/** The blocks of each comment, with its number. */
function commentBlocks(blocks: readonly Block[]): readonly { readonly number: number; readonly blocks: Block[] }[] {
  const found: { readonly number: number; readonly blocks: Block[] }[] = [];
  let isOpen = false;
  for (const block of blocks) {
    const { first } = block.path;
    if (first?.kind !== 'comment') {
      isOpen = false;
      continue;
    }
    if (first.starts && first.value !== undefined) {
      found.push({ number: first.value, blocks: [block] });
      isOpen = true;
    } else if (isOpen) found.at(-1)!.blocks.push(block);
  }
  return found;
}
