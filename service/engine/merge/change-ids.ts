/**
 * Assigns a provisional number to every change of a comparison. `ChangeNumbering` later numbers them in document
 * order.
 */
export class ChangeIds {
  #changes = 0;
  #moves = 0;

  next(): string {
    this.#changes += 1;
    return String(this.#changes);
  }

  nextMove(): string {
    this.#moves += 1;
    return String(this.#moves);
  }
}
