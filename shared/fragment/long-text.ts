import { keepShape } from '../keep-shape.ts';

/** Pieces that are joined at once: some kilobytes. */
const JOINED_AT_ONCE = 256;

/**
 * A long string in the making. A string that grows by `+=` keeps an object for each of its pieces until it is read, a
 * million of them for a long fragment, and the collector of garbage copies them all; here they are joined before they grow old.
 */
export class LongText {
  #whole = '';
  #pieces: string[] = [];

  add(piece: string): void {
    this.#pieces.push(piece);
    if (this.#pieces.length < JOINED_AT_ONCE) return;
    this.#whole += this.#pieces.join('');
    this.#pieces = [];
  }

  toString(): string {
    return this.#whole + this.#pieces.join('');
  }
}

keepShape(new LongText());
