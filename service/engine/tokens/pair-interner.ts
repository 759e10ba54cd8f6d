/** Numbers pairs of numbers in the order of first sight, from 0: a hash table of integers without an object for each pair. */
export class PairInterner {
  /** Three for each slot: both numbers, and the number of the pair and 1; 0: the slot is free. */
  #slots = new Int32Array(3 * 64);
  #size = 0;

  /** How many different pairs have been seen; ids are below it. */
  get size(): number {
    return this.#size;
  }

  /** Both numbers are 32-bit integers. */
  intern(x: number, y: number): number {
    // Half of the slots stay free, so that a search ends soon.
    if (this.#size * 6 >= this.#slots.length) this.#grow();
    const at = slotOf(this.#slots, x, y);
    if (this.#slots[at + 2] === 0) {
      this.#size += 1;
      this.#slots[at] = x;
      this.#slots[at + 1] = y;
      this.#slots[at + 2] = this.#size;
    }
    return this.#slots[at + 2]! - 1;
  }

  /** The number of a pair that was seen before, or -1. */
  find(x: number, y: number): number {
    return this.#slots[slotOf(this.#slots, x, y) + 2]! - 1;
  }

  #grow(): void {
    const old = this.#slots;
    this.#slots = new Int32Array(old.length * 2);
    for (let at = 0; at < old.length; at += 3) {
      if (old[at + 2] === 0) continue;
      const to = slotOf(this.#slots, old[at]!, old[at + 1]!);
      this.#slots[to] = old[at]!;
      this.#slots[to + 1] = old[at + 1]!;
      this.#slots[to + 2] = old[at + 2]!;
    }
  }
}

/** Index of the slot that has the pair, or of the free one where it belongs. The number of slots is a power of two. */
function slotOf(slots: Int32Array, x: number, y: number): number {
  const mask = slots.length / 3 - 1;
  // Multiplicative hashing (Knuth, TAOCP 3, section 6.4) with two odd constants near 2^32 times the golden ratio.
  let hash = Math.imul(x, 0x9e3779b1) ^ Math.imul(y, 0x85ebca77);
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x2c1b3c6d);
  let slot = (hash ^ (hash >>> 13)) & mask;
  while (slots[3 * slot + 2] !== 0 && (slots[3 * slot] !== x || slots[3 * slot + 1] !== y)) slot = (slot + 1) & mask;
  return 3 * slot;
}
