/**
 * Where everything is, below the service's origin. Apart from the schemas, so that a page which only calls the service
 * does not carry the schema library.
 */

/** Compares two texts. */
export const COMPARE_TEXT_PATH = '/v1/diffsvc/html';
/** Compares two documents. */
export const COMPARE_DOCUMENTS_PATH = '/v1/diffsvc/documents';
/** One's own stored comparisons. */
export const COMPARISONS_PATH = '/v1/diffsvc/comparisons';
/** A stored comparison; `:comparisonId` stands for the id. */
export const COMPARISON_PATH = '/v1/diffsvc/comparisons/:comparisonId';
/** Further links to a stored comparison. */
export const SHARES_PATH = '/v1/diffsvc/comparisons/:comparisonId/shares';
/** Files made of a stored comparison. */
export const EXPORTS_PATH = '/v1/diffsvc/comparisons/:comparisonId/exports';
/** One's own background jobs. */
export const JOBS_PATH = '/v1/diffsvc/jobs';
/** A background job; `:jobId` stands for the id. */
export const JOB_PATH = '/v1/diffsvc/jobs/:jobId';
/** The file that a job made. */
export const JOB_RESULT_PATH = '/v1/diffsvc/jobs/:jobId/result';
/** Pages of a comparison's changes; `:comparisonId` stands for the id. */
export const CHANGES_PATH = '/v1/diffsvc/comparisons/:comparisonId/changes';
/** The rendered pages of a source; `:pageId` stands for the id. */
export const SOURCE_PAGES_PATH = '/v1/diffsvc/pages/:pageId';
/** Announces an upload. */
export const UPLOADS_PATH = '/v1/diffsvc/uploads';
/** Takes the bytes of an upload; `:uploadId` stands for the id. */
export const UPLOAD_BYTES_PATH = '/v1/diffsvc/uploads/:uploadId';
/** API keys of the owner; one key by its id. */
export const KEYS_PATH = '/v1/diffsvc/keys';
export const KEY_PATH = '/v1/diffsvc/keys/:keyId';
/** Units of the caller's month. */
export const USAGE_PATH = '/v1/diffsvc/usage';
/** Opens a session of the browser page with the code of a one-time link; the session itself. */
export const SESSIONS_PATH = '/v1/sessions';
export const SESSION_PATH = '/v1/sessions/:sessionId';
/** Pairings of browser extensions: begin one, look at them, confirm or refuse one, exchange it for a key. */
export const PAIRINGS_PATH = '/v1/pairings';
export const PAIRING_PATH = '/v1/pairings/:pairingId';
export const PAIRING_CONFIRMATION_PATH = '/v1/pairings/:pairingId/confirmation';
export const PAIRING_KEY_PATH = '/v1/pairings/:pairingId/key';
/** Where the owner's installation keeps its data. */
export const INSTALLATION_PATH = '/v1/installation';
/** Whether the service takes requests. */
export const HEALTH_PATH = '/v1/health';
/** The description of the interface. */
export const OPENAPI_PATH = '/v1/openapi.json';
/** Stylesheet of fragments. */
export const STYLESHEET_PATH = '/styles/v1/diffsvc.css';
/** Script with which another page frames a comparison, and its types. */
export const EMBED_SCRIPT_PATH = '/scripts/v1/diffsvc.js';
export const EMBED_TYPES_PATH = '/scripts/v1/diffsvc.d.ts';
/** The page that shows a hosted comparison, and the one to be framed. */
export const VIEW_PATH = '/view/:comparisonId';
export const EMBED_PATH = '/embed/:comparisonId';
/** The reference of the interface for people. */
export const DOCS_PATH = '/docs';
/** The browser page. */
export const PAGE_PATH = '/';
