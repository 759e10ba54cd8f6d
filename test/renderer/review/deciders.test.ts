/** Whose decisions a review has, as it goes from its sender to a colleague and back. */
import { expect, it } from 'vitest';
import { receivedRecord } from '../../../renderer/review/deciders.ts';
import { ReviewSession } from '../../../renderer/review/review-session.svelte.ts';
import { compareText } from '../../../service/pipeline/compare/compare-text.ts';
import { scanFragment } from '../../../shared/fragment/scan.ts';
import { recordFromJson, recordToJson, type ReviewRecord } from '../../../shared/review-file/review-record.ts';

const { html } = compareText({
  original: 'The fee is 5 euro.\n\nPay in May.\n\nNo cheques.',
  revised: 'The fee is 6 euro.\n\nPay in June.\n\nNo coins.',
  format: 'markdown',
  mode: 'auto',
});

function session(name: string, record: ReviewRecord | null = null): ReviewSession {
  const made = new ReviewSession({
    blocks: scanFragment(html),
    display: { layout: 'unified', theme: 'system', collapse: true },
    mayReview: true,
    memory: { load: () => record, save: () => true },
  });
  made.startReview();
  if (name !== '') made.decided.setReviewer({ name });
  return made;
}

/** As a file carries it. */
const sent = (of: ReviewSession): ReviewRecord =>
  recordFromJson(JSON.parse(JSON.stringify(recordToJson(of.decided.record('2026-01-01T00:00:00.000Z')))))!;

it('a colleague’s name begins empty, and what each decided stays theirs on the way there and back', () => {
  const ann = session('Ann');
  const [first, second, third] = ann.changes.map(({ id }) => id) as [string, string, string];
  ann.accept(first);
  ann.notes.add({ kind: 'change', changeId: first }, 'Agreed.');

  const bob = session('', receivedRecord(sent(ann)));
  expect(bob.decided.reviewer).toBe('');
  expect([bob.decided.deciderOf(first), bob.decided.deciderOf(second)]).toEqual(['Ann', null]);
  expect(bob.notes.messagesOf({ kind: 'change', changeId: first })).toMatchObject([{ author: 'Ann' }]);
  // The step of the sender is not his.
  expect(bob.review.past).toEqual([]);
  bob.decided.setReviewer({ name: 'Bob' });
  bob.reject(second);
  const back = sent(bob);
  expect([back.reviewer, [...back.decidedBy!]]).toEqual(['Bob', [[first, 'Ann']]]);

  ann.accept(third);
  ann.takeOver(back);
  expect([first, second, third].map((id) => ann.decided.deciderOf(id))).toEqual([null, 'Bob', null]);
  expect(ann.decided.conflicts).toEqual([]);
  expect(ann.announcement).toBe('1 decision of Bob added.');
  const kept = sent(ann);
  expect([kept.reviewer, [...kept.decidedBy!]]).toEqual(['Ann', [[second, 'Bob']]]);
  // Ann decides it herself.
  ann.accept(second);
  expect(ann.decided.deciderOf(second)).toBeNull();
  expect(sent(ann).decidedBy).toBeUndefined();
  ann.undo();
  expect(ann.decided.deciderOf(second)).toBe('Bob');
});

it('a sender without a name does not look like the colleague, and a colleague’s change of it is the colleague’s', () => {
  const sender = session('');
  const [first] = sender.changes.map(({ id }) => id) as [string];
  sender.accept(first);
  const colleague = session('', receivedRecord(sent(sender)));
  expect(colleague.decided.deciderOf(first)).toBe('Unknown');
  colleague.reject(first);
  expect(colleague.decided.deciderOf(first)).toBeNull();
  sender.takeOver(sent(colleague));
  expect(sender.decided.conflicts).toEqual([{ changeId: first, mine: 'accepted', theirs: 'rejected', by: 'Unknown' }]);
  sender.settle([first], 'theirs');
  expect(sender.decided.deciderOf(first)).toBe('Unknown');
});
