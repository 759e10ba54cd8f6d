/** Texts up to so many UTF-16 units are held against each other unit by unit: for a word, a call costs more than that. */
const SHORT_MAX = 24;
/** A search ends after so many slots. Hashes that chance makes hardly ever need them; those that someone made on purpose would. */
const PROBES_MAX = 64;

/**
 * An `Interner` for tokens, of which there are many and short ones: a hash table with open addressing (Knuth, TAOCP 3, section 6.4).
 * A part of a text that is known needs no string of its own, and a hundred thousand different ones still fit a cache.
 */
export class TokenInterner {
  readonly #values: string[] = [];
  /** Two for each slot: the hash, and the number and 1; 0: the slot is free. The number of slots is a power of two. */
  #slots = new Int32Array(2 * 64);
  /** Those that found no slot: texts of one hash, chosen so that a search would go through all of them. */
  readonly #crowded = new Map<string, number>();

  /** How many different strings have been seen; every id is below it. */
  get size(): number {
    return this.#values.length;
  }

  /** The number of `text.slice(start, end)`. */
  intern(text: string, start: number, end: number): number {
    const hash = hashOf(text, start, end);
    const slots = this.#slots;
    const mask = slots.length - 2;
    let at = (hash << 1) & mask;
    for (let probes = 0; probes < PROBES_MAX && slots[at + 1] !== 0; probes += 1, at = (at + 2) & mask) {
      const id = slots[at + 1]! - 1;
      if (slots[at] === hash && isPart(this.#values[id]!, text, start, end)) return id;
    }
    const value = text.slice(start, end);
    const crowded = this.#crowded.size === 0 ? undefined : this.#crowded.get(value);
    return crowded ?? this.#add(value, hash);
  }

  #add(value: string, hash: number): number {
    const id = this.#values.length;
    this.#values.push(value);
    // Half of the slots stay free, so that a search ends soon.
    if (this.#values.length * 4 > this.#slots.length) this.#grow();
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
    this.#crowded.set(this.#values[id]!, id);
  }

  #grow(): void {
    const old = this.#slots;
    this.#slots = new Int32Array(old.length * 2);
    for (let at = 0; at < old.length; at += 2) if (old[at + 1] !== 0) this.#place(old[at]!, old[at + 1]! - 1);
  }
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

function isPart(value: string, text: string, start: number, end: number): boolean {
  if (value.length !== end - start) return false;
  if (value.length > SHORT_MAX) return text.startsWith(value, start);
  for (let at = 0; at < value.length; at += 1) if (value.charCodeAt(at) !== text.charCodeAt(start + at)) return false;
  return true;
}
