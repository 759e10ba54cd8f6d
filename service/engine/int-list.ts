/** A list of 32-bit integers that grows. It takes half of the memory of an array, which counts when there are a hundred thousand. */
export class IntList {
  #items = new Int32Array(1_024);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(item: number): void {
    if (this.#length === this.#items.length) this.#items = grown(this.#items);
    this.#items[this.#length] = item;
    this.#length += 1;
  }

  at(index: number): number {
    return this.#items[index]!;
  }

  set(index: number, item: number): void {
    this.#items[index] = item;
  }
}

/** A copy with twice the room. */
export function grown(numbers: Int32Array): Int32Array<ArrayBuffer> {
  const longer = new Int32Array(2 * numbers.length);
  longer.set(numbers);
  return longer;
}
