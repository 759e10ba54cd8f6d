/** Room of an empty list. */
const FIRST_ROOM = 64;

/** A list of 32-bit integers that grows at its end. It takes half the memory of an array of numbers. */
export class IntList {
  #items = new Int32Array(FIRST_ROOM);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(item: number): void {
    if (this.#length === this.#items.length) {
      const grown = new Int32Array(2 * this.#length);
      grown.set(this.#items);
      this.#items = grown;
    }
    this.#items[this.#length] = item;
    this.#length += 1;
  }

  /** The item at an index below the length. */
  at(index: number): number {
    return this.#items[index]!;
  }

  /** Replaces the item at an index below the length. */
  set(index: number, item: number): void {
    this.#items[index] = item;
  }
}
