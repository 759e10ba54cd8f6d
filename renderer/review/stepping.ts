/** Stepping from change to change. */
import type { Units } from '../../shared/fragment/units.ts';
import type { ReviewChange } from '../document-view/list-changes.ts';
import { isPassedOver } from './change-groups.ts';
import type { Review } from './review.ts';

/** Where a reader is, and what stepping reaches from there. */
export interface Stepping {
  /** The changes that stepping reaches, in document order. */
  readonly reachable: readonly ReviewChange[];
  /** Index of the current change among them; null if it is none of them. */
  readonly reachableAt: number | null;
  readonly currentId: string | null;
  /** The place of each change among all changes. */
  readonly order: ReadonlyMap<string, number>;
  readonly decisions: Review['decisions'];
  readonly openBundles: ReadonlySet<string>;
  /** Whether stepping passes over decided changes if there are others. */
  readonly skipsDecided: boolean;
}

/** The first change of each unit among some changes. */
export function firstsOf(changes: readonly ReviewChange[], units: Units): readonly ReviewChange[] {
  const firsts = changes.filter(({ id }) => units.of(id)?.id === id);
  return firsts.length === changes.length ? changes : firsts;
}

/**
 * The next or previous change, around the ends; undefined if nothing is reachable. Stepping passes over closed bundles
 * of page numbers, but only if there are others.
 */
export function stepFrom(stepping: Stepping, by: 1 | -1): ReviewChange | undefined {
  const { reachable, openBundles, decisions, skipsDecided } = stepping;
  const total = reachable.length;
  const from = stepping.reachableAt ?? placeBetween(stepping, by);
  const at = (steps: number): number => (((from + by * steps) % total) + total) % total;
  const isOpen = (change: ReviewChange): boolean => !decisions.has(change.id);
  const wants = [
    ...(skipsDecided ? [(change: ReviewChange) => isOpen(change) && !isPassedOver(change, openBundles), isOpen] : []),
    (change: ReviewChange) => !isPassedOver(change, openBundles),
    () => true,
  ];
  for (const isWanted of wants) {
    for (let steps = 1; steps <= total; steps += 1) {
      const change = reachable[at(steps)]!;
      if (isWanted(change)) return change;
    }
  }
  return undefined;
}

/** Where stepping begins if the current change is not reachable: beside its place, or outside of all. */
function placeBetween({ reachable, currentId, order }: Stepping, by: 1 | -1): number {
  const at = currentId === null ? null : (order.get(currentId) ?? null);
  const outside = by === 1 ? -1 : reachable.length;
  if (at === null) return outside;
  const after = reachable.findIndex(({ id }) => (order.get(id) ?? 0) > at);
  if (after === -1) return outside;
  return by === 1 ? after - 1 : after;
}
