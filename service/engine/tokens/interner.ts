import { hashOf, place, PROBES_MAX, slotsFor } from './hash-slots.ts';

/** UTF-16 units of a short text. */
const SHORT_MAX = 64;

/**
 * Gives equal strings one number, so that everything below compares integers. Numbers count from 0 without gaps. Short ones, of
 * which there may be a hundred thousand, are in a hash table with open addressing.
 */
export class Interner {
  readonly #texts: string[] = [];
  /** Entries are the numbers of short texts. */
  #slots: Int32Array;
  /** Those that found no slot: texts of one hash, chosen so that a search would go through all of them. */
  readonly #crowded = new Map<string, number>();
  /** Long texts, which the runtime hashes faster. */
  readonly #long = new Map<string, number>();

  /** `expected`: so many different ones, more or less, for which there is room from the beginning. */
  constructor(expected = 0) {
    this.#slots = new Int32Array(slotsFor(expected));
  }

  /** How many different strings have been seen; every id is below it. */
  get size(): number {
    return this.#texts.length;
  }

  intern(text: string): number {
    return text.length > SHORT_MAX ? this.#internLong(text) : this.#internShort(text);
  }

  #internLong(text: string): number {
    let id = this.#long.get(text);
    if (id === undefined) {
      id = this.#texts.push(text) - 1;
      this.#long.set(text, id);
    }
    return id;
  }

  #internShort(text: string): number {
    const hash = hashOf(text, 0, text.length);
    const slots = this.#slots;
    const mask = slots.length - 2;
    let at = (hash << 1) & mask;
    for (let probes = 0; probes < PROBES_MAX && slots[at + 1] !== 0; probes += 1, at = (at + 2) & mask)
      if (slots[at] === hash && this.#texts[slots[at + 1]! - 1] === text) return slots[at + 1]! - 1;
    return (this.#crowded.size === 0 ? undefined : this.#crowded.get(text)) ?? this.#add(text, hash);
  }

  #add(text: string, hash: number): number {
    const id = this.#texts.push(text) - 1;
    // Half of the slots stay free, so that a search ends soon.
    if (this.#texts.length * 4 > this.#slots.length) this.#grow();
    this.#place(hash, id);
    return id;
  }

  #place(hash: number, id: number): void {
    if (!place(this.#slots, hash, id)) this.#crowded.set(this.#texts[id]!, id);
  }

  #grow(): void {
    const old = this.#slots;
    this.#slots = new Int32Array(old.length * 2);
    for (let at = 0; at < old.length; at += 2) if (old[at + 1] !== 0) this.#place(old[at]!, old[at + 1]! - 1);
  }
}
