/**
 * Compares short texts by their letters. In languages that bend their words, or write them without spaces, an edited
 * text may keep its sense and no word.
 *
 *     용어 및 정의
 *     용어와 정의     the letters of two words of three
 */
import { Interner } from '../tokens/interner.ts';
import { UNSPACED } from '../tokens/unspaced-words.ts';
import type { Vocabulary } from '../tokens/vocabulary.ts';
import type { Feature } from './feature.ts';

const HAS_LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
const HAN = /^\p{Script=Han}/u;
const LARGE_ALPHABET = new RegExp(String.raw`^[${UNSPACED}\p{Script=Hangul}]`, 'v');
/**
 * Letters in a row that two words hardly share by chance. Of Chinese characters one is enough, of other large alphabets
 * two.
 */
const [GRAM_OF_HAN, GRAM_OF_LARGE, GRAM] = [1, 2, 4];

/** The grams of one text, by their numbers, and how often it has each. */
export interface Grams {
  readonly counts: ReadonlyMap<number, number>;
  readonly total: number;
}

/** Numbers the grams of texts. Remembers those of each word. */
export class LetterGrams {
  readonly #vocabulary: Vocabulary;
  readonly #numbers = new Interner();
  readonly #ofToken = new Map<number, readonly number[]>();

  constructor(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary;
  }

  of(item: Feature): Grams {
    const counts = new Map<number, number>();
    let total = 0;
    for (const token of item.bag().ids) {
      for (const gram of this.#gramsOf(token)) {
        counts.set(gram, (counts.get(gram) ?? 0) + 1);
        total += 1;
      }
    }
    return { counts, total };
  }

  #gramsOf(token: number): readonly number[] {
    let grams = this.#ofToken.get(token);
    if (grams === undefined) {
      grams = gramsOfWord(this.#vocabulary.foldedText(token)).map((gram) => this.#numbers.intern(gram));
      this.#ofToken.set(token, grams);
    }
    return grams;
  }
}

/** The common share of two texts: of their mean, and of the shorter one. Both 0 to 1. */
export function likenessOfLetters(p: Grams, q: Grams): { readonly ofMean: number; readonly ofShorter: number } {
  if (p.total === 0 || q.total === 0) return { ofMean: 0, ofShorter: 0 };
  const [fewer, more] = p.counts.size <= q.counts.size ? [p.counts, q.counts] : [q.counts, p.counts];
  let common = 0;
  for (const [gram, count] of fewer) common += Math.min(count, more.get(gram) ?? 0);
  return { ofMean: (2 * common) / (p.total + q.total), ofShorter: common / Math.min(p.total, q.total) };
}

/** The letters in a row of one word; of a shorter word, the word. Signs have none. */
function gramsOfWord(word: string): string[] {
  if (!HAS_LETTER_OR_DIGIT.test(word)) return [];
  const size = HAN.test(word) ? GRAM_OF_HAN : LARGE_ALPHABET.test(word) ? GRAM_OF_LARGE : GRAM;
  if (word.length <= size) return [word];
  return Array.from({ length: word.length - size + 1 }, (_, at) => word.slice(at, at + size));
}
