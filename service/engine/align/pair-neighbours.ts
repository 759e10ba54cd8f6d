/**
 * Pairs short neighbours that all changed. Each has its place among the others, so letters in common are enough.
 *
 *     [1) 介绍 Error! Bookmark not defined.] [2) 定义 Error! Bookmark not defined.]
 *     [1) 介绍 3] [2) 定义 4]
 */
import { heaviestChain, type ChainLink } from '../diff/heaviest-chain.ts';
import type { Gap } from '../diff/match.ts';
import type { Vocabulary } from '../tokens/vocabulary.ts';
import type { Feature } from './feature.ts';
import { LetterLikeness } from './letter-likeness.ts';

/** Neighbours on either side. Among more, a text is found by its words. */
const NEIGHBOURS_MAX = 8;
/** UTF-16 units of tokens: a paragraph of three or four printed lines. */
const SHORT_MAX = 240;
/** Smallest common share of two texts. */
const ALIKE_MIN = 0.4;
/** Smallest common share of the shorter text, if both sides have as many neighbours and the texts one place. */
const ALIKE_IN_PLACE_MIN = 0.5;

/** Pairs `[index in a, index in b]`, ascending on both sides. */
export function pairNeighbours(
  a: readonly Feature[],
  b: readonly Feature[],
  gap: Gap,
  vocabulary: Vocabulary,
): [number, number][] {
  const [n, m] = [gap.aEnd - gap.aStart, gap.bEnd - gap.bStart];
  if (Math.max(n, m) > NEIGHBOURS_MAX || Math.max(n, m) === 1) return [];
  const candidates: ChainLink[] = [];
  const letters = new LetterLikeness(vocabulary);
  for (let i = gap.aStart; i < gap.aEnd; i += 1) {
    for (let j = gap.bStart; j < gap.bEnd; j += 1) {
      const [x, y] = [a[i]!, b[j]!];
      if (x.family !== y.family || x.type !== y.type || !isShort(x) || !isShort(y)) continue;
      const { ofMean, ofShorter } = letters.of(x, y);
      const inPlace = n === m && i - gap.aStart === j - gap.bStart;
      if (ofMean >= ALIKE_MIN || (inPlace && ofShorter >= ALIKE_IN_PLACE_MIN))
        candidates.push({ i, j, gain: 1 + ofMean });
    }
  }
  return heaviestChain(candidates, gap.bStart, m).map(({ i, j }) => [i, j]);
}

function isShort(item: Feature): boolean {
  return item.bag().total <= SHORT_MAX;
}
