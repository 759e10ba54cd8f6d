/** Numbers for what is compared as a whole: two things have one number exactly when they are equal. */
import { Interner } from './interner.ts';
import { LocalNumbering, type LocalPair } from './local-numbering.ts';
import { PairInterner } from './pair-interner.ts';

/** The key of what is equal to nothing, itself included. */
export const NO_KEY = -1;

/**
 * One numbering for texts and one for pairs of numbers. A number says nothing by itself: only keys that were made the
 * same way are compared.
 */
export class KeyNumbering {
  readonly #texts = new Interner();
  readonly #pairs = new PairInterner();
  readonly #local = new LocalNumbering();

  ofText(text: string): number {
    return this.#texts.intern(text);
  }

  ofPair(x: number, y: number): number {
    return this.#pairs.intern(x, y);
  }

  /** Two lists of keys, renumbered from 0 without gaps; every `NO_KEY` has a number of its own. */
  localPair(a: Int32Array, b: Int32Array): LocalPair {
    return this.#local.pair(a, b, Math.max(this.#texts.size, this.#pairs.size));
  }
}
