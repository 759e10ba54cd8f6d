/** The heights of rows in pixels: measured ones by key, and estimates of the others. */
export class RowHeights {
  readonly #measured = new Map<string, number>();

  /** Takes a measured height. Returns whether it is new. */
  measure(key: string, height: number): boolean {
    if (height === 0 || this.#measured.get(key) === height) return false;
    this.#measured.set(key, height);
    return true;
  }

  /** Where each row begins, and where the last one ends. */
  starts<Row>(rows: readonly Row[], keyOf: (row: Row) => string, estimate: (row: Row) => number): Float64Array {
    const places = new Float64Array(rows.length + 1);
    for (const [index, row] of rows.entries()) {
      places[index + 1] = places[index]! + (this.#measured.get(keyOf(row)) ?? estimate(row));
    }
    return places;
  }
}

/** The last row that begins at or before a place; the first one if none does. */
export function rowAt(starts: Float64Array, place: number): number {
  let [low, high] = [0, Math.max(0, starts.length - 2)];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle]! <= place) low = middle;
    else high = middle - 1;
  }
  return low;
}
