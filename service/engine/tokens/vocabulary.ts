/** The tokens of both documents under one numbering, and the small dense numberings that single diffs work with. */
import { textOf, type TextBlock } from '../../../shared/document/model.ts';
import { StepCount } from '../diff/middle-snake.ts';
import { KeyNumbering } from './key-numbering.ts';
import { LocalNumbering, type LocalPair } from './local-numbering.ts';
import { TextKeys } from './text-keys.ts';
import { TokenInterner } from './token-interner.ts';
import { tokenize, type TokenRanges } from './tokenize.ts';

/** No token weighs more: a long address or a hash says no more about which text it is than some words do. */
const WEIGHT_MAX = 16;

/**
 * Tokens by their numbers in the vocabulary, in order. A plain array: most texts have a few tokens, and there may be a
 * hundred thousand texts, of which each typed array would take more time and memory than its contents.
 */
export interface Bag {
  readonly ids: readonly number[];
  /** Sum of their weights (`Vocabulary.weightOf`). */
  readonly total: number;
}

/** A text block as the engine compares it: token `i` is `text.slice(starts[i], ends[i])` and has the number `ids[i]`. */
export interface TokenizedText extends TokenRanges, Bag {
  readonly text: string;
}

/** One per comparison. Texts are cut into tokens when first asked for, and once. */
export class Vocabulary {
  readonly #interner = new TokenInterner();
  readonly #tokenized = new Map<TextBlock, TokenizedText>();
  readonly #local = new LocalNumbering();
  /** Weight of each token, by its number. */
  #weights = new Int32Array(1_024);
  /** The number by which each token is known in whatever case and with whatever apostrophes and soft hyphens it is written. */
  #folded = new Int32Array(1_024);
  /** Keys of blocks, rows, columns and cells. */
  readonly keys = new KeyNumbering();
  /** Those of texts, tables and cells. */
  readonly textKeys = new TextKeys(this.keys);
  /** Of all diffs together. */
  readonly steps = new StepCount();

  tokens(block: TextBlock): TokenizedText {
    let tokenized = this.#tokenized.get(block);
    if (tokenized === undefined) {
      const text = textOf(block);
      const { starts, ends } = tokenize(text);
      // A copy to be overwritten: an array of just this length.
      const ids = starts.slice();
      let total = 0;
      for (let i = 0; i < ids.length; i += 1) {
        const id = this.#numberOf(text, starts[i]!, ends[i]!);
        ids[i] = id;
        total += this.weightOf(id);
      }
      tokenized = { text, starts, ends, ids, total };
      this.#tokenized.set(block, tokenized);
    }
    return tokenized;
  }

  #numberOf(text: string, start: number, end: number): number {
    const known = this.#interner.size;
    const id = this.#interner.intern(text, start, end);
    if (id < known) return id;
    if (id === this.#weights.length) {
      this.#weights = grown(this.#weights);
      this.#folded = grown(this.#folded);
    }
    this.#weights[id] = Math.min(end - start, WEIGHT_MAX);
    // The folded form is its own one.
    this.#folded[id] = id;
    if (isPlainlyFolded(text, start, end)) return id;
    const token = text.slice(start, end);
    const folded = fold(token);
    if (folded !== token) this.#folded[id] = this.#numberOf(folded, 0, folded.length);
    return id;
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
   * Weight of the tokens that both multisets share, however they are written.
   *
   *     PRIVACY POLICY
   *     Privacy Policy     all of it
   */
  overlap(a: readonly number[], b: readonly number[]): number {
    const counts = this.zeroed();
    const [weights, folded] = [this.#weights, this.#folded];
    for (let i = 0; i < a.length; i += 1) counts[folded[a[i]!]!]! += 1;
    let common = 0;
    for (let i = 0; i < b.length; i += 1) {
      const id = folded[b[i]!]!;
      if (counts[id]! > 0) {
        counts[id]! -= 1;
        common += weights[id]!;
      }
    }
    for (let i = 0; i < a.length; i += 1) counts[folded[a[i]!]!] = 0;
    return common;
  }
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

function grown(numbers: Int32Array): Int32Array<ArrayBuffer> {
  const longer = new Int32Array(2 * numbers.length);
  longer.set(numbers);
  return longer;
}
