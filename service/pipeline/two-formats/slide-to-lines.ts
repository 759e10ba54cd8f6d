/** Chooses among equal pairings of words the one that keeps printed lines and stated texts whole. */
import type { Side } from './leaves.ts';
import type { WordPlace } from './word-places.ts';
import type { Word } from './words-of-blocks.ts';

/** A row of words without pairs is moved over at most this many words. */
const STEPS_MAX = 16;

/**
 * The pairs with rows of unpaired words that begin and end where lines and texts do. A row may move over a paired word
 * if the word at its other end is the same: "a [b a] b" and "[a b] a b" are one pairing.
 */
export function slideToLines(
  own: Side,
  lead: Side,
  places: readonly (WordPlace | undefined)[],
  pairs: Int32Array,
): Int32Array {
  const byLines = slid(own.words, (word) => places[word - 1]?.line !== places[word]?.line, pairs);
  const isTextStart = (word: number): boolean => lead.words[word - 1]?.block !== lead.words[word]?.block;
  return turned(slid(lead.words, isTextStart, turned(byLines, lead.words.length)), own.words.length);
}

/** The pairs as the other side sees them, which has so many words. */
function turned(pairs: Int32Array, length: number): Int32Array {
  const result = new Int32Array(length).fill(-1);
  pairs.forEach((pair, at) => {
    if (pair >= 0) result[pair] = at;
  });
  return result;
}

function slid(words: readonly Word[], isBreak: (word: number) => boolean, pairs: Int32Array): Int32Array {
  const result = Int32Array.from(pairs);
  const breaksAt = (word: number): number => (isBreak(word) ? 1 : 0);
  for (let start = 0; start < words.length;) {
    if (result[start]! >= 0) {
      start += 1;
      continue;
    }
    let end = start + 1;
    while (end < words.length && result[end]! < 0) end += 1;
    let [best, score] = [0, breaksAt(start) + breaksAt(end)];
    for (const step of [1, -1])
      for (let by = step; Math.abs(by) <= STEPS_MAX; by += step) {
        const [from, to] = step > 0 ? [end + by - 1, start + by - 1] : [start + by, end + by];
        if (
          from < 0 ||
          from >= words.length ||
          pairs[from]! < 0 ||
          result[from]! < 0 ||
          words[from]!.text !== words[to]!.text
        )
          break;
        const own = breaksAt(start + by) + breaksAt(end + by);
        if (own > score) [best, score] = [by, own];
      }
    for (let by = 0; by < best; by += 1) [result[start + by], result[end + by]] = [result[end + by]!, -1];
    for (let by = 0; by > best; by -= 1) [result[end + by - 1], result[start + by - 1]] = [result[start + by - 1]!, -1];
    start = Math.max(end, end + best);
  }
  return result;
}
