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
      this.#slots.set([x, y, this.#size], at);
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
      this.#slots.set(old.subarray(from, from + 3), this.#slotOf(old[from]!, old[from + 1]!));
    }
  }
}

/** Mixes both numbers into 32 bits. The factors are odd and near 2^32 times the golden ratio. */
function hashOf(x: number, y: number): number {
  let hash = Math.imul(x, 0x9e3779b1) ^ Math.imul(y, 0x85ebca77);
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x2c1b3c6d);
  return hash ^ (hash >>> 13);
}
