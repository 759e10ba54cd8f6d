import type { DraftChanges } from '../../../shared/change/negotiation.ts';
import { scanFragment } from '../../../shared/fragment/scan.ts';
import { placesOf } from '../../document-view/change-places.ts';
import { listChanges, type ReviewChange } from '../../document-view/list-changes.ts';

/** What became of changes, in the order of the view. */
export const FATES = ['accepted', 'changedBack', 'changedFurther', 'added'] as const;
export type Fate = (typeof FATES)[number];

/** The two comparisons that have the changes: of the first two drafts, and of the last two. */
export type DraftStep = 0 | 1;

/** The comparison whose redline shows the changes of a list. */
export function stepOf(fate: Fate): DraftStep {
  return fate === 'added' ? 1 : 0;
}

/** A change of a list, as the redline of its comparison shows it. */
export interface FollowedChange {
  readonly change: ReviewChange;
  /** The words around it. */
  readonly around: { readonly before: string; readonly after: string };
  /** The heading above it; empty without one. */
  readonly section: string;
}

/** The changes of each list, in the order of their document. */
export type FollowedChanges = Readonly<Record<Fate, readonly FollowedChange[]>>;

/**
 * The lists of the service with the changes as this page shows them. `fragments` are the redlines of both comparisons.
 *
 * @throws FragmentError for a fragment that cannot be shown, RangeError for a change that its redline does not have
 */
export function followedChanges(
  lists: DraftChanges,
  fragments: readonly [first: string, second: string],
): FollowedChanges {
  const known = fragments.map((fragment) => {
    const blocks = scanFragment(fragment);
    const { places, sections } = placesOf(blocks);
    return new Map(
      listChanges(blocks).map((change): [string, FollowedChange] => {
        const place = places.get(change.id);
        const section = sections[place?.section ?? -1]?.title ?? '';
        return [change.id, { change, around: place ?? { before: '', after: '' }, section }];
      }),
    );
  });
  const listed = (fate: Fate): FollowedChange[] =>
    lists[fate].map(({ id }) => {
      const found = known[stepOf(fate)]!.get(id);
      if (found === undefined) throw new RangeError(`the redline has no change ${id}`);
      return found;
    });
  return {
    accepted: listed('accepted'),
    changedBack: listed('changedBack'),
    changedFurther: listed('changedFurther'),
    added: listed('added'),
  };
}
