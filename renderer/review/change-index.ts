/** Looks up the changes of a review by their ids. */
import type { ReviewChange } from '../document-view/list-changes.ts';

/** The place of each change among all changes, from 0, by its id. */
export function placesById(changes: readonly ReviewChange[]): ReadonlyMap<string, number> {
  return new Map(changes.map(({ id }, at) => [id, at]));
}

/** The changes by id. */
export function changesById(changes: readonly ReviewChange[]): ReadonlyMap<string, ReviewChange> {
  return new Map(changes.map((change) => [change.id, change]));
}
