/**
 * Compares short texts by their letters. In languages that bend their words, or write them without spaces, an edited
 * text may keep its sense and no word.
 *
 *     용어 및 정의
 *     용어와 정의     the letters of two words of three
 */
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

/** Counts of the grams of one text. */
interface Grams {
  readonly counts: ReadonlyMap<string, number>;
  readonly total: number;
}

/** Likeness by letters. Remembers the grams of each item. */
export class LetterLikeness {
  readonly #vocabulary: Vocabulary;
  readonly #known = new Map<Feature, Grams>();

  constructor(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary;
  }

  /** The common share of two texts: of their mean, and of the shorter one. Both 0 to 1. */
  of(x: Feature, y: Feature): { readonly ofMean: number; readonly ofShorter: number } {
    const [p, q] = [this.#gramsOf(x), this.#gramsOf(y)];
    if (p.total === 0 || q.total === 0) return { ofMean: 0, ofShorter: 0 };
    let common = 0;
    for (const [gram, count] of p.counts) common += Math.min(count, q.counts.get(gram) ?? 0);
    return { ofMean: (2 * common) / (p.total + q.total), ofShorter: common / Math.min(p.total, q.total) };
  }

  #gramsOf(item: Feature): Grams {
    let grams = this.#known.get(item);
    if (grams === undefined) this.#known.set(item, (grams = this.#count(item)));
    return grams;
  }

  #count(item: Feature): Grams {
    const counts = new Map<string, number>();
    let total = 0;
    for (const token of item.bag().ids) {
      for (const gram of gramsOfWord(this.#vocabulary.foldedText(token))) {
        counts.set(gram, (counts.get(gram) ?? 0) + 1);
        total += 1;
      }
    }
    return { counts, total };
  }
}

/** The letters in a row of one word; of a shorter word, the word. Signs have none. */
function gramsOfWord(word: string): string[] {
  if (!HAS_LETTER_OR_DIGIT.test(word)) return [];
  const size = HAN.test(word) ? GRAM_OF_HAN : LARGE_ALPHABET.test(word) ? GRAM_OF_LARGE : GRAM;
  if (word.length <= size) return [word];
  return Array.from({ length: word.length - size + 1 }, (_, at) => word.slice(at, at + size));
}
