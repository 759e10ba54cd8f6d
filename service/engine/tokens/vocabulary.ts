/** The tokens of both documents under one numbering, and the small dense numberings that single diffs work with. */
import { textOf, type TextBlock } from '../../../shared/document/model.ts';
import { Interner } from './interner.ts';
import { tokenize, type TokenRanges } from './tokenize.ts';

/** A text block as the engine compares it: token `i` is `text.slice(starts[i], ends[i])` and has the number `ids[i]`. */
export interface TokenizedText extends TokenRanges {
  readonly text: string;
  readonly ids: Int32Array;
}

/** Two sequences renumbered from 0 without gaps, so that scratch memory fits the pair and not the documents. */
export interface LocalPair {
  readonly a: Int32Array;
  readonly b: Int32Array;
  readonly size: number;
}

/** One per comparison. Texts are cut into tokens when first asked for, and once. */
export class Vocabulary {
  readonly #interner = new Interner();
  readonly #tokenized = new WeakMap<TextBlock, TokenizedText>();
  #scratch = new Int32Array(0);

  tokens(block: TextBlock): TokenizedText {
    let tokenized = this.#tokenized.get(block);
    if (tokenized === undefined) {
      const text = textOf(block);
      const { starts, ends } = tokenize(text);
      const ids = new Int32Array(starts.length);
      for (let i = 0; i < ids.length; i += 1) ids[i] = this.#interner.intern(text.slice(starts[i], ends[i]));
      tokenized = { text, starts, ends, ids };
      this.#tokenized.set(block, tokenized);
    }
    return tokenized;
  }

  /** Number of different tokens so far; the numbers of `tokens` are below it. */
  get size(): number {
    return this.#interner.size;
  }

  localPair(a: Int32Array, b: Int32Array): LocalPair {
    const scratch = this.#zeroedScratch();
    let size = 0;
    const renumber = (ids: Int32Array): Int32Array =>
      ids.map((id) => {
        if (scratch[id] === 0) {
          size += 1;
          scratch[id] = size;
        }
        return scratch[id]! - 1;
      });
    const pair = { a: renumber(a), b: renumber(b) };
    for (const id of a) scratch[id] = 0;
    for (const id of b) scratch[id] = 0;
    return { ...pair, size };
  }

  /** Length in tokens that both multisets share, each token weighted by `weight(id)`; and the two total weights. */
  overlap(a: Weighted, b: Weighted): number {
    const scratch = this.#zeroedScratch();
    for (const id of a.ids) scratch[id]! += 1;
    let common = 0;
    for (let i = 0; i < b.ids.length; i += 1) {
      const id = b.ids[i]!;
      if (scratch[id]! > 0) {
        scratch[id]! -= 1;
        common += b.weights[i]!;
      }
    }
    for (const id of a.ids) scratch[id] = 0;
    return common;
  }

  #zeroedScratch(): Int32Array {
    if (this.#scratch.length < this.#interner.size) this.#scratch = new Int32Array(this.#interner.size * 2);
    return this.#scratch;
  }
}

/** A bag of tokens; `weights[i]` is the weight of `ids[i]` and the same wherever that token occurs. */
export interface Weighted {
  readonly ids: Int32Array;
  readonly weights: Int32Array;
}
