/** Two sequences renumbered from 0 without gaps. `size` is the number of different elements. */
export interface RenumberedPair {
  readonly a: Int32Array;
  readonly b: Int32Array;
  readonly size: number;
}

/**
 * Renumbers two sequences of numbers from 0 without gaps. The memory of a diff then fits the pair and not the
 * documents. An element of -1 equals nothing and gets a number of its own each time.
 */
export function renumberPair(a: ArrayLike<number>, b: ArrayLike<number>): RenumberedPair {
  const known = new Map<number, number>();
  let size = 0;
  const renumber = (numbers: ArrayLike<number>): Int32Array => {
    const renumbered = new Int32Array(numbers.length);
    for (let at = 0; at < numbers.length; at += 1) {
      const number = numbers[at]!;
      let own = number === -1 ? undefined : known.get(number);
      if (own === undefined) {
        own = size;
        size += 1;
        if (number !== -1) known.set(number, own);
      }
      renumbered[at] = own;
    }
    return renumbered;
  };
  return { a: renumber(a), b: renumber(b), size };
}
