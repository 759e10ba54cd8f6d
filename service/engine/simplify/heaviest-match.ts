/**
 * The heaviest common subsequence of two short ranges of tokens, by dynamic programming: the most text, less a price for
 * each stretch that it comes in (the affine gaps of Gotoh, "An improved algorithm for matching biological sequences", 1982).
 */
import type { MatchRun } from '../diff/match.ts';
import type { TokenizedText } from '../tokens/tokenized-text.ts';

/** Tokens of both texts, half-open. What stands before and behind them stays or is the end of the texts. */
export interface TokenRegion {
  readonly aStart: number;
  readonly aEnd: number;
  readonly bStart: number;
  readonly bEnd: number;
}

/** What one more stretch has to bring, in UTF-16 units: a lone sign between two changes is not worth looking at. */
const STRETCH_PRICE = 1;

const IMPOSSIBLE = -(2 ** 30);

/** One table for one region: a cell for each pair of places between tokens, `(0, 0)` at the beginning. */
export class HeaviestMatch {
  readonly #a: TokenizedText;
  readonly #b: TokenizedText;
  readonly #region: TokenRegion;
  readonly #width: number;
  /** The best up to each cell that ends with the pair of tokens before it, and the best of all. */
  readonly #paired: Int32Array;
  readonly #best: Int32Array;

  /** Takes steps and memory for each pair of tokens of the region. */
  constructor(a: TokenizedText, b: TokenizedText, region: TokenRegion) {
    this.#a = a;
    this.#b = b;
    this.#region = region;
    const [n, m] = [region.aEnd - region.aStart, region.bEnd - region.bStart];
    this.#width = m + 1;
    this.#paired = new Int32Array((n + 1) * this.#width).fill(IMPOSSIBLE);
    this.#best = new Int32Array((n + 1) * this.#width);
    // What is matched from the very beginning goes on with what stays before it.
    this.#paired[0] = 0;
    for (let i = 1; i <= n; i += 1) this.#fillRow(i, m);
  }

  #fillRow(i: number, m: number): void {
    const [paired, best, width] = [this.#paired, this.#best, this.#width];
    const id = this.#a.ids[this.#region.aStart + i - 1]!;
    const weight = this.#weightOf(i);
    for (let j = 1; j <= m; j += 1) {
      const at = i * width + j;
      let value = Math.max(best[at - width]!, best[at - 1]!);
      if (this.#b.ids[this.#region.bStart + j - 1] === id) {
        const before = at - width - 1;
        paired[at] = weight + Math.max(paired[before]!, best[before]! - STRETCH_PRICE);
        value = Math.max(value, paired[at]);
      }
      best[at] = value;
    }
  }

  /** Length of the original's token before row `i`. */
  #weightOf(i: number): number {
    const at = this.#region.aStart + i - 1;
    return this.#a.end(at) - this.#a.start(at);
  }

  /** The stretches, ascending, in places of the whole texts. */
  runs(): MatchRun[] {
    const { aStart, aEnd, bStart, bEnd } = this.#region;
    const [paired, best, width] = [this.#paired, this.#best, this.#width];
    const found: MatchRun[] = [];
    let [i, j] = [aEnd - aStart, bEnd - bStart];
    // What is matched up to the very end goes on with what stays behind it.
    let inStretch = paired[i * width + j]! + STRETCH_PRICE >= best[i * width + j]!;
    let iEnd = i;
    while (i > 0 && j > 0) {
      let at = i * width + j;
      if (!inStretch && paired[at] !== best[at]) {
        if (best[at] === best[at - 1]) j -= 1;
        else i -= 1;
        continue;
      }
      if (!inStretch) {
        [i, j] = this.#nearest(i, j, found.at(-1));
        iEnd = i;
        at = i * width + j;
      }
      inStretch = paired[at] === this.#weightOf(i) + paired[at - width - 1]!;
      i -= 1;
      j -= 1;
      if (!inStretch) found.push({ aStart: aStart + i, bStart: bStart + j, length: iEnd - i });
    }
    if (inStretch && iEnd > i) found.push({ aStart: aStart + i, bStart: bStart + j, length: iEnd - i });
    return found.reverse();
  }

  /**
   * Among the pairs of as heavy a match that could end a stretch in the row or column of `(i, j)`, the one that stands most
   * like on both sides from the beginning of the region or from the stretch behind it: a text that was added to stays together.
   *
   *     within [-30-]{+45 days. Interest accrues after ten+} days{+, unpaid+}.
   *     within [-30-]{+45+} days.{+ Interest accrues after ten days, unpaid.+}
   */
  #nearest(i: number, j: number, behind: MatchRun | undefined): [number, number] {
    const [paired, best, width] = [this.#paired, this.#best, this.#width];
    const value = best[i * width + j]!;
    const end = behind === undefined ? this.#region.aEnd - this.#region.bEnd : behind.aStart - behind.bStart;
    const last = end - (this.#region.aStart - this.#region.bStart);
    const distance = (x: number, y: number): number => Math.min(Math.abs(x - y), Math.abs(x - y - last));
    let nearest: [number, number] = [i, j];
    const consider = (x: number, y: number): void => {
      if (paired[x * width + y] === value && distance(x, y) < distance(...nearest)) nearest = [x, y];
    };
    for (let y = j - 1; y > 0 && best[i * width + y] === value; y -= 1) consider(i, y);
    for (let x = i - 1; x > 0 && best[x * width + j] === value; x -= 1) consider(x, j);
    return nearest;
  }
}
