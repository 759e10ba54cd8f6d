/**
 * Lists comments of both documents whose facts differ without a change: what they are about, when they were written,
 * whether they are resolved, and what they answer. All of this is carried.
 */
import type { InventoryItem } from '../../../shared/change/uncompared.ts';
import { commentsOf, shownFacts, type Comment } from '../../../shared/document/comments-of.ts';
import { BOTH_SIDES, type Block, type Side } from '../../../shared/document/model.ts';
import { sha256 } from '../../sha256.ts';
import { CommonText } from './text-of-both.ts';
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
  { of: (comment, side) => aboutOn(comment, side), differ: isElsewhere },
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

/** Whether a comment is about another place. Edits of the words that it is about do not move it. */
function isElsewhere({ anchors: { original, revised }, facts }: Comment, common: CommonText): boolean {
  if (original !== null && revised !== null)
    return !common.isSamePlace(original.start, revised.start) || !common.isSamePlace(original.end, revised.end);
  return original !== revised || facts.original?.anchor?.quote !== facts.revised?.anchor?.quote;
}
