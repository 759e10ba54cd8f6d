/** A review goes to the comparison in the other order: the wording that was chosen is the wording that stays. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { carryReview, keptReview } from '../../../renderer/app/recents/carry-review.ts';
import { turnedReview } from '../../../renderer/app/recents/turn-review.ts';
import { anchorsOf } from '../../../renderer/review/content-anchors.ts';
import { compareText } from '../../../service/pipeline/compare/compare-text.ts';
import { resolve } from '../../../shared/fragment/resolve.ts';
import { scanFragment } from '../../../shared/fragment/scan.ts';
import type { ChangeAction } from '../../../shared/messages/viewer-message.ts';
import { EMPTY_RECORD, type ReviewRecord } from '../../../shared/review-file/review-record.ts';
import { SEED, runsOf } from '../../seed/seed.ts';

/** The words of a resolved redline. */
const wordsOf = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/gu, ' ')
    .replaceAll(/\s+/gu, ' ')
    .trim();

const idsWith = (decided: ReadonlyMap<string, ChangeAction>, verdict: ChangeAction): string[] =>
  [...decided].filter(([, is]) => is === verdict).map(([id]) => id);

function redline(original: string, revised: string): string {
  return compareText({ original, revised, format: 'markdown', mode: 'auto' }).html;
}

function carried(from: string, to: string, record: ReviewRecord) {
  const blocks = scanFragment(from);
  const kept = keptReview('a', record, anchorsOf(blocks), { fragmentLength: from.length, sharedAs: null });
  return carryReview(turnedReview(kept, []), scanFragment(to), to.length);
}

describe('a review in the other order', () => {
  it('keeps an accepted insertion as a rejected deletion, and a rejected wording as an accepted one', () => {
    const [from, to] = [
      redline('A b c.\n\nFive days.', 'A b c d.\n\nSix days.'),
      redline('A b c d.\n\nSix days.', 'A b c.\n\nFive days.'),
    ];
    const decided = new Map<string, ChangeAction>([
      ['chg_000001', 'accepted'],
      ['chg_000002', 'rejected'],
    ]);
    const { record, lost } = carried(from, to, { ...EMPTY_RECORD, reviewer: 'Ann', decided });
    expect(lost).toEqual([]);
    expect([...record.decided.values()]).toEqual(['rejected', 'accepted']);
    expect(wordsOf(resolve(to, { accept: ['chg_000002'], reject: ['chg_000001'] }))).toBe('A b c d. Five days.');
  });

  it('resolves to the same words, each as often, wherever every decision found its place', () => {
    const word = fc.constantFrom('fee', 'term', 'notice', 'party', 'law', 'day', 'month', 'sum', 'tax', 'place');
    const paragraph = fc.array(word, { minLength: 1, maxLength: 8 }).map((words) => `${words.join(' ')}.`);
    const text = fc.array(paragraph, { minLength: 1, maxLength: 6 }).map((all) => all.join('\n\n'));
    let whole = 0;
    fc.assert(
      fc.property(text, text, fc.infiniteStream(fc.boolean()), (original, revised, verdicts) => {
        const [from, to] = [redline(original, revised), redline(revised, original)];
        const decided = new Map<string, ChangeAction>();
        for (const id of anchorsOf(scanFragment(from)).keys())
          decided.set(id, verdicts.next().value === true ? 'accepted' : 'rejected');
        const { record, lost } = carried(from, to, { ...EMPTY_RECORD, decided });
        expect(record.decided.size + lost.length).toBe(decided.size);
        const isWhole = lost.length === 0 && anchorsOf(scanFragment(to)).size === record.decided.size;
        if (!isWhole) return;
        whole += 1;
        const sides = (of: ReadonlyMap<string, ChangeAction>) => ({
          accept: idsWith(of, 'accepted'),
          reject: idsWith(of, 'rejected'),
        });
        const [before, after] = [resolve(from, sides(decided)), resolve(to, sides(record.decided))].map(wordsOf);
        // Of two neighbouring wordings that both stay, the one of the original side comes first.
        expect(after!.split(' ').toSorted()).toEqual(before!.split(' ').toSorted());
      }),
      { seed: SEED, numRuns: runsOf(300) },
    );
    expect(whole).toBeGreaterThan(50);
  });
});
