/** Which changes a decision is about, and which one comes after it. */
import type { Units } from '../../shared/fragment/units.ts';
import type { ChangeAction } from '../../shared/messages/viewer-message.ts';
import type { ReviewChange } from '../document-view/list-changes.ts';
import { isPassedOver } from './change-groups.ts';
import type { Review } from './review.ts';

type Decisions = Review['decisions'];

/** The changes that match a filter and are not hidden. A unit passes as a whole. */
export function passing(
  changes: readonly ReviewChange[],
  matching: readonly ReviewChange[],
  hidden: ReadonlySet<string>,
  units: Units,
): readonly ReviewChange[] {
  const shown = hidden.size === 0 ? matching : matching.filter(({ id }) => !hidden.has(id));
  const whole = new Set(units.whole(shown.map(({ id }) => id)));
  return whole.size === shown.length ? shown : changes.filter(({ id }) => whole.has(id));
}

/**
 * The changes that a decision on everything shown would decide. These are the undecided ones. If none is undecided,
 * they are those that are decided otherwise.
 */
export function targetsOf(
  matching: readonly ReviewChange[],
  decisions: Decisions,
  verdict: ChangeAction | null,
): readonly string[] {
  const ids = matching.map(({ id }) => id);
  if (verdict === null) return ids.filter((id) => decisions.has(id));
  const open = ids.filter((id) => !decisions.has(id));
  return open.length > 0 ? open : ids.filter((id) => decisions.get(id)?.verdict !== verdict);
}

/** Number of units that some changes belong to. */
export function unitTotal(changeIds: readonly string[], units: Units): number {
  return new Set(changeIds.map((id) => units.of(id))).size;
}

/** The changes from the one after this, and around the end up to the one before it. */
export function followingOf(matching: readonly ReviewChange[], changeId: string): readonly ReviewChange[] {
  const at = matching.findIndex(({ id }) => id === changeId);
  return [...matching.slice(at + 1), ...matching.slice(0, Math.max(at, 0))];
}

/** The first undecided change, by preference one that stepping does not pass over; undefined if there is none. */
export function firstUndecided(
  changes: readonly ReviewChange[],
  decisions: Decisions,
  openBundles: ReadonlySet<string>,
): ReviewChange | undefined {
  const undecided = changes.filter(({ id }) => !decisions.has(id));
  return undecided.find((change) => !isPassedOver(change, openBundles)) ?? undecided[0];
}

/** The next undecided change, around the end; undefined if there is none. */
export function undecidedAfter(
  changeId: string,
  matching: readonly ReviewChange[],
  decisions: Decisions,
  order: ReadonlyMap<string, number>,
): ReviewChange | undefined {
  const at = order.get(changeId) ?? 0;
  const open = matching.filter(({ id }) => !decisions.has(id));
  return open.find(({ id }) => (order.get(id) ?? 0) > at) ?? open[0];
}
