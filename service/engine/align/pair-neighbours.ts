/**
 * Pairs short neighbours that all changed. Each has its place among the others, so letters in common are enough.
 *
 *     [1) 介绍 Error! Bookmark not defined.] [2) 定义 Error! Bookmark not defined.]
 *     [1) 介绍 3] [2) 定义 4]
 */
import { heaviestChain, type ChainLink } from '../diff/heaviest-chain.ts';
import type { Gap } from '../diff/match.ts';
import type { Feature } from './feature.ts';
import { likenessOfLetters, type Grams, type LetterGrams } from './letter-likeness.ts';

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
  letters: LetterGrams,
): [number, number][] {
  const [n, m] = [gap.aEnd - gap.aStart, gap.bEnd - gap.bStart];
  if (Math.max(n, m) > NEIGHBOURS_MAX || Math.max(n, m) === 1) return [];
  const [own, others] = [a.slice(gap.aStart, gap.aEnd), b.slice(gap.bStart, gap.bEnd)];
  const [grams, otherGrams] = [
    own.map((item) => gramsOfShort(item, letters)),
    others.map((item) => gramsOfShort(item, letters)),
  ];
  const candidates: ChainLink[] = [];
  for (const [i, p] of grams.entries()) {
    for (const [j, q] of otherGrams.entries()) {
      const [x, y] = [own[i]!, others[j]!];
      if (p === null || q === null || x.family !== y.family || x.type !== y.type) continue;
      const { ofMean, ofShorter } = likenessOfLetters(p, q);
      if (ofMean >= ALIKE_MIN || (n === m && i === j && ofShorter >= ALIKE_IN_PLACE_MIN))
        candidates.push({ i, j, gain: 1 + ofMean });
    }
  }
  return heaviestChain(candidates, 0, m).map(({ i, j }) => [gap.aStart + i, gap.bStart + j]);
}

/** Null for a long text. */
function gramsOfShort(item: Feature, letters: LetterGrams): Grams | null {
  return item.bag().total <= SHORT_MAX ? letters.of(item) : null;
}
