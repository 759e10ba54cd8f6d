/**
 * Aligns two lists: which item of the revised is which of the original. Equal items first (form and text, then text
 * alone), then in the gaps items that are alike. The result is monotone; what has no partner stands alone.
 */
import { diffSequences } from '../diff/diff-sequences.ts';
import { gapsOf, type Gap, type MatchRun } from '../diff/match.ts';
import { Interner } from '../tokens/interner.ts';
import type { Vocabulary } from '../tokens/vocabulary.ts';
import type { Feature } from './feature.ts';
import { pairAlike } from './pair-alike.ts';

/** One row of the alignment: indices into both lists; at least one is there. */
export type Aligned =
  | { readonly a: number; readonly b: number }
  | { readonly a: number; readonly b?: never }
  | { readonly a?: never; readonly b: number };

/** What the place of the lists asks of their alignment. */
export interface AlignOptions {
  /** Pair what is left alone on both sides of a gap whatever its text: cells of a row keep their place. */
  readonly pairLonely: boolean;
}

/** In order; within a gap deletions stand before insertions. */
export function alignItems(
  a: readonly Feature[],
  b: readonly Feature[],
  vocabulary: Vocabulary,
  options: AlignOptions,
): Aligned[] {
  const partnerOf = new Int32Array(a.length).fill(-1);
  for (const gap of matchEqual(a, b, wholeOf(a, b), (item) => item.formKey, partnerOf)) {
    for (const inner of matchEqual(a, b, gap, (item) => item.textKey, partnerOf)) {
      for (const [i, j] of pairAlike(a, b, inner, vocabulary, options.pairLonely)) partnerOf[i] = j;
    }
  }
  const aligned: Aligned[] = [];
  let j = 0;
  let i = 0;
  while (i < a.length) {
    // Items without a partner up to the next pair: all of the original's, then all of the revised's.
    while (i < a.length && partnerOf[i] === -1) aligned.push({ a: i++ });
    const next = i < a.length ? partnerOf[i]! : b.length;
    while (j < next) aligned.push({ b: j++ });
    if (i < a.length) aligned.push({ a: i++, b: j++ });
  }
  while (j < b.length) aligned.push({ b: j++ });
  return aligned;
}

function wholeOf(a: readonly Feature[], b: readonly Feature[]): Gap {
  return { aStart: 0, aEnd: a.length, bStart: 0, bEnd: b.length };
}

/** Pairs items of equal key inside a region and returns the gaps that remain, in indices of the whole lists. */
function matchEqual(
  a: readonly Feature[],
  b: readonly Feature[],
  region: Gap,
  keyOf: (item: Feature) => string,
  partnerOf: Int32Array,
): Gap[] {
  if (region.aStart === region.aEnd || region.bStart === region.bEnd) return [region];
  const interner = new Interner();
  const aKeys = Int32Array.from({ length: region.aEnd - region.aStart }, (_, k) =>
    interner.intern(keyOf(a[region.aStart + k]!)),
  );
  const bKeys = Int32Array.from({ length: region.bEnd - region.bStart }, (_, k) =>
    interner.intern(keyOf(b[region.bStart + k]!)),
  );
  const runs: readonly MatchRun[] = diffSequences(aKeys, bKeys, interner.size);
  for (const run of runs) {
    for (let k = 0; k < run.length; k += 1) partnerOf[region.aStart + run.aStart + k] = region.bStart + run.bStart + k;
  }
  return gapsOf(runs, aKeys.length, bKeys.length).map((gap) => ({
    aStart: region.aStart + gap.aStart,
    aEnd: region.aStart + gap.aEnd,
    bStart: region.bStart + gap.bStart,
    bEnd: region.bStart + gap.bEnd,
  }));
}
