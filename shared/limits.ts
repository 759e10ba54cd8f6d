/** Limits of the service. Sizes in bytes, times in milliseconds. */

/** A serialized JSON text request, whole. */
export const INLINE_REQUEST_MAX_BYTES = 819_200;
/** A request, comparison included. */
export const SERVER_TIMEOUT_MS = 60_000;

/** The DOM envelope: a side above any of these is compared as text. */
export const ENVELOPE_MAX_HTML_BYTES = 512 * 1024;
export const ENVELOPE_MAX_BLOCK_ELEMENTS = 1_500;
export const ENVELOPE_MAX_TAGS = 12_000;
/** Tables in cells of tables; no page has more than a few, and each level costs the call stack some frames. */
export const ENVELOPE_MAX_TABLE_DEPTH = 100;

/** The guard: beyond these an input is refused as `document_too_complex`. */
export const GUARD_MAX_TAGS = 1_000_000;
export const GUARD_MAX_DEPTH = 2_000;
/** Above this size, more than one start tag for every `GUARD_BYTES_PER_TAG` bytes is refused. */
export const GUARD_DENSITY_FROM_BYTES = 64 * 1024;
export const GUARD_BYTES_PER_TAG = 5;

/** Structured pages. */
export const PAGE_DEFAULT_LIMIT = 100;
export const PAGE_MAX_LIMIT = 500;

/** How long a comparison is kept, and its token valid, when the request names no other time. */
export const STORED_TTL_SECONDS = 24 * 60 * 60;
/** How far ahead a viewer token's time may be. */
export const TOKEN_CLOCK_SKEW_SECONDS = 60;
/** How long an expired comparison is remembered, so that its links can say that they expired. */
export const TOMBSTONE_SECONDS = 7 * 24 * 60 * 60;

/** A window of the rate limits. */
export const RATE_WINDOW_MS = 60_000;
/** Reads of a comparison by a viewer token, from one address in one window. */
export const VIEWER_REQUESTS_PER_MINUTE = 60;

/** An `Idempotency-Key`: 16 to 128 letters, digits, hyphens, underscores, dots and colons. */
export const IDEMPOTENCY_KEY_PATTERN = '^[A-Za-z0-9._:-]{16,128}$';
/** How long the reply of an operation with a key is retained, counted from its admission. */
export const REPLY_RETENTION_SECONDS = 7 * 24 * 60 * 60;
/** A body above this size has to carry its SHA-256 in `x-cloud-content-sha256`. */
export const SIGNATURE_REQUIRED_ABOVE_BYTES = 1_048_576;

/** The replay cache: largest request, time an answer is kept, memory in all. */
export const REPLAY_MAX_REQUEST_BYTES = 64 * 1024;
export const REPLAY_MS = 10 * 60 * 1_000;
export const REPLAY_CACHE_BYTES = 64 * 1024 * 1024;

/** Uploads: how long their address takes bytes, and how long the bytes are kept. */
export const UPLOAD_URL_SECONDS = 15 * 60;
export const UPLOAD_RETENTION_SECONDS = 24 * 60 * 60;
/** A file name that comes with an upload. */
export const FILENAME_MAX_LENGTH = 255;

/** A one-time link to the browser page, and the session that it opens, counted from its last use. */
export const PAGE_LINK_SECONDS = 60 * 60;
export const PAGE_SESSION_SECONDS = 30 * 24 * 60 * 60;

/** A pairing of an extension: its time, and how often a code or a verifier may be wrong. */
export const PAIRING_SECONDS = 120;
export const PAIRING_TRIES = 5;

/** A DOCX archive: entries at most, and how many times its own size it may expand to. */
export const ARCHIVE_MAX_ENTRIES = 1_000;
export const ARCHIVE_MAX_RATIO = 100;

/**
 * Data of the pictures that the comparison of a DOCX shows of one side beyond the first place of each. A logo on every page comes
 * nowhere near; a file of 200 KB that names its picture a thousand times does.
 */
export const REPEATED_PICTURES_MAX_BYTES = 16 * 1024 * 1024;

/** A JSON request that compares documents, whole; raw bytes of both files in it; raw bytes of both uploads. */
export const DOCUMENT_REQUEST_MAX_BYTES = 2 * 1024 * 1024;
export const DIRECT_DOCUMENTS_MAX_BYTES = 750 * 1024;
export const DOCUMENTS_MAX_BYTES = 10 * 1024 * 1024;
/** The title of a stored comparison, in UTF-16 units. */
export const TITLE_MAX_LENGTH = 500;

/** A background job: its time, how often it runs again after a process that died, how long its file is kept. */
export const JOB_TIMEOUT_MS = 120_000;
export const JOB_RERUNS = 3;
export const ARTIFACT_RETENTION_SECONDS = 24 * 60 * 60;
/** Jobs of one caller that may be unfinished at the same time: more than a person has open, less than fills a disk. */
export const UNFINISHED_JOBS_MAX = 50;

/** Source pages: layout of one side, the whole request, pages and bytes of one PDF, its address, its file. */
export const PAGE_LAYOUT_MS = 30_000;
export const PAGE_BUDGET_MS = 55_000;
export const PAGES_MAX = 1_000;
export const PAGE_MAX_PDF_BYTES = 32 * 1024 * 1024;
export const PAGE_URL_SECONDS = 15 * 60;
export const PAGE_ARTIFACT_SECONDS = 24 * 60 * 60;
/** The preview cache of DOCX: pages that each side has to have, and how long a pair is remembered. */
export const PREVIEW_MIN_PAGES = 32;
export const PREVIEW_SECONDS = 60 * 60;
