import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DoneOperation, ReviewOperation } from '../../../shared/api/reviews.ts';
import type { ChangeAction } from '../../../shared/messages/viewer-message.ts';
import { EMPTY_RECORD, type ReviewRecord } from '../../../shared/review-file/review-record.ts';
import { applyOperation, replayOperation } from '../../../shared/reviews/apply-operation.ts';
import { noteEdits, passageEdits } from '../../../shared/reviews/edits-between.ts';

const verdict = fc.constantFrom<ChangeAction | null>('accepted', 'rejected', null);
const changeIds = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { minLength: 1, maxLength: 2 });
const operation = fc.record({
  operationId: fc.uuid(),
  kind: fc.constantFrom<ReviewOperation['kind']>('step', 'undo', 'redo', 'import'),
  decisions: fc.array(fc.record({ changeIds, before: verdict, after: verdict }), { maxLength: 3 }),
});

describe('operations', () => {
  it('that were done lead everybody who repeats them to the same review', () => {
    fc.assert(
      fc.property(fc.array(operation), (operations) => {
        let here: ReviewRecord = EMPTY_RECORD;
        let there: ReviewRecord = EMPTY_RECORD;
        for (const [at, each] of operations.entries()) {
          const { record, decisions } = applyOperation(here, each);
          const done: DoneOperation = {
            ...each,
            ...{ decisions: [...decisions], revision: at + 1, window: 'w', reviewer: '', at: '' },
          };
          here = record;
          there = replayOperation(there, done);
        }
        expect(there).toEqual(here);
      }),
    );
  });

  it('on different changes merge in any order', () => {
    fc.assert(
      fc.property(operation, operation, (one, other) => {
        const ids = new Set(one.decisions.flatMap((decision) => decision.changeIds));
        const apart = {
          ...other,
          decisions: other.decisions.filter((decision) => !decision.changeIds.some((id) => ids.has(id))),
        };
        const first = applyOperation(applyOperation(EMPTY_RECORD, one).record, apart).record;
        const second = applyOperation(applyOperation(EMPTY_RECORD, apart).record, one).record;
        expect(new Map([...first.decided].sort())).toEqual(new Map([...second.decided].sort()));
      }),
    );
  });

  it('never change a verdict that their maker did not see', () => {
    fc.assert(
      fc.property(fc.array(operation), operation, (earlier, last) => {
        const before = earlier.reduce((record, each) => applyOperation(record, each).record, EMPTY_RECORD);
        const single = { ...last, decisions: last.decisions.slice(0, 1) };
        const { record } = applyOperation(before, single);
        for (const [seen] of [single.decisions]) {
          for (const id of seen?.changeIds ?? []) {
            const [was, is] = [before.decided.get(id) ?? null, record.decided.get(id) ?? null];
            if (was !== is) expect(was).toBe(seen?.before);
          }
        }
      }),
    );
  });
});

describe('edits between notes', () => {
  const message = fc.record({
    author: fc.constantFrom('Ada', 'Ben'),
    at: fc.constantFrom('2025-01-01T00:00:00.000Z', '2025-01-02T00:00:00.000Z'),
    text: fc.constantFrom('yes', 'no', 'perhaps'),
  });
  const messages = fc
    .uniqueArray(message, { maxLength: 4, selector: (each) => JSON.stringify(each) })
    .map((all) => all.sort((a, b) => (a.at < b.at ? -1 : 1)));
  const note = fc.record({ messages, tags: fc.uniqueArray(fc.constantFrom('x', 'y', 'z')) });
  const isThere = ([, { messages: told, tags }]: [string, { messages: unknown[]; tags?: unknown[] }]): boolean =>
    told.length > 0 || (tags ?? []).length > 0;
  const asSets = (notes: ReadonlyMap<string, { messages: readonly unknown[]; tags?: readonly unknown[] }>) =>
    [...notes].map(([id, each]) => [id, new Set(each.messages), new Set(each.tags)]).sort();

  it('lead from the ones to the others', () => {
    const notes = fc
      .dictionary(fc.constantFrom('a', 'b'), note)
      .map((all) => new Map(Object.entries(all).filter(isThere)));
    fc.assert(
      fc.property(notes, notes, (before, after) => {
        const edits = noteEdits(before, after);
        const { record } = applyOperation(
          { ...EMPTY_RECORD, notes: before },
          { operationId: '', kind: 'step', notes: [...edits] },
        );
        expect(asSets(record.notes)).toEqual(asSets(after));
      }),
    );
  });

  it('do so for passages, too', () => {
    const passage = { quote: 'q', before: '', after: '' };
    const notes = fc
      .dictionary(fc.constantFrom('a', 'b'), fc.record({ passage: fc.constant(passage), messages }))
      .map((all) => new Map(Object.entries(all).filter(isThere)));
    fc.assert(
      fc.property(notes, notes, (before, after) => {
        const edits = passageEdits(before, after);
        const { record } = applyOperation(
          { ...EMPTY_RECORD, passages: before },
          { operationId: '', kind: 'step', passages: [...edits] },
        );
        expect(asSets(record.passages)).toEqual(asSets(after));
      }),
    );
  });
});
