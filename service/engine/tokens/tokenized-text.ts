/** Texts in tokens: their numbers, and where they begin and end. */
/**
 * Tokens by their numbers in the vocabulary, in order. A plain array: most texts have a few tokens, and there may be a
 * hundred thousand texts, of which each typed array would take more time and memory than its contents.
 */
export interface Bag {
  readonly ids: readonly number[];
  /** Sum of their weights (`Vocabulary.weightOf`). */
  readonly total: number;
}

/** Where all tokens of a vocabulary begin and end, text after text: each of a hundred thousand short texts would need two arrays. */
export class TokenRanges {
  #bounds = new Int32Array(1_024);
  #length = 0;

  /** The index from which on the bounds of the next text will be found. */
  get length(): number {
    return this.#length;
  }

  push(start: number, end: number): void {
    if (this.#length === this.#bounds.length) this.#bounds = grown(this.#bounds);
    this.#bounds[this.#length] = start;
    this.#bounds[this.#length + 1] = end;
    this.#length += 2;
  }

  at(index: number): number {
    return this.#bounds[index]!;
  }
}

/** A text as the engine compares it: token `i` is `text.slice(start(i), end(i))` and has the number `ids[i]`. */
export class TokenizedText implements Bag {
  readonly text: string;
  readonly ids: readonly number[];
  readonly total: number;
  readonly #ranges: TokenRanges;
  readonly #first: number;

  /** The bounds of the tokens stand in `ranges` from `first` on. */
  constructor(text: string, ids: readonly number[], total: number, ranges: TokenRanges, first: number) {
    this.text = text;
    this.ids = ids;
    this.total = total;
    this.#ranges = ranges;
    this.#first = first;
  }

  /** UTF-16 offset of a token; behind the last one, the end of the text. */
  start(token: number): number {
    return token === this.ids.length ? this.text.length : this.#ranges.at(this.#first + 2 * token);
  }

  /** UTF-16 offset of what follows a token. */
  end(token: number): number {
    return token === this.ids.length ? this.text.length : this.#ranges.at(this.#first + 2 * token + 1);
  }
}

/** A copy with twice the room. */
export function grown(numbers: Int32Array): Int32Array<ArrayBuffer> {
  const longer = new Int32Array(2 * numbers.length);
  longer.set(numbers);
  return longer;
}
