/** Which deleted paragraph is which inserted one: equal ones first, then those that are mostly the same. */
import type { Vocabulary } from '../../engine/tokens/vocabulary.ts';
import { keptUnits, matchText } from '../text/match-text.ts';
import type { ParagraphText } from '../text/paragraph-text.ts';
import { KeyedQueue } from '../package/keyed-queue.ts';

/** A shorter paragraph is not called moved: a heading or a date that two places share is chance. In units without white space. */
export const MOVE_MIN_UNITS = 20;
/** So much of the longer of two paragraphs has to be in both, or the second is another text and no edited one. */
const EDITED_SHARE = 0.6;
/** Words in common that stand in no common run of this length do not count: the small words of a language are in every text. */
const EDITED_RUN = 12;
/** So many comparisons of texts are made; past that only equal paragraphs are found. */
const MAX_COMPARISONS = 4096;

/** What comparing needs. */
export interface MovePairing {
  readonly vocabulary: Vocabulary;
  readonly swapped: boolean;
}

/** Pairs by index, in order of the place that the paragraphs came from. */
export function pairMoves(
  deleted: readonly ParagraphText[],
  inserted: readonly ParagraphText[],
  pairing: MovePairing,
): { from: number; to: number }[] {
  const pairs: { from: number; to: number }[] = [];
  const places = new KeyedQueue(inserted.keys(), (index) => inserted[index]!.text);
  const taken = new Set<number>();
  const rest: number[] = [];
  deleted.forEach(({ text }, from) => {
    const to = places.take(text);
    if (to === undefined) {
      rest.push(from);
      return;
    }
    taken.add(to);
    pairs.push({ from, to });
  });
  const open = inserted.flatMap((_, index) => (taken.has(index) ? [] : [index]));
  if (rest.length * open.length <= MAX_COMPARISONS) pairs.push(...editedPairs(deleted, inserted, rest, open, pairing));
  return pairs.sort((x, y) => x.from - y.from);
}

function editedPairs(
  deleted: readonly ParagraphText[],
  inserted: readonly ParagraphText[],
  rest: readonly number[],
  open: readonly number[],
  pairing: MovePairing,
): { from: number; to: number }[] {
  const found: { from: number; to: number; share: number }[] = [];
  for (const from of rest) {
    for (const to of open) {
      const [a, b] = [deleted[from]!, inserted[to]!];
      const longer = Math.max(a.text.length, b.text.length);
      if (Math.min(a.text.length, b.text.length) < EDITED_SHARE * longer) continue;
      const share = keptUnits(matchText(a, b, { ...pairing, guide: null }), EDITED_RUN) / longer;
      if (share >= EDITED_SHARE) found.push({ from, to, share });
    }
  }
  // Among equals the order is that of the same side whichever document is the original.
  found.sort(
    (x, y) => y.share - x.share || (pairing.swapped ? x.to - y.to || x.from - y.from : x.from - y.from || x.to - y.to),
  );
  const [fromTaken, toTaken] = [new Set<number>(), new Set<number>()];
  return found.flatMap(({ from, to }) => {
    if (fromTaken.has(from) || toTaken.has(to)) return [];
    fromTaken.add(from);
    toTaken.add(to);
    return [{ from, to }];
  });
}
