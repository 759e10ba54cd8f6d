/** Two reviewers of one file: the other's decisions are adopted, and different decisions become conflicts. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeReviews } from '../../../renderer/review/merge-reviews.ts';
import { Units } from '../../../shared/fragment/units.ts';
import type { ChangeAction } from '../../../shared/messages/viewer-message.ts';
import { EMPTY_RECORD, type ReviewRecord } from '../../../shared/review-file/review-record.ts';

const IDS = ['chg_1', 'chg_2', 'chg_3', 'chg_4', 'chg_5'];
const SINGLES = new Units(IDS.map((id) => ({ id, kind: 'single', changeIds: [id] })));
const WITH_MOVE = new Units([
  { id: 'chg_1', kind: 'move', changeIds: ['chg_1', 'chg_4'] },
  { id: 'chg_2', kind: 'single', changeIds: ['chg_2'] },
  { id: 'chg_3', kind: 'single', changeIds: ['chg_3'] },
]);
const PASSAGE = { quote: 'q', before: '', after: '' };
const threads = fc.array(
  fc.record({
    author: fc.constantFrom('', 'Ann', 'Bob'),
    at: fc.constantFrom(null, '2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z'),
    text: fc.constantFrom('x', 'y'),
  }),
  { maxLength: 3 },
);
const record: fc.Arbitrary<ReviewRecord> = fc.record({
  reviewer: fc.constantFrom('', 'Ann', 'Bob'),
  savedAt: fc.constant(null),
  finished: fc.boolean(),
  decided: fc
    .array(fc.tuple(fc.constantFrom(...IDS, 'unknown'), fc.constantFrom<ChangeAction>('accepted', 'rejected')))
    .map((entries) => new Map(entries)),
  notes: fc
    .array(
      fc.tuple(
        fc.constantFrom(...IDS),
        fc.record({ messages: threads, tags: fc.uniqueArray(fc.constantFrom('a', 'b')) }),
      ),
    )
    .map((entries) => new Map(entries)),
  passages: fc
    .array(fc.tuple(fc.constantFrom('n1', 'n2'), threads))
    .map((entries) => new Map(entries.map(([id, messages]) => [id, { passage: PASSAGE, messages }]))),
});

describe('two reviews', () => {
  it('of every change say one thing: mine, theirs, alike, different, or open', () => {
    fc.assert(
      fc.property(record, record, (mine, theirs) => {
        const { taken, conflicts, agreed } = mergeReviews(mine, theirs, SINGLES);
        for (const id of IDS) {
          const [own, other] = [mine.decided.get(id), theirs.decided.get(id)];
          const conflict = conflicts.find(({ changeId }) => changeId === id);
          expect(taken.get(id)).toBe(own === undefined ? other : undefined);
          expect(conflict).toEqual(
            own !== undefined && other !== undefined && own !== other
              ? { changeId: id, mine: own, theirs: other, by: theirs.reviewer === '' ? 'Unknown' : theirs.reviewer }
              : undefined,
          );
        }
        expect(agreed).toBe(
          IDS.filter((id) => mine.decided.has(id) && mine.decided.get(id) === theirs.decided.get(id)).length,
        );
        expect(taken.has('unknown')).toBe(false);
      }),
    );
  });

  it('keep the notes of both, and merging once more adds nothing', () => {
    fc.assert(
      fc.property(record, record, (mine, theirs) => {
        const once = mergeReviews(mine, theirs, SINGLES);
        for (const [id, { messages, tags }] of mine.notes) {
          expect(once.notes.get(id)?.messages).toEqual(expect.arrayContaining([...messages]));
          expect(once.notes.get(id)?.tags).toEqual(expect.arrayContaining([...tags]));
        }
        for (const [id, { messages }] of theirs.notes) {
          for (const { text } of messages) {
            expect(once.notes.get(id)?.messages).toContainEqual(expect.objectContaining({ text }));
          }
        }
        for (const [id, { messages }] of [...mine.passages, ...theirs.passages]) {
          for (const { text } of messages) {
            expect(once.passages.get(id)?.messages).toContainEqual(expect.objectContaining({ text }));
          }
        }
        const again = mergeReviews({ ...mine, notes: once.notes, passages: once.passages }, theirs, SINGLES);
        expect(again.noted).toBe(0);
        expect(again.notes).toEqual(once.notes);
        expect(again.passages).toEqual(once.passages);
      }),
    );
  });

  it('that came back say nothing about decisions of the reviewer who sent them, and name who made the others', () => {
    const ann: ReviewRecord = {
      ...EMPTY_RECORD,
      reviewer: 'Ann',
      decided: new Map([
        ['chg_1', 'accepted'],
        ['chg_2', 'accepted'],
      ]),
    };
    const decided = new Map<string, ChangeAction>([
      ['chg_1', 'accepted'],
      ['chg_2', 'rejected'],
      ['chg_3', 'accepted'],
      ['chg_4', 'rejected'],
    ]);
    const decidedBy = new Map([
      ['chg_1', 'Ann'],
      ['chg_4', 'Cem'],
    ]);
    const bob: ReviewRecord = { ...EMPTY_RECORD, reviewer: 'Bob', decided, decidedBy };
    // Ann went on meanwhile: chg_1 is rejected now.
    const now: ReviewRecord = { ...ann, decided: new Map([...ann.decided, ['chg_1', 'rejected']]) };
    const { taken, theirs, conflicts } = mergeReviews(now, bob, SINGLES);
    expect(taken).toEqual(
      new Map([
        ['chg_3', 'accepted'],
        ['chg_4', 'rejected'],
      ]),
    );
    expect(theirs).toEqual(
      new Map([
        ['chg_3', { verdict: 'accepted', by: 'Bob' }],
        ['chg_4', { verdict: 'rejected', by: 'Cem' }],
      ]),
    );
    expect(conflicts).toEqual([{ changeId: 'chg_2', mine: 'accepted', theirs: 'rejected', by: 'Bob' }]);
    // Where Ann has no review, as on another machine, her own decisions come back, too.
    expect(mergeReviews({ ...EMPTY_RECORD, reviewer: 'Ann' }, bob, SINGLES).taken).toEqual(decided);
  });

  it('that are empty add nothing', () => {
    expect(mergeReviews(EMPTY_RECORD, EMPTY_RECORD, SINGLES)).toEqual({
      taken: new Map(),
      theirs: new Map(),
      conflicts: [],
      agreed: 0,
      noted: 0,
      notes: new Map(),
      passages: new Map(),
    });
  });

  it('of a move are one decision: both ends are taken, agreed or in conflict together', () => {
    const decided = (...entries: [string, ChangeAction][]): ReviewRecord => {
      return { ...EMPTY_RECORD, reviewer: 'Bob', decided: new Map(entries) };
    };
    const [a, r] = ['accepted', 'rejected'] as const;
    const open = mergeReviews(EMPTY_RECORD, decided(['chg_4', r], ['chg_2', a]), WITH_MOVE);
    expect([...open.taken]).toEqual([
      ['chg_1', r],
      ['chg_2', a],
    ]);
    const other = mergeReviews(decided(['chg_1', a], ['chg_4', a]), decided(['chg_4', r]), WITH_MOVE);
    expect(other.conflicts).toEqual([{ changeId: 'chg_1', mine: a, theirs: r, by: 'Bob' }]);
    // An earlier version let a person divide a move.
    const divided = mergeReviews(EMPTY_RECORD, decided(['chg_1', a], ['chg_4', r]), WITH_MOVE);
    expect([divided.taken.size, divided.conflicts, divided.agreed]).toEqual([0, [], 0]);
  });
});
