import {
  NEGOTIATION_LISTS,
  negotiationEntries,
  type DraftChanges,
  type NegotiationEntry,
  type NegotiationList,
} from '../../../shared/change/negotiation.ts';
import { scanFragment } from '../../../shared/fragment/scan.ts';
import { placesOf } from '../../document-view/change-places.ts';
import { listChanges, type ReviewChange } from '../../document-view/list-changes.ts';

/** What became of changes, in the order of the view. */
export const FATES = NEGOTIATION_LISTS;
export type Fate = NegotiationList;

/** The two comparisons that have the changes: of the first two drafts, and of the last two. */
export type DraftStep = 0 | 1;

/** The comparison whose redline shows the changes of a list. */
export function stepOf(fate: Fate): DraftStep {
  return fate === 'added' ? 1 : 0;
}

/** A change of a list, as the redline of its comparison shows it, or a part of one. */
export interface FollowedChange {
  /** Unique in its list. */
  readonly key: string;
  /** For a part, with its texts alone. */
  readonly change: ReviewChange;
  readonly isPart: boolean;
  /** What the third draft has in its place, if that was changed further; empty: nothing. */
  readonly now?: string;
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
      listChanges(blocks).map((change): [string, Pick<FollowedChange, 'change' | 'around' | 'section'>] => {
        const place = places.get(change.id);
        const section = sections[place?.section ?? -1]?.title ?? '';
        return [change.id, { change, around: place ?? { before: '', after: '' }, section }];
      }),
    );
  });
  const entries = negotiationEntries(lists);
  const listed = (fate: Fate): FollowedChange[] =>
    entries[fate].map(({ change: { id }, part, now }, at) => {
      const found = known[stepOf(fate)]!.get(id);
      if (found === undefined) throw new RangeError(`the redline has no change ${id}`);
      const own = { ...found, key: `${id} ${at}`, isPart: part !== null, ...(now !== undefined && { now }) };
      return part === null ? own : { ...own, change: partOf(found.change, part), around: NOTHING_AROUND };
    });
  return {
    accepted: listed('accepted'),
    changedBack: listed('changedBack'),
    changedFurther: listed('changedFurther'),
    added: listed('added'),
  };
}

const NOTHING_AROUND = { before: '', after: '' };

/** What a part of a change does to words: a part of a replacement may only insert or only delete. */
function kindOfPart(kind: ReviewChange['kind'], before: string, after: string): ReviewChange['kind'] {
  if (kind === 'block_insert' || (kind === 'replace' && before === '')) return 'insert';
  return kind === 'block_delete' || (kind === 'replace' && after === '') ? 'delete' : kind;
}

/** A change with the texts of a part of it. Those of a link are its destinations, which all parts have. */
function partOf(
  change: ReviewChange,
  { before = '', after = '' }: NonNullable<NegotiationEntry['part']>,
): ReviewChange {
  const { kind } = change;
  if (kind === 'link') return change;
  return { ...change, kind: kindOfPart(kind, before, after), before, after };
}
