/** Pairs items of a gap that are two states of one item: the heaviest monotone chain of sufficiently similar pairs. */
import { heaviestChain, type ChainLink } from '../diff/heaviest-chain.ts';
import type { Gap } from '../diff/match.ts';
import type { Vocabulary } from '../tokens/vocabulary.ts';
import { Containment, type ContainmentBar } from './containment.ts';
import type { Feature } from './feature.ts';
import { pairsSharingRareGrams } from './rare-grams.ts';
import { areOneRow } from './same-row.ts';

/**
 * Smallest share of common text at which two items are one edited item. Below it, a reader no longer recognises them.
 */
export const ALIKE_MIN = 0.5;
/** The share for the only two items of a gap: neither has another candidate. */
const ALIKE_MIN_LEFTOVERS = 0.25;
/** The bar for two texts of which one contains the other, or that share a sentence: half a printed line. */
const CONTAINED: ContainmentBar = { shareMin: 0.7, phraseMin: 60 };
/** The bar for the only two items of a gap, and for two that both begin or both end it. */
const CONTAINED_LEFTOVERS: ContainmentBar = { shareMin: 0.5, phraseMin: 30 };
/** Two only items this short (UTF-16 units of tokens, longer side) are a replacement, even if their texts differ. */
const LEFTOVERS_SHORT_MAX = 80;
/** The share for two short items of one type that both begin or both end the gap. Each has the other's place. */
const ALIKE_MIN_IN_PLACE = 1 / 3;
/** Up to this many combinations, all are tried; above it, only those that share a rare gram. */
const ALL_PAIRS_MAX = 4_096;

/**
 * Whether the two leftovers of a gap are one item. `always` accepts any two of one kind, even if their texts differ.
 */
export function isLeftoverPair(x: Feature, y: Feature, vocabulary: Vocabulary, always: boolean): boolean {
  if (x.family !== y.family) return false;
  if (always || areImages(x, y) || areOneRow(x, y)) return true;
  if (areShort(x, y) || likeness(x, y, vocabulary, ALIKE_MIN_LEFTOVERS) >= ALIKE_MIN_LEFTOVERS) return true;
  return new Containment(vocabulary).common(x, y, CONTAINED_LEFTOVERS) > 0;
}

/** Two images in one place are a replacement, whatever they show. */
function areImages(x: Feature, y: Feature): boolean {
  return x.type === 'image' && y.type === 'image';
}

function areShort(x: Feature, y: Feature): boolean {
  return x.type === y.type && Math.max(x.bag().total, y.bag().total) <= LEFTOVERS_SHORT_MAX;
}

/** Pairs `[index in a, index in b]` of similar items, ascending on both sides. */
export function pairAlike(
  a: readonly Feature[],
  b: readonly Feature[],
  gap: Gap,
  vocabulary: Vocabulary,
): [number, number][] {
  const n = gap.aEnd - gap.aStart;
  const m = gap.bEnd - gap.bStart;
  if (n === 0 || m === 0 || (n === 1 && m === 1) || !haveFamilyInCommon(a, b, gap)) return [];
  const candidates: ChainLink[] = [];
  const containment = new Containment(vocabulary);
  const consider = (i: number, j: number): void => {
    const x = a[i]!;
    const y = b[j]!;
    if (x.family !== y.family) return;
    if (areImages(x, y)) {
      candidates.push({ i, j, gain: 1 });
      return;
    }
    const inPlace = (i === gap.aStart && j === gap.bStart) || (i === gap.aEnd - 1 && j === gap.bEnd - 1);
    const least = inPlace && areShort(x, y) ? ALIKE_MIN_IN_PLACE : ALIKE_MIN;
    const isOneRow = areOneRow(x, y);
    const common =
      isOneRow || likeness(x, y, vocabulary, least) >= least
        ? vocabulary.overlap.shared(y.bag().ids, x.bag().ids)
        : containment.common(x, y, inPlace ? CONTAINED_LEFTOVERS : CONTAINED);
    if (isOneRow || common > 0) candidates.push({ i, j, gain: 1 + (x.type === y.type ? common : common * 0.9) });
  };
  // For a single item, few others have a similar length, or all are as short. Trying all costs no more than their
  // text.
  if (n * m <= ALL_PAIRS_MAX || n === 1 || m === 1) {
    for (let i = gap.aStart; i < gap.aEnd; i += 1) for (let j = gap.bStart; j < gap.bEnd; j += 1) consider(i, j);
  } else {
    pairsSharingRareGrams(a, b, gap, vocabulary, consider);
  }
  return heaviestChain(candidates, gap.bStart, m).map(({ i, j }) => [i, j]);
}

/** Whether any item of one side could have a partner on the other. Each record of JSON is a family of its own. */
function haveFamilyInCommon(a: readonly Feature[], b: readonly Feature[], gap: Gap): boolean {
  const families = new Set<number>();
  for (let i = gap.aStart; i < gap.aEnd; i += 1) families.add(a[i]!.family);
  for (let j = gap.bStart; j < gap.bEnd; j += 1) if (families.has(b[j]!.family)) return true;
  return false;
}

/**
 * Common text of two items as a share of their mean length, 0 to 1 (Dice). 0 if their lengths alone keep it below
 * `least`: the shorter item cannot share more than itself. Pass an item that is compared with many others second.
 */
export function likeness(x: Feature, y: Feature, vocabulary: Vocabulary, least: number): number {
  const [p, q] = [x.bag(), y.bag()];
  const total = p.total + q.total;
  if (total === 0) return 1;
  if (2 * Math.min(p.total, q.total) < least * total) return 0;
  return (2 * vocabulary.overlap.shared(q.ids, p.ids)) / total;
}
