/**
 * Lists comments of both documents whose facts differ without a change: what they are about, when they were written,
 * whether they are resolved, and what they answer. All of this is carried.
 */
import type { InventoryItem } from '../../../shared/change/uncompared.ts';
import { commentsOf, shownFacts, type Comment } from '../../../shared/document/comments-of.ts';
import { BOTH_SIDES, type Block, type Side, type TextBlock } from '../../../shared/document/model.ts';
import { visitTexts, type MergedPlace } from '../../../shared/document/text-place.ts';
import { sha256 } from '../../sha256.ts';
import { startOf } from './start-of.ts';

/** The comments of each side. */
export type ChangedComments = Readonly<Record<Side, readonly InventoryItem[]>>;

/** The comments whose facts differ, in order. */
export function changedComments(blocks: readonly Block[]): ChangedComments {
  const items: Record<Side, InventoryItem[]> = { original: [], revised: [] };
  const comments = commentsOf(blocks);
  const common = comments.length === 0 ? null : new CommonText(blocks);
  for (const comment of comments) {
    if (comment.facts.original === null || comment.facts.revised === null) continue;
    const differing = FACTS.filter(({ of, differ }) =>
      differ ? differ(comment, common!) : of(comment, 'original') !== of(comment, 'revised'),
    );
    if (differing.length === 0) continue;
    for (const side of BOTH_SIDES) {
      const label = differing.map(({ of }) => of(comment, side)).join(', ');
      const facts = differing.map(({ of }) => of(comment, side)).join('\n');
      // Facts in the same words, such as two places with one text, still differ.
      items[side].push({
        kind: 'comment',
        where: nameOf(comment, blocks),
        label,
        sha256: sha256(`${side} ${facts}`),
        count: 1,
      });
    }
  }
  return items;
}

/** A fact in words, on one side. Without `differ`, equal words are one fact. */
interface Fact {
  readonly of: (comment: Comment, side: Side) => string;
  readonly differ?: (comment: Comment, common: CommonText) => boolean;
}

const FACTS: readonly Fact[] = [
  { of: (comment, side) => aboutOn(comment, side), differ: (comment, common) => common.isElsewhere(comment) },
  { of: ({ facts }, side) => facts[side]?.date ?? 'no date' },
  { of: ({ facts }, side) => (facts[side]?.done ? 'resolved' : 'open') },
  {
    of: ({ parents }, side) => (parents[side] === null ? 'a comment' : `a reply to comment ${parents[side] + 1}`),
  },
];

/** Name of a comment: "by M. B., “Too long”". */
function nameOf(comment: Comment, blocks: readonly Block[]): string {
  const { author } = shownFacts(comment);
  const text = blocks[comment.from + (author === '' ? 0 : 1)];
  const start = text === undefined || comment.from + 1 >= comment.to ? '' : `“${startOf(text)}”`;
  return [author === '' ? '' : `by ${author}`, start].filter((part) => part !== '').join(', ');
}

function aboutOn({ facts, anchors }: Comment, side: Side): string {
  const quote = facts[side]?.anchor?.quote ?? '';
  const block = anchors[side]?.start.block;
  const where = block === undefined ? '' : ` in “${startOf(block)}”`;
  return quote === '' && where === '' ? 'about no text' : `about ${quote === '' ? 'a place' : `“${quote}”`}${where}`;
}

/** The text that both documents have. A place is the same on both sides if the same common text is before it. */
class CommonText {
  /** Letters of common text before each text block that both documents have, and before the others. */
  readonly #before = new Map<TextBlock, number>();
  readonly #oneSided = new Set<TextBlock>();

  constructor(blocks: readonly Block[]) {
    let total = 0;
    visitTexts(blocks, null, (block, only) => {
      this.#before.set(block, total);
      if (only !== null) this.#oneSided.add(block);
      else total += commonLetters(block, Infinity);
    });
  }

  /** Whether a comment is about another place. Edits of the words that it is about do not move it. */
  isElsewhere({ anchors: { original, revised }, facts }: Comment): boolean {
    if (original !== null && revised !== null)
      return !this.#isSame(original.start, revised.start) || !this.#isSame(original.end, revised.end);
    return original !== revised || facts.original?.anchor?.quote !== facts.revised?.anchor?.quote;
  }

  #isSame(a: MergedPlace, b: MergedPlace): boolean {
    const moveId = a.block.onlyIn?.moveId;
    if (moveId !== undefined && moveId === b.block.onlyIn?.moveId) return a.offset === b.offset;
    return this.#lettersBefore(a) === this.#lettersBefore(b);
  }

  #lettersBefore({ block, offset }: MergedPlace): number {
    return (this.#before.get(block) ?? 0) + (this.#oneSided.has(block) ? 0 : commonLetters(block, offset));
  }
}

/** Letters of a block that both sides have, before an offset into its merged text. White space does not count. */
function commonLetters({ runs }: TextBlock, offset: number): number {
  let [at, letters] = [0, 0];
  for (const { text, edit } of runs) {
    if (at >= offset) break;
    if (edit === undefined) letters += text.slice(0, offset - at).replaceAll(/\s/gu, '').length;
    at += text.length;
  }
  return letters;
}
