import type { CellForm } from './model.ts';

/** The column at which each cell of a table begins, with cells of rows above that reach down (HTML, forming a table). */
export class GridColumns {
  /** Number of the row, from 0. */
  row = 0;
  #at = 0;
  /** For each column the rows from this one on that a cell above takes. */
  #taken: number[] = [];
  #placed: { readonly from: number; readonly form: CellForm }[] = [];

  startRow(): void {
    this.#at = 0;
    this.#placed = [];
  }

  /** Where the next cell of the row begins. */
  nextColumn(): number {
    while ((this.#taken[this.#at] ?? 0) > 0) this.#at += 1;
    return this.#at;
  }

  place(form: CellForm): void {
    const from = this.nextColumn();
    this.#placed.push({ from, form });
    this.#at = from + form.colspan;
  }

  endRow(): void {
    this.#taken = this.#taken.map((rows) => Math.max(0, rows - 1));
    for (const { from, form } of this.#placed) {
      if (form.rowspan === 1) continue;
      for (let column = from; column < from + form.colspan; column += 1) this.#taken[column] = form.rowspan - 1;
    }
    this.row += 1;
  }
}
