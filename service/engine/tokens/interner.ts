/** Gives equal strings one number, so that everything below compares integers. Numbers count from 0 without gaps. */
export class Interner {
  readonly #ids = new Map<string, number>();

  /** How many different strings have been seen; every id is below it. */
  get size(): number {
    return this.#ids.size;
  }

  intern(value: string): number {
    let id = this.#ids.get(value);
    if (id === undefined) {
      id = this.#ids.size;
      this.#ids.set(value, id);
    }
    return id;
  }
}
