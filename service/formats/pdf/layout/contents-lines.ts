/**
 * Tells a table of contents without leaders from a table. Each of its lines is an entry that ends with a page number.
 *
 *     1.1  Scope          3
 *     1.2  Definitions    3        →   three paragraphs
 *     2    Services       5
 */

/** Number of a chapter, figure or appendix. */
const NUMBERED = /^(?:(?:\p{L}{3,12}\.?\s)?(?:\d{1,3}(?:\.\d{1,3})*\.?|[A-Z]|[IVXLC]{1,7}\.?))(?=$|\s|\p{L})/u;
const PAGE = /^\d{1,4}$/u;
/** Fewest entries. */
const ENTRIES = 4;
/** Part of the entries with a number of their own. */
const NUMBERED_SHARE = 0.7;

/**
 * Whether the lines of a table are entries of a table of contents. Each ends with a page number that is no smaller than
 * the one before. Most begin with a number of their own.
 *
 * @param lines the text of each line up to its last word, and that word
 */
export function areContents(lines: readonly (readonly [text: string, last: string])[]): boolean {
  if (lines.length < ENTRIES) return false;
  let before = 0;
  let numbered = 0;
  for (const [text, last] of lines) {
    const page = last.trim();
    if (!PAGE.test(page) || Number(page) < before || !/\p{L}{2}/u.test(text)) return false;
    before = Number(page);
    if (NUMBERED.test(text.trim())) numbered += 1;
  }
  return numbered >= NUMBERED_SHARE * lines.length;
}
