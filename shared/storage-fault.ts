import { ServiceError } from './errors.ts';

/** Why a disk takes nothing: no space, no permission, or a failure. */
export type StorageFaultKind = 'full' | 'forbidden' | 'broken';

/** Codes of the operating system and of SQLite. `EDQUOT`: an account without its quota. */
const CODES: Readonly<Record<StorageFaultKind, RegExp>> = {
  full: /^(?:ENOSPC|EDQUOT|SQLITE_FULL)$/,
  forbidden: /^(?:EACCES|EPERM|EROFS|SQLITE_(?:READONLY|CANTOPEN|PERM).*)$/,
  broken: /^(?:EIO|SQLITE_IOERR.*)$/,
};

/** What happened, and the next step of a person. */
const TEXTS: Readonly<Record<StorageFaultKind, { readonly what: string; readonly remedy: string }>> = {
  full: {
    what: 'The disk that holds the data directory of the service is full.',
    remedy: 'Free some space on it, then try again.',
  },
  forbidden: {
    what: 'The service may not write its data directory.',
    remedy:
      'Its disk is read-only, or its account has no right to write there. Give the account that right, then try again.',
  },
  broken: {
    what: 'The disk that holds the data directory of the service failed.',
    remedy: 'Try again. If it fails again, the disk and the log of the service need a look.',
  },
};

/** Seconds after which a caller may try again on a disk that failed or that may not be written. */
const RETRY_SECONDS = 30;

/** What a fault, or a fault behind it, says of the disk; null for another fault. */
export function storageFaultKind(fault: unknown): StorageFaultKind | null {
  for (let at = fault; at instanceof Error; at = at.cause) {
    const { code, syscall } = at as { code?: unknown; syscall?: unknown };
    // A program that may not be run, or a port that may not be opened, is none of the disk.
    if (typeof syscall === 'string' && /^(?:spawn|listen|connect)/.test(syscall)) return null;
    for (const kind of ['full', 'forbidden', 'broken'] as const) {
      if (CODES[kind].test(String(code))) return kind;
    }
  }
  return null;
}

/** What happened to the disk, with the next step, in sentences. `outcome`, a sentence between them, says what was done. */
export function storageFaultText(kind: StorageFaultKind, outcome: string): string {
  const { what, remedy } = TEXTS[kind];
  return `${what} ${outcome} ${remedy}`;
}

/**
 * The error for a disk that is full, fails or may not be written; null for another fault. `outcome` is a sentence that
 * says what was done and what not.
 */
export function storageFault(outcome: string, fault: unknown): ServiceError | null {
  const kind = storageFaultKind(fault);
  if (kind === null) return null;
  if (kind === 'full') return storageFull(outcome, fault);
  const details = { retryAfterSeconds: RETRY_SECONDS };
  return new ServiceError('unavailable', storageFaultText(kind, outcome), details, { cause: fault });
}

/** The error for a full disk. `outcome` is as in `storageFault`. */
export function storageFull(outcome: string, cause?: unknown): ServiceError {
  return new ServiceError('storage_full', storageFaultText('full', outcome), {}, { cause });
}
