import type { CellForm } from './model.ts';

/** Neighbouring columns that cells of rows above occupy, half-open, up to but excluding the row `end`. */
interface Taken {
  readonly from: number;
  readonly to: number;
  readonly end: number;
}

/**
 * Finds the column at which each cell of a table begins. It respects cells of rows above that reach down (HTML
 * Standard, "forming a table"). Occupied columns are kept as ranges: a cell may span a thousand columns and sixty
 * thousand rows.
 */
export class GridColumns {
  /** Number of the row, from 0. */
  row = 0;
  #at = 0;
  /** Occupied ranges, ascending and without overlaps. All of them reach into this row. */
  #taken: readonly Taken[] = [];
  /** Index of the first occupied range that is not left of `#at`. */
  #next = 0;
  /** Cells of this row that reach further down, ascending and without overlaps. */
  #placed: Taken[] = [];

  startRow(): void {
    this.#at = 0;
    this.#next = 0;
    this.#placed = [];
  }

  /** The column at which the next cell of the row begins. */
  nextColumn(): number {
    for (; this.#next < this.#taken.length; this.#next += 1) {
      const { from, to } = this.#taken[this.#next]!;
      if (from > this.#at) break;
      if (to > this.#at) this.#at = to;
    }
    return this.#at;
  }

  /** Number of free columns from the next one on, up to a cell of a row above; `Infinity` without one. */
  freeColumns(): number {
    const from = this.nextColumn();
    return (this.#taken[this.#next]?.from ?? Infinity) - from;
  }

  place({ colspan, rowspan }: CellForm): void {
    const from = this.nextColumn();
    this.#at = from + colspan;
    if (rowspan > 1) this.#placed.push({ from, to: this.#at, end: this.row + rowspan });
  }

  endRow(): void {
    this.row += 1;
    const left: Taken[] = [];
    const keep = (from: number, to: number, end: number): void => {
      if (from >= to || end <= this.row) return;
      const last = left.at(-1);
      if (last?.to === from && last.end === end) left[left.length - 1] = { from: last.from, to, end };
      else left.push({ from, to, end });
    };
    let next = 0;
    // Columns left of `settled` are done. Where cells overlap, the lower one counts from here on.
    let settled = 0;
    for (const own of this.#placed) {
      for (let above = this.#taken[next]; above !== undefined && above.from < own.to; above = this.#taken[next]) {
        keep(Math.max(above.from, settled), Math.min(above.to, own.from), above.end);
        if (above.to > own.to) break;
        next += 1;
      }
      keep(own.from, own.to, own.end);
      settled = own.to;
    }
    for (; next < this.#taken.length; next += 1) {
      const { from, to, end } = this.#taken[next]!;
      keep(Math.max(from, settled), to, end);
    }
    this.#taken = left;
  }
}
