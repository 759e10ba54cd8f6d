/**
 * Words of charts and diagrams. A page prints them, and a document keeps them in its drawings, which are not compared as
 * text. An axis has numbers that no file states.
 */
import { PLAIN_ATTRIBUTES } from '../../../shared/document/model.ts';
import { TOP } from '../../../shared/document/path.ts';
import { sideOf } from './leaves.ts';
import { pairWords } from './pair-words.ts';
import type { PlacedBlock } from './placed-block.ts';
import { wordsOf } from './words-of-blocks.ts';

const NUMBER = /^\p{N}+$/u;
const SIGN = /^[^\p{L}\p{N}]$/u;
const NAME = /\p{L}{3}/u;

/**
 * The printed blocks without those that are nothing but words of drawings. Such blocks stand together, and one of them
 * at least has a name in it.
 */
export function withoutDrawnTexts(
  printed: readonly PlacedBlock[],
  stated: readonly PlacedBlock[],
  drawn: readonly string[],
): PlacedBlock[] {
  if (drawn.length === 0) return [...printed];
  const known = new Set(wordsOf(drawn.map(asText)).map(({ text }) => text));
  const own = sideOf(printed);
  const pairs = pairWords(own, sideOf(stated));
  const isDrawn = printed.map(() => false);
  const counts = printed.map(() => ({ words: 0, others: 0, paired: 0, names: 0 }));
  own.words.forEach(({ text, block }, at) => {
    const count = counts[own.leaves[block]!.block]!;
    count.words += 1;
    if (!known.has(text) && !NUMBER.test(text) && !SIGN.test(text)) count.others += 1;
    if (pairs[at]! >= 0) count.paired += 1;
    else if (known.has(text) && NAME.test(text)) count.names += 1;
  });
  for (let start = 0; start < printed.length;) {
    let end = start;
    let names = 0;
    for (; end < printed.length; end += 1) {
      const count = counts[end]!;
      if (count.words === 0 || count.others > 0 || 2 * count.paired > count.words) break;
      names += count.names;
    }
    if (names > 0) isDrawn.fill(true, start, end);
    start = Math.max(end, start + 1);
  }
  return printed.filter((_, at) => !isDrawn[at]);
}

function asText(text: string) {
  return {
    kind: 'text',
    type: 'p',
    attributes: PLAIN_ATTRIBUTES,
    path: TOP,
    runs: [{ text, marks: 0, href: null }],
  } as const;
}
