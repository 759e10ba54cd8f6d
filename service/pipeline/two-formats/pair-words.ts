import type { Side } from './leaves.ts';
import { textsOutOfOrder } from './texts-out-of-order.ts';
import { matchWords, type Word } from './words-of-blocks.ts';

/** For each printed word the number of its pair among the stated words, in order; −1: it has none. */
export function pairWords(own: Side, lead: Side): Int32Array {
  const apart = textsOutOfOrder(own, lead);
  const pairs = new Int32Array(own.words.length).fill(-1);
  let alone = 0;
  const keyOf = (word: Word): string => (apart.has(word) ? `\0${(alone += 1)}` : word.text);
  for (const { aStart, bStart, length } of matchWords(own.words, lead.words, keyOf))
    for (let at = 0; at < length; at += 1) pairs[aStart + at] = bStart + at;
  return pairs;
}
