import { textOf, type TextBlock } from '../../../shared/document/model.ts';
import { StepCount } from '../diff/middle-snake.ts';
import { ContentKeys } from './content-keys.ts';
import { TokenOverlap } from './token-overlap.ts';
import { TokenTable } from './token-table.ts';
import { tokenize } from './tokenize.ts';
import { TokenizedText } from './tokenized-text.ts';
import { UnspacedWords } from './unspaced-words.ts';

/** The words of both documents under one numbering. One for each comparison. */
export class Vocabulary {
  /** Keys of blocks, rows, columns and cells. */
  readonly keys = new ContentKeys();
  /** Steps of all diffs together. */
  readonly steps = new StepCount();
  readonly overlap: TokenOverlap;
  readonly #table = new TokenTable();
  readonly #unspaced = new UnspacedWords();
  readonly #kept = new Map<TextBlock, TokenizedText>();

  constructor() {
    this.overlap = new TokenOverlap(this.#table);
  }

  /** The tokens of a text. They are computed each time unless they are kept. */
  tokens(block: TextBlock): TokenizedText {
    return this.#kept.get(block) ?? this.#tokenize(textOf(block));
  }

  /** The tokens of a text, kept. The texts of cells are needed for their rows, their columns and themselves. */
  keptTokens(block: TextBlock): TokenizedText {
    let tokens = this.#kept.get(block);
    if (tokens === undefined) {
      tokens = this.#tokenize(textOf(block));
      this.#kept.set(block, tokens);
    }
    return tokens;
  }

  /** The weight of a token, by its number. */
  weightOf(token: number): number {
    return this.#table.weightOf(token);
  }

  #tokenize(text: string): TokenizedText {
    const bounds = tokenize(text, this.#unspaced);
    const ids: number[] = [];
    let total = 0;
    for (let at = 0; at < bounds.length; at += 2) {
      const id = this.#table.add(text.slice(bounds[at], bounds[at + 1]));
      ids.push(id);
      total += this.#table.weightOf(id);
    }
    return new TokenizedText(text, ids, total, bounds);
  }
}
