/** Judges the pairs of one corpus set, a test for each: every invariant, from outside. */
import { describe, expect, test } from 'vitest';
import { compareText } from '../../service/pipeline/compare/compare-text.ts';
import { resolve } from '../../shared/fragment/resolve.ts';
import { corpusRoot, NO_CORPUS, readPairs, type CorpusSet } from '../oracle/input-pairs.ts';
import { judgePair } from '../oracle/judge-comparison.ts';
import { sampleOf, sampleTitle } from '../seed/seed.ts';

/** Declares the tests of a sample of one set. Where the corpus is missing, one skipped test says so by its name. */
export function judgeSet(set: CorpusSet, share: number): void {
  const root = corpusRoot();
  if (root === null) {
    test.skip(`the invariants on corpus/${set} did not run: ${NO_CORPUS}`, () => undefined);
    return;
  }
  const pairs = readPairs(root, set);
  const sample = sampleOf(pairs, share, ({ name }) => name);
  describe(`${set}, ${sampleTitle(sample.length, pairs.length)}`, () => {
    test.each(sample.map((pair) => [pair.name, pair] as const))('%s', (_, pair) => {
      const { breaches } = judgePair(pair, { compareText, resolve });
      expect(breaches.map(({ invariant, detail }) => `${invariant}: ${detail}`)).toEqual([]);
    });
  });
}
