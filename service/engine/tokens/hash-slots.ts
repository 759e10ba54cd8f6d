/**
 * Slots of a hash table with open addressing (Knuth, TAOCP 3, section 6.4) in one array, two numbers for each: a hash, and the
 * number of an entry and 1; 0: the slot is free. The number of slots is a power of two, and half of them stay free, so that a search
 * ends soon.
 */

/** A search ends after so many slots. Hashes that chance makes hardly ever need them; those that someone made on purpose would. */
export const PROBES_MAX = 64;
/** How long the array is with room for so many entries. */
export function slotsFor(entries: number): number {
  return Math.max(2 * 64, 2 ** Math.ceil(Math.log2(4 * entries + 1)));
}

/** Puts an entry into the first free slot from its own on. False: there is none near enough. */
export function place(slots: Int32Array, hash: number, entry: number): boolean {
  const mask = slots.length - 2;
  let at = (hash << 1) & mask;
  for (let probes = 0; probes < PROBES_MAX; probes += 1, at = (at + 2) & mask) {
    if (slots[at + 1] !== 0) continue;
    slots[at] = hash;
    slots[at + 1] = entry + 1;
    return true;
  }
  return false;
}

/** 32 bits for `text.slice(start, end)`. `hash`: of what stands before it. */
export function hashOf(text: string, start: number, end: number, hash = 0): number {
  for (let at = start; at < end; at += 1) {
    // Multiplicative hashing with an odd constant near 2^32 times the golden ratio.
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x9e3779b1);
    // The low bits of a product know nothing of the high ones, and the slot is taken from the low ones.
    hash ^= hash >>> 15;
  }
  return hash;
}
