import { areHalfTaken, grownSlots, pairSlots, slotOfPair, takeSlot } from './pair-slots.ts';

/** Numbers pairs of numbers in the order of first sight, from 0: a hash table of integers without an object for each pair. */
export class PairInterner {
  #slots = pairSlots(64);
  #size = 0;

  /** How many different pairs have been seen; ids are below it. */
  get size(): number {
    return this.#size;
  }

  /** Both numbers are 32-bit integers. */
  intern(x: number, y: number): number {
    if (areHalfTaken(this.#slots, this.#size)) this.#slots = grownSlots(this.#slots);
    const at = slotOfPair(this.#slots, x, y);
    if (this.#slots[at + 2] === 0) {
      takeSlot(this.#slots, at, x, y, this.#size);
      this.#size += 1;
    }
    return this.#slots[at + 2]! - 1;
  }

  /** The number of a pair that was seen before, or -1. */
  find(x: number, y: number): number {
    return this.#slots[slotOfPair(this.#slots, x, y) + 2]! - 1;
  }
}
