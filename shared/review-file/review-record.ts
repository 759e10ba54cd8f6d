import type { ChangeAction } from '../messages/viewer-message.ts';

/** A reviewer's note on one change. */
export interface ChangeNote {
  readonly text: string;
  /** Unique tags in the order in which they were added. */
  readonly tags: readonly string[];
}

/** One reviewer's work on a comparison, as it is stored and passed on. */
export interface ReviewRecord {
  /** The reviewer's name, or empty. */
  readonly reviewer: string;
  /** ISO 8601 in UTC; null if no person saved it. */
  readonly savedAt: string | null;
  readonly finished: boolean;
  readonly decided: ReadonlyMap<string, ChangeAction>;
  readonly notes: ReadonlyMap<string, ChangeNote>;
}

/** A review without any action. */
export const EMPTY_RECORD: ReviewRecord = {
  reviewer: '',
  savedAt: null,
  finished: false,
  decided: new Map(),
  notes: new Map(),
};

/**
 * Whether the record contains decisions, so that a review can continue. Readers without review rights may still write
 * notes.
 */
export function hasDecisions({ decided, finished }: ReviewRecord): boolean {
  return decided.size > 0 || finished;
}

/** A record as JSON. Ids keep their order. */
export interface ReviewRecordJson {
  readonly reviewer: string;
  readonly savedAt: string | null;
  readonly finished: boolean;
  readonly accepted: readonly string[];
  readonly rejected: readonly string[];
  readonly notes: readonly { readonly changeId: string; readonly text: string; readonly tags: readonly string[] }[];
}

/** The record as JSON. The same record gives the same value. */
export function recordToJson({ reviewer, savedAt, finished, decided, notes }: ReviewRecord): ReviewRecordJson {
  const idsWith = (verdict: ChangeAction): string[] =>
    [...decided].filter(([, is]) => is === verdict).map(([id]) => id);
  return {
    reviewer,
    savedAt,
    finished,
    accepted: idsWith('accepted'),
    rejected: idsWith('rejected'),
    notes: [...notes].map(([changeId, { text, tags }]) => ({ changeId, text, tags })),
  };
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function areTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every(isText);
}

function isNote(value: unknown): value is ReviewRecordJson['notes'][number] {
  if (typeof value !== 'object' || value === null) return false;
  const { changeId, text, tags } = value as Record<string, unknown>;
  return isText(changeId) && isText(text) && areTexts(tags);
}

/**
 * Validates a JSON value as a record; null for anything else. A change both accepted and rejected counts as neither.
 */
export function recordFromJson(value: unknown): ReviewRecord | null {
  if (typeof value !== 'object' || value === null) return null;
  const { reviewer, savedAt, finished, accepted, rejected, notes } = value as Record<string, unknown>;
  if (!isText(reviewer) || !(savedAt === null || isText(savedAt)) || typeof finished !== 'boolean') return null;
  if (!areTexts(accepted) || !areTexts(rejected) || !Array.isArray(notes) || !notes.every(isNote)) return null;
  const decided = new Map<string, ChangeAction>();
  for (const id of accepted) decided.set(id, 'accepted');
  for (const id of rejected) {
    if (decided.has(id)) decided.delete(id);
    else decided.set(id, 'rejected');
  }
  return {
    reviewer,
    savedAt,
    finished,
    decided,
    notes: new Map(notes.map(({ changeId, text, tags }) => [changeId, { text, tags }])),
  };
}
