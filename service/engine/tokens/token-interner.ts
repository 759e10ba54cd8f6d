import { IntList } from '../int-list.ts';
import { PROBES_MAX, slotsFor } from './hash-slots.ts';
import { Interner } from './interner.ts';
import { areHalfTaken, grownSlots, pairSlots, slotOfPair, takeSlot } from './pair-slots.ts';

/** Units of a short token: as many bytes as two 32-bit integers have. */
const SHORT_MAX = 8;

/**
 * An `Interner` for tokens, of which there are many, mostly short words. A short one of Latin-1 is told by two integers, and
 * is found at one place in memory without a string of its own, which counts when a hundred thousand different ones no longer fit a
 * cache.
 */
export class TokenInterner {
  #size = 0;
  /** Short tokens, of which there are so many. */
  #slots: Int32Array;
  #short = 0;
  /** Those that found no slot: chosen so that a search would go through all of them. */
  readonly #crowded = new Map<string, number>();
  /** All others, and the number of each. */
  readonly #others = new Interner();
  readonly #numbers = new IntList();

  /** `expected`: so many different ones, more or less, for which there is room from the beginning. */
  constructor(expected = 0) {
    this.#slots = pairSlots(slotsFor(expected) / 2);
  }

  /** How many different strings have been seen; every id is below it. */
  get size(): number {
    return this.#size;
  }

  /** The number of `text.slice(start, end)`. */
  intern(text: string, start: number, end: number): number {
    if (end - start > SHORT_MAX) return this.#internOther(text.slice(start, end));
    const middle = Math.min(start + SHORT_MAX / 2, end);
    let [x, y, seen] = [0, 0, 0];
    for (let at = start; at < middle; at += 1) {
      const unit = text.charCodeAt(at);
      x = (x << 8) | unit;
      // Above 255 or below 0 in the end where a unit is more than a byte, or is 0, of which no one could tell how many there are.
      seen |= unit | (unit - 1);
    }
    for (let at = middle; at < end; at += 1) {
      const unit = text.charCodeAt(at);
      y = (y << 8) | unit;
      seen |= unit | (unit - 1);
    }
    if (seen >>> 8 !== 0) return this.#internOther(text.slice(start, end));
    const at = slotOfPair(this.#slots, x, y, PROBES_MAX);
    const known = at === -1 ? 0 : this.#slots[at + 2]!;
    return known === 0 ? this.#internNew(x, y) : known - 1;
  }

  /** The number of a short token that is in no slot. */
  #internNew(x: number, y: number): number {
    const crowded = this.#crowded.size === 0 ? undefined : this.#crowded.get(textOf(x, y));
    if (crowded !== undefined) return crowded;
    const id = this.#size;
    this.#size += 1;
    const crowd = (otherX: number, otherY: number, number: number): void => {
      this.#crowded.set(textOf(otherX, otherY), number);
    };
    if (areHalfTaken(this.#slots, this.#short)) this.#slots = grownSlots(this.#slots, PROBES_MAX, crowd);
    const at = slotOfPair(this.#slots, x, y, PROBES_MAX);
    if (at === -1) crowd(x, y, id);
    else takeSlot(this.#slots, at, x, y, id);
    this.#short += 1;
    return id;
  }

  #internOther(token: string): number {
    const other = this.#others.intern(token);
    if (other === this.#numbers.length) {
      this.#numbers.push(this.#size);
      this.#size += 1;
    }
    return this.#numbers.at(other);
  }
}

/** The token that two integers stand for. */
function textOf(x: number, y: number): string {
  let text = '';
  for (const half of [x, y]) {
    for (let shift = 24; shift >= 0; shift -= 8) {
      const unit = (half >>> shift) & 0xff;
      if (unit !== 0) text += String.fromCharCode(unit);
    }
  }
  return text;
}
