/** Texts in tokens: their numbers, and where they begin and end. */
import { keepShape } from '../../../shared/keep-shape.ts';
import { IntList } from '../int-list.ts';

/**
 * Tokens by their numbers in the vocabulary, in order. A plain array: most texts have a few tokens, and there may be a
 * hundred thousand texts, of which each typed array would take more time and memory than its contents.
 */
export interface Bag {
  readonly ids: readonly number[];
  /** Sum of their weights (`Vocabulary.weightOf`). */
  readonly total: number;
}

/** A text as the engine compares it: token `i` is `text.slice(start(i), end(i))` and has the number `ids[i]`. */
export class TokenizedText implements Bag {
  readonly text: string;
  readonly ids: readonly number[];
  readonly total: number;
  readonly #bounds: IntList;
  readonly #first: number;

  /**
   * Where the tokens begin and end stands in `bounds` from `first` on, among those of all texts of a vocabulary: each of a
   * hundred thousand short texts would need two arrays.
   */
  constructor(text: string, ids: readonly number[], total: number, bounds: IntList, first: number) {
    this.text = text;
    this.ids = ids;
    this.total = total;
    this.#bounds = bounds;
    this.#first = first;
  }

  /** UTF-16 offset of a token; behind the last one, the end of the text. */
  start(token: number): number {
    return token === this.ids.length ? this.text.length : this.#bounds.at(this.#first + 2 * token);
  }

  /** UTF-16 offset of what follows a token. */
  end(token: number): number {
    return token === this.ids.length ? this.text.length : this.#bounds.at(this.#first + 2 * token + 1);
  }
}

keepShape(new TokenizedText('', [], 0, new IntList(), 0));
