/** The comments of a merged document, with the places in it that they are about. */
import { commentIn, type CommentAnchor, type CommentFacts } from './comment.ts';
import { BOTH_SIDES, type Block, type Side, type TextBlock } from './model.ts';
import { storyOf } from './story.ts';
import { SideTexts, type MergedPlace, type TextPlace } from './text-place.ts';

/** A comment of a merged document. */
export interface Comment {
  /** Index of its first block among the top-level blocks, and the index after its last one. */
  readonly from: number;
  readonly to: number;
  /** What each side says about it; null: the side does not have it. */
  readonly facts: Readonly<Record<Side, CommentFacts | null>>;
  /** Index of the comment that it answers on each side; null: it begins a thread, or the side does not have it. */
  readonly parents: Readonly<Record<Side, number | null>>;
  /** The words that it is about on each side, in the merged blocks; null: the side does not show the place. */
  readonly anchors: Readonly<Record<Side, MergedRange | null>>;
}

/** A range of a merged document from a word to a word, both in one document. An empty one is a point. */
export interface MergedRange {
  readonly start: MergedPlace;
  readonly end: MergedPlace;
}

/** Facts of the side that a reader sees first: the revised one. */
export function shownFacts({ facts }: Comment): CommentFacts {
  return (facts.revised ?? facts.original)!;
}

/** Index of the comment that a reader sees it below; null: it begins a thread. */
export function shownParent({ parents }: Comment): number | null {
  return parents.revised ?? parents.original;
}

/** The anchor that a reader sees first: that of the revised side, if it has one. */
export function shownAnchor({ anchors }: Comment): MergedRange | null {
  return anchors.revised ?? anchors.original;
}

interface Draft extends Pick<Comment, 'from' | 'facts'> {
  to: number;
}

/** The comments of a merged document in order. Replies follow the comment that they answer. */
export function commentsOf(blocks: readonly Block[]): readonly Comment[] {
  const drafts = draftsOf(blocks);
  if (drafts.length === 0) return [];
  const texts = { original: new Places(blocks, 'original'), revised: new Places(blocks, 'revised') };
  const numbers: Record<Side, number[]> = { original: [], revised: [] };
  for (const [index, { facts }] of drafts.entries())
    for (const side of BOTH_SIDES) if (facts[side] !== null) numbers[side].push(index);
  return drafts.map((draft, index): Comment => {
    const { facts } = draft;
    const parentOn = (side: Side): number | null => {
      const parent = numbers[side][(facts[side]?.parent ?? 0) - 1];
      // A comment answers an earlier one.
      return parent !== undefined && parent < index ? parent : null;
    };
    const anchors = {
      original: texts.original.rangeOf(facts.original?.anchor),
      revised: texts.revised.rangeOf(facts.revised?.anchor),
    };
    return { ...draft, parents: { original: parentOn('original'), revised: parentOn('revised') }, anchors };
  });
}

function draftsOf(blocks: readonly Block[]): Draft[] {
  const drafts: Draft[] = [];
  for (const [index, block] of blocks.entries()) {
    if (storyOf(block.path)?.kind !== 'comment') continue;
    const facts = block.kind === 'text' ? factsIn(block) : null;
    const last = drafts.at(-1);
    if (facts !== null) drafts.push({ from: index, to: index + 1, facts });
    else if (last?.to === index) last.to = index + 1;
  }
  return drafts;
}

/** What both sides say in the first block of a comment; null if it is not the first of one. */
function factsIn({ attributes, carried, onlyIn }: TextBlock): Comment['facts'] | null {
  const [revised, original] = [commentIn(attributes), commentIn(carried?.attributes ?? attributes)];
  if (revised === null && original === null) return null;
  return {
    original: onlyIn?.side === 'revised' ? null : original,
    revised: onlyIn?.side === 'original' ? null : revised,
  };
}

/** Number of anchors that are searched by their words, for each side. Few documents need one. */
const SEARCHES_MAX = 200;

/** Finds anchors on one side. */
class Places {
  readonly #texts: SideTexts;
  #searches = 0;

  constructor(blocks: readonly Block[], side: Side) {
    this.#texts = new SideTexts(blocks, side);
  }

  /** The range of an anchor. An anchor whose words are at another place now is found by them. */
  rangeOf(anchor: CommentAnchor | undefined): MergedRange | null {
    if (anchor === undefined) return null;
    const { start, end, quote } = anchor;
    if (this.#texts.wordsAt(start[0]).startsWith(quote, start[1])) return this.#range(start, end);
    if (quote === '' || ++this.#searches > SEARCHES_MAX) return null;
    const found = this.#texts.find(quote);
    return found && this.#range(found, [found[0], found[1] + quote.length]);
  }

  #range(from: TextPlace, to: TextPlace): MergedRange | null {
    const isPoint = from[0] === to[0] && from[1] === to[1];
    const start = this.#texts.place(from, isPoint ? 'end' : 'start');
    const end = this.#texts.place(to, 'end');
    return start && end && { start, end };
  }
}
