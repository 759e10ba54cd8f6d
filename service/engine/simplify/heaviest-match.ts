/**
 * The heaviest common subsequence of two short token ranges, by dynamic programming. Its weight is its text, less a
 * price for each of its stretches. These are the affine gaps of Gotoh, "An improved algorithm for matching biological
 * sequences", 1982.
 */
import type { MatchRun } from '../diff/match.ts';
import type { TokenizedText } from '../tokens/tokenized-text.ts';

/** Tokens of both texts, half-open. The region is enclosed by kept tokens or by the ends of the texts. */
export interface TokenRegion {
  readonly aStart: number;
  readonly aEnd: number;
  readonly bStart: number;
  readonly bEnd: number;
}

/** Price of one more stretch, in UTF-16 units: a single sign between two changes does not help a reader. */
const STRETCH_PRICE = 1;

const IMPOSSIBLE = -(2 ** 30);

/** One table for one region: a cell for each pair of places between tokens, `(0, 0)` at the beginning. */
export class HeaviestMatch {
  readonly #a: TokenizedText;
  readonly #b: TokenizedText;
  readonly #region: TokenRegion;
  readonly #width: number;
  /** For each cell: the best match that ends with the pair of tokens before it. Also the best of all matches. */
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
    // A match at the very beginning continues the kept text before it.
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

  /** The stretches, ascending, in positions of the whole texts. */
  runs(): MatchRun[] {
    const { aStart, aEnd, bStart, bEnd } = this.#region;
    const [paired, best, width] = [this.#paired, this.#best, this.#width];
    const found: MatchRun[] = [];
    let [i, j] = [aEnd - aStart, bEnd - bStart];
    // A match at the very end continues into the kept text after it.
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
   * Chooses among the equally heavy pairs that could end a stretch in the row or column of `(i, j)`. It takes the pair
   * whose distances on both sides are most alike. They lead to the beginning of the region, or to the stretch after it.
   * Extended text thus stays together.
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
