/**
 * Cuts text into the tokens that are compared: words with their apostrophes, hyphens and inner stops, numbers with their signs and separators,
 * URLs and e-mail addresses whole, every other grapheme alone. White space is no token: it belongs to the gap between
 * two tokens and is compared when the gap is written.
 */
import type { IntList } from '../int-list.ts';
import { STRETCH } from '../stretch.ts';
import { STARTS_UNSPACED, UNSPACED, UNSPACED_RUN, UnspacedWords } from './unspaced-words.ts';

// What a word is made of: letters, digits, marks, soft hyphen, the joiners, underscore. Some marks of other scripts are used
// with unspaced ones as well; a mark belongs to what stands before it in any case.
const WORD = String.raw`[[[\p{L}\p{N}\u00AD\u200C\u200D_]--[${UNSPACED}]]\p{M}]`;

// A sign belongs to the amount behind it, and not where something goes before it that it could part from it ("10-5").
const SIGN_OF_NUMBER = String.raw`(?:(?<![\p{L}\p{N}\p{M}_\)\]+\-\u2212])[+\-\u2212\u00B1](?=\p{Sc}?\p{N}))`;

// Digits in groups of three with spaces between them ("1 130 000"): so few groups that it is one number, and not one of a row
// of numbers with three digits.
const GROUP_SPACE = String.raw`[ \u00A0\u2007\u2009\u202F]`;
const GROUPED_DIGITS = String.raw`(?<!\p{N}${GROUP_SPACE})\p{N}{1,3}(?:${GROUP_SPACE}\p{N}{3}){1,3}(?!${WORD}|${GROUP_SPACE}\p{N})(?:[.,]\p{N}+)?`;
// In abbreviations and names of hosts and files: "U.S", "e.g", "example.org". Before a capital a sentence may have ended, and
// a paragraph that was joined with the next.
const DOT_IN_WORD = String.raw`(?<=\p{L})\.(?=\p{Ll})|(?<=(?<![\p{L}\p{N}])\p{Lu})\.(?=\p{Lu}(?![\p{L}\p{N}]))`;
// Years from and to: a range of two numbers, while dates, telephone numbers and codes with hyphens are one.
const YEAR = String.raw`[12]\p{Nd}{3}`;
const BETWEEN_YEARS = String.raw`(?<=(?<![\p{L}\p{N}\-])${YEAR})-${YEAR}(?![\p{L}\p{N}\-])`;
// A per cent sign or currency right behind an amount.
const UNIT = String.raw`(?:[%\u2030]|(?<=\p{N})\p{Sc}(?!\p{N}))`;

/*
 * Alternatives in order. Lengths inside the e-mail pattern are bounded (RFC 5321, 4.5.3.1), so that a long dotted run
 * without an "@" costs no more than a constant for each of its tokens. The last label begins with a letter, as top-level domains do
 * (RFC 3696, section 2): "npm@1.2" is a name and its version.
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
 * Writes down the tokens of a text in order: where each begins, and where it ends. None touches white space. Deterministic for one
 * runtime: word boundaries of unspaced scripts come from its ICU data. `unspaced` remembers them.
 */
export function tokenize(text: string, bounds: IntList, unspaced = new UnspacedWords()): void {
  for (let at = 0; at < text.length;) at = readStretch(text, at, bounds, unspaced);
}

/** The tokens that begin before a stretch is over, from `start` on. Gives where the next one begins. */
function readStretch(text: string, start: number, bounds: IntList, unspaced: UnspacedWords): number {
  const until = Math.min(text.length, start + STRETCH);
  let at = start;
  while (at < until) {
    let end = endOfPlain(text, at);
    if (end === at) {
      TOKEN.lastIndex = at;
      // Always true, as the alternatives take every character between them. `test` makes no object for the match.
      TOKEN.test(text);
      end = withOwnBracket(text, at, TOKEN.lastIndex);
      const token = text.slice(at, end);
      if (STARTS_UNSPACED.test(token)) pushWords(unspaced.endsIn(text, at, end), at, bounds);
      else if (!IS_SPACE.test(token)) pushToken(bounds, at, end);
    } else if (kindAt(text, at) !== SPACE) pushToken(bounds, at, end);
    at = end;
  }
  return at;
}

function pushToken(bounds: IntList, start: number, end: number): void {
  bounds.push(start);
  bounds.push(end);
}

/** The end of a token, behind the bracket that closes one within a URL: "https://example.org/Law_(principle)". */
function withOwnBracket(text: string, at: number, end: number): number {
  if (text[end] !== ')') return end;
  const token = text.slice(at, end);
  if (!STARTS_URL.test(token)) return end;
  let open = 0;
  for (const sign of token) open += sign === '(' ? 1 : sign === ')' ? -1 : 0;
  return open > 0 ? end + 1 : end;
}

/*
 * Most tokens are ASCII words, single signs and spaces, whose ends can be seen without the pattern. What may go on in any
 * other way is left to it.
 */
const [OTHER, SPACE, LETTER, DIGIT, SIGN] = [0, 1, 2, 3, 4];
const KIND = Uint8Array.from({ length: 128 }, (_, unit) => {
  const character = String.fromCharCode(unit);
  if (/\s/.test(character)) return SPACE;
  if (/[A-Za-z]/.test(character)) return LETTER;
  if (/[0-9]/.test(character)) return DIGIT;
  // Signs that begin no number and no address.
  return /[!"#&'()*,\/:;<=>?@[\\\]^`{|}~]/.test(character) ? SIGN : OTHER;
});
/** After a word these may belong to it, to an address or to a URL: "it's", "a@b", "http://". */
const GOES_ON = unitsOf("':@");
/** After a digit these may belong to the number. */
const NUMBER_GOES_ON = unitsOf("':@,/");

const [SPACE_UNIT, SLASH_UNIT, AT_UNIT] = unitsOf(' /@');

function unitsOf(signs: string): readonly number[] {
  return Array.from(signs, (sign) => sign.charCodeAt(0));
}

function kindAt(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return unit < KIND.length ? KIND[unit]! : OTHER;
}

/** End of the ASCII word, sign or space at `at`; `at` itself where the pattern has to look. */
function endOfPlain(text: string, at: number): number {
  const first = kindAt(text, at);
  if (first === OTHER) return at;
  let end = at + 1;
  let last = first;
  if (first === LETTER || first === DIGIT) {
    for (let kind = kindAt(text, end); kind === LETTER || kind === DIGIT; kind = kindAt(text, end)) {
      last = kind;
      end += 1;
    }
  }
  if (end === text.length) return end;
  const next = text.charCodeAt(end);
  // Something else may be a mark, which belongs to what stands before it.
  if (first === SPACE || first === SIGN) return next < KIND.length ? end : at;
  if (kindAt(text, end) === OTHER) return at;
  if (last === DIGIT && next === SPACE_UNIT) return kindAt(text, end + 1) === DIGIT ? at : end;
  if (!(last === DIGIT ? NUMBER_GOES_ON : GOES_ON).includes(next) || end + 1 === text.length) return end;
  // No sign goes on before another, but for those of "http://" and of an address, nor before a space.
  const behind = kindAt(text, end + 1);
  const ends = next !== AT_UNIT && (behind === SPACE || behind === SIGN) && text.charCodeAt(end + 1) !== SLASH_UNIT;
  return ends ? end : at;
}

/** `ends`: where the words end, from `start` on. */
function pushWords(ends: readonly number[], start: number, bounds: IntList): void {
  let from = start;
  for (let k = 0; k < ends.length; k += 1) {
    pushToken(bounds, from, start + ends[k]!);
    from = start + ends[k]!;
  }
}
