import type { TextLine } from '../lines/line-text.ts';
import { breaksAnywhere } from '../lines/line-breaks.ts';

/** Number of words on each side of a break that identify its place in another document. */
export const CONTEXT_WORDS = 3;
const WORD = /[\p{L}\p{M}\p{N}]+/gu;

/** A hyphen inside a word: of a compound, or at a possible division. */
const INNER_HYPHEN = /(?<=[\p{L}\p{M}])[-‐‑\u00ad](?=\p{L})/gu;
/** A line end at the hyphen of a compound or of a divided word. */
const DIVIDED = /[\p{L}\p{M}][-‐‑\u00ad]$/u;
const BEGINS_WITH_LETTER = /^\p{L}/u;

/**
 * The words of lines: lower case, without punctuation and hyphens, ideographs and kana one by one. The words of each
 * line are cached, because every break around a line asks for them.
 */
export class LineWords {
  readonly #known = new Map<TextLine, readonly string[]>();

  of(lines: readonly TextLine[]): string[] {
    return this.byLine(lines).flat();
  }

  /** The words of each line. A word that a line end divides belongs to the first of its lines. */
  byLine(lines: readonly TextLine[]): string[][] {
    const words = lines.map((line) => [...this.#wordsOf(line)]);
    lines.forEach((line, index) => {
      const [own, next] = [words[index]!, words[index + 1]];
      if (next === undefined || next.length === 0 || own.length === 0 || !DIVIDED.test(line.text)) return;
      if (BEGINS_WITH_LETTER.test(lines[index + 1]!.text)) own.push(own.pop()! + next.shift()!);
    });
    return words;
  }

  /**
   * Key of the place between two lines or paragraphs: the words before and after it. Two lines on each side have
   * enough words.
   */
  placeBetween(before: readonly TextLine[], after: readonly TextLine[]): string {
    const words = this.of(before.slice(-2));
    return placeAt([...words, ...this.of(after.slice(0, 2))], words.length);
  }

  #wordsOf(line: TextLine): readonly string[] {
    let words = this.#known.get(line);
    if (words === undefined) {
      const found: string[] = line.text.replace(INNER_HYPHEN, '').toLowerCase().match(WORD) ?? [];
      words = found.flatMap((word) => (breaksAnywhere(word) ? [...word] : [word]));
      this.#known.set(line, words);
    }
    return words;
  }
}

/**
 * Key of the place in front of a word. It has the words before and after, fewer at the ends of the text:
 *
 *     "the goods are | delivered by the"
 */
export function placeAt(words: readonly string[], at: number): string {
  let place = '';
  for (let index = Math.max(0, at - CONTEXT_WORDS); index < at; index++) place += `${words[index]!} `;
  place += '|';
  for (let index = at; index < words.length && index < at + CONTEXT_WORDS; index++) place += ` ${words[index]!}`;
  return place;
}
