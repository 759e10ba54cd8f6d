import type { Block } from '../../../shared/document/model.ts';
import type { ChangeAction } from '../../../shared/messages/viewer-message.ts';
import type { ChangeNote, ReviewRecord } from '../../../shared/review-file/review-record.ts';
import { anchorsOf, findAnchors, type ContentAnchor } from '../../review/content-anchors.ts';
import type { AnchoredDecision, KeptReview } from './recent.ts';

/** A review as it applies to a comparison, and what of it does not. */
export interface CarriedReview {
  readonly record: ReviewRecord;
  /** What was decided or noted about changes that are not found again. */
  readonly lost: readonly AnchoredDecision[];
}

/** A review with each decision at the content that it is about. `anchors`: those of the comparison it was made on. */
export function keptReview(id: string, record: ReviewRecord, anchors: ReadonlyMap<string, ContentAnchor>): KeptReview {
  const { reviewer, finished, decided, notes } = record;
  const decisions: AnchoredDecision[] = [];
  for (const [changeId, anchor] of anchors) {
    const verdict = decided.get(changeId) ?? null;
    const note = notes.get(changeId) ?? null;
    if (verdict !== null || note !== null) {
      decisions.push({ anchor, verdict, note: note && { text: note.text, tags: [...note.tags] } });
    }
  }
  return { id, reviewer, finished, decisions };
}

/**
 * A kept review on another comparison of the same documents. It is finished only if everything was found, and nothing
 * else is there to be decided.
 */
export function carryReview(kept: KeptReview, blocks: readonly Block[]): CarriedReview {
  const present = anchorsOf(blocks);
  const wanted = new Map<AnchoredDecision, ContentAnchor>();
  for (const decision of kept.decisions) wanted.set(decision, decision.anchor);
  const { found, lost } = findAnchors(wanted, present);
  const decided = new Map<string, ChangeAction>();
  const notes = new Map<string, ChangeNote>();
  for (const [{ verdict, note }, changeId] of found) {
    if (verdict !== null) decided.set(changeId, verdict);
    if (note !== null) notes.set(changeId, note);
  }
  const finished = kept.finished && lost.length === 0 && decided.size === present.size;
  return { record: { reviewer: kept.reviewer, savedAt: null, finished, decided, notes }, lost };
}
