/**
 * The permissions of a page of the service. It may use its own scripts, styles and fonts, and embedded images, and may
 * call this service.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "object-src 'none'",
];

/** Content-Security-Policy of a page that only pages of the service may frame. */
export const PAGE_POLICY = [...POLICY, "frame-ancestors 'self'"].join('; ');

/** Content-Security-Policy of a page that every page may frame, so it does not mention frames. */
export const FRAMED_PAGE_POLICY = POLICY.join('; ');
