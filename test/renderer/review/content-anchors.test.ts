/** Decisions carried over to another comparison of the same documents: found by content, never guessed. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { carryReview, keptReview } from '../../../renderer/app/recents/carry-review.ts';
import { anchorsOf, findAnchors } from '../../../renderer/review/content-anchors.ts';
import { changeIdsOf } from '../../../shared/fragment/resolve.ts';
import { EMPTY_RECORD, type ReviewRecord } from '../../../shared/review-file/review-record.ts';
import { compareText } from '../../../service/pipeline/compare/compare-text.ts';
import { scanFragment } from '../../../shared/fragment/scan.ts';
import { arbitraryMerged } from '../../builders/arbitrary-merged.ts';
import type { Block } from '../../../shared/document/model.ts';
import { runsOf } from '../../seed/seed.ts';

function compared(original: string, revised: string): readonly Block[] {
  return scanFragment(compareText({ original, revised, format: 'txt', mode: 'auto' }).html);
}

/** Decides the change that inserts or deletes this text. */
function recordOf(blocks: readonly Block[], decided: Readonly<Record<string, 'accepted' | 'rejected'>>): ReviewRecord {
  const byText = [...anchorsOf(blocks)].flatMap(([id, { before, after }]) => {
    const verdict = decided[after === '' ? before : after];
    return verdict === undefined ? [] : [[id, verdict] as const];
  });
  return { ...EMPTY_RECORD, decided: new Map(byText) };
}

describe('anchors', () => {
  it('find every change of the same document again', () => {
    fc.assert(
      fc.property(arbitraryMerged(), (blocks) => {
        const anchors = anchorsOf(blocks);
        expect([...anchors.keys()].toSorted()).toEqual([...changeIdsOf(blocks)].toSorted());
        const { found, lost } = findAnchors(anchors, anchors);
        expect(lost).toEqual([]);
        for (const [id, now] of found) expect(now).toBe(id);
      }),
      { numRuns: runsOf(300), interruptAfterTimeLimit: 15_000 },
    );
  });
});

describe('a review carried to the next draft', () => {
  const ORIGINAL = 'The fee is 5 euro a month.\n\nThe term is one year.\n\nNotice is given in writing.';
  const REVISED = 'The fee is 6 euro a month.\n\nThe term is two years.\n\nNotice is given in writing.';

  it('keeps what is still there, although every id is another one', () => {
    const before = compared(ORIGINAL, REVISED);
    const kept = keptReview('a', recordOf(before, { 6: 'accepted' }), anchorsOf(before), {
      fragmentLength: 10,
      sharedAs: null,
    });
    const after = compared(ORIGINAL, `A new preamble stands here.\n\n${REVISED}`);
    const { record, lost } = carryReview(kept, after, 10);
    expect(lost).toEqual([]);
    const [id] = [...record.decided.keys()];
    expect(anchorsOf(after).get(id ?? '')).toMatchObject({ before: '5', after: '6' });
    expect(id).not.toBe([...recordOf(before, { 6: 'accepted' }).decided.keys()][0]);
  });

  it('lists what is another change by now', () => {
    const before = compared(ORIGINAL, REVISED);
    const kept = keptReview('a', recordOf(before, { 6: 'accepted' }), anchorsOf(before), {
      fragmentLength: 10,
      sharedAs: null,
    });
    const { record, lost } = carryReview(kept, compared(ORIGINAL, REVISED.replace('6 euro', '7 euro')), 10);
    expect(record.decided.size).toBe(0);
    expect(lost).toMatchObject([{ anchor: { before: '5', after: '6' }, verdict: 'accepted' }]);
  });

  it('does not guess between places that cannot be told apart', () => {
    const line = (fee: number): string => `Pay ${fee} now.`;
    const before = compared([line(5), line(5)].join('\n\n'), [line(6), line(6)].join('\n\n'));
    const [first] = [...anchorsOf(before).keys()];
    const record = { ...EMPTY_RECORD, decided: new Map([[first!, 'rejected' as const]]) };
    const kept = keptReview('a', record, anchorsOf(before), { fragmentLength: 10, sharedAs: null });
    const { lost, record: carried } = carryReview(
      kept,
      compared([line(5), 'x', line(5), 'x', line(5)].join('\n\n'), [line(6), 'x', line(6), 'x', line(6)].join('\n\n')),
      12,
    );
    expect([...carried.decided].length + lost.length).toBe(1);
    const same = findAnchors(
      new Map([['k', { kind: 'insert', before: '', after: 'a', textBefore: 'x', textAfter: 'y' }]]),
      new Map([
        ['1', { kind: 'insert', before: '', after: 'a', textBefore: 'x', textAfter: 'y' }],
        ['2', { kind: 'insert', before: '', after: 'a', textBefore: 'x', textAfter: 'y' }],
      ]),
    );
    expect(same.lost).toEqual(['k']);
  });

  it('takes up what an earlier version stored: a note with one text, and decisions without a history', () => {
    const blocks = compared(ORIGINAL, REVISED);
    const [anchor] = [...anchorsOf(blocks).values()];
    const kept = {
      ...{ id: 'a', reviewer: 'Ann', finished: false },
      decisions: [{ anchor: anchor!, verdict: 'rejected' as const, note: { text: 'why?', tags: [] } }],
    };
    const { record } = carryReview(kept, blocks, 10);
    expect([...record.decided.values()]).toEqual(['rejected']);
    expect([...record.notes.values()]).toEqual([{ messages: [{ author: 'Ann', at: null, text: 'why?' }], tags: [] }]);
    expect(record.history).toBeUndefined();
  });

  it('brings the history along only to the same comparison', () => {
    const blocks = compared(ORIGINAL, REVISED);
    const history = { changes: 1, past: [['.a 1']], future: [] };
    const passages = new Map([['n1', { passage: { quote: 'q', before: '', after: '' }, messages: [] }]]);
    const kept = keptReview('a', { ...EMPTY_RECORD, history, passages }, anchorsOf(blocks), {
      fragmentLength: 10,
      sharedAs: null,
    });
    expect(carryReview(kept, blocks, 10).record).toMatchObject({ history, passages });
    expect(carryReview(kept, blocks, 11).record.history).toBeUndefined();
  });

  it('brings notes along, and is finished only when nothing is new', () => {
    const before = compared(ORIGINAL, REVISED);
    const anchors = anchorsOf(before);
    const ids = [...anchors.keys()];
    const record: ReviewRecord = {
      ...EMPTY_RECORD,
      finished: true,
      decided: new Map(ids.map((id) => [id, 'accepted' as const])),
      notes: new Map([[ids[0]!, { messages: [{ author: 'Ann', at: null, text: 'why?' }], tags: ['money'] }]]),
    };
    const kept = keptReview('a', record, anchors, { fragmentLength: 10, sharedAs: null });
    expect(carryReview(kept, before, 10).record).toEqual(record);
    const more = carryReview(kept, compared(ORIGINAL, `${REVISED}\n\nOne more clause.`), 12);
    expect(more.record.finished).toBe(false);
    expect([...more.record.notes.values()]).toEqual([
      { messages: [{ author: 'Ann', at: null, text: 'why?' }], tags: ['money'] },
    ]);
  });
});
