/** A multiset of tokens by their numbers in the vocabulary, in order. */
export interface Bag {
  readonly ids: readonly number[];
  /** Sum of the tokens' weights (`Vocabulary.weightOf`). */
  readonly total: number;
}

/** A text in tokens: token `i` is `text.slice(start(i), end(i))` and has the number `ids[i]`. */
export class TokenizedText implements Bag {
  readonly text: string;
  readonly ids: readonly number[];
  readonly total: number;
  /** The numbers of the tokens that are compared pictures, ascending. */
  readonly pictures: readonly number[];
  /** UTF-16 offsets where each token starts and ends, alternately. */
  readonly #bounds: readonly number[];

  constructor(
    text: string,
    ids: readonly number[],
    total: number,
    bounds: readonly number[],
    pictures: readonly number[] = [],
  ) {
    this.text = text;
    this.ids = ids;
    this.total = total;
    this.#bounds = bounds;
    this.pictures = pictures;
  }

  /** UTF-16 offset of a token. For the token after the last one it is the end of the text. */
  start(token: number): number {
    return this.#bounds[2 * token] ?? this.text.length;
  }

  /** UTF-16 offset of the end of a token. For the token after the last one it is the end of the text. */
  end(token: number): number {
    return this.#bounds[2 * token + 1] ?? this.text.length;
  }
}
