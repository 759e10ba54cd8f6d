import type { HostedComparison } from '../../../shared/api/comparisons.ts';
import type { ChangeAction } from '../../../shared/messages/viewer-message.ts';
import type { NoteMessage, PassageNoteJson } from '../../../shared/review-file/notes.ts';
import type { StoredHistory } from '../../../shared/review-file/review-record.ts';
import type { ContentAnchor } from '../../review/content-anchors.ts';
import type { Pair } from '../comparison/pair.ts';
import type { Finished } from '../comparison/run-comparison.ts';

/** An entry in the list of recent comparisons. It is small, because the list is read as a whole. */
export interface Recent {
  /** Random. It is also the key of the content. */
  readonly id: string;
  /** Null if a side has no name. */
  readonly originalName: string | null;
  readonly revisedName: string | null;
  readonly format: HostedComparison['format'];
  /** Number of changes as a person counts: both ends of a move are one. */
  readonly changes: number;
  /** Whether something differs that was not compared. Earlier versions did not store it. */
  readonly differsElsewhere?: boolean;
  /** Size of its documents and its redline in bytes. Earlier versions did not store it. */
  readonly sizeBytes?: number;
  /** Number of decided changes, and whether the review was finished. Zero and false before a review. */
  readonly decided: number;
  readonly finished: boolean;
  readonly pinned: boolean;
  /** The review at the service; absent until it is known. */
  readonly reviewId?: string;
  readonly comparedAtMs: number;
  readonly openedAtMs: number;
}

/** How far a review is, as a person counts. */
export type ReviewProgress = Pick<Recent, 'decided' | 'changes'>;

/** The content of a recent comparison, so that it can be opened after the service has forgotten it. */
export interface RecentContent {
  readonly id: string;
  readonly pair: Pair;
  readonly finished: Finished;
}

/** A reviewer's decision on one change, located by the content around it. */
export interface AnchoredDecision {
  readonly anchor: ContentAnchor;
  /** Null for a change with a note only. */
  readonly verdict: ChangeAction | null;
  /** Who decided, if it was not the reviewer. */
  readonly by?: string;
  readonly note: KeptNote | null;
}

/** A stored thread of messages. Earlier versions stored `text` instead of messages. */
export interface KeptNote {
  readonly messages?: readonly NoteMessage[];
  readonly text?: string;
  readonly tags: readonly string[];
}

/** The review of a recent comparison. */
export interface KeptReview {
  readonly id: string;
  readonly reviewer: string;
  readonly finished: boolean;
  readonly decisions: readonly AnchoredDecision[];
  /** Earlier versions stored none of these. */
  readonly passages?: readonly PassageNoteJson[];
  readonly history?: StoredHistory;
  /** Length of the fragment that the history belongs to, in UTF-16 units. */
  readonly fragmentLength?: number;
  /** The review at the service that has all of it; absent if only this browser has it. */
  readonly sharedAs?: string;
}

/** Number of unpinned comparisons that are kept: more than most people make in a week. */
export const RECENTS_MAX = 50;

/** Bytes that all comparisons together may have: five pairs of the largest documents. */
export const RECENTS_MAX_BYTES = 1024 * 1024 * 1024;

/**
 * The entries to remove if the list is too long or too large: the oldest first. The newest stays, and so does what is
 * pinned, and what has decisions that only this browser has.
 */
export function surplusOf(recents: readonly Recent[]): readonly Recent[] {
  const [, ...older] = newestFirst(recents);
  let count = recents.filter(({ pinned }) => !pinned).length;
  let sizeBytes = recents.reduce((sum, recent) => sum + (recent.sizeBytes ?? 0), 0);
  const surplus: Recent[] = [];
  for (const recent of older.filter(mayGo).reverse()) {
    const isTooLarge = sizeBytes > RECENTS_MAX_BYTES && (recent.sizeBytes ?? 0) > 0;
    if (count <= RECENTS_MAX && !isTooLarge) continue;
    surplus.push(recent);
    count -= 1;
    sizeBytes -= recent.sizeBytes ?? 0;
  }
  return surplus;
}

/** The entry that makes room first; undefined if nothing may go. `keptId` stays. */
export function firstToGo(recents: readonly Recent[], keptId: string): Recent | undefined {
  return newestFirst(recents.filter((recent) => recent.id !== keptId && mayGo(recent))).at(-1);
}

/** Whether an entry may be removed without a question: nothing decided is lost with it. */
function mayGo({ pinned, decided, reviewId }: Recent): boolean {
  return !pinned && (decided === 0 || reviewId !== undefined);
}

/** The display order: pinned entries first, then by last use. */
export function shownOrder(recents: readonly Recent[]): readonly Recent[] {
  const newest = newestFirst(recents);
  return [...newest.filter(({ pinned }) => pinned), ...newest.filter(({ pinned }) => !pinned)];
}

function newestFirst(recents: readonly Recent[]): Recent[] {
  return recents.toSorted((a, b) => b.openedAtMs - a.openedAtMs || (a.id < b.id ? -1 : 1));
}

/**
 * The previous comparison of the same documents: it has both names and was reviewed last. Null if there is none, and
 * for documents without names.
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
