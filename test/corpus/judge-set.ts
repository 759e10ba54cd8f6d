/** One test for each pair of a corpus set: every law, judged from outside. Shared by the test files of this folder. */
import { describe, expect, test } from 'vitest';
import { compareText } from '../../service/pipeline/compare-text.ts';
import { resolve } from '../../shared/fragment/resolve.ts';
import { corpusRoot, NO_CORPUS, readPairs, type CorpusSet } from '../oracle/input-pairs.ts';
import { judgePair } from '../oracle/judge-comparison.ts';

// The largest pair has 7.5 MB and takes seconds; on a busy machine, many.
const TEST_TIMEOUT_MS = 120_000;

/** Declares the tests of one set. Where the corpus is missing, one skipped test says so by its name. */
export function judgeSet(set: CorpusSet): void {
  const root = corpusRoot();
  if (root === null) {
    test.skip(`the laws on corpus/${set} did not run: ${NO_CORPUS}`, () => undefined);
    return;
  }
  const pairs = readPairs(root, set);
  describe(`${set}: ${pairs.length} pairs`, () => {
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
