import { hashOf, PROBES_MAX, place, slotsFor } from './hash-slots.ts';

/** What stands before the units of an entry: its number and its length, in two parts each. */
const HEAD = 4;

/**
 * An `Interner` for tokens, of which there are many and short ones: a hash table with open addressing
 * whose entries stand one after another in one array. A part of a text needs no string of its own, and to find it takes two
 * places in memory, which counts when a hundred thousand different ones no longer fit a cache.
 */
export class TokenInterner {
  #size = 0;
  /** Entries: the number, the length, and the UTF-16 units. */
  #entries = new Uint16Array(4_096);
  #end = 0;
  /** Each entry is where it begins in `#entries`. */
  #slots: Int32Array;
  /** Those that found no slot: texts of one hash, chosen so that a search would go through all of them. */
  readonly #crowded = new Map<string, number>();

  /** `expected`: so many different ones, more or less, for which there is room from the beginning. */
  constructor(expected = 0) {
    this.#slots = new Int32Array(slotsFor(expected));
  }

  /** How many different strings have been seen; every id is below it. */
  get size(): number {
    return this.#size;
  }

  /** The number of `text.slice(start, end)`. */
  intern(text: string, start: number, end: number): number {
    const hash = hashOf(text, start, end);
    const [slots, entries] = [this.#slots, this.#entries];
    const mask = slots.length - 2;
    let at = (hash << 1) & mask;
    for (let probes = 0; probes < PROBES_MAX && slots[at + 1] !== 0; probes += 1, at = (at + 2) & mask) {
      if (slots[at] !== hash) continue;
      const entry = slots[at + 1]! - 1;
      if (isPart(entries, entry, text, start, end)) return numberOf(entries, entry);
    }
    const crowded = this.#crowded.size === 0 ? undefined : this.#crowded.get(text.slice(start, end));
    return crowded ?? this.#add(text, start, end, hash);
  }

  #add(text: string, start: number, end: number, hash: number): number {
    const id = this.#size;
    const entry = this.#end;
    this.#size += 1;
    this.#end += HEAD + end - start;
    if (this.#end > this.#entries.length) this.#makeRoom();
    const entries = this.#entries;
    entries[entry] = id;
    entries[entry + 1] = id >>> 16;
    entries[entry + 2] = end - start;
    entries[entry + 3] = (end - start) >>> 16;
    for (let at = start; at < end; at += 1) entries[entry + HEAD + at - start] = text.charCodeAt(at);
    // Half of the slots stay free, so that a search ends soon.
    if (this.#size * 4 > this.#slots.length) this.#grow();
    if (!place(this.#slots, hash, entry)) this.#crowded.set(text.slice(start, end), id);
    return id;
  }

  #makeRoom(): void {
    const room = new Uint16Array(Math.max(2 * this.#entries.length, 2 * this.#end));
    room.set(this.#entries);
    this.#entries = room;
  }

  #grow(): void {
    const old = this.#slots;
    this.#slots = new Int32Array(old.length * 2);
    for (let at = 0; at < old.length; at += 2) {
      if (old[at + 1] === 0) continue;
      const entry = old[at + 1]! - 1;
      if (!place(this.#slots, old[at]!, entry))
        this.#crowded.set(textOf(this.#entries, entry), numberOf(this.#entries, entry));
    }
  }
}

function numberOf(entries: Uint16Array, entry: number): number {
  return entries[entry]! | (entries[entry + 1]! << 16);
}

function lengthOf(entries: Uint16Array, entry: number): number {
  return entries[entry + 2]! | (entries[entry + 3]! << 16);
}

function textOf(entries: Uint16Array, entry: number): string {
  const from = entry + HEAD;
  let text = '';
  for (let k = 0; k < lengthOf(entries, entry); k += 1) text += String.fromCharCode(entries[from + k]!);
  return text;
}

function isPart(entries: Uint16Array, entry: number, text: string, start: number, end: number): boolean {
  const length = end - start;
  if (lengthOf(entries, entry) !== length) return false;
  const from = entry + HEAD;
  for (let k = 0; k < length; k += 1) if (entries[from + k] !== text.charCodeAt(start + k)) return false;
  return true;
}
