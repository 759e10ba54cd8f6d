/**
 * Decides which of several equal items stay if they changed places and some must move. The worth of an item is its own
 * text plus the text of some edited neighbours. These can be paired only if the item stays.
 *
 *     [A clause of some length.] [Fees] [Ten euro a month, due in advance.]
 * [Fees] [Nine euro a month, due in advance.] [A clause of some length.]     the clause is moved, and ten is now nine
 */
import type { Gap } from '../diff/match.ts';
import type { RenumberedPair } from '../tokens/interner.ts';
import type { Vocabulary } from '../tokens/vocabulary.ts';
import { joinBags, type Feature } from './feature.ts';
import { ALIKE_MIN } from './pair-alike.ts';

/**
 * Worth of an item besides its text, in UTF-16 units. One moved long paragraph is easier to read than three short ones.
 */
const ITEM_WORTH = 32;
/** Number of items checked before and after an item: a section, not a chapter. */
const BESIDE_MAX = 16;

/** Worth of keeping an item in place, in UTF-16 units. */
export function worthOfItem(item: Feature): number {
  return ITEM_WORTH + item.length;
}

/** The worth of pairs of a region, by their positions in it. */
export class AnchorWorth {
  readonly #a: readonly Feature[];
  readonly #b: readonly Feature[];
  readonly #region: Gap;
  readonly #keys: RenumberedPair;
  readonly #vocabulary: Vocabulary;
  /** Flags the keys that both sides have; created on first use. */
  #shared: Uint8Array | undefined;

  constructor(a: readonly Feature[], b: readonly Feature[], region: Gap, keys: RenumberedPair, vocabulary: Vocabulary) {
    this.#a = a;
    this.#b = b;
    this.#region = region;
    this.#keys = keys;
    this.#vocabulary = vocabulary;
  }

  readonly of = (i: number, j: number): number => {
    const own = worthOfItem(this.#a[this.#region.aStart + i]!);
    return own + this.#commonBeside(i, j, -1) + this.#commonBeside(i, j, 1);
  };

  /** Common text of the edited items before or after a pair, if they are alike. */
  #commonBeside(i: number, j: number, step: -1 | 1): number {
    const { aStart, bStart } = this.#region;
    const x = this.#editedBeside(this.#keys.a, i, step, this.#a, aStart);
    const y = this.#editedBeside(this.#keys.b, j, step, this.#b, bStart);
    if (x.length === 0 || y.length === 0) return 0;
    const [p, q] = [joinBags(x.map((item) => item.bag())), joinBags(y.map((item) => item.bag()))];
    const common = this.#vocabulary.overlap.shared(p.ids, q.ids);
    return 2 * common >= ALIKE_MIN * (p.total + q.total) ? common : 0;
  }

  /** The items beside a place that have no equal on the other side, up to the first that has one. */
  #editedBeside(keys: Int32Array, place: number, step: -1 | 1, items: readonly Feature[], start: number): Feature[] {
    const shared = (this.#shared ??= this.#sharedKeys());
    const found: Feature[] = [];
    for (
      let at = place + step;
      at >= 0 && at < keys.length && found.length < BESIDE_MAX && shared[keys[at]!] === 0;
      at += step
    )
      found.push(items[start + at]!);
    return found;
  }

  #sharedKeys(): Uint8Array {
    const { a, b, size } = this.#keys;
    const [onA, shared] = [new Uint8Array(size), new Uint8Array(size)];
    for (let k = 0; k < a.length; k += 1) onA[a[k]!] = 1;
    for (let k = 0; k < b.length; k += 1) shared[b[k]!] = onA[b[k]!]!;
    return shared;
  }
}
