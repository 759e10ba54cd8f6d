import { ServiceError } from './errors.ts';

/** Codes of the operating system and of SQLite for a disk without space, or an account without its quota. */
const FULL = new Set(['ENOSPC', 'EDQUOT', 'SQLITE_FULL']);

/** Whether a fault, or a fault behind it, says that the disk is full. */
export function isStorageFull(fault: unknown): boolean {
  for (let at = fault; at instanceof Error; at = at.cause) {
    if (FULL.has(String((at as { code?: unknown }).code))) return true;
  }
  return false;
}

/** Codes for a disk that fails, or that may not be written any more. */
const BROKEN = /^(?:EIO|EROFS|EACCES|EPERM|SQLITE_(?:IOERR|READONLY|CANTOPEN|PERM).*)$/;

/** Seconds after which a caller may try again on a disk that failed. */
const BROKEN_RETRY_SECONDS = 30;

/** Whether a fault, or a fault behind it, says that the disk failed or may not be written. */
export function isStorageBroken(fault: unknown): boolean {
  for (let at = fault; at instanceof Error; at = at.cause) {
    if (BROKEN.test(String((at as { code?: unknown }).code))) return true;
  }
  return false;
}

/** The error for a disk that fails. `outcome` is a sentence that says what was done and what not. */
export function storageBroken(outcome: string, cause?: unknown): ServiceError {
  return new ServiceError(
    'unavailable',
    `The disk that holds the data directory of the service failed. ${outcome} Try again. If it fails again, the disk and the log of the service need a look.`,
    { retryAfterSeconds: BROKEN_RETRY_SECONDS },
    { cause },
  );
}

/** The error for a disk that is full or fails; null for another fault. `outcome` is as in `storageFull`. */
export function storageFault(outcome: string, fault: unknown): ServiceError | null {
  if (isStorageFull(fault)) return storageFull(outcome, fault);
  return isStorageBroken(fault) ? storageBroken(outcome, fault) : null;
}

/** The error for a full disk. `outcome` is a sentence that says what was done and what not. */
export function storageFull(outcome: string, cause?: unknown): ServiceError {
  return new ServiceError(
    'storage_full',
    `The disk that holds the data directory of the service is full. ${outcome} Free some space on it, then try again.`,
    {},
    { cause },
  );
}
