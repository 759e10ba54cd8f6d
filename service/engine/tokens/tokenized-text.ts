/** A multiset of tokens by their numbers in the vocabulary, in order. */
export interface Bag {
  readonly ids: readonly number[];
  /** Sum of the tokens' weights (`Vocabulary.weightOf`). */
  readonly total: number;
}

/** A half-open range of a text, in UTF-16 units. */
type TextRange = readonly [start: number, end: number];

/** A text in tokens: token `i` is `text.slice(start(i), end(i))` and has the number `ids[i]`. */
export class TokenizedText implements Bag {
  readonly text: string;
  readonly ids: readonly number[];
  readonly total: number;
  /** The numbers of the tokens that are compared pictures, ascending. */
  readonly pictures: readonly number[];
  /** Values that stay apart from their neighbours: half-open UTF-16 ranges of the text, ascending. */
  readonly values: readonly TextRange[];
  /** UTF-16 offsets where each token starts and ends, alternately. */
  readonly #bounds: readonly number[];

  constructor(
    text: string,
    ids: readonly number[],
    total: number,
    bounds: readonly number[],
    pictures: readonly number[] = [],
    values: readonly TextRange[] = [],
  ) {
    this.text = text;
    this.ids = ids;
    this.total = total;
    this.#bounds = bounds;
    this.pictures = pictures;
    this.values = values;
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
