/**
 * Two odd numbers that no input can know, so that no input can be made whose texts all have one hash. What is numbered with
 * them depends on the order of first sight alone, and not on them.
 */
/* eslint-disable no-restricted-properties -- chance that no result can show */
const SEED = Math.floor(Math.random() * 2 ** 32) | 1;
const FACTOR = Math.floor(Math.random() * 2 ** 32) | 1;
/* eslint-enable no-restricted-properties */

/** Texts up to so many UTF-16 units are held against each other unit by unit: for a word, a call costs more than that. */
const SHORT_MAX = 24;

/**
 * Gives equal strings one number, so that everything below compares integers. Numbers count from 0 without gaps, in the order
 * of first sight. A hash table with open addressing (Knuth, TAOCP 3, section 6.4): a part of a text that is known needs no
 * string of its own, and a hundred thousand different ones need one object each.
 */
export class Interner {
  readonly #values: string[] = [];
  /** Two for each slot: the hash, and the number and 1; 0: the slot is free. The number of slots is a power of two. */
  #slots = new Int32Array(2 * 64);

  /** How many different strings have been seen; every id is below it. */
  get size(): number {
    return this.#values.length;
  }

  intern(value: string): number {
    return this.internPart(value, 0, value.length);
  }

  /** The number of `text.slice(start, end)`. */
  internPart(text: string, start: number, end: number): number {
    const hash = hashOf(text, start, end);
    const slots = this.#slots;
    const mask = slots.length - 2;
    let at = (hash << 1) & mask;
    for (; slots[at + 1] !== 0; at = (at + 2) & mask) {
      const id = slots[at + 1]! - 1;
      if (slots[at] === hash && isPart(this.#values[id]!, text, start, end)) return id;
    }
    slots[at] = hash;
    slots[at + 1] = this.#values.push(text.slice(start, end));
    // Half of the slots stay free, so that a search ends soon.
    if (this.#values.length * 4 > slots.length) this.#grow();
    return this.#values.length - 1;
  }

  #grow(): void {
    const old = this.#slots;
    const slots = new Int32Array(old.length * 2);
    const mask = slots.length - 2;
    for (let from = 0; from < old.length; from += 2) {
      if (old[from + 1] === 0) continue;
      let to = (old[from]! << 1) & mask;
      while (slots[to + 1] !== 0) to = (to + 2) & mask;
      slots[to] = old[from]!;
      slots[to + 1] = old[from + 1]!;
    }
    this.#slots = slots;
  }
}

function hashOf(text: string, start: number, end: number): number {
  let hash = SEED;
  for (let at = start; at < end; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), FACTOR);
    // The low bits of a product know nothing of the high ones, and the slot is taken from the low ones.
    hash ^= hash >>> 15;
  }
  return hash;
}

function isPart(value: string, text: string, start: number, end: number): boolean {
  if (value.length !== end - start) return false;
  if (value.length > SHORT_MAX) return text.startsWith(value, start);
  for (let at = 0; at < value.length; at += 1) if (value.charCodeAt(at) !== text.charCodeAt(start + at)) return false;
  return true;
}
