/** Numbers values from 0 in the order of first sight: strings, pairs of integers, and two sequences of integers. */

/** Numbers strings from 0 in the order of first sight. Equal strings get one number, so the engine compares integers. */
export class Interner {
  readonly #numbers = new Map<string, number>();

  /** How many different strings have been seen. Every number is below it. */
  get size(): number {
    return this.#numbers.size;
  }

  intern(text: string): number {
    let number = this.#numbers.get(text);
    if (number === undefined) {
      number = this.#numbers.size;
      this.#numbers.set(text, number);
    }
    return number;
  }
}

/** Slots of an empty table. A power of two. */
const FIRST_SLOTS = 64;

/**
 * Numbers pairs of 32-bit integers from 0 in the order of first sight. It is a hash table with open addressing (Knuth,
 * TAOCP 3, section 6.4). A `Map` would need a string or an object for each pair.
 */
export class PairInterner {
  /** Three integers for each slot: the pair and its number plus 1. Free slots have 0 there. */
  #slots = new Int32Array(3 * FIRST_SLOTS);
  #size = 0;

  /** How many different pairs have been seen. Every number is below it. */
  get size(): number {
    return this.#size;
  }

  intern(x: number, y: number): number {
    // Half of the slots stay free, so that a search ends soon.
    if (6 * this.#size >= this.#slots.length) this.#grow();
    const at = this.#slotOf(x, y);
    if (this.#slots[at + 2] === 0) {
      this.#size += 1;
      this.#put(at, x, y, this.#size);
    }
    return this.#slots[at + 2]! - 1;
  }

  /** The number of a known pair, or -1. */
  find(x: number, y: number): number {
    return this.#slots[this.#slotOf(x, y) + 2]! - 1;
  }

  /** Index of the slot that holds a pair, or else of the free slot where it belongs. */
  #slotOf(x: number, y: number): number {
    const slots = this.#slots;
    const mask = slots.length / 3 - 1;
    let slot = hashOf(x, y) & mask;
    for (;;) {
      const at = 3 * slot;
      if (slots[at + 2] === 0 || (slots[at] === x && slots[at + 1] === y)) return at;
      slot = (slot + 1) & mask;
    }
  }

  #grow(): void {
    const old = this.#slots;
    this.#slots = new Int32Array(2 * old.length);
    for (let from = 0; from < old.length; from += 3) {
      if (old[from + 2] === 0) continue;
      const [x, y] = [old[from]!, old[from + 1]!];
      this.#put(this.#slotOf(x, y), x, y, old[from + 2]!);
    }
  }

  #put(at: number, x: number, y: number, numberPlusOne: number): void {
    this.#slots[at] = x;
    this.#slots[at + 1] = y;
    this.#slots[at + 2] = numberPlusOne;
  }
}

/** Mixes both numbers into 32 bits. The factors are odd and near 2^32 times the golden ratio. */
function hashOf(x: number, y: number): number {
  let hash = Math.imul(x, 0x9e3779b1) ^ Math.imul(y, 0x85ebca77);
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x2c1b3c6d);
  return hash ^ (hash >>> 13);
}

/** Two sequences renumbered from 0 without gaps. `size` is the number of different elements. */
export interface RenumberedPair {
  readonly a: Int32Array;
  readonly b: Int32Array;
  readonly size: number;
}

/**
 * Renumbers two sequences of numbers from 0 without gaps. The memory of a diff then fits the pair and not the
 * documents. An element of -1 equals nothing and gets a number of its own each time.
 */
export function renumberPair(a: ArrayLike<number>, b: ArrayLike<number>): RenumberedPair {
  const known = new Map<number, number>();
  let size = 0;
  const renumber = (numbers: ArrayLike<number>): Int32Array => {
    const renumbered = new Int32Array(numbers.length);
    for (let at = 0; at < numbers.length; at += 1) {
      const number = numbers[at]!;
      let own = number === -1 ? undefined : known.get(number);
      if (own === undefined) {
        own = size;
        size += 1;
        if (number !== -1) known.set(number, own);
      }
      renumbered[at] = own;
    }
    return renumbered;
  };
  return { a: renumber(a), b: renumber(b), size };
}
