/** The tokens of both documents under one numbering, and the small dense numberings that single diffs work with. */
import { textOf, type TextBlock } from '../../../shared/document/model.ts';
import { Interner } from './interner.ts';
import { KeyNumbering } from './key-numbering.ts';
import { LocalNumbering, type LocalPair } from './local-numbering.ts';
import { tokenize, type TokenRanges } from './tokenize.ts';

/** A text block as the engine compares it: token `i` is `text.slice(starts[i], ends[i])` and has the number `ids[i]`. */
export interface TokenizedText extends TokenRanges {
  readonly text: string;
  readonly ids: Int32Array;
}

/** One per comparison. Texts are cut into tokens when first asked for, and once. */
export class Vocabulary {
  readonly #interner = new Interner();
  readonly #tokenized = new Map<TextBlock, TokenizedText>();
  readonly #local = new LocalNumbering();
  /** Keys of blocks, rows, columns and cells. */
  readonly keys = new KeyNumbering();

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
    return this.#local.pair(a, b, this.#interner.size);
  }

  /** Length in tokens that both multisets share, each token weighted by `weight(id)`; and the two total weights. */
  overlap(a: Weighted, b: Weighted): number {
    const counts = this.#local.zeroed(this.#interner.size);
    for (let i = 0; i < a.ids.length; i += 1) counts[a.ids[i]!]! += 1;
    let common = 0;
    for (let i = 0; i < b.ids.length; i += 1) {
      const id = b.ids[i]!;
      if (counts[id]! > 0) {
        counts[id]! -= 1;
        common += b.weights[i]!;
      }
    }
    for (let i = 0; i < a.ids.length; i += 1) counts[a.ids[i]!] = 0;
    return common;
  }
}

/** A bag of tokens; `weights[i]` is the weight of `ids[i]` and the same wherever that token occurs. */
export interface Weighted {
  readonly ids: Int32Array;
  readonly weights: Int32Array;
}
