/**
 * How many letters a word has, and whether it is too short to say anything between two changes.
 *
 *     of (2)    의 (2)    的 (2)          a word of grammar
 *     fee (3)   비용 (4)   费用 (4)   ዋጋ (4)   one that says what is meant
 */

/**
 * Signs that stand for a syllable or a whole word: each says as much as two letters of an alphabet at least. Where vowels are
 * signs of their own (Thai, Devanagari), a letter is a letter.
 */
const SYLLABIC =
  /[\p{sc=Hang}\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Bopo}\p{sc=Ethi}\p{sc=Yiii}\p{sc=Cher}\p{sc=Cans}\p{sc=Vaii}]/u;
const LETTERS_OF_SYLLABLE = 2;
/** No such sign comes before this code unit; most words have none, and are not looked at further. */
const FIRST_SYLLABIC = 0x1100;

/** A word this short does not orient a reader between two changes ("of", "to", "а", "의", "的"). */
const SHORT_WORD_MAX = 2;
/** Of alphabets without spaces: two letters are as often as not a word that says something ("ตา", eye), one is not. */
const SHORT_UNSPACED_MAX = 1;
const STARTS_UNSPACED_ALPHABET = /^[\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/u;

/** Letters of a word, marks and digits included, in UTF-16 units; a sign for a syllable counts as two. */
export function lettersOf(word: string): number {
  let at = 0;
  while (at < word.length && word.charCodeAt(at) < FIRST_SYLLABIC) at += 1;
  if (at === word.length) return at;
  let letters = 0;
  for (const sign of word) letters += SYLLABIC.test(sign) ? LETTERS_OF_SYLLABLE : sign.length;
  return letters;
}

/** Whether a word of so many letters says too little to stand between two changes. */
export function isShort(word: string, letters: number): boolean {
  if (letters > SHORT_WORD_MAX) return false;
  return word.length <= SHORT_UNSPACED_MAX || !STARTS_UNSPACED_ALPHABET.test(word);
}
