/**
 * Aligns two lists: pairs items of the original with items of the revised.
 *
 * The recipe: pair equal items first (form and text, then images and rules, then place, then text alone). Leave out
 * equal items that moved. In the gaps, pair similar items, then splits and merges, then short neighbours. The result is monotone. An item without a partner stays
 * one-sided.
 */
import type { Side } from '../../../shared/document/model.ts';
import { diffSequences } from '../diff/diff-sequences.ts';
import { gapsOf, type Gap, type MatchRun } from '../diff/match.ts';
import { NO_KEY } from '../tokens/content-keys.ts';
import { renumberPair } from '../tokens/interner.ts';
import type { Vocabulary } from '../tokens/vocabulary.ts';
import { AnchorWorth } from './anchor-worth.ts';
import type { Feature } from './feature.ts';
import { SplitFinder, type Split } from './find-splits.ts';
import { findReflows } from './find-reflows.ts';
import { LetterGrams } from './letter-likeness.ts';
import { movedItems, NO_MOVED_ITEMS, withoutMoved } from './moved-items.ts';
import { isLeftoverPair, pairAlike } from './pair-alike.ts';
import { pairNeighbours } from './pair-neighbours.ts';
import { releaseAnchors } from './release-anchors.ts';

/**
 * One row of the alignment: indices into both lists, of which at least one is present. `boundary`: the item continues
 * the pair before it, and the other side has both as one. `between`: a one-sided item between two such pieces.
 */
export type Aligned =
  | { readonly a: number; readonly b: number }
  | OneSided<'original', { readonly a: number; readonly b?: never }>
  | OneSided<'revised', { readonly a?: never; readonly b: number }>;

type OneSided<OfSide extends Side, Index> = Index & { readonly boundary?: OfSide; readonly between?: true };

/** Options that depend on the kind of the lists. */
export interface AlignOptions {
  /** Pairs the only leftovers of a gap, even if their texts differ: cells of a row keep their places. */
  readonly pairLeftovers: boolean;
  /** Finds items that the other side has split or merged. */
  readonly findSplits: boolean;
  /** Fewest tokens of a moved item that its list has more than once. Absent: the items do not move (cells). */
  readonly moveMinTokens?: number;
  /** Decides as if the lists were exchanged (`compareDocuments`). */
  readonly swapped: boolean;
}

/** The alignment in order; within a gap, deletions precede insertions. */
export function alignItems(
  a: readonly Feature[],
  b: readonly Feature[],
  vocabulary: Vocabulary,
  options: AlignOptions,
): Aligned[] {
  const { partners, splits, merges } = options.swapped
    ? mirrored(alignSides(b, a, vocabulary, options), a.length)
    : alignSides(a, b, vocabulary, options);
  const aligned: Aligned[] = [];
  let i = 0;
  let j = 0;
  while (i < a.length) {
    // Items without a partner up to the next pair: all of the original's, then all of the revised's.
    while (i < a.length && partners[i] === -1) aligned.push({ a: i++ });
    const next = i < a.length ? partners[i]! : b.length;
    while (j < next) aligned.push({ b: j++ });
    if (i === a.length) break;
    const split = splits.get(j);
    const merge = merges.get(i);
    aligned.push({ a: i++, b: j++ });
    for (; split !== undefined && j < split.to; j += 1)
      aligned.push(split.between.has(j) ? { b: j, between: true } : { b: j, boundary: 'revised' });
    for (; merge !== undefined && i < merge.to; i += 1)
      aligned.push(merge.between.has(i) ? { a: i, between: true } : { a: i, boundary: 'original' });
  }
  while (j < b.length) aligned.push({ b: j++ });
  return aligned;
}

/** The alignment of two lists as found. Splits and merges are keyed by the index of their first piece. */
interface Alignment {
  /**
   * For each item of the first list its partner in the second; -1: none. The partner of a split item is its first
   * piece.
   */
  readonly partners: Int32Array;
  readonly splits: ReadonlyMap<number, Split>;
  readonly merges: ReadonlyMap<number, Split>;
}

function mirrored({ partners, splits, merges }: Alignment, length: number): Alignment {
  const inverse = new Int32Array(length).fill(-1);
  partners.forEach((partner, index) => {
    if (partner !== -1) inverse[partner] = index;
  });
  return { partners: inverse, splits: merges, merges: splits };
}

function alignSides(
  a: readonly Feature[],
  b: readonly Feature[],
  vocabulary: Vocabulary,
  options: AlignOptions,
): Alignment {
  const partners = new Int32Array(a.length).fill(-1);
  const hasPlaces = a.some((item) => item.placeKey !== NO_KEY);
  const hasBare = a.some(isBare) && b.some(isBare);
  const substance = matchEqual(a, b, wholeOf(a, b), hasBare ? substanceKeyOf : formKeyOf, partners, vocabulary);
  const gaps = hasBare ? substance.flatMap((gap) => matchEqual(a, b, gap, formKeyOf, partners, vocabulary)) : substance;
  const equal = gaps
    .flatMap((gap) => (hasPlaces ? matchEqual(a, b, gap, placeKeyOf, partners, vocabulary) : [gap]))
    .flatMap((gap) => matchEqual(a, b, gap, textKeyOf, partners, vocabulary));
  const { moveMinTokens } = options;
  const moved = hasPlaces || moveMinTokens === undefined ? NO_MOVED_ITEMS : movedItems(a, b, equal, moveMinTokens);
  const [x, y] = [withoutMoved(a, moved.a, 'a', vocabulary), withoutMoved(b, moved.b, 'b', vocabulary)];
  const finder = new SplitFinder(x, y, vocabulary);
  const letters = new LetterGrams(vocabulary);
  const open = hasPlaces ? equal : releaseAnchors(x, y, equal, partners, vocabulary);
  for (const gap of options.findSplits
    ? open.flatMap((each) => aroundReflows(a, b, each, partners, finder, vocabulary))
    : open) {
    for (const [i, j] of pairAlike(x, y, gap, vocabulary)) partners[i] = j;
    if (options.findSplits) finder.search(gap, partners);
    for (const each of hasPlaces ? [] : gapsAround(gap, partners, finder))
      for (const [i, j] of pairNeighbours(x, y, each, letters)) partners[i] = j;
    for (const { aStart, aEnd, bStart, bEnd } of gapsAround(gap, partners, finder)) {
      const [i, j] = [onlyIn(aStart, aEnd, moved.a), onlyIn(bStart, bEnd, moved.b)];
      if (i === -1 || j === -1) continue;
      if (isLeftoverPair(x[i]!, y[j]!, vocabulary, options.pairLeftovers)) partners[i] = j;
    }
  }
  return { partners, splits: finder.splits, merges: finder.merges };
}

/** The only index of a range that is not left out, or -1. */
function onlyIn(from: number, to: number, leftOut: ReadonlySet<number>): number {
  let only = -1;
  for (let at = from; at < to; at += 1) {
    if (leftOut.has(at)) continue;
    if (only !== -1) return -1;
    only = at;
  }
  return only;
}

/** Records the reflowed paragraphs of a gap, and returns the remaining gaps. */
function aroundReflows(
  a: readonly Feature[],
  b: readonly Feature[],
  gap: Gap,
  partners: Int32Array,
  finder: SplitFinder,
  vocabulary: Vocabulary,
): Gap[] {
  const reflows = findReflows(a, b, gap, vocabulary);
  if (reflows.length === 0) return [gap];
  for (const range of reflows) finder.note(range, partners);
  return gapsAround(gap, partners, finder);
}

/** The remaining gaps between the pairs of a gap. */
function gapsAround(gap: Gap, partners: Int32Array, finder: SplitFinder): Gap[] {
  const gaps: Gap[] = [];
  let { aStart, bStart } = gap;
  const close = (aEnd: number, bEnd: number): void => {
    if (aEnd > aStart && bEnd > bStart) gaps.push({ aStart, aEnd, bStart, bEnd });
  };
  for (let i = gap.aStart; i < gap.aEnd; i += 1) {
    const j = partners[i]!;
    if (j === -1) continue;
    close(i, j);
    aStart = finder.merges.get(i)?.to ?? i + 1;
    bStart = finder.splits.get(j)?.to ?? j + 1;
    i = aStart - 1;
  }
  close(gap.aEnd, gap.bEnd);
  return gaps;
}

function wholeOf(a: readonly Feature[], b: readonly Feature[]): Gap {
  return { aStart: 0, aEnd: a.length, bStart: 0, bEnd: b.length };
}

/** Pairs items of equal key inside a region, and returns the remaining gaps in indices of the whole lists. */
function matchEqual(
  a: readonly Feature[],
  b: readonly Feature[],
  region: Gap,
  keyOf: (item: Feature) => number,
  partners: Int32Array,
  vocabulary: Vocabulary,
): Gap[] {
  if (region.aStart === region.aEnd || region.bStart === region.bEnd) return [region];
  const aKeys = keysOf(a, region.aStart, region.aEnd, keyOf);
  const bKeys = keysOf(b, region.bStart, region.bEnd, keyOf);
  const local = renumberPair(aKeys, bKeys);
  // Lines of JSON of any length belong to the places around them.
  const hasPlaces = a[region.aStart]!.placeKey !== NO_KEY;
  const worth = hasPlaces ? undefined : new AnchorWorth(a, b, region, local, vocabulary);
  const runs: readonly MatchRun[] = diffSequences(local.a, local.b, local.size, vocabulary.steps, worth?.of);
  if (runs.length === 0) return [region];
  for (const run of runs) {
    for (let k = 0; k < run.length; k += 1) partners[region.aStart + run.aStart + k] = region.bStart + run.bStart + k;
  }
  return gapsOf(runs, aKeys.length, bKeys.length).map((gap) => ({
    aStart: region.aStart + gap.aStart,
    aEnd: region.aStart + gap.aEnd,
    bStart: region.bStart + gap.bStart,
    bEnd: region.bStart + gap.bEnd,
  }));
}

function keysOf(items: readonly Feature[], from: number, to: number, keyOf: (item: Feature) => number): Int32Array {
  const keys = new Int32Array(to - from);
  for (let k = 0; k < keys.length; k += 1) keys[k] = keyOf(items[from + k]!);
  return keys;
}

/** Images and rules have no text. If one of them changed places with a text, the text stays. */
const isBare = (item: Feature): boolean => item.type === 'image' || item.type === 'rule';

const substanceKeyOf = (item: Feature): number => (isBare(item) ? NO_KEY : item.formKey);
const formKeyOf = (item: Feature): number => item.formKey;
const placeKeyOf = (item: Feature): number => item.placeKey;
const textKeyOf = (item: Feature): number => item.textKey;
