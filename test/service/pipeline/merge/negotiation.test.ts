/** What became of a second draft's changes in a third one. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scanFragment } from '../../../../shared/fragment/scan.ts';
import { compareText } from '../../../../service/pipeline/compare-text.ts';
import { followChanges } from '../../../../service/pipeline/merge/negotiation.ts';
import { sentenceOfChange } from '../../../../service/pipeline/sentence-of-change.ts';

function negotiation(first: string, second: string, third: string) {
  const compare = (original: string, revised: string) =>
    compareText({ original, revised, format: 'txt', mode: 'auto', complexity: 'extended' });
  const blocks = (original: string, revised: string) => scanFragment(compare(original, revised).html);
  const lists = followChanges({
    firstToSecond: blocks(first, second),
    firstToThird: blocks(first, third),
    secondToThird: blocks(second, third),
    thirdToFirst: blocks(third, first),
    thirdToSecond: blocks(third, second),
  });
  const proposed = compare(first, second).page(0, 500).changes;
  const answered = compare(second, third).page(0, 500).changes;
  const told = (ids: readonly string[], changes: typeof proposed): string[] =>
    ids.map((id) => sentenceOfChange(changes.find((change) => change.id === id)!));
  return {
    accepted: told(lists.accepted, proposed),
    changedBack: told(lists.changedBack, proposed),
    changedFurther: told(lists.changedFurther, proposed),
    added: told(lists.added, answered),
    proposed,
    answered,
    lists,
  };
}

const DRAFT = 'Pay within ten days.\n\nThe seller delivers red cars.\n\nGerman law applies.\n\nNotices go by mail.';

describe('a negotiation', () => {
  it('follows each change, and lists what is new', () => {
    const second = DRAFT.replace('ten', 'thirty').replace('red', 'blue').replace('German', 'French');
    const third = second.replace('blue', 'red').replace('French', 'Swiss').replace('mail', 'courier');
    expect(negotiation(DRAFT, second, third)).toMatchObject({
      accepted: ['“ten” became “thirty”.'],
      changedBack: ['“red” became “blue”.'],
      changedFurther: ['“German” became “French”.'],
      added: ['“mail” became “courier”.'],
    });
  });

  it('an answer that is the second draft accepts everything, and one that is the first changes everything back', () => {
    const words = fc.array(fc.constantFrom('red', 'blue', 'ten', 'law', 'pay', 'car', 'not', 'day'), { maxLength: 12 });
    const text = fc
      .array(words, { minLength: 1, maxLength: 4 })
      .map((lines) => lines.map((w) => w.join(' ')).join('\n\n'));
    fc.assert(
      fc.property(text, text, (first, second) => {
        const kept = negotiation(first, second, second);
        expect(kept.lists.accepted).toHaveLength(kept.proposed.length);
        expect([...kept.changedBack, ...kept.changedFurther, ...kept.added]).toEqual([]);
        const back = negotiation(first, second, first);
        expect(back.lists.changedBack).toHaveLength(back.proposed.length);
        expect([...back.accepted, ...back.changedFurther, ...back.added]).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  it('every change of the second draft is in one list', () => {
    const line = fc.constantFrom('Pay in ten days.', 'Pay in two days.', 'Red cars.', 'Blue cars.', 'Law.', '');
    const text = fc.array(line, { maxLength: 6 }).map((lines) => lines.join('\n\n'));
    fc.assert(
      fc.property(text, text, text, (first, second, third) => {
        const { lists, proposed } = negotiation(first, second, third);
        const all = [...lists.accepted, ...lists.changedBack, ...lists.changedFurther];
        expect(all.sort()).toEqual(proposed.map(({ id }) => id).sort());
      }),
      { numRuns: 60 },
    );
  });
});
