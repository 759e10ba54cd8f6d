/**
 * Finds texts of any lengths that contain each other, and texts with a whole phrase in common. An example is a clause
 * that was extended, or reduced to one sentence.
 *
 *     [Each invoice is due within 30 days.]
 * [Each invoice is due within 45 days. Interest accrues … until payment in full, whether before or after judgment.]
 */
import { PairInterner } from '../tokens/interner.ts';
import type { Vocabulary } from '../tokens/vocabulary.ts';
import type { Feature } from './feature.ts';

/** A text with fewer words occurs in many others by chance. */
const WORDS_MIN = 4;
/** Tokens in a row that hardly have the same order by chance. */
const RUN_MIN = 3;

/** The longer text is counted first if it is at most this many times as long as the shorter one. */
const COUNTED_MAX = 4;

/** The required common text of two texts; either bar is enough. */
export interface ContainmentBar {
  /** Share of the shorter text that the longer one contains. */
  readonly shareMin: number;
  /** Weight of a phrase (`Vocabulary.weightOf`). */
  readonly phraseMin: number;
}

/** Finds contained texts. Remembers the neighbouring token pairs of each longer text. */
export class Containment {
  readonly #vocabulary: Vocabulary;
  readonly #neighboursOf = new Map<Feature, PairInterner>();

  constructor(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary;
  }

  /**
   * Weight of the shorter text's tokens that the longer one contains with their neighbours; 0 below the bar. Linear
   * in the shorter text, and in the longer one on its first use.
   */
  common(x: Feature, y: Feature, { shareMin, phraseMin }: ContainmentBar): number {
    const [shorter, longer] = x.bag().ids.length <= y.bag().ids.length ? [x, y] : [y, x];
    const { ids, total } = shorter.bag();
    if (!this.#hasWords(ids)) return 0;
    // Counting first rejects most pairs: the common tokens alone cannot reach either bar. A much longer text is not
    // counted for each short one, because its pairs are remembered.
    const all = longer.bag().ids;
    const least = Math.min(phraseMin, shareMin * total);
    if (all.length <= COUNTED_MAX * ids.length && this.#vocabulary.overlap.found(all, ids) < least) return 0;
    const neighbours = this.#neighbours(longer);
    let common = 0;
    let phrase = 0;
    for (let k = 0; k < ids.length;) {
      const from = k;
      let weight = this.#vocabulary.weightOf(ids[k]!);
      for (k += 1; k < ids.length && neighbours.find(ids[k - 1]!, ids[k]!) !== -1; k += 1)
        weight += this.#vocabulary.weightOf(ids[k]!);
      if (k - from < RUN_MIN) continue;
      common += weight;
      phrase = Math.max(phrase, weight);
    }
    return phrase >= phraseMin || common >= shareMin * total ? common : 0;
  }

  /** Single letters and signs do not count as words here. */
  #hasWords(ids: readonly number[]): boolean {
    let words = 0;
    for (let k = 0; k < ids.length && words < WORDS_MIN; k += 1) if (this.#vocabulary.weightOf(ids[k]!) > 1) words += 1;
    return words === WORDS_MIN;
  }

  #neighbours(item: Feature): PairInterner {
    let neighbours = this.#neighboursOf.get(item);
    if (neighbours === undefined) {
      neighbours = new PairInterner();
      const { ids } = item.bag();
      for (let k = 1; k < ids.length; k += 1) neighbours.intern(ids[k - 1]!, ids[k]!);
      this.#neighboursOf.set(item, neighbours);
    }
    return neighbours;
  }
}
