/** Words for the changes of comments and notes in a report. */
import { shownFacts, shownParent, type Comment } from '../../../shared/document/comments-of.ts';
import { homesOf, type Home } from '../../../shared/document/homes.ts';
import { textOf, type Block } from '../../../shared/document/model.ts';
import { changeIdsOf } from '../../../shared/fragment/change-ids.ts';
import type { ChangeWords } from './change-words.ts';

/** What is said of a change in a comment. Null: another row says it together with this change. */
export type CommentWords = ((own: ChangeWords) => ChangeWords) | null;

/**
 * The words for the changes of comments, by change id. A comment that one side has is one row at its first change.
 */
export function wordsOfComments(blocks: readonly Block[]): ReadonlyMap<string, CommentWords> {
  const words = new Map<string, CommentWords>();
  for (const comment of new Set([...homesOf(blocks).values()].flatMap((home: Home) => home.comment ?? []))) {
    const ids = changeIdsOf(blocks.slice(comment.from, comment.to));
    for (const [at, id] of ids.entries())
      if (!words.has(id)) words.set(id, at === 0 || !isOneSided(comment) ? wordsIn(comment, blocks) : null);
  }
  return words;
}

function isOneSided({ facts }: Comment): boolean {
  return facts.original === null || facts.revised === null;
}

function wordsIn(comment: Comment, blocks: readonly Block[]): (own: ChangeWords) => ChangeWords {
  const { author } = shownFacts(comment);
  const name = `${shownParent(comment) === null ? 'Comment' : 'Reply'}${author === '' ? '' : ` by ${author}`}`;
  if (!isOneSided(comment))
    return (own) => ({ ...own, type: `${name}: ${own.type.charAt(0).toLowerCase()}${own.type.slice(1)}` });
  const text = textIn(blocks.slice(author === '' ? comment.from : comment.from + 1, comment.to));
  const isNew = comment.facts.original === null;
  const [before, after] = isNew ? ['', text] : [text, ''];
  return () => ({ type: `${name} ${isNew ? 'added' : 'deleted'}`, before, after, detail: '', context: ['', ''] });
}

/** The texts of blocks in one line. */
function textIn(blocks: readonly Block[]): string {
  const texts = blocks.flatMap((block): string[] => {
    if (block.kind === 'text') return [textOf(block)];
    if (block.kind !== 'table') return [];
    return block.rows.flatMap(({ cells }) => cells.map((cell) => textIn(cell.blocks)));
  });
  return texts.join(' ').replaceAll(/\s+/gu, ' ').trim();
}
