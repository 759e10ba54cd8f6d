/**
 * The elements of a region that occur on both of its sides. An element of one side only cannot be matched. Yet it costs
 * the search for a shortest script a whole round of diagonals. Leaving it out first follows GNU diff
 * (`discard_confusing_lines` in `analyze.c`, of which only the certain half is done here).
 */

/** Smallest share of a region that must be left out; below it the copy costs more than it saves. */
const LEFT_OUT_MIN = 1 / 16;

/**
 * Both sides without the elements that they do not share. `aAt[i]` is the original position of `a[i]`, ascending;
 * `bAt` likewise.
 */
export class SharedElements {
  readonly a: Int32Array;
  readonly b: Int32Array;
  readonly aAt: Int32Array;
  readonly bAt: Int32Array;

  private constructor(a: Int32Array, b: Int32Array, aAt: Int32Array, bAt: Int32Array) {
    this.a = a;
    this.b = b;
    this.aAt = aAt;
    this.bAt = bAt;
  }

  /** Null: nearly all elements are shared. Elements are at least 0 and below `vocabulary`. */
  static of(a: Int32Array, b: Int32Array, vocabulary: number): SharedElements | null {
    const [aAt, bAt] = [placesIn(a, b, vocabulary), placesIn(b, a, vocabulary)];
    if (aAt.length + bAt.length > (1 - LEFT_OUT_MIN) * (a.length + b.length)) return null;
    return new SharedElements(
      aAt.map((at) => a[at]!),
      bAt.map((at) => b[at]!),
      aAt,
      bAt,
    );
  }
}

/** Positions of the elements of `own` that `other` has, too. */
function placesIn(own: Int32Array, other: Int32Array, vocabulary: number): Int32Array {
  const occurs = new Uint8Array(vocabulary);
  for (let j = 0; j < other.length; j += 1) occurs[other[j]!] = 1;
  const places = new Int32Array(own.length);
  let count = 0;
  for (let i = 0; i < own.length; i += 1) if (occurs[own[i]!] === 1) places[count++] = i;
  return places.subarray(0, count);
}
