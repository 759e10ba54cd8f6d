/** Two sequences renumbered from 0 without gaps, so that scratch memory fits the pair and not the documents. */
export interface LocalPair {
  readonly a: Int32Array;
  readonly b: Int32Array;
  readonly size: number;
}

/** Renumbers pairs of sequences one after another in the same scratch memory. Each costs its own length. */
export class LocalNumbering {
  #scratch = new Int32Array(0);

  /** `size`: every element is below it. An element of -1 is equal to nothing and gets a number of its own. */
  pair(a: ArrayLike<number>, b: ArrayLike<number>, size: number): LocalPair {
    const scratch = this.zeroed(size);
    const local = { a: new Int32Array(a.length), b: new Int32Array(b.length), size: 0 };
    local.size = renumber(b, local.b, scratch, renumber(a, local.a, scratch, 0));
    forget(a, scratch);
    forget(b, scratch);
    return local;
  }

  /** A counter for every number below `size`, all 0; to be left so. */
  zeroed(size: number): Int32Array {
    if (this.#scratch.length < size) this.#scratch = new Int32Array(size * 2);
    return this.#scratch;
  }
}

/** `known[id]` is the new number of an element and 1, or 0. Returns how many numbers there are now. */
function renumber(ids: ArrayLike<number>, into: Int32Array, known: Int32Array, count: number): number {
  for (let k = 0; k < ids.length; k += 1) {
    const id = ids[k]!;
    if (id === -1) {
      into[k] = count;
      count += 1;
      continue;
    }
    if (known[id] === 0) {
      count += 1;
      known[id] = count;
    }
    into[k] = known[id]! - 1;
  }
  return count;
}

function forget(ids: ArrayLike<number>, known: Int32Array): void {
  for (let k = 0; k < ids.length; k += 1) if (ids[k] !== -1) known[ids[k]!] = 0;
}
