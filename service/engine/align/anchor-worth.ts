/**
 * What it is worth to keep an item where it is, when of equal items that changed places some have to move: its own text,
 * and that of the edited items beside it, which can be paired only where it stays.
 *
 *     [A clause of some length.] [Fees] [Ten euro a month, due in advance.]
 *     [Fees] [Nine euro a month, due in advance.] [A clause of some length.]     the clause is moved, and ten is now nine
 */
import type { Gap } from '../diff/match.ts';
import type { RenumberedPair } from '../tokens/renumber.ts';
import type { Vocabulary } from '../tokens/vocabulary.ts';
import { joinBags, type Feature } from './feature.ts';
import { ALIKE_MIN } from './pair-alike.ts';

/** What an item is worth besides its text, in UTF-16 units: one long paragraph that moved is read sooner than three short ones. */
const ITEM_WORTH = 32;
/** Items before and behind one that are looked at: a section, and no chapter. */
const BESIDE_MAX = 16;

/** What it is worth that an item stays, in UTF-16 units. */
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
  /** Which keys both sides have; made when first asked for. */
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

  /** Common text of the edited items before or behind a pair, where they are alike. */
  #commonBeside(i: number, j: number, step: -1 | 1): number {
    const { aStart, bStart } = this.#region;
    const x = this.#editedBeside(this.#keys.a, i, step, this.#a, aStart);
    const y = this.#editedBeside(this.#keys.b, j, step, this.#b, bStart);
    if (x.length === 0 || y.length === 0) return 0;
    const [p, q] = [joinBags(x.map((item) => item.bag())), joinBags(y.map((item) => item.bag()))];
    const common = this.#vocabulary.overlap.shared(p.ids, q.ids);
    return 2 * common >= ALIKE_MIN * (p.total + q.total) ? common : 0;
  }

  /** The items beside a place that have no equal on the other side, up to the first that has. */
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
