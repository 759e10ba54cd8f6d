import type { OwnerReview, ReviewedChange } from '../../../shared/api/reviews.ts';
import type { ServiceClient } from '../../../shared/client/service-client.ts';
import type { Block } from '../../../shared/document/model.ts';
import type { ChangeAction } from '../../../shared/messages/viewer-message.ts';
import type { ChangeNote } from '../../../shared/review-file/notes.ts';
import { EMPTY_RECORD, recordFromJson, type ReviewRecord } from '../../../shared/review-file/review-record.ts';
import type { ReviewKind } from '../../document-view/list-changes.ts';
import { anchorsOf, findSigns, signsOfAll, type AnchorSigns } from '../../review/content-anchors.ts';
import { carryReview, type CarriedReview } from '../recents/carry-review.ts';
import type { AnchoredDecision, Recent } from '../recents/recent.ts';
import type { Recents } from '../recents/recents.svelte.ts';
import { sha256, type IdentifiedSubject } from './review-subject.ts';

/** An earlier review whose changes are here again, and what of it can be taken over. */
export interface EarlierReview extends CarriedReview {
  readonly originalName: string | null;
  readonly revisedName: string | null;
  /** How many changes were decided then, as a person counts. */
  readonly decided: number;
  /** Unix time in milliseconds. */
  readonly atMs: number;
}

/** The best of the earlier reviews at the service; null if none has a decided change that is here again. */
export async function earlierAtService(
  client: Pick<ServiceClient<AbortSignal>, 'searchReviews' | 'review' | 'reviewedChanges'>,
  { about }: IdentifiedSubject,
  blocks: readonly Block[],
): Promise<EarlierReview | null> {
  const present = signsOfAll(anchorsOf(blocks));
  const { original, revised, fragment } = about;
  const signs = [...present.values()].map((each) => [...each]);
  const { reviews } = await client.searchReviews({ original, revised, fragment, signs }, { sha256 });
  for (const found of reviews) {
    const [review, { changes }] = await Promise.all([
      client.review(found.reviewId),
      client.reviewedChanges(found.reviewId),
    ]);
    const carried = carriedFrom(review, changes, present);
    if (carried === null || carried.record.decided.size === 0) continue;
    const { originalName, revisedName, decided } = found;
    return { ...carried, originalName, revisedName, decided, atMs: Date.parse(found.changedAt) };
  }
  return null;
}

/** The best of the earlier reviews in this browser: half of what was decided then is here again. */
export async function earlierHere(
  recents: Pick<Recents, 'list' | 'review'>,
  openId: string | null,
  blocks: readonly Block[],
): Promise<EarlierReview | null> {
  let best: EarlierReview | null = null;
  for (const recent of recents.list) {
    if (recent.id === openId || recent.decided === 0) continue;
    const kept = await recents.review(recent.id);
    if (kept === null) continue;
    const carried = carryReview(kept, blocks, 0);
    const isHalf = carried.lost.length * 2 <= kept.decisions.length && carried.record.decided.size > 0;
    const isBetter = best === null || carried.record.decided.size > best.record.decided.size;
    if (isHalf && isBetter) best = { ...carried, ...factsOf(recent) };
  }
  return best;
}

function factsOf({ originalName, revisedName, decided, openedAtMs: atMs }: Recent) {
  return { originalName, revisedName, decided, atMs };
}

/** The part of a review that applies to the changes of another comparison. */
function carriedFrom(
  review: OwnerReview,
  changes: readonly ReviewedChange[],
  present: ReadonlyMap<string, AnchorSigns>,
): CarriedReview | null {
  const earlier = recordFromJson(review.state);
  if (earlier === null) return null;
  const wanted = new Map<ReviewedChange, AnchorSigns>();
  for (const change of changes) {
    const { changeId } = change;
    if (earlier.decided.has(changeId) || earlier.notes.has(changeId)) wanted.set(change, change.signs);
  }
  const { found, lost } = findSigns(wanted, present);
  const decided = new Map<string, ChangeAction>();
  const notes = new Map<string, ChangeNote>();
  for (const [{ changeId }, here] of found) {
    const [verdict, note] = [earlier.decided.get(changeId), earlier.notes.get(changeId)];
    if (verdict !== undefined) decided.set(here, verdict);
    if (note !== undefined) notes.set(here, note);
  }
  const decidedBy = new Map<string, string>();
  for (const [{ changeId }, here] of found) {
    const by = earlier.decidedBy?.get(changeId);
    if (by !== undefined) decidedBy.set(here, by);
  }
  const named = decidedBy.size > 0 ? { decidedBy } : {};
  const record: ReviewRecord = { ...EMPTY_RECORD, reviewer: earlier.reviewer, decided, ...named, notes };
  return { record, lost: lost.map((change) => lostDecision(change, earlier)) };
}

function lostDecision({ changeId, kind, before, after }: ReviewedChange, earlier: ReviewRecord): AnchoredDecision {
  return {
    anchor: { kind: kind as ReviewKind, before, after, textBefore: '', textAfter: '' },
    verdict: earlier.decided.get(changeId) ?? null,
    note: earlier.notes.get(changeId) ?? null,
  };
}
