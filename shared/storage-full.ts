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

/** The error for a full disk. `outcome` is a sentence that says what was done and what not. */
export function storageFull(outcome: string, cause?: unknown): ServiceError {
  return new ServiceError(
    'storage_full',
    `The disk that holds the data directory of the service is full. ${outcome} Free some space on it, then try again.`,
    {},
    { cause },
  );
}
