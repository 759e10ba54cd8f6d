import type { ChangeAction } from '../../shared/messages/viewer-message.ts';
import type { ChangeNote, ReviewRecord } from '../../shared/review-file/review-record.ts';
import type { ReviewChange } from '../document-view/list-changes.ts';
import type { ReviewConflict } from './merge-reviews.ts';
import type { Review } from './review.ts';

/** What reviewers wrote, by the ids of the changes. */
export type Notes = ReadonlyMap<string, ChangeNote>;

/** Nobody wrote anything. */
export const NO_NOTES: Notes = new Map();

/** What has been done in a review; its decisions in the order of the document. */
export function recordOf(
  { changeIds, decisions, phase }: Review,
  about: Pick<ReviewRecord, 'reviewer' | 'savedAt' | 'notes'>,
): ReviewRecord {
  const decided = new Map<string, ChangeAction>();
  for (const id of changeIds) {
    const decision = decisions.get(id);
    if (decision) decided.set(id, decision.verdict);
  }
  return { ...about, finished: phase === 'completed', decided };
}

/** The notes with one about this change, or without one when it is empty. */
export function withNote(notes: Notes, changeId: string, note: ChangeNote): Notes {
  const next = new Map(notes);
  if (note.text.trim() === '' && note.tags.length === 0) next.delete(changeId);
  else next.set(changeId, note);
  return next;
}

/** The changes by their ids. */
export function changesById(changes: readonly ReviewChange[]): ReadonlyMap<string, ReviewChange> {
  return new Map(changes.map((change) => [change.id, change]));
}

/** The notes about changes that there are. */
export function notesAbout(notes: Notes, changes: ReadonlyMap<string, ReviewChange>): Notes {
  return new Map([...notes].filter(([changeId]) => changes.has(changeId)));
}

/** The other reviewer's verdicts in conflicts. */
export function theirVerdicts(conflicts: readonly ReviewConflict[]): ReadonlyMap<string, ChangeAction> {
  return new Map(conflicts.map(({ changeId, theirs }) => [changeId, theirs]));
}
