/** Which cells of two workbooks are two states of one cell, by a comparison of what they show. */
import type { Document, Side } from '../../../shared/document/model.ts';
import { cellPlaceAt, type CellPlaces } from '../../../shared/document/cell-places.ts';
import { walkLeaves } from '../../engine/changes/walk-leaves.ts';
import { compareDocuments } from '../../engine/compare.ts';

/** Two leaves, by their numbers from 0. */
export type LeafPair = readonly [original: number, revised: number];

/** The pairs of leaves of two documents, those of moved rows included. */
export function pairedLeaves(original: Document, revised: Document): LeafPair[] {
  const { blocks } = compareDocuments(original, revised, { mode: 'block' });
  const pairs: LeafPair[] = [];
  const moved = new Map<string, Record<Side, number[]>>();
  walkLeaves(blocks, (around, _at, source, rev) => {
    if (source > 0 && rev > 0) pairs.push([source - 1, rev - 1]);
    const note = around.onlyIn;
    if (note?.moveId === undefined) return;
    const ends = moved.get(note.moveId) ?? { original: [], revised: [] };
    moved.set(note.moveId, ends);
    ends[note.side].push((source > 0 ? source : rev) - 1);
  });
  for (const ends of moved.values())
    if (ends.original.length === ends.revised.length)
      ends.original.forEach((leaf, at) => pairs.push([leaf, ends.revised[at]!]));
  return pairs;
}

/** Where the rows or columns of a sheet are on the other side. */
class Shift {
  readonly #to = new Map<number, number>();
  readonly #own = new Set<number>();
  #sorted: number[] | undefined;

  /** Notes a row of this side; `to`: the same row on the other side. */
  note(own: number, to?: number): void {
    this.#own.add(own);
    if (to !== undefined && !this.#to.has(own)) this.#to.set(own, to);
  }

  /** The place on the other side. An end of a range whose row is gone stands at the next row inside the range. */
  of(own: number, isStart: boolean): number {
    const known = this.#to.get(own);
    if (known !== undefined) return known;
    const before = this.#nearest(own, false);
    if (this.#own.has(own)) {
      const inside = isStart ? this.#nearest(own, true) : before;
      if (inside !== undefined) return this.#to.get(inside)!;
    }
    return before === undefined ? own : this.#to.get(before)! + own - before;
  }

  #nearest(own: number, after: boolean): number | undefined {
    const sorted = (this.#sorted ??= [...this.#to.keys()].sort((a, b) => a - b));
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sorted[middle]! < own) low = middle + 1;
      else high = middle;
    }
    return sorted[after ? low : low - 1];
  }
}

/** Where a sheet of the original, its rows and its columns are in the revised workbook. */
export interface SheetShift {
  readonly sheet: string;
  readonly rows: Shift;
  readonly columns: Shift;
}

/** The shifts of the sheets of the original, by name. */
export function shiftsOf(
  pairs: readonly LeafPair[],
  original: CellPlaces,
  revised: CellPlaces,
): ReadonlyMap<string, SheetShift> {
  const shifts = new Map<string, SheetShift>();
  for (const [a, b] of pairs) {
    const [from, to] = [cellPlaceAt(original, a), cellPlaceAt(revised, b)];
    if (from?.row === undefined || from.column === undefined || to?.row === undefined || to.column === undefined)
      continue;
    let shift = shifts.get(from.sheet);
    if (shift === undefined)
      shifts.set(from.sheet, (shift = { sheet: to.sheet, rows: new Shift(), columns: new Shift() }));
    if (shift.sheet !== to.sheet) continue;
    shift.rows.note(from.row, to.row);
    shift.columns.note(from.column, to.column);
  }
  for (let leaf = 0; leaf < original.cells.length; leaf += 1) {
    const place = cellPlaceAt(original, leaf);
    if (place?.row === undefined || place.column === undefined) continue;
    shifts.get(place.sheet)?.rows.note(place.row);
    shifts.get(place.sheet)?.columns.note(place.column);
  }
  return shifts;
}
