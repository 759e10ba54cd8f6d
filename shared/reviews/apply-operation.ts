import type { DoneOperation, NoteEdit, PassageEdit, RefusedDecision, ReviewDecision } from '../api/reviews.ts';
import type { ReviewOperation } from '../api/reviews.ts';
import type { ChangeAction } from '../messages/viewer-message.ts';
import type { ChangeNote, NoteMessage, PassageNote } from '../review-file/notes.ts';
import type { ReviewRecord } from '../review-file/review-record.ts';

/** What an operation did. */
export interface AppliedOperation {
  readonly record: ReviewRecord;
  /** The decisions that were made. */
  readonly decisions: readonly ReviewDecision[];
  /** Those that were not, because somebody decided the same changes differently meanwhile. */
  readonly refused: readonly RefusedDecision[];
}

/**
 * A review after an operation. `decided` of the record has the decisions that a person made, without implied ones. A
 * decision is made if each of its changes has the verdict that its maker saw. So operations on different changes merge
 * in any order, and nothing is overwritten unseen. Messages and tags merge one by one.
 */
export function applyOperation(record: ReviewRecord, operation: ReviewOperation): AppliedOperation {
  const decided = new Map(record.decided);
  const decidedBy = new Map(record.decidedBy);
  const decisions: ReviewDecision[] = [];
  const refused: RefusedDecision[] = [];
  for (const decision of operation.decisions ?? []) {
    const other = otherVerdict(decided, decision);
    if (other !== undefined) {
      refused.push({ changeIds: decision.changeIds, wanted: decision.after, stands: other });
      continue;
    }
    const isNew = decision.changeIds.some((id) => (decided.get(id) ?? null) !== decision.after);
    if (!isNew) continue;
    decisions.push(decision);
    for (const id of decision.changeIds) {
      if (decision.after === null) decided.delete(id);
      else decided.set(id, decision.after);
      if (decision.by === undefined || decision.after === null) decidedBy.delete(id);
      else decidedBy.set(id, decision.by);
    }
  }
  // An undo takes back what still stands, and asks nothing about the rest.
  const isAsked = operation.kind === 'step' || operation.kind === 'import';
  const { decidedBy: _earlier, ...rest } = record;
  return {
    record: {
      ...rest,
      ...(decidedBy.size > 0 && { decidedBy }),
      finished: operation.finished ?? record.finished,
      decided,
      notes: editedNotes(record.notes, operation.notes ?? []),
      passages: editedPassages(record.passages, operation.passages ?? []),
    },
    decisions,
    refused: isAsked ? refused : [],
  };
}

/** The review after an operation that was done: its decisions are those that were made. */
export function replayOperation(record: ReviewRecord, operation: DoneOperation): ReviewRecord {
  const { record: next } = applyOperation(record, operation);
  return operation.reviewer === '' ? next : { ...next, reviewer: operation.reviewer };
}

/** The verdict of a change that is neither the one before nor the one wanted; undefined if there is none. */
function otherVerdict(
  decided: ReadonlyMap<string, ChangeAction>,
  { changeIds, before, after }: ReviewDecision,
): ChangeAction | null | undefined {
  for (const id of changeIds) {
    const now = decided.get(id) ?? null;
    if (now !== before && now !== after) return now;
  }
  return undefined;
}

function editedNotes(
  notes: ReadonlyMap<string, ChangeNote>,
  edits: readonly NoteEdit[],
): ReadonlyMap<string, ChangeNote> {
  if (edits.length === 0) return notes;
  const next = new Map(notes);
  for (const { changeId, added, removed, tagsAdded, tagsRemoved } of edits) {
    const note = next.get(changeId) ?? { messages: [], tags: [] };
    const messages = editedMessages(note.messages, added, removed);
    const tags = [...new Set([...note.tags.filter((tag) => !tagsRemoved.includes(tag)), ...tagsAdded])];
    if (messages.length === 0 && tags.length === 0) next.delete(changeId);
    else next.set(changeId, { messages, tags });
  }
  return next;
}

function editedPassages(
  passages: ReadonlyMap<string, PassageNote>,
  edits: readonly PassageEdit[],
): ReadonlyMap<string, PassageNote> {
  if (edits.length === 0) return passages;
  const next = new Map(passages);
  for (const { id, quote, before, after, added, removed } of edits) {
    const note = next.get(id) ?? { passage: { quote, before, after }, messages: [] };
    const messages = editedMessages(note.messages, added, removed);
    if (messages.length === 0) next.delete(id);
    else next.set(id, { ...note, messages });
  }
  return next;
}

/** A new text of a message takes the place of the old one. Other new messages are sorted in by their time. */
function editedMessages(
  messages: readonly NoteMessage[],
  added: readonly NoteMessage[],
  removed: readonly NoteMessage[],
): readonly NoteMessage[] {
  const going = new Set(removed.map(keyOf));
  const waiting = new Map(added.map((message) => [keyOf(message), message]));
  for (const message of messages) waiting.delete(keyOf(message));
  const kept: NoteMessage[] = [];
  for (const message of messages) {
    if (!going.has(keyOf(message))) {
      kept.push(message);
      continue;
    }
    const instead = [...waiting].find(([, { author, at }]) => author === message.author && at === message.at);
    if (instead === undefined) continue;
    waiting.delete(instead[0]);
    kept.push(instead[1]);
  }
  if (waiting.size === 0) return kept;
  return [...kept, ...waiting.values()].sort((a, b) => compareTexts(a.at ?? '', b.at ?? ''));
}

function keyOf({ author, at, text }: NoteMessage): string {
  return JSON.stringify([author, at, text]);
}

function compareTexts(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
