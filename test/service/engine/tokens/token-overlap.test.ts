import fc from 'fast-check';
import { expect, it } from 'vitest';
import { PLAIN_ATTRIBUTES, type TextBlock } from '../../../../shared/document/model.ts';
import { TOP } from '../../../../shared/document/path.ts';
import { Vocabulary } from '../../../../service/engine/tokens/vocabulary.ts';
import { runsOf } from '../../../seed/seed.ts';

function paragraph(text: string): TextBlock {
  return { kind: 'text', type: 'p', attributes: PLAIN_ATTRIBUTES, runs: [{ text, marks: 0, href: null }], path: TOP };
}

function times(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word.toLowerCase(), (counts.get(word.toLowerCase()) ?? 0) + 1);
  return counts;
}

/**
 * Few words, so that texts share and repeat them, some in capitals. Some words occur once, so that the vocabulary
 * grows.
 */
const WORDS = fc.array(
  fc.oneof(
    fc.constantFrom('a', 'fee', 'Fee', 'FEE', 'notice', 'Notice'),
    fc.nat(5_000).map((number) => `w${number}`),
  ),
  { maxLength: 60 },
);

it('weighs shared text independently of earlier comparisons', () => {
  const property = fc.property(
    fc.array(WORDS, { minLength: 1, maxLength: 40 }),
    fc.array(fc.tuple(fc.nat(), fc.nat(), fc.boolean())),
    (texts, asked) => {
      const vocabulary = new Vocabulary();
      const known = new Map<number, readonly number[]>();
      // Tokens are created on demand, so there may be more of them from one call to the next.
      const idsOf = (index: number): readonly number[] => {
        if (!known.has(index)) known.set(index, vocabulary.tokens(paragraph(texts[index]!.join(' '))).ids);
        return known.get(index)!;
      };
      for (const [one, two, isFound] of asked) {
        const [i, j] = [one % texts.length, two % texts.length];
        const [held, other] = [idsOf(i), idsOf(j)];
        const [inHeld, inOther] = [times(texts[i]!), times(texts[j]!)];
        let [shared, found] = [0, 0];
        for (const [word, count] of inOther) {
          const there = inHeld.get(word) ?? 0;
          shared += word.length * Math.min(count, there);
          if (there > 0) found += word.length * count;
        }
        if (isFound) expect(vocabulary.overlap.found(held, other)).toBe(found);
        else expect(vocabulary.overlap.shared(held, other)).toBe(shared);
      }
    },
  );
  fc.assert(property, { numRuns: runsOf(300) });
});

it('keeps the counts of a text while the vocabulary grows', () => {
  const vocabulary = new Vocabulary();
  const { ids } = vocabulary.tokens(paragraph('the fee and the notice'));
  expect(vocabulary.overlap.shared(ids, ids)).toBe(3 + 3 + 3 + 3 + 6);
  vocabulary.tokens(paragraph(Array.from({ length: 5_000 }, (_, index) => `w${index}`).join(' ')));
  expect(vocabulary.overlap.shared(ids, vocabulary.tokens(paragraph('Notice of the FEE')).ids)).toBe(6 + 3 + 3);
});
