/** Numbers strings from 0 in the order of first sight. Equal strings get one number, so the engine compares integers. */
export class Interner {
  readonly #numbers = new Map<string, number>();

  /** How many different strings have been seen. Every number is below it. */
  get size(): number {
    return this.#numbers.size;
  }

  intern(text: string): number {
    let number = this.#numbers.get(text);
    if (number === undefined) {
      number = this.#numbers.size;
      this.#numbers.set(text, number);
    }
    return number;
  }
}
