/// <reference types="svelte" />
import { expect, test } from 'vitest';
import { reviewOfResult } from '../../extension/panel/review-of-result.ts';
import type { ReviewStorage } from '../../renderer/review/saved-review.ts';
import { writeFragment } from '../../shared/fragment/write.ts';
import { del, doc, ins, p } from '../builders/document.ts';

function storage(): ReviewStorage & { readonly kept: Map<string, string> } {
  const kept = new Map<string, string>();
  return {
    kept,
    get length() {
      return kept.size;
    },
    key: (index) => [...kept.keys()][index] ?? null,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  };
}

const BLOCKS = doc(p('Fees are ', del('chg_000001', 'ten'), ins('chg_000001', 'twelve')));
const digests = (revised: string) => ({ original: 'a'.repeat(64), revised: revised.repeat(64) });
const result = (comparisonId: string, revised: string | null) => ({
  ...{ blocks: BLOCKS, comparisonId, html: writeFragment(BLOCKS) },
  digests: revised === null ? null : digests(revised),
});

test('the same two sides have their decisions again when they are compared anew, and others have none', () => {
  const browser = storage();
  const first = reviewOfResult(result('cmp_1', 'b'), browser);
  first.startReview();
  first.accept('chg_000001');
  const again = reviewOfResult(result('cmp_2', 'b'), browser);
  expect([again.review.phase, again.decided.outcome.accepted]).toEqual(['active', 1]);
  expect(reviewOfResult(result('cmp_3', 'c'), browser).review.phase).toBe('inactive');
});

test('decisions that an earlier version stored by the comparison are there still', () => {
  const browser = storage();
  const first = reviewOfResult(result('cmp_1', null), browser);
  first.startReview();
  first.reject('chg_000001');
  const again = reviewOfResult(result('cmp_1', 'b'), browser);
  expect(again.decided.outcome).toMatchObject({ rejected: 1 });
  again.reset('chg_000001');
  expect(reviewOfResult(result('cmp_1', 'b'), browser).decided.outcome).toMatchObject({ rejected: 0, open: 1 });
});
