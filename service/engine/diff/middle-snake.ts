/**
 * Finds the middle of a shortest edit script in linear space. The method is Myers, "An O(ND) Difference Algorithm and
 * Its Variations", 1986, section 4b. Its cost is limited: past `COST_MAX` edits, the furthest point reached is the
 * split.
 */

/**
 * Number of edits after which the search from each end gives up the optimum. A split then costs at most its square in
 * steps, and advances by at least as many elements. A whole diff therefore stays below `COST_MAX` steps for every
 * element.
 */
export const COST_MAX = 400;
/**
 * Total steps of one comparison after which `HASTY_COST_MAX` replaces `COST_MAX`. Real texts stay far below: 5 MB of
 * them take 71,000. 100,000 words in random order exceed it, in one text or in fifty. Their few common words are not
 * worth seconds.
 */
const STEPS_MAX = 8_000_000;
const HASTY_COST_MAX = 40;

/** Counts the steps of all searches of a comparison. */
export class StepCount {
  #total = 0;

  add(steps: number): void {
    this.#total += steps;
  }

  get total(): number {
    return this.#total;
  }

  /** Whether later searches give up sooner. */
  get isSpent(): boolean {
    return this.#total >= STEPS_MAX;
  }
}

/** A point inside the region, `[aStart, aEnd] × [bStart, bEnd]`, through which the script passes. */
export interface Split {
  readonly a: number;
  readonly b: number;
}

/** Finds middle snakes. One object for each diff: its scratch memory grows if a region needs more diagonals. */
export class MiddleSnake {
  readonly #steps: StepCount;
  #forward = new Int32Array(0);
  #backward = new Int32Array(0);

  /** `steps`: of the whole comparison. */
  constructor(steps: StepCount) {
    this.#steps = steps;
  }

  /**
   * Splits a region whose first and last elements differ, and neither side of which is empty. The split is never a
   * corner of the region, so that both parts are smaller than the whole.
   */
  split(a: Int32Array, b: Int32Array, aStart: number, aEnd: number, bStart: number, bEnd: number): Split {
    const n = aEnd - aStart;
    const m = bEnd - bStart;
    const costMax = this.#steps.isSpent ? HASTY_COST_MAX : COST_MAX;
    const limit = Math.min(costMax, Math.ceil((n + m) / 2));
    const width = 2 * limit + 3;
    if (this.#forward.length < width) {
      this.#forward = new Int32Array(width);
      this.#backward = new Int32Array(width);
    }
    // Diagonal k = x - y of the forward search is at index k + offset; the backward one is mirrored.
    const forward = this.#forward;
    const backward = this.#backward;
    const offset = limit + 1;
    const delta = n - m;
    const isOdd = (delta & 1) !== 0;
    forward[offset + 1] = 0;
    backward[offset + 1] = 0;
    for (let d = 0; d <= limit; d += 1) {
      this.#steps.add(2 * (d + 1));
      for (let k = -d; k <= d; k += 2) {
        let x =
          k === -d || (k !== d && forward[offset + k - 1]! < forward[offset + k + 1]!)
            ? forward[offset + k + 1]!
            : forward[offset + k - 1]! + 1;
        let y = x - k;
        while (x < n && y < m && a[aStart + x] === b[bStart + y]) {
          x += 1;
          y += 1;
        }
        forward[offset + k] = x;
        const mirrored = delta - k;
        if (isOdd && mirrored >= -(d - 1) && mirrored <= d - 1 && x <= n && y <= m && y >= 0) {
          if (x + backward[offset + mirrored]! >= n) return inside(aStart + x, bStart + y, aStart, aEnd, bStart, bEnd);
        }
      }
      for (let k = -d; k <= d; k += 2) {
        let x =
          k === -d || (k !== d && backward[offset + k - 1]! < backward[offset + k + 1]!)
            ? backward[offset + k + 1]!
            : backward[offset + k - 1]! + 1;
        let y = x - k;
        while (x < n && y < m && a[aEnd - 1 - x] === b[bEnd - 1 - y]) {
          x += 1;
          y += 1;
        }
        backward[offset + k] = x;
        const mirrored = delta - k;
        if (!isOdd && mirrored >= -d && mirrored <= d && x <= n && y <= m && y >= 0) {
          if (x + forward[offset + mirrored]! >= n) return inside(aEnd - x, bEnd - y, aStart, aEnd, bStart, bEnd);
        }
      }
    }
    return this.#furthest(limit, offset, n, m, aStart, aEnd, bStart, bEnd);
  }

  /** The furthest point of the forward search when the cost limit is reached. */
  #furthest(
    limit: number,
    offset: number,
    n: number,
    m: number,
    aStart: number,
    aEnd: number,
    bStart: number,
    bEnd: number,
  ): Split {
    let best = -1;
    let bestX = 0;
    let bestY = 0;
    for (let k = -limit; k <= limit; k += 2) {
      const x = Math.min(this.#forward[offset + k]!, n);
      const y = Math.min(x - k, m);
      if (y >= 0 && x + y > best) {
        best = x + y;
        bestX = x;
        bestY = y;
      }
    }
    return inside(aStart + bestX, bStart + bestY, aStart, aEnd, bStart, bEnd);
  }
}

/** Moves a split off the region's corners, where one part would be the whole region again. */
function inside(a: number, b: number, aStart: number, aEnd: number, bStart: number, bEnd: number): Split {
  if ((a === aStart && b === bStart) || (a === aEnd && b === bEnd)) return { a: aEnd, b: bStart };
  return { a, b };
}
