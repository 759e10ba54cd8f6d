/** Pairs deleted paragraphs with inserted ones: equal ones first, then mostly equal ones. */
import type { Vocabulary } from '../../engine/tokens/vocabulary.ts';
import { keptUnits, matchText } from '../text/match-text.ts';
import type { ParagraphText } from '../text/paragraph-text.ts';
import { KeyedQueue } from '../package/keyed-queue.ts';

/**
 * Minimum length of a moved paragraph, in units without white space. Shorter ones, such as headings or dates, may
 * repeat by chance.
 */
export const MOVE_MIN_UNITS = 20;
/**
 * Minimum share of the longer paragraph that both must have. Below it, the second is another text and not an edited
 * one.
 */
const EDITED_SHARE = 0.6;
/** Minimum length of a common run. Shorter runs are the small words that all texts share. */
const EDITED_RUN = 12;
/** Maximum number of compared pairs. Beyond it, only equal paragraphs are found. */
const MAX_COMPARISONS = 4096;

/** The dependencies of a comparison. */
export interface MovePairing {
  readonly vocabulary: Vocabulary;
  readonly swapped: boolean;
}

/** Pairs of indices, in order of the original place. */
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
  // Among equals, the same side gives the order for either order of the documents.
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
