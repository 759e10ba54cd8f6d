import type { TextLine } from './line-text.ts';
import { breaksAnywhere } from './line-breaks.ts';

/** Words on each side of a break by which the place is found in another document. */
export const CONTEXT_WORDS = 3;
const WORD = /[\p{L}\p{M}\p{N}]+/gu;

/** The words of lines, lower case and without punctuation; ideographs and kana one by one. */
export function contextWords(lines: readonly TextLine[]): string[] {
  const words: string[] = [];
  for (const { text } of lines)
    for (const [word] of text.toLowerCase().matchAll(WORD)) {
      if (breaksAnywhere(word)) words.push(...word);
      else words.push(word);
    }
  return words;
}

/** The last words of a paragraph, as many as a context has. Two lines hold enough. */
export function lastWords(lines: readonly TextLine[]): string[] {
  return contextWords(lines.slice(-2)).slice(-CONTEXT_WORDS);
}

/** The first words of a paragraph. */
export function firstWords(lines: readonly TextLine[]): string[] {
  return contextWords(lines.slice(0, 2)).slice(0, CONTEXT_WORDS);
}

/** Names a place in a text by the words before and after it. */
export function contextKey(before: readonly string[], after: readonly string[]): string {
  return `${before.join(' ')} | ${after.join(' ')}`;
}
