import type { HostedComparison } from '../../../shared/api/comparisons.ts';
import type { ChangeAction } from '../../../shared/messages/viewer-message.ts';
import type { ContentAnchor } from '../../review/content-anchors.ts';
import type { Pair } from '../comparison/pair.ts';
import type { Finished } from '../comparison/run-comparison.ts';

/** A comparison in the list of recent ones. Small: the list is read as a whole. */
export interface Recent {
  /** Random, and the key of its content too. */
  readonly id: string;
  /** Null where a side has no name. */
  readonly originalName: string | null;
  readonly revisedName: string | null;
  readonly format: HostedComparison['format'];
  readonly changes: number;
  /** Changes that are decided, and whether the review was finished; zero and false before a review. */
  readonly decided: number;
  readonly finished: boolean;
  readonly pinned: boolean;
  readonly comparedAtMs: number;
  readonly openedAtMs: number;
}

/** What a recent comparison needs to be opened again, with the service having forgotten it long ago. */
export interface RecentContent {
  readonly id: string;
  readonly pair: Pair;
  readonly finished: Finished;
}

/** What a reviewer did about one change, found again by the content around it. */
export interface AnchoredDecision {
  readonly anchor: ContentAnchor;
  /** Null: only noted. */
  readonly verdict: ChangeAction | null;
  readonly note: { readonly text: string; readonly tags: readonly string[] } | null;
}

/** The review of a recent comparison. */
export interface KeptReview {
  readonly id: string;
  readonly reviewer: string;
  readonly finished: boolean;
  readonly decisions: readonly AnchoredDecision[];
}

/** Comparisons without a pin that are kept: more than a week's work of most people. */
export const RECENTS_MAX = 50;

/** What goes when the list is too long: the oldest without a pin. */
export function surplusOf(recents: readonly Recent[]): readonly Recent[] {
  return newestFirst(recents.filter(({ pinned }) => !pinned)).slice(RECENTS_MAX);
}

/** The order in which they are shown: pins first, then by when they were opened last. */
export function shownOrder(recents: readonly Recent[]): readonly Recent[] {
  const newest = newestFirst(recents);
  return [...newest.filter(({ pinned }) => pinned), ...newest.filter(({ pinned }) => !pinned)];
}

function newestFirst(recents: readonly Recent[]): Recent[] {
  return recents.toSorted((a, b) => b.openedAtMs - a.openedAtMs || (a.id < b.id ? -1 : 1));
}

/**
 * The comparison before of the same documents: both names are the same, and it was reviewed last. Null when there is
 * none, and for what has no names.
 */
export function earlierOf(
  recents: readonly Recent[],
  { originalName, revisedName, format }: Pick<Recent, 'originalName' | 'revisedName' | 'format'>,
): Recent | null {
  if (originalName === null || revisedName === null) return null;
  const same = recents.filter(
    (recent) => recent.originalName === originalName && recent.revisedName === revisedName && recent.format === format,
  );
  return newestFirst(same)[0] ?? null;
}
