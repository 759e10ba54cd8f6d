/**
 * White space for the readers: every character with the Unicode property White_Space. It includes U+00A0 and the
 * typographic spaces. Zero-width characters, U+FEFF and the soft hyphen are text.
 */
const NEEDS_COLLAPSE = /[\t-\r\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]| {2}/;
const WHITE_SPACE_RUNS = /[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/g;
const NOT_WHITE_SPACE = /[^\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/;

/** The text with each run of white space replaced by one U+0020. It is not trimmed. */
export function collapseWhiteSpace(text: string): string {
  return NEEDS_COLLAPSE.test(text) ? text.replace(WHITE_SPACE_RUNS, ' ') : text;
}

/** Whether the text has only white space. */
export function isBlank(text: string): boolean {
  return !NOT_WHITE_SPACE.test(text);
}

/** The text without a leading byte order mark (U+FEFF). */
export function dropByteOrderMark(text: string): string {
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}

/** The text with U+000A as its only line end: CR LF and lone CR become LF. */
export function unifyLineEnds(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}
