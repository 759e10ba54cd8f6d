/**
 * Slots of a hash table with open addressing (Knuth, TAOCP 3, section 6.4) for pairs of 32-bit integers, three numbers for each
 * slot: the pair, and its number and 1; 0: the slot is free. Their count is a power of two, and half of them stay free.
 */

/** Odd constants near 2^32 times the golden ratio, one for either number of a pair. */
export const FACTORS: readonly [number, number] = [0x9e3779b1, 0x85ebca77];

/** `count`: a power of two. */
export function pairSlots(count: number): Int32Array {
  return new Int32Array(3 * count);
}

/** Whether there is no room for one more pair beside so many. */
export function areHalfTaken(slots: Int32Array, pairs: number): boolean {
  return pairs * 6 >= slots.length;
}

/** One less than how many slots there are. */
export function maskOf(slots: Int32Array): number {
  return slots.length / 3 - 1;
}

/** Number of the slot where a pair belongs; its three numbers begin at three times that. */
export function ownSlot(x: number, y: number, mask: number): number {
  let hash = Math.imul(x, FACTORS[0]) ^ Math.imul(y, FACTORS[1]);
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) & mask;
}

/**
 * Where the slot begins that has a pair, or else the free one where it belongs; -1: neither is among the first
 * `probesMax` that are looked at.
 */
export function slotOfPair(slots: Int32Array, x: number, y: number, probesMax = Infinity): number {
  const mask = maskOf(slots);
  let slot = ownSlot(x, y, mask);
  for (let probes = 0; probes < probesMax; probes += 1, slot = (slot + 1) & mask) {
    const at = 3 * slot;
    if (slots[at + 2] === 0 || (slots[at] === x && slots[at + 1] === y)) return at;
  }
  return -1;
}

/** Puts a pair and its number into a slot that is free. */
export function takeSlot(slots: Int32Array, at: number, x: number, y: number, number: number): void {
  slots[at] = x;
  slots[at + 1] = y;
  slots[at + 2] = number + 1;
}

/** Twice as many slots with the same pairs. `crowd` is told of each for which there is no slot among the first `probesMax`. */
export function grownSlots(
  old: Int32Array,
  probesMax = Infinity,
  crowd?: (x: number, y: number, number: number) => void,
): Int32Array {
  const slots = new Int32Array(old.length * 2);
  for (let from = 0; from < old.length; from += 3) {
    if (old[from + 2] === 0) continue;
    const [x, y, number] = [old[from]!, old[from + 1]!, old[from + 2]! - 1];
    const at = slotOfPair(slots, x, y, probesMax);
    if (at === -1) crowd?.(x, y, number);
    else takeSlot(slots, at, x, y, number);
  }
  return slots;
}
