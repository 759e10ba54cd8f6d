/** Words in the common spelling of two readers of one file. */

/** A word with its place. */
export interface Word {
  /** The normalised word. */
  readonly text: string;
  /** The page, from 1; absent where the format has no pages. */
  readonly page?: number;
  /** The last page that the word may be on, if only the first page of its block is known. */
  readonly lastPage?: number;
  /** It begins an item of a list. */
  readonly startsItem?: true;
  /** It ends its line with a hyphen, so the word may continue on the next line. */
  readonly breaks?: true;
  /** The reader saw it and left it out of the compared text: a running header, a watermark, a line number. */
  readonly leftOut?: true;
}

/**
 * Characters that show nothing: soft hyphens, joiners, marks of direction (Unicode property
 * `Default_Ignorable_Code_Point`), and control characters other than white space.
 */
const INVISIBLE = /\p{DI}|(?!\s)\p{Cc}/gu;
/** Fill between an entry and its page number. Readers disagree about how many dots that is. */
const LEADER = /(?:[.·․‥…]\s?){3,}|_{3,}/gu;
/** Both boxes mean "chosen". One reader says how the box is drawn, and the other that it is chosen. */
const CHOSEN = /\u2612/gu;
/**
 * A character of a script without spaces is a word of its own, with its marks. Otherwise a word is the letters up to
 * white space.
 */
const UNSPACED = String.raw`\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}`;
const WORD = new RegExp(String.raw`[${UNSPACED}]\p{M}*|[^\s${UNSPACED}]+`, 'gu');

/**
 * The words of a text. No rule can hide a lost word. Invisible characters are dropped. Compatibility forms such as
 * ligatures and full-width letters are resolved (Unicode NFKC). Leaders are white space. A crossed and a ticked box are
 * one.
 */
export function wordsOf(text: string): string[] {
  const shown = text.replace(INVISIBLE, '').replace(LEADER, ' ').normalize('NFKC').replace(CHOSEN, '\u2611');
  return shown.match(WORD) ?? [];
}

/** The places of the words in a text as it is, half-open, in UTF-16 units. `wordsOf` a place is its word or words. */
export function wordPlaces(text: string): readonly (readonly [start: number, end: number])[] {
  return [...text.matchAll(WORD)].map(({ 0: word, index }) => [index, index + word.length] as const);
}
