/**
 * Paths of all endpoints, below the service's origin. They are separate from the schemas, so a page that only calls
 * the service does not load the schema library.
 */

/** Compares two texts. */
export const COMPARE_TEXT_PATH = '/v1/diffsvc/html';
/** Compares two documents. */
export const COMPARE_DOCUMENTS_PATH = '/v1/diffsvc/documents';
/** The caller's stored comparisons. */
export const COMPARISONS_PATH = '/v1/diffsvc/comparisons';
/** A stored comparison; `:comparisonId` is its id. */
export const COMPARISON_PATH = '/v1/diffsvc/comparisons/:comparisonId';
/** Further links to a stored comparison. */
export const SHARES_PATH = '/v1/diffsvc/comparisons/:comparisonId/shares';
/** Files made of a stored comparison. */
export const EXPORTS_PATH = '/v1/diffsvc/comparisons/:comparisonId/exports';
/** The owner's reviews, and one review; `:reviewId` is its id. */
export const REVIEWS_PATH = '/v1/diffsvc/reviews';
export const REVIEW_PATH = '/v1/diffsvc/reviews/:reviewId';
/** What happens to the owner's reviews, as one stream of events. */
export const REVIEW_EVENTS_PATH = '/v1/diffsvc/reviews/events';
/** The earlier reviews of a comparison. */
export const REVIEW_SEARCH_PATH = '/v1/diffsvc/reviews/search';
/** The steps of a review, and the changes that it is about. */
export const REVIEW_OPERATIONS_PATH = '/v1/diffsvc/reviews/:reviewId/operations';
export const REVIEW_CHANGES_PATH = '/v1/diffsvc/reviews/:reviewId/changes';
/** The caller's background jobs. */
export const JOBS_PATH = '/v1/diffsvc/jobs';
/** A background job; `:jobId` is its id. */
export const JOB_PATH = '/v1/diffsvc/jobs/:jobId';
/** The file that a job made. */
export const JOB_RESULT_PATH = '/v1/diffsvc/jobs/:jobId/result';
/** Pages of a comparison's changes; `:comparisonId` is its id. */
export const CHANGES_PATH = '/v1/diffsvc/comparisons/:comparisonId/changes';
/** The pages of a comparison with its changes marked; `:comparisonId` is its id. */
export const PAGE_MARKS_PATH = '/v1/diffsvc/comparisons/:comparisonId/pages/marks';
/** The rendered pages of a source; `:pageId` is its id. */
export const SOURCE_PAGES_PATH = '/v1/diffsvc/pages/:pageId';
/** Announces an upload. */
export const UPLOADS_PATH = '/v1/diffsvc/uploads';
/** Takes the bytes of an upload; `:uploadId` is its id. */
export const UPLOAD_BYTES_PATH = '/v1/diffsvc/uploads/:uploadId';
/** The owner's API keys, and one key by its id. */
export const KEYS_PATH = '/v1/diffsvc/keys';
export const KEY_PATH = '/v1/diffsvc/keys/:keyId';
/** Units of the caller's month. */
export const USAGE_PATH = '/v1/diffsvc/usage';
/** Sessions of the browser page. The code of a one-time link opens one. */
export const SESSIONS_PATH = '/v1/sessions';
export const SESSION_PATH = '/v1/sessions/:sessionId';
/** Signs a browser in on the desktop of the account that runs the service. */
export const SIGN_IN_PATH = '/v1/sign-in';
/** Pairings of browser extensions: begin, read, confirm, refuse, and exchange for a key. */
export const PAIRINGS_PATH = '/v1/pairings';
export const PAIRING_PATH = '/v1/pairings/:pairingId';
export const PAIRING_CONFIRMATION_PATH = '/v1/pairings/:pairingId/confirmation';
export const PAIRING_KEY_PATH = '/v1/pairings/:pairingId/key';
/** Facts about the owner's installation, such as its data folder. */
export const INSTALLATION_PATH = '/v1/installation';
/** Whether the service accepts requests. */
export const HEALTH_PATH = '/v1/health';
/** The description of the interface. */
export const OPENAPI_PATH = '/v1/openapi.json';
/** The stylesheet of fragments. */
export const STYLESHEET_PATH = '/styles/v1/diffsvc.css';
/** The script with which another page embeds a comparison, and its types. */
export const EMBED_SCRIPT_PATH = '/scripts/v1/diffsvc.js';
export const EMBED_TYPES_PATH = '/scripts/v1/diffsvc.d.ts';
/** The page that shows a hosted comparison, and the page for frames. */
export const VIEW_PATH = '/view/:comparisonId';
export const EMBED_PATH = '/embed/:comparisonId';
/** The reference of the interface, for people. */
export const DOCS_PATH = '/docs';
/** The browser page. */
export const PAGE_PATH = '/';
