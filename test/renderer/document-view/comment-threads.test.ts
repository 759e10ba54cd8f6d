/** What the cards of comments say in each view of a comparison. */
import { expect, test } from 'vitest';
import { CommentThreads, isOfComments, signsIn } from '../../../renderer/document-view/comment-threads.ts';
import { Segmenter } from '../../../renderer/document-view/segments.ts';
import { withCommentSigns } from '../../../shared/document/comment-signs.ts';
import type { Side } from '../../../shared/document/model.ts';
import { bothSides } from '../../../shared/formats.ts';
import { resolveBlocks } from '../../../shared/fragment/resolve.ts';
import { scanFragment } from '../../../shared/fragment/scan.ts';
import { compareFiles } from '../../../service/pipeline/compare/compare-files.ts';
import { remarked } from '../../builders/remarked-docx.ts';

async function signedOf(original: Uint8Array, revised: Uint8Array) {
  const { html } = await compareFiles({
    formats: bothSides('docx'),
    ...{ original, revised, mode: 'auto', attributeMode: 'semantic', include: ['comments'] },
  });
  return withCommentSigns(scanFragment(html), true);
}

const CLAUSES = ['Pay [1:within 30 days] of receipt.', 'It ends [2:soon][3:].'];
const ORIGINAL = remarked(CLAUSES, [
  { id: 1, text: 'Too long.' },
  { id: 2, text: 'When exactly?', author: 'A. C.' },
]);
const REVISED = remarked(CLAUSES, [
  { id: 1, text: 'Far too long.', isDone: true },
  { id: 2, text: 'When exactly?', author: 'A. C.' },
  { id: 3, text: 'In May.', answers: 2 },
]);

const shown = (threads: CommentThreads, blocks: Parameters<CommentThreads['in']>[0], side: Side | null = null) =>
  threads
    .in(blocks, side)
    .map(({ number, cards }) => [
      number,
      ...cards.map(({ facts, change, wasDone, html }) => [
        facts.author,
        change,
        facts.done === true ? 'resolved' : 'open',
        ...(wasDone === undefined ? [] : [wasDone ? 'was resolved' : 'was open']),
        html.replaceAll(/<[^>]*>/gu, ''),
      ]),
    ]);

test('a card says who wrote, what changed, what is resolved, and replies follow their comment', async () => {
  const signed = await signedOf(ORIGINAL, REVISED);
  expect(shown(new CommentThreads(signed), signed)).toEqual([
    [1, ['M. B.', 'edited', 'resolved', 'was open', 'TooFar too long.']],
    [2, ['A. C.', null, 'open', 'When exactly?'], ['M. B.', 'added', 'open', 'In May.']],
  ]);
});

test('each side has its own comments without marks, and a decision takes a comment away', async () => {
  const signed = await signedOf(ORIGINAL, REVISED);
  const threads = new CommentThreads(signed);
  expect(shown(threads, signed, 'original')).toEqual([
    [1, ['M. B.', null, 'open', 'Too long.']],
    [2, ['A. C.', null, 'open', 'When exactly?']],
  ]);
  const reply = threads.in(signed, null)[1]!.cards[1]!;
  const rejected = resolveBlocks(signed, { accept: 'all', reject: reply.changeIds });
  expect(shown(threads, rejected, 'revised')).toEqual([
    [1, ['M. B.', null, 'resolved', 'Far too long.']],
    [2, ['A. C.', null, 'open', 'When exactly?']],
  ]);
});

test('the text has the signs, and nothing else of the comments', async () => {
  const signed = await signedOf(ORIGINAL, REVISED);
  const segments = new Segmenter().segmentsOf(signed);
  const text = segments.filter((segment) => !isOfComments(segment));
  expect(text).toHaveLength(2);
  expect(text.map(({ blocks }) => signsIn(blocks))).toEqual([[1], [2, 3]]);
  const threads = new CommentThreads(signed);
  expect([...threads.changed()]).toEqual([1, 2]);
  const ids = threads.in(signed, null).map(({ cards }) => cards.flatMap(({ changeIds }) => changeIds));
  expect(ids.map((own) => own.map((id) => threads.withChange(id)))).toEqual([[1], [2, 2]]);
});
