import type { Block } from '../../../shared/document/model.ts';
import type { ChangeAction } from '../../../shared/messages/viewer-message.ts';
import {
  earlierMessages,
  passageNotesFromJson,
  passageNotesToJson,
  type ChangeNote,
} from '../../../shared/review-file/notes.ts';
import { EMPTY_RECORD, type ReviewRecord } from '../../../shared/review-file/review-record.ts';
import { anchorsOf, findAnchors, type ContentAnchor } from '../../review/content-anchors.ts';
import type { AnchoredDecision, KeptNote, KeptReview } from './recent.ts';

/** The part of a review that applies to a comparison, and the part that does not. */
export interface CarriedReview {
  readonly record: ReviewRecord;
  /** Decisions and notes on changes that were not found again. */
  readonly lost: readonly AnchoredDecision[];
}

/**
 * A review with each decision at the content of its change. `anchors` belong to the comparison on which it was made.
 * `fragmentLength` is the length of that comparison's fragment in UTF-16 units. `sharedAs`: see `KeptReview`.
 */
export function keptReview(
  id: string,
  record: ReviewRecord,
  anchors: ReadonlyMap<string, ContentAnchor>,
  { fragmentLength, sharedAs }: { readonly fragmentLength: number; readonly sharedAs: string | null },
): KeptReview {
  const { reviewer, finished, decided, decidedBy, notes, passages, history } = record;
  const decisions: AnchoredDecision[] = [];
  for (const [changeId, anchor] of anchors) {
    const verdict = decided.get(changeId) ?? null;
    const note = notes.get(changeId) ?? null;
    const by = decidedBy?.get(changeId);
    if (verdict !== null || note !== null) {
      const kept = note && { messages: [...note.messages], tags: [...note.tags] };
      decisions.push({ anchor, verdict, ...(by !== undefined && { by }), note: kept });
    }
  }
  return {
    id,
    reviewer,
    finished,
    decisions,
    passages: passageNotesToJson(passages),
    fragmentLength,
    ...(history && { history }),
    ...(sharedAs !== null && { sharedAs }),
  };
}

/** The thread of a stored note. Earlier versions stored one text. */
function noteOf({ messages, text, tags }: KeptNote, reviewer: string): ChangeNote {
  return { messages: messages ?? earlierMessages(text ?? '', reviewer), tags };
}

/**
 * Applies a stored review to another comparison of the same documents. It stays finished only if every change was
 * found and none is new. Its history applies only to the fragment on which it was made.
 */
export function carryReview(kept: KeptReview, blocks: readonly Block[], fragmentLength: number): CarriedReview {
  const present = anchorsOf(blocks);
  const wanted = new Map<AnchoredDecision, ContentAnchor>();
  for (const decision of kept.decisions) wanted.set(decision, decision.anchor);
  const { found, lost } = findAnchors(wanted, present);
  const decided = new Map<string, ChangeAction>();
  const decidedBy = new Map<string, string>();
  const notes = new Map<string, ChangeNote>();
  for (const [{ verdict, by, note }, changeId] of found) {
    if (verdict !== null) decided.set(changeId, verdict);
    if (verdict !== null && by !== undefined) decidedBy.set(changeId, by);
    if (note !== null) notes.set(changeId, noteOf(note, kept.reviewer));
  }
  const finished = kept.finished && lost.length === 0 && decided.size === present.size;
  const isSame = lost.length === 0 && kept.fragmentLength === fragmentLength;
  const record: ReviewRecord = {
    ...EMPTY_RECORD,
    reviewer: kept.reviewer,
    finished,
    decided,
    notes,
    ...(decidedBy.size > 0 && { decidedBy }),
    passages: passageNotesFromJson(kept.passages) ?? new Map(),
    ...(isSame && kept.history && { history: kept.history }),
  };
  return { record, lost };
}
