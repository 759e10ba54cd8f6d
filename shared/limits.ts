/**
 * Limits that several parts share. Sizes are in bytes, times in milliseconds, unless the name has another unit. A
 * limit of one part stands in that part.
 */

/** Maximum size of a JSON text request. */
export const INLINE_REQUEST_MAX_BYTES = 819_200;
/** Maximum duration of a request, comparison included. */
export const SERVER_TIMEOUT_MS = 60_000;
/** Maximum raw size of two uploaded documents together. */
export const DOCUMENTS_MAX_BYTES = 10 * 1024 * 1024;

/** Maximum nesting of an input. A deeper one is refused as `document_too_complex`. */
export const GUARD_MAX_DEPTH = 2_000;

/** Default number of changes in a structured page. */
export const PAGE_DEFAULT_LIMIT = 100;
/** Maximum number of changes in a structured page. */
export const PAGE_MAX_LIMIT = 500;

/** Time in which links of an expired comparison still answer that they expired. */
export const TOMBSTONE_SECONDS = 7 * 24 * 60 * 60;

/** An `Idempotency-Key`: 16 to 128 letters, digits, hyphens, underscores, dots and colons. */
export const IDEMPOTENCY_KEY_PATTERN = '^[A-Za-z0-9._:-]{16,128}$';
