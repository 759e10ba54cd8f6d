import { storageFaultKind, type StorageFaultKind } from '../../../shared/storage-fault.ts';

/** Why a database cannot be used. */
type Reason = 'damaged' | 'incomplete' | 'empty' | 'foreign' | 'newer' | 'locked' | StorageFaultKind;

/** The next step for a person. Each sentence follows the name of the file and what was found. */
const REMEDIES: Readonly<Record<Reason, string>> = {
  damaged:
    'is damaged. Restore a backup with `diffsvc restore FILE`, or move the file away to begin with an empty database.',
  incomplete:
    '. Restore a whole backup with `diffsvc restore FILE`, or move the file away to begin with an empty database.',
  empty: '. Name a copy that `diffsvc backup` wrote.',
  foreign: 'belongs to another program. Choose another --data-dir, or move the file away.',
  newer: 'was written by a newer version of diffsvc. Install that version, or choose another --data-dir.',
  locked: 'is locked by another process. Wait until that process ends, then try again.',
  forbidden: 'cannot be written. Give this account the right to write the file and its folder, or make it their owner.',
  full: 'cannot be written, because the disk is full. Free some space on it, then try again.',
  broken: 'cannot be read or written, because the disk failed. Check the disk, then try again.',
};

/** The database cannot be used, for a reason that a person can remedy. The message names the file and the remedy. */
export class DatabaseUnusable extends Error {
  readonly reason: Reason;
  readonly found: string;

  /** `found`: what was measured, such as `lacks the table jobs`, for the reasons `incomplete` and `empty`. */
  constructor(file: string, reason: Reason, cause?: unknown, found = '') {
    super(`The database ${file} ${found}${REMEDIES[reason]}`, { cause });
    this.name = 'DatabaseUnusable';
    this.reason = reason;
    this.found = found;
  }
}

/** The fault of opening a database for a person. An unknown fault is returned unchanged. */
export function databaseFault(file: string, fault: unknown): unknown {
  if (fault instanceof DatabaseUnusable) return fault;
  for (let at = fault; at instanceof Error; at = at.cause) {
    const { code = '', message } = at as NodeJS.ErrnoException;
    if (/^SQLITE_(?:NOTADB|CORRUPT|IOERR_SHORT_READ|SCHEMA)/.test(code))
      return new DatabaseUnusable(file, 'damaged', fault);
    if (/^SQLITE_(?:BUSY|LOCKED)/.test(code)) return new DatabaseUnusable(file, 'locked', fault);
    // Kysely, of a migration that was run and that this version does not have.
    if (/^corrupted migrations: previously executed migration .* is missing$/.test(message)) {
      return new DatabaseUnusable(file, 'newer', fault);
    }
  }
  const kind = storageFaultKind(fault);
  return kind === null ? fault : new DatabaseUnusable(file, kind, fault);
}
