import type { Block } from '../../../shared/document/model.ts';
import type { ChangeAction } from '../../../shared/messages/viewer-message.ts';
import type { ChangeNote, ReviewRecord } from '../../../shared/review-file/review-record.ts';
import { anchorsOf, findAnchors, type ContentAnchor } from '../../review/content-anchors.ts';
import type { AnchoredDecision, KeptReview } from './recent.ts';

/** The part of a review that applies to a comparison, and the part that does not. */
export interface CarriedReview {
  readonly record: ReviewRecord;
  /** Decisions and notes on changes that were not found again. */
  readonly lost: readonly AnchoredDecision[];
}

/**
 * A review with each decision at the content of its change. `anchors` belong to the comparison on which it was made.
 */
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
 * Applies a stored review to another comparison of the same documents. It stays finished only if every change was
 * found and none is new.
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
