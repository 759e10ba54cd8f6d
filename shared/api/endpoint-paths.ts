/**
 * Where everything is, below the service's origin. Apart from the schemas, so that a page which only calls the service
 * does not carry the schema library.
 */

/** Compares two texts (specification 4.1). */
export const COMPARE_TEXT_PATH = '/v1/diffsvc/html';
/** Pages of a comparison's changes (specification 4.5); `:comparisonId` stands for the id. */
export const CHANGES_PATH = '/v1/diffsvc/comparisons/:comparisonId/changes';
/** Announces an upload (specification 4.3). */
export const UPLOADS_PATH = '/v1/diffsvc/uploads';
/** Takes the bytes of an upload (specification 4.4); `:uploadId` stands for the id. */
export const UPLOAD_BYTES_PATH = '/v1/diffsvc/uploads/:uploadId';
/** Whether the service takes requests. */
export const HEALTH_PATH = '/v1/health';
/** The description of the interface. */
export const OPENAPI_PATH = '/v1/openapi.json';
/** Stylesheet of fragments (specification 4.7). */
export const STYLESHEET_PATH = '/styles/v1/diffsvc.css';
/** The browser page. */
export const PAGE_PATH = '/';
