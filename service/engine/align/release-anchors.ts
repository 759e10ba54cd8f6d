/**
 * Releases equal items that keep edited items from being paired: a short text that moved past a longer, edited one.
 * Released items are deleted and inserted, and the longer one can be paired.
 *
 *     [Fees] [A long clause about notices.]
 *     [A long clause about all notices.] [Fees]     Fees is moved, and "all" is inserted
 */
import type { Gap } from '../diff/match.ts';
import type { Vocabulary } from '../tokens/vocabulary.ts';
import { worthOfItem } from './anchor-worth.ts';
import type { Feature } from './feature.ts';
import { ALIKE_MIN, likeness } from './pair-alike.ts';

/**
 * Number of items tried on either side of equal ones. A text that moved past more items than these is longer than
 * itself.
 */
const NEAR_MAX = 3;

/**
 * The remaining gaps in order; the gaps around released items become one. Removes the released items from `partners`.
 */
export function releaseAnchors(
  a: readonly Feature[],
  b: readonly Feature[],
  gaps: readonly Gap[],
  partners: Int32Array,
  vocabulary: Vocabulary,
): Gap[] {
  const open: Gap[] = [];
  for (const right of gaps) {
    const left = open.at(-1);
    if (left === undefined || !isInTheWay(a, b, left, right, vocabulary)) {
      open.push(right);
      continue;
    }
    partners.fill(-1, left.aEnd, right.aStart);
    open[open.length - 1] = { aStart: left.aStart, aEnd: right.aEnd, bStart: left.bStart, bEnd: right.bEnd };
  }
  return open;
}

/** Whether releasing the equal items between two gaps keeps more text across them than the items themselves have. */
function isInTheWay(
  a: readonly Feature[],
  b: readonly Feature[],
  left: Gap,
  right: Gap,
  vocabulary: Vocabulary,
): boolean {
  const [aLeft, bLeft] = [lastOf(a, left.aStart, left.aEnd), lastOf(b, left.bStart, left.bEnd)];
  const [aRight, bRight] = [firstOf(a, right.aStart, right.aEnd), firstOf(b, right.bStart, right.bEnd)];
  const most = Math.max(shorterOf(aLeft, bRight), shorterOf(aRight, bLeft));
  let worth = 0;
  for (let i = left.aEnd; i < right.aStart; i += 1) {
    worth += worthOfItem(a[i]!);
    if (worth >= most) return false;
  }
  return (
    keptAcross(aLeft, bRight, bLeft, aRight, vocabulary) > worth ||
    keptAcross(aRight, bLeft, bRight, aLeft, vocabulary) > worth
  );
}

function lastOf(items: readonly Feature[], from: number, to: number): readonly Feature[] {
  return items.slice(Math.max(from, to - NEAR_MAX), to);
}

function firstOf(items: readonly Feature[], from: number, to: number): readonly Feature[] {
  return items.slice(from, Math.min(to, from + NEAR_MAX));
}

/** Upper bound of the text that two lists have in common. */
function shorterOf(x: readonly Feature[], y: readonly Feature[]): number {
  const lengthOf = (items: readonly Feature[]): number => items.reduce((sum, { length }) => sum + length, 0);
  return Math.min(lengthOf(x), lengthOf(y));
}

/**
 * Common text of similar items across the equal ones. Text that they share with items on their own side does not count.
 */
function keptAcross(
  x: readonly Feature[],
  y: readonly Feature[],
  besideX: readonly Feature[],
  besideY: readonly Feature[],
  vocabulary: Vocabulary,
): number {
  let kept = 0;
  for (const item of x) {
    let most = 0;
    for (const other of y) {
      const common = commonOf(item, other, vocabulary);
      if (common > most)
        most = Math.max(most, common - Math.max(mostOf(item, besideX, vocabulary), mostOf(other, besideY, vocabulary)));
    }
    kept += most;
  }
  return kept;
}

function mostOf(item: Feature, others: readonly Feature[], vocabulary: Vocabulary): number {
  return others.reduce((most, other) => Math.max(most, commonOf(item, other, vocabulary)), 0);
}

/** Common text of two items that are alike; 0 if they are not. */
function commonOf(x: Feature, y: Feature, vocabulary: Vocabulary): number {
  if (x.family !== y.family) return 0;
  const alike = likeness(x, y, vocabulary, ALIKE_MIN);
  return alike >= ALIKE_MIN ? (alike * (x.bag().total + y.bag().total)) / 2 : 0;
}
