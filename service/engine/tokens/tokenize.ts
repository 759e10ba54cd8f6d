/**
 * Cuts text into the tokens that are compared: words with their apostrophes and hyphens, numbers with their separators,
 * URLs and e-mail addresses whole, every other grapheme alone. White space is no token: it belongs to the gap between
 * two tokens and is compared when the gap is written.
 */

// Letters of the scripts that are written without spaces; a segmenter finds their words.
const UNSPACED = String.raw`\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}`;
// What a word is made of: letters, digits, marks, soft hyphen, the joiners, underscore.
const WORD = String.raw`[[\p{L}\p{N}\p{M}\u00AD\u200C\u200D_]--[${UNSPACED}]]`;

/*
 * Alternatives in order. Lengths inside the e-mail pattern are bounded (RFC 5321, 4.5.3.1), so that a long dotted run
 * without an "@" costs no more than a constant for each of its tokens.
 */
const TOKEN = new RegExp(
  [
    String.raw`(?:https?|ftp):\/\/[^\s<>"]*[^\s<>"'.,;:!?\u2019\u201D\)\]\}]`,
    String.raw`[\p{L}\p{N}._%+\-]{1,64}@[\p{L}\p{N}\-]{1,63}(?:\.[\p{L}\p{N}\-]{1,63}){1,8}`,
    String.raw`\p{Sc}?${WORD}+(?:(?:['\u2019\u2010\u2011\-](?=[\p{L}\p{N}])|(?<=\p{N})[.,:\/](?=\p{N}))${WORD}+)*%?`,
    String.raw`[${UNSPACED}][${UNSPACED}\p{M}]*`,
    String.raw`\p{RI}\p{RI}?`,
    String.raw`\p{Extended_Pictographic}[\p{M}\p{EMod}]*(?:\u200D\p{Extended_Pictographic}[\p{M}\p{EMod}]*)*`,
    // A space that carries a mark is a grapheme, and a token.
    String.raw`\s+(?!\p{M})`,
    String.raw`.\p{M}*`,
  ].join('|'),
  'gvs',
);
const STARTS_UNSPACED = new RegExp(`^[${UNSPACED}]`, 'v');
const IS_SPACE = /^\s+$/u;

// One segmenter for every language: the dictionaries of the unspaced scripts do not depend on the locale.
const SEGMENTER = new Intl.Segmenter('en', { granularity: 'word' });
// The segmenter's cost grows faster than the length of its input; longer runs are cut, at most one word each suffers.
const SEGMENTER_MAX_UNITS = 2_000;

/** Token boundaries of a text, in UTF-16 code units: token `i` is `[starts[i], ends[i])`. Ascending, not touching white space. */
export interface TokenRanges {
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/** Finds the tokens of a text. Deterministic for one runtime: word boundaries of unspaced scripts come from its ICU data. */
export function tokenize(text: string): TokenRanges {
  const starts: number[] = [];
  const ends: number[] = [];
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(text); match !== null; match = TOKEN.exec(text)) {
    const token = match[0];
    const start = match.index;
    if (IS_SPACE.test(token)) continue;
    if (STARTS_UNSPACED.test(token)) {
      pushSegments(token, start, starts, ends);
    } else {
      starts.push(start);
      ends.push(start + token.length);
    }
  }
  return { starts, ends };
}

function pushSegments(run: string, offset: number, starts: number[], ends: number[]): void {
  for (let at = 0; at < run.length;) {
    let end = Math.min(run.length, at + SEGMENTER_MAX_UNITS);
    // Never cut a surrogate pair.
    if (end < run.length && (run.charCodeAt(end) & 0xfc00) === 0xdc00) end -= 1;
    for (const { index, segment } of SEGMENTER.segment(run.slice(at, end))) {
      starts.push(offset + at + index);
      ends.push(offset + at + index + segment.length);
    }
    at = end;
  }
}
