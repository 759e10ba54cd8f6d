/**
 * Splits text into the tokens that are compared. Words keep their apostrophes, hyphens and inner stops, numbers their
 * signs and separators. URLs and e-mail addresses are one token; so is every other grapheme. White space is no token.
 * It belongs to the gap between two tokens, and is compared when the gap is written.
 */
import { STARTS_UNSPACED, UNSPACED, UNSPACED_RUN, UnspacedWords } from './unspaced-words.ts';

// Characters of a word: letters, digits, marks, soft hyphen, joiners, underscore. Some marks of other scripts are
// also used with unspaced ones; a mark always belongs to the character before it.
const WORD = String.raw`[[[\p{L}\p{N}\u00AD\u200C\u200D_]--[${UNSPACED}]]\p{M}]`;

// A sign belongs to the amount after it, unless a preceding character makes it a separator ("10-5").
const SIGN_OF_NUMBER = String.raw`(?:(?<![\p{L}\p{N}\p{M}_\)\]+\-\u2212])[+\-\u2212\u00B1](?=\p{Sc}?\p{N}))`;

// Groups of three digits with spaces between them ("1 130 000"). The number of groups is limited, so that a row of
// three-digit numbers is not one number.
const GROUP_SPACE = String.raw`[ \u00A0\u2007\u2009\u202F]`;
const GROUPED_DIGITS = String.raw`(?<!\p{N}${GROUP_SPACE})\p{N}{1,3}(?:${GROUP_SPACE}\p{N}{3}){1,3}(?!${WORD}|${GROUP_SPACE}\p{N})(?:[.,]\p{N}+)?`;
// Dots in abbreviations, host names and file names: "U.S", "e.g", "example.org". Before a capital letter, a sentence
// may have ended, and a paragraph may have been merged with the next.
const DOT_IN_WORD = String.raw`(?<=\p{L})\.(?=\p{Ll})|(?<=(?<![\p{L}\p{N}])\p{Lu})\.(?=\p{Lu}(?![\p{L}\p{N}]))`;
// A span of years is a range of two numbers. Dates, telephone numbers and codes with hyphens are one token.
const YEAR = String.raw`[12]\p{Nd}{3}`;
const BETWEEN_YEARS = String.raw`(?<=(?<![\p{L}\p{N}\-])${YEAR})-${YEAR}(?![\p{L}\p{N}\-])`;
// A per cent sign or currency directly after an amount.
const UNIT = String.raw`(?:[%\u2030]|(?<=\p{N})\p{Sc}(?!\p{N}))`;

/*
 * Alternatives in order. Lengths inside the e-mail pattern are bounded (RFC 5321, 4.5.3.1). So each token of a long
 * dotted run without an "@" costs at most a constant. The last label begins with a letter, as top-level domains do (RFC
 * 3696, section 2). So "npm@1.2" is a name and its version.
 */
const TOKEN = new RegExp(
  [
    String.raw`(?:(?:https?|ftp):\/\/|www\.)[^\s<>"]*[^\s<>"'.,;:!?\u2019\u201D\)\]\}]`,
    String.raw`[\p{L}\p{N}._%+\-]{1,64}@[\p{L}\p{N}\-]{1,63}(?:\.[\p{L}\p{N}\-]{1,63}){0,7}\.\p{L}[\p{L}\p{N}\-]{0,62}`,
    String.raw`${SIGN_OF_NUMBER}?\p{Sc}?${GROUPED_DIGITS}${UNIT}?`,
    String.raw`${SIGN_OF_NUMBER}?\p{Sc}?${WORD}+(?:(?:(?!${BETWEEN_YEARS})['\u2019\u2010\u2011\-](?=[\p{L}\p{N}])|(?<=\p{N})[.,:\/\u066B\u066C](?=\p{N})|${DOT_IN_WORD})${WORD}+)*${UNIT}?`,
    UNSPACED_RUN,
    String.raw`\p{RI}\p{RI}?`,
    String.raw`\p{Extended_Pictographic}[\p{M}\p{EMod}]*(?:\u200D\p{Extended_Pictographic}[\p{M}\p{EMod}]*)*`,
    // A space that carries a mark is a grapheme, and a token.
    String.raw`\s+(?!\p{M})`,
    String.raw`.\p{M}*`,
  ].join('|'),
  'gvs',
);
const STARTS_URL = /^(?:(?:https?|ftp):\/\/|www\.)/;
const IS_SPACE = /^\s+$/u;

/**
 * The tokens of a text as UTF-16 offsets: start and end of each token, alternately. No token contains white space.
 * The result is deterministic for one runtime, because its ICU data define the words of unspaced scripts. `unspaced`
 * remembers these words.
 */
export function tokenize(text: string, unspaced = new UnspacedWords()): number[] {
  const bounds: number[] = [];
  for (let at = 0; at < text.length;) {
    TOKEN.lastIndex = at;
    // Always true: the alternatives cover every character.
    TOKEN.test(text);
    const end = withOwnBracket(text, at, TOKEN.lastIndex);
    const token = text.slice(at, end);
    if (STARTS_UNSPACED.test(token)) {
      let start = at;
      for (const wordEnd of unspaced.endsIn(text, at, end)) {
        bounds.push(start, at + wordEnd);
        start = at + wordEnd;
      }
    } else if (!IS_SPACE.test(token)) bounds.push(at, end);
    at = end;
  }
  return bounds;
}

/** The end of a token, after the bracket that closes one within a URL: "https://example.org/Law_(principle)". */
function withOwnBracket(text: string, at: number, end: number): number {
  if (text[end] !== ')') return end;
  const token = text.slice(at, end);
  if (!STARTS_URL.test(token)) return end;
  let open = 0;
  for (const sign of token) open += sign === '(' ? 1 : sign === ')' ? -1 : 0;
  return open > 0 ? end + 1 : end;
}
