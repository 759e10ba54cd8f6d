import { IntList } from '../int-list.ts';
import { PROBES_MAX, slotsFor } from './hash-slots.ts';
import { Interner } from './interner.ts';
import { areHalfTaken, grownSlots, maskOf, ownSlot, pairSlots, slotOfPair, takeSlot } from './pair-slots.ts';

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
  /** Scratch memory: two integers for each token of a text. */
  #packed = new Int32Array(1_024);

  /** `expected`: so many different ones, more or less, for which there is room from the beginning. */
  constructor(expected = 0) {
    this.#slots = pairSlots(slotsFor(expected) / 2);
  }

  /** How many different strings have been seen; every id is below it. */
  get size(): number {
    return this.#size;
  }

  /** The number of a token. */
  intern(token: string): number {
    this.#pack(token, 0, token.length, 0);
    return this.#numberOf(token, 0, token.length, 0);
  }

  /**
   * The numbers of all tokens of a text, into `numbers`. Token `i` is `text.slice(start, end)`, where `bounds` has the start at
   * `first + 2 * i` and the end behind it.
   */
  internAll(text: string, bounds: IntList, first: number, count: number, numbers: number[]): void {
    if (this.#packed.length < 2 * count) this.#packed = new Int32Array(2 ** Math.ceil(Math.log2(2 * count)));
    // First the integers of all, then their slots: a processor looks many of them up at once where nothing else is done between.
    for (let at = 0; at < 2 * count; at += 2) this.#pack(text, bounds.at(first + at), bounds.at(first + at + 1), at);
    const packed = this.#packed;
    let slots = this.#slots;
    let mask = maskOf(slots);
    for (let token = 0; token < count; token += 1) {
      const [x, y] = [packed[2 * token]!, packed[2 * token + 1]!];
      const own = 3 * ownSlot(x, y, mask);
      if (x !== 0 && slots[own] === x && slots[own + 1] === y) {
        numbers[token] = slots[own + 2]! - 1;
        continue;
      }
      numbers[token] = this.#numberOf(text, bounds.at(first + 2 * token), bounds.at(first + 2 * token + 1), 2 * token);
      slots = this.#slots;
      mask = maskOf(slots);
    }
  }

  /** Writes down which two integers a token is, the first of them 0 if it is not short. */
  #pack(text: string, start: number, end: number, at: number): void {
    let [x, y, seen] = [0, 0, 0];
    if (end - start <= SHORT_MAX) {
      const middle = Math.min(start + SHORT_MAX / 2, end);
      for (let from = start; from < middle; from += 1) {
        const unit = text.charCodeAt(from);
        x = (x << 8) | unit;
        // Above 255 or below 0 in the end where a unit is more than a byte, or is 0, of which no one could tell how many there are.
        seen |= unit | (unit - 1);
      }
      for (let from = middle; from < end; from += 1) {
        const unit = text.charCodeAt(from);
        y = (y << 8) | unit;
        seen |= unit | (unit - 1);
      }
    }
    this.#packed[at] = seen >>> 8 === 0 ? x : 0;
    this.#packed[at + 1] = y;
  }

  /** The number of `text.slice(start, end)`, which is packed. */
  #numberOf(text: string, start: number, end: number, packedAt: number): number {
    const x = this.#packed[packedAt]!;
    if (x === 0) return this.#internOther(text.slice(start, end));
    const y = this.#packed[packedAt + 1]!;
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
