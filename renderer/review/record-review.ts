import type { ChangeAction } from '../../shared/messages/viewer-message.ts';
import type { ChangeNote, ReviewRecord } from '../../shared/review-file/review-record.ts';
import type { ReviewChange } from '../document-view/list-changes.ts';
import type { ReviewConflict } from './merge-reviews.ts';
import type { Review } from './review.ts';

/** The reviewers' notes by change id. */
export type Notes = ReadonlyMap<string, ChangeNote>;

/** No notes. */
export const NO_NOTES: Notes = new Map();

/** The record of a review. Its decisions are in document order. */
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

/** The notes with a new note about a change. An empty note removes the old one. */
export function withNote(notes: Notes, changeId: string, note: ChangeNote): Notes {
  const next = new Map(notes);
  if (note.text.trim() === '' && note.tags.length === 0) next.delete(changeId);
  else next.set(changeId, note);
  return next;
}

/** The changes by id. */
export function changesById(changes: readonly ReviewChange[]): ReadonlyMap<string, ReviewChange> {
  return new Map(changes.map((change) => [change.id, change]));
}

/** The notes about changes that exist. */
export function notesAbout(notes: Notes, changes: ReadonlyMap<string, ReviewChange>): Notes {
  return new Map([...notes].filter(([changeId]) => changes.has(changeId)));
}

/** The other reviewer's verdicts on the conflicts. */
export function theirVerdicts(conflicts: readonly ReviewConflict[]): ReadonlyMap<string, ChangeAction> {
  return new Map(conflicts.map(({ changeId, theirs }) => [changeId, theirs]));
}
