import { isHidden, type Ignorable } from '../../shared/change/ignoring.ts';
import type { ReviewChange } from '../document-view/list-changes.ts';
import type { Review } from './review.ts';

export { IGNORABLE, type Ignorable } from '../../shared/change/ignoring.ts';

/** Hides nothing. */
export const NOTHING_IGNORED: ReadonlySet<Ignorable> = new Set();

/** No change is hidden. */
export const NOTHING_HIDDEN: ReadonlySet<string> = new Set();

/** The set with one kind added or removed. */
export function withIgnored(
  ignored: ReadonlySet<Ignorable>,
  which: Ignorable,
  isIgnored: boolean,
): ReadonlySet<Ignorable> {
  const next = new Set(ignored);
  if (isIgnored) next.add(which);
  else next.delete(which);
  return next;
}

/** The ids of the hidden changes. */
export function ignoredIds(changes: readonly ReviewChange[], ignored: ReadonlySet<Ignorable>): ReadonlySet<string> {
  const hidden = changes.filter(({ picture, renumbers, ...change }) =>
    isHidden({ ...change, hasPicture: picture !== undefined, renumbers: renumbers === true }, ignored),
  );
  return new Set(hidden.map(({ id }) => id));
}

/** The ids of the rejected ones among the hidden changes, as one text. Equal ids are an equal text. */
export function rejectedAmong(ids: Iterable<string>, decisions: Review['decisions']): string {
  return [...ids].filter((id) => decisions.get(id)?.verdict === 'rejected').join(' ');
}

/** The ids of a text of `rejectedAmong`. */
export function idsAmong(text: string): ReadonlySet<string> {
  return new Set(text.split(' '));
}
