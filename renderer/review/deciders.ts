import type { ChangeAction } from '../../shared/messages/viewer-message.ts';
import type { ReviewRecord } from '../../shared/review-file/review-record.ts';
import { reviewMessages } from '../strings/review.ts';

/** A decision that somebody else made. It stays theirs as long as the change has their verdict. */
export interface TheirDecision {
  readonly verdict: ChangeAction;
  /** The name of who decided. */
  readonly by: string;
}

/** Decisions of others, by change id. */
export type TheirDecisions = ReadonlyMap<string, TheirDecision>;

/** What others decided, as a record says. */
export function theirDecisionsIn({ decided, decidedBy = new Map() }: ReviewRecord): TheirDecisions {
  const theirs = new Map<string, TheirDecision>();
  for (const [changeId, by] of decidedBy) {
    const verdict = decided.get(changeId);
    if (verdict !== undefined) theirs.set(changeId, { verdict, by });
  }
  return theirs;
}

/** Who made each decision of a record. A reviewer without a name never looks like the reader, who may have none. */
export function deciderIn(record: ReviewRecord, changeId: string): string {
  return record.decidedBy?.get(changeId) ?? nameOfReviewer(record);
}

/** The record with the names of those who made decisions that are not its reviewer's. */
export function withDeciders(record: ReviewRecord, theirs: TheirDecisions): ReviewRecord {
  const decidedBy = new Map<string, string>();
  for (const [changeId, verdict] of record.decided) {
    const their = theirs.get(changeId);
    if (their?.verdict === verdict && their.by !== record.reviewer) decidedBy.set(changeId, their.by);
  }
  return decidedBy.size === 0 ? record : { ...record, decidedBy };
}

/**
 * A record as somebody else receives it: every decision and note keeps the name of who made it, and the reviewer is the
 * reader, whose name is not known yet. Steps of the sender are not the reader's to undo.
 */
export function receivedRecord(record: ReviewRecord): ReviewRecord {
  const { savedAt, finished, decided, notes, passages } = record;
  const sender = nameOfReviewer(record);
  const signed = <Thread extends { readonly messages: readonly { readonly author: string }[] }>(thread: Thread) => ({
    ...thread,
    messages: thread.messages.map((message) => (message.author === '' ? { ...message, author: sender } : message)),
  });
  return {
    reviewer: '',
    savedAt,
    finished,
    decided,
    decidedBy: new Map([...decided.keys()].map((changeId) => [changeId, deciderIn(record, changeId)])),
    notes: new Map([...notes].map(([changeId, note]) => [changeId, signed(note)])),
    passages: new Map([...passages].map(([id, note]) => [id, signed(note)])),
  };
}

/** The name of a record's reviewer, or what a nameless one is called. */
export function nameOfReviewer({ reviewer }: Pick<ReviewRecord, 'reviewer'>): string {
  return reviewer === '' ? reviewMessages.unknownAuthor : reviewer;
}
