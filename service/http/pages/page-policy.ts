/** All that a page of the service may do: its own scripts and styles, images that are inside it, and calls to this service. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "object-src 'none'",
];

/** Content-Security-Policy of a page that only pages of the service may frame. */
export const PAGE_POLICY = [...POLICY, "frame-ancestors 'self'"].join('; ');

/** Of a page that every page may frame, so that it says nothing of frames at all (completion, section 7). */
export const FRAMED_PAGE_POLICY = POLICY.join('; ');
