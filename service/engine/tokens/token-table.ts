import { PICTURE } from '../../../shared/document/model.ts';
import { Interner } from './interner.ts';

/** No token weighs more: a long address or a hash identifies a text no better than some words do. */
const WEIGHT_MAX = 16;

/** The different tokens of a comparison by number, with their weights and their folded forms. */
export class TokenTable {
  readonly #interner = new Interner();
  readonly #texts: string[] = [];
  readonly #weights: number[] = [];
  readonly #folded: number[] = [];

  /** The number of a token. */
  add(token: string): number {
    const number = this.#interner.intern(token);
    if (number < this.#weights.length) return number;
    this.#texts.push(token);
    this.#weights.push(Math.min(token.length, WEIGHT_MAX));
    // Reserves its place before the folded form is added, which may be a token of its own.
    this.#folded.push(number);
    const folded = fold(token);
    if (folded !== token) this.#folded[number] = this.add(folded);
    return number;
  }

  /** The number of a picture, by its key. A picture identifies a text as well as the longest word does. */
  addPicture(key: number): number {
    return this.add(`${PICTURE}\0${String(key).padStart(WEIGHT_MAX, '0')}`);
  }

  /** The weight of a token: its length in UTF-16 units up to `WEIGHT_MAX`, so that short words count for little. */
  weightOf(number: number): number {
    return this.#weights[number]!;
  }

  /** A token as it is written. */
  textOf(number: number): string {
    return this.#texts[number]!;
  }

  /** The number of a token's form without case, typographic apostrophes and soft hyphens. */
  foldedOf(number: number): number {
    return this.#folded[number]!;
  }
}

function fold(token: string): string {
  return token.toLowerCase().replaceAll('\u2019', "'").replaceAll('\u00AD', '');
}
