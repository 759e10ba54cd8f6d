/**
 * Limits that several parts share. Sizes are in bytes, times in milliseconds, unless the name has another unit. A
 * limit of one part is in that part.
 */

/** Maximum size of a JSON text request. */
export const INLINE_REQUEST_MAX_BYTES = 819_200;
/** Maximum duration of a request, comparison included. */
export const SERVER_TIMEOUT_MS = 60_000;
/** Maximum raw size of two uploaded documents together. */
export const DOCUMENTS_MAX_BYTES = 10 * 1024 * 1024;
