import type { TextLine } from './line-text.ts';
import { breaksAnywhere } from './line-breaks.ts';

/** Words on each side of a break by which the place is found in another document. */
export const CONTEXT_WORDS = 3;
const WORD = /[\p{L}\p{M}\p{N}]+/gu;

/**
 * The words of lines, lower case and without punctuation; ideographs and kana one by one. Of each line they are found
 * once, as every break asks for those around it.
 */
export class LineWords {
  readonly #known = new Map<TextLine, readonly string[]>();

  of(lines: readonly TextLine[]): string[] {
    const words: string[] = [];
    for (const line of lines) for (const word of this.#wordsOf(line)) words.push(word);
    return words;
  }

  /** Names the place between two lines or paragraphs by the words before and after it. Two lines on a side hold enough. */
  placeBetween(before: readonly TextLine[], after: readonly TextLine[]): string {
    const words = this.of(before.slice(-2));
    return placeAt([...words, ...this.of(after.slice(0, 2))], words.length);
  }

  #wordsOf(line: TextLine): readonly string[] {
    let words = this.#known.get(line);
    if (words === undefined) {
      const found: string[] = line.text.toLowerCase().match(WORD) ?? [];
      words = found.flatMap((word) => (breaksAnywhere(word) ? [...word] : [word]));
      this.#known.set(line, words);
    }
    return words;
  }
}

/** Names the place in front of a word by the words before and after it; fewer, where the text ends. */
export function placeAt(words: readonly string[], at: number): string {
  let place = '';
  for (let index = Math.max(0, at - CONTEXT_WORDS); index < at; index++) place += `${words[index]!} `;
  place += '|';
  for (let index = at; index < words.length && index < at + CONTEXT_WORDS; index++) place += ` ${words[index]!}`;
  return place;
}
