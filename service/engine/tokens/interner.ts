import { hashOf, slotsFor } from './token-interner.ts';

/** A search ends after so many slots. Hashes that chance makes hardly ever need them; those that someone made on purpose would. */
const PROBES_MAX = 64;
/** UTF-16 units of a short text. */
const SHORT_MAX = 32;

/**
 * Gives equal strings one number, so that everything below compares integers. Numbers count from 0 without gaps. Short ones, of
 * which there may be a hundred thousand, are in a hash table with open addressing (Knuth, TAOCP 3, section 6.4).
 */
export class Interner {
  readonly #texts: string[] = [];
  /** Two for each slot: the hash, and the number and 1; 0: the slot is free. The number of slots is a power of two. */
  #slots: Int32Array;
  /** Long ones, and those that found no slot: texts of one hash, chosen so that a search would go through all of them. */
  readonly #others = new Map<string, number>();

  /** `expected`: so many different ones, more or less, for which there is room from the beginning. */
  constructor(expected = 0) {
    this.#slots = new Int32Array(slotsFor(expected));
  }

  /** How many different strings have been seen; every id is below it. */
  get size(): number {
    return this.#texts.length;
  }

  intern(text: string): number {
    return text.length > SHORT_MAX ? this.#internOther(text) : this.#internShort(text);
  }

  #internShort(text: string): number {
    const hash = hashOf(text, 0, text.length);
    const slots = this.#slots;
    const mask = slots.length - 2;
    let at = (hash << 1) & mask;
    for (let probes = 0; probes < PROBES_MAX && slots[at + 1] !== 0; probes += 1, at = (at + 2) & mask)
      if (slots[at] === hash && this.#texts[slots[at + 1]! - 1] === text) return slots[at + 1]! - 1;
    const other = this.#others.size === 0 ? undefined : this.#others.get(text);
    if (other !== undefined) return other;
    const id = this.#texts.push(text) - 1;
    // Half of the slots stay free, so that a search ends soon.
    if (this.#texts.length * 4 > this.#slots.length) this.#grow();
    this.#place(hash, id);
    return id;
  }

  #place(hash: number, id: number): void {
    const slots = this.#slots;
    const mask = slots.length - 2;
    let at = (hash << 1) & mask;
    for (let probes = 0; probes < PROBES_MAX; probes += 1, at = (at + 2) & mask) {
      if (slots[at + 1] !== 0) continue;
      slots[at] = hash;
      slots[at + 1] = id + 1;
      return;
    }
    this.#others.set(this.#texts[id]!, id);
  }

  #internOther(text: string): number {
    let id = this.#others.get(text);
    if (id === undefined) {
      id = this.#texts.push(text) - 1;
      this.#others.set(text, id);
    }
    return id;
  }

  #grow(): void {
    const old = this.#slots;
    this.#slots = new Int32Array(old.length * 2);
    for (let at = 0; at < old.length; at += 2) if (old[at + 1] !== 0) this.#place(old[at]!, old[at + 1]! - 1);
  }
}
