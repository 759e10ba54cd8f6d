/** The tokens of both documents under one numbering, and the small dense numberings that single diffs work with. */
import { textOf, type TextBlock } from '../../../shared/document/model.ts';
import { keepShape } from '../../../shared/keep-shape.ts';
import { StepCount } from '../diff/middle-snake.ts';
import { grown, IntList } from '../int-list.ts';
import { STRETCH } from '../stretch.ts';
import { KeyNumbering } from './key-numbering.ts';
import { LocalNumbering, type LocalPair } from './local-numbering.ts';
import { TextKeys } from './text-keys.ts';
import { TokenInterner } from './token-interner.ts';
import { tokenize } from './tokenize.ts';
import { TokenizedText } from './tokenized-text.ts';
import { UnspacedWords } from './unspaced-words.ts';

/** No token weighs more: a long address or a hash says no more about which text it is than some words do. */
const WEIGHT_MAX = 16;
/** A text of more tokens leaves no room behind. */
const ROOM_MAX = 262_144;

/** One per comparison. */
export class Vocabulary {
  readonly #interner: TokenInterner;
  readonly #kept = new Map<TextBlock, TokenizedText>();
  /** Where all tokens begin and end, text after text. */
  readonly #bounds = new IntList();
  /** Scratch memory for the numbers of a text. */
  #room: number[] = [];
  /** The number that the first token has of which nothing is noted yet. */
  #next = 0;
  readonly #unspaced = new UnspacedWords();
  readonly #local = new LocalNumbering();
  /** Weight of each token, by its number. */
  #weights = new Int32Array(1_024);
  /** The number by which each token is known in whatever case and with whatever apostrophes and soft hyphens it is written. */
  #folded = new Int32Array(1_024);
  /** The text whose tokens are counted, how often it has each, and scratch memory for those that another has, too. */
  #held: readonly number[] = [];
  #counts = new Int32Array(0);
  readonly #found: number[] = [];
  /** Keys of blocks, rows, columns and cells. */
  readonly keys: KeyNumbering;
  /** Those of texts, tables and cells. */
  readonly textKeys: TextKeys;
  /** Of all diffs together. */
  readonly steps = new StepCount();

  /** `blocks`: how many both documents have, more or less. */
  constructor(blocks = 0) {
    // A word of its own for each block is what many short ones have.
    this.#interner = new TokenInterner(blocks);
    this.keys = new KeyNumbering(blocks);
    this.textKeys = new TextKeys(this.keys);
  }

  /** The tokens of a text, which are made anew unless they are kept. */
  tokens(block: TextBlock): TokenizedText {
    return (this.#kept.size === 0 ? undefined : this.#kept.get(block)) ?? this.#tokenize(textOf(block));
  }

  /** The same, kept: the texts of cells are asked for with their rows, their columns, and by themselves. */
  keptTokens(block: TextBlock): TokenizedText {
    let tokens = this.#kept.get(block);
    if (tokens === undefined) {
      tokens = this.#tokenize(textOf(block));
      this.#kept.set(block, tokens);
    }
    return tokens;
  }

  #tokenize(text: string): TokenizedText {
    const bounds = this.#bounds;
    const first = bounds.length;
    tokenize(text, bounds, this.#unspaced);
    const count = (bounds.length - first) / 2;
    // Gathered in the same room text after text: arrays that grow anew for each of a hundred thousand lines cost more.
    const room = this.#room;
    this.#next = this.#interner.size;
    this.#interner.internAll(text, bounds, first, count, room);
    let total = 0;
    for (let from = 0; from < count; from += STRETCH)
      total += this.#weigh(text, first, from, Math.min(count, from + STRETCH));
    const ids = room.slice(0, count);
    if (room.length > ROOM_MAX) this.#room = [];
    return new TokenizedText(text, ids, total, bounds, first);
  }

  /** What the tokens of a text weigh, from one to another; notes what is asked of those that are new. */
  #weigh(text: string, first: number, from: number, to: number): number {
    const [bounds, room] = [this.#bounds, this.#room];
    let total = 0;
    for (let token = from; token < to; token += 1) {
      const [start, end] = [bounds.at(first + 2 * token), bounds.at(first + 2 * token + 1)];
      total += weightOfLength(end - start);
      if (room[token] !== this.#next) continue;
      this.#learn(this.#next, text, start, end);
      this.#next += 1;
    }
    return total;
  }

  /** Notes what is asked of a token that is new: `text.slice(start, end)`. */
  #learn(id: number, text: string, start: number, end: number): void {
    while (id >= this.#weights.length) {
      this.#weights = grown(this.#weights);
      this.#folded = grown(this.#folded);
    }
    this.#weights[id] = weightOfLength(end - start);
    // The folded form is its own one.
    this.#folded[id] = id;
    if (isPlainlyFolded(text, start, end)) return;
    const token = text.slice(start, end);
    const folded = fold(token);
    if (folded === token) return;
    const known = this.#interner.size;
    const number = this.#interner.intern(folded);
    if (number === known) this.#learn(number, folded, 0, folded.length);
    this.#folded[id] = number;
  }

  /** What a token weighs: as many UTF-16 units as it is long up to `WEIGHT_MAX`, so that articles count for little. */
  weightOf(id: number): number {
    return this.#weights[id]!;
  }

  /** Number of different tokens so far; the numbers of `tokens` are below it. */
  get size(): number {
    return this.#interner.size;
  }

  localPair(a: readonly number[], b: readonly number[]): LocalPair {
    return this.#local.pair(a, b, this.#interner.size);
  }

  /** A counter for every token seen so far, all 0; to be left so. */
  zeroed(): Int32Array {
    return this.#local.zeroed(this.#interner.size);
  }

  /**
   * Weight of the tokens that both multisets share, however they are written. Where one is held against many, it is the first:
   * its tokens are counted once.
   *
   *     PRIVACY POLICY
   *     Privacy Policy     all of it
   */
  overlap(held: readonly number[], other: readonly number[]): number {
    const counts = this.#countsOf(held);
    const [weights, folded, found] = [this.#weights, this.#folded, this.#found];
    let [common, taken] = [0, 0];
    for (let k = 0; k < other.length; k += 1) {
      const id = folded[other[k]!]!;
      if (counts[id]! === 0) continue;
      counts[id]! -= 1;
      common += weights[id]!;
      found[taken] = id;
      taken += 1;
    }
    for (let k = 0; k < taken; k += 1) counts[found[k]!]! += 1;
    return common;
  }

  /** Weight of the tokens of one multiset that the other has at all. The one held against many is the first. */
  weightFound(held: readonly number[], other: readonly number[]): number {
    const counts = this.#countsOf(held);
    const [weights, folded] = [this.#weights, this.#folded];
    let common = 0;
    for (let k = 0; k < other.length; k += 1) if (counts[folded[other[k]!]!]! > 0) common += weights[other[k]!]!;
    return common;
  }

  /** How often a text has each token as it is known however it is written. They stay until another text is asked for. */
  #countsOf(ids: readonly number[]): Int32Array {
    const folded = this.#folded;
    if (this.#counts.length < this.size) {
      const counts = new Int32Array(folded.length);
      counts.set(this.#counts);
      this.#counts = counts;
    }
    const counts = this.#counts;
    const held = this.#held;
    if (held === ids) return counts;
    for (let k = 0; k < held.length; k += 1) counts[folded[held[k]!]!] = 0;
    for (let k = 0; k < ids.length; k += 1) counts[folded[ids[k]!]!]! += 1;
    this.#held = ids;
    return counts;
  }
}

function weightOfLength(units: number): number {
  return Math.min(units, WEIGHT_MAX);
}

/** Whether a token is of ASCII without capitals, as most are. */
function isPlainlyFolded(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit > 0x7f || (unit >= 0x41 && unit <= 0x5a)) return false;
  }
  return true;
}

function fold(token: string): string {
  return token.toLowerCase().replaceAll('\u2019', "'").replaceAll('\u00AD', '');
}

keepShape(new Vocabulary());
