/**
 * Limits that several parts share. Sizes are in bytes, times in milliseconds, unless the name has another unit. A
 * limit of one part is in that part.
 */

/** Maximum size of a JSON text request. */
export const INLINE_REQUEST_MAX_BYTES = 819_200;
/** Maximum duration of a request, comparison included. */
export const SERVER_TIMEOUT_MS = 60_000;
/**
 * Maximum duration of a document comparison of the owner of the machine, who waits or cancels. Processor time and memory
 * are the limits that follow: a busy machine is no large document.
 */
export const OWN_TIMEOUT_MS = 600_000;
/**
 * Maximum raw size of one document of the owner of the machine: in the application, the desktop, the extension and the
 * command line. Memory and processor time are the limits that follow.
 */
export const OWN_DOCUMENT_MAX_BYTES = 100 * 1024 * 1024;
/** Maximum raw size of two uploaded documents together, of any other caller. */
export const DOCUMENTS_MAX_BYTES = 10 * 1024 * 1024;
/** One metered unit: 100 KiB of both inputs together. */
export const METERED_UNIT_BYTES = 102_400;
