/** One test for each pair of a corpus set: every law, judged from outside. Shared by the test files of this folder. */
import { describe, expect, test } from 'vitest';
import { compareText } from '../../service/comparison/compare-text.ts';
import { resolve } from '../../shared/fragment/resolve.ts';
import { corpusRoot, NO_CORPUS, readPairs, sizeOf, type CorpusSet } from '../quality/input-pairs.ts';
import { judgePair } from '../quality/judge-comparison.ts';

// Both sides together, in UTF-16 units. What is larger takes seconds a pair to judge; `test/quality/main.ts` runs all.
const MAX_SIZE = 10_000_000;
const TEST_TIMEOUT_MS = 60_000;

/** Declares the tests of one set. Where the corpus is missing, one skipped test says so by its name. */
export function judgeSet(set: CorpusSet): void {
  const root = corpusRoot();
  if (root === null) {
    test.skip(`the laws on corpus/${set} did not run: ${NO_CORPUS}`, () => undefined);
    return;
  }
  const all = readPairs(root, set);
  const pairs = all.filter((pair) => sizeOf(pair) <= MAX_SIZE);
  describe(`${set}: ${pairs.length} of ${all.length} pairs, up to ${MAX_SIZE / 1000} KB (the others: test/quality/main.ts)`, () => {
    test.each(pairs.map((pair) => [pair.name, pair] as const))(
      '%s',
      (_, pair) => {
        const { breaches } = judgePair(pair, { compareText, resolve });
        expect(breaches.map(({ law, detail }) => `${law}: ${detail}`)).toEqual([]);
      },
      TEST_TIMEOUT_MS,
    );
  });
}
