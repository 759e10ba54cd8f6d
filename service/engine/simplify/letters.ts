/**
 * Counts the letters of a word, and decides whether it is too short to be informative between two changes.
 *
 *     of (2)    의 (2)    的 (2)          a word of grammar
 *     fee (3)   비용 (4)   费用 (4)   ዋጋ (4)   a word with content
 */

/**
 * Signs for a syllable or a whole word: each is as informative as at least two letters of an alphabet. In scripts
 * whose vowels are signs of their own (Thai, Devanagari), a letter counts as a letter.
 */
const SYLLABIC =
  /[\p{sc=Hang}\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Bopo}\p{sc=Ethi}\p{sc=Yiii}\p{sc=Cher}\p{sc=Cans}\p{sc=Vaii}]/u;
const LETTERS_OF_SYLLABLE = 2;
/** First code unit of such a sign. Most words have only lower ones and need no further check. */
const FIRST_SYLLABIC = 0x1100;

/** A word this short does not orient a reader between two changes ("of", "to", "а", "의", "的"). */
const SHORT_WORD_MAX = 2;
/** The limit for alphabets without spaces: two letters often are a word with content ("ตา", eye), one letter is not. */
const SHORT_UNSPACED_MAX = 1;
const STARTS_UNSPACED_ALPHABET = /^[\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/u;

/** Letters of a word, including marks and digits, in UTF-16 units; a sign for a syllable counts as two. */
export function lettersOf(word: string): number {
  let at = 0;
  while (at < word.length && word.charCodeAt(at) < FIRST_SYLLABIC) at += 1;
  if (at === word.length) return at;
  let letters = 0;
  for (const sign of word) letters += SYLLABIC.test(sign) ? LETTERS_OF_SYLLABLE : sign.length;
  return letters;
}

/** Whether a word with this many letters is too short to stay between two changes. */
export function isShort(word: string, letters: number): boolean {
  if (letters > SHORT_WORD_MAX) return false;
  return word.length <= SHORT_UNSPACED_MAX || !STARTS_UNSPACED_ALPHABET.test(word);
}
