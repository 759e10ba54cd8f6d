import type { TextLine } from '../lines/line-text.ts';
import { breaksAnywhere } from '../lines/line-breaks.ts';

/** Words on each side of a break by which the place is found in another document. */
export const CONTEXT_WORDS = 3;
const WORD = /[\p{L}\p{M}\p{N}]+/gu;

/** A hyphen inside of a word: of two words of one kind, or where it may be divided. */
const INNER_HYPHEN = /(?<=[\p{L}\p{M}])[-‐‑\u00ad](?=\p{L})/gu;
/** A line end that divides a word, or falls on its hyphen. */
const DIVIDED = /[\p{L}\p{M}][-‐‑\u00ad]$/u;
const BEGINS_WITH_LETTER = /^\p{L}/u;

/**
 * The words of lines, lower case and without punctuation or hyphens; ideographs and kana one by one. Of each line they are
 * found once, as every break asks for those around it.
 */
export class LineWords {
  readonly #known = new Map<TextLine, readonly string[]>();

  of(lines: readonly TextLine[]): string[] {
    return this.byLine(lines).flat();
  }

  /** The same for each line; a word that a line end divides belongs to the first line. */
  byLine(lines: readonly TextLine[]): string[][] {
    const words = lines.map((line) => [...this.#wordsOf(line)]);
    lines.forEach((line, index) => {
      const [own, next] = [words[index]!, words[index + 1]];
      if (next === undefined || next.length === 0 || own.length === 0 || !DIVIDED.test(line.text)) return;
      if (BEGINS_WITH_LETTER.test(lines[index + 1]!.text)) own.push(own.pop()! + next.shift()!);
    });
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
      const found: string[] = line.text.replace(INNER_HYPHEN, '').toLowerCase().match(WORD) ?? [];
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
