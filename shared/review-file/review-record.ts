import type { ChangeAction } from '../messages/viewer-message.ts';
import {
  areTexts,
  changeNotesFromJson,
  changeNotesToJson,
  passageNotesFromJson,
  passageNotesToJson,
  type ChangeNote,
  type ChangeNoteJson,
  type PassageNote,
  type PassageNoteJson,
} from './notes.ts';

/** A step of a stored history: texts such as `.a 1-118` (renderer/review/stored-history.ts). */
export type StoredStep = readonly string[];

/** The history of a review, so that undo and redo go on. */
export interface StoredHistory {
  /** Number of changes in the document. */
  readonly changes: number;
  /** Oldest first. */
  readonly past: readonly StoredStep[];
  /** Undone steps; the last one is the next to redo. */
  readonly future: readonly StoredStep[];
}

/** One reviewer's work on a comparison, as it is stored and passed on. */
export interface ReviewRecord {
  /** The reviewer's name, or empty. */
  readonly reviewer: string;
  /** ISO 8601 in UTC; null if no person saved it. */
  readonly savedAt: string | null;
  readonly finished: boolean;
  readonly decided: ReadonlyMap<string, ChangeAction>;
  /** Names of those who made decisions that are not the reviewer's, by change id. Absent: all are the reviewer's. */
  readonly decidedBy?: ReadonlyMap<string, string>;
  /** Notes by change id. */
  readonly notes: ReadonlyMap<string, ChangeNote>;
  /** Notes on passages, by their own ids. */
  readonly passages: ReadonlyMap<string, PassageNote>;
  /** Absent in records of earlier versions. */
  readonly history?: StoredHistory;
}

/** A review without any action. */
export const EMPTY_RECORD: ReviewRecord = {
  reviewer: '',
  savedAt: null,
  finished: false,
  decided: new Map(),
  notes: new Map(),
  passages: new Map(),
};

/**
 * Whether the record contains decisions, or steps to redo, so that a review can continue. Readers without review
 * rights may still write notes.
 */
export function hasDecisions({ decided, finished, history }: ReviewRecord): boolean {
  return decided.size > 0 || finished || (history?.future.length ?? 0) > 0;
}

/** Whether the record contains anything of a reviewer. */
export function hasWork(record: ReviewRecord): boolean {
  return hasDecisions(record) || record.notes.size > 0 || record.passages.size > 0;
}

/** A record as JSON. Ids keep their order. */
export interface ReviewRecordJson {
  readonly reviewer: string;
  readonly savedAt: string | null;
  readonly finished: boolean;
  readonly accepted: readonly string[];
  readonly rejected: readonly string[];
  readonly decidedBy?: Readonly<Record<string, string>>;
  readonly notes: readonly ChangeNoteJson[];
  readonly passages: readonly PassageNoteJson[];
  readonly history?: StoredHistory;
}

/** The record as JSON. The same record gives the same value. */
export function recordToJson({
  reviewer,
  savedAt,
  finished,
  decided,
  decidedBy,
  notes,
  passages,
  history,
}: ReviewRecord): ReviewRecordJson {
  const idsWith = (verdict: ChangeAction): string[] =>
    [...decided].filter(([, is]) => is === verdict).map(([id]) => id);
  return {
    reviewer,
    savedAt,
    finished,
    accepted: idsWith('accepted'),
    rejected: idsWith('rejected'),
    ...(decidedBy && decidedBy.size > 0 && { decidedBy: Object.fromEntries(decidedBy) }),
    notes: changeNotesToJson(notes),
    passages: passageNotesToJson(passages),
    ...(history && { history: { changes: history.changes, past: history.past, future: history.future } }),
  };
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/**
 * Validates a JSON value as a record; null for anything else. A change both accepted and rejected counts as neither.
 * An invalid history is left out, because the decisions are complete without it.
 */
export function recordFromJson(value: unknown): ReviewRecord | null {
  if (typeof value !== 'object' || value === null) return null;
  const { reviewer, savedAt, finished, accepted, rejected, ...rest } = value as Record<string, unknown>;
  if (!isText(reviewer) || !(savedAt === null || isText(savedAt)) || typeof finished !== 'boolean') return null;
  const notes = changeNotesFromJson(rest['notes'], reviewer);
  const passages = passageNotesFromJson(rest['passages']);
  if (!areTexts(accepted) || !areTexts(rejected) || notes === null || passages === null) return null;
  const decided = new Map<string, ChangeAction>();
  for (const id of accepted) decided.set(id, 'accepted');
  for (const id of rejected) {
    if (decided.has(id)) decided.delete(id);
    else decided.set(id, 'rejected');
  }
  const history = historyFromJson(rest['history']);
  const decidedBy = decidedByFromJson(rest['decidedBy'], decided);
  return {
    reviewer,
    savedAt,
    finished,
    decided,
    ...(decidedBy.size > 0 && { decidedBy }),
    notes,
    passages,
    ...(history && { history }),
  };
}

/** The names of others for decisions that there are. Anything else is left out: then the reviewer decided. */
function decidedByFromJson(value: unknown, decided: ReadonlyMap<string, ChangeAction>): ReadonlyMap<string, string> {
  if (typeof value !== 'object' || value === null) return new Map();
  const named = Object.entries(value).filter((entry): entry is [string, string] => isText(entry[1]));
  return new Map(named.filter(([changeId]) => decided.has(changeId)));
}

function historyFromJson(value: unknown): StoredHistory | null {
  if (typeof value !== 'object' || value === null) return null;
  const { changes, past, future } = value as Record<string, unknown>;
  if (typeof changes !== 'number' || !areSteps(past) || !areSteps(future)) return null;
  return { changes, past, future };
}

function areSteps(value: unknown): value is readonly StoredStep[] {
  return Array.isArray(value) && value.every(areTexts);
}
