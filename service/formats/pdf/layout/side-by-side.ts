import { EMPTY_CELL, type TagBlock } from '../paint/page-tags.ts';
import { textOfWord, type Word } from '../lines/words.ts';
import { areSeparateBlocks } from './separate-blocks.ts';
import { maxOf, minOf } from '../../../../shared/iterables.ts';

/** Baselines of blocks that begin side by side agree to this (em). */
const SAME_BASELINE = 0.25;
/** Edges of one column agree to this (em). */
const SAME_EDGE = 0.5;
/** Smallest room (em) between two columns. Tagged pieces of one line are closer. */
const COLUMN_GAP = 1;
/** Smallest number of rows, since only the geometry suggests a table. */
const MIN_ROWS = 3;
/** First index of tables found here. Tables of the structure tree are numbered from 0. */
const FIRST_TABLE = 100_000;

/** The place of a block in points: its first baseline, its edges, its size (em). */
interface Place {
  readonly block: TagBlock;
  readonly y: number;
  readonly lastY: number;
  readonly x0: number;
  readonly x1: number;
  readonly size: number;
  readonly text: string;
}

/**
 * Turns tagged paragraphs that are side by side into the rows of a table. Producers tag layout tables as paragraphs,
 * row by row or column by column. Without tags the same page reads as a table.
 *
 *     P "For the Supplier"   P "For the Customer"
 *     P "Name:"              P "Name:"               →   three rows of two cells
 *     P "Date:"              P "Date:"
 */
export function findSideBySide(tags: readonly TagBlock[], byId: ReadonlyMap<number, readonly Word[]>): TagBlock[] {
  const places = tags.map((block) => placeOf(block, byId));
  const result: TagBlock[] = [];
  let table = FIRST_TABLE;
  for (let index = 0; index < tags.length;) {
    const found = tableFrom(places, index);
    if (!found) {
      result.push(tags[index]!);
      index++;
      continue;
    }
    for (const { place, row, column } of found) {
      const block = place?.block ?? NOTHING;
      result.push({ ...block, cell: { table, row, column, colspan: 1, rowspan: 1, header: false } });
      if (place) index++;
    }
    table++;
  }
  return result;
}

/** The content of a cell that is empty on its page. */
const NOTHING: TagBlock = { role: 'p', mcids: [EMPTY_CELL], items: [], cell: null };

/** A block as a cell; null for an empty cell. */
interface PlacedCell {
  readonly place: Place | null;
  readonly row: number;
  readonly column: number;
}

function tableFrom(places: Places, start: number): PlacedCell[] | null {
  const rows = rowsFrom(places, start) ?? columnsFrom(places, start);
  if (rows) return cellsOf(rows, 0);
  // The rest of a cell that did not fit on the previous page is alone above the first row.
  const [leftover] = places;
  const below = start === 0 && leftover ? rowsFrom(places, 1) : null;
  const column = below?.[0]!.findIndex((place) => Math.abs(place.x0 - leftover!.x0) <= SAME_EDGE * place.size) ?? -1;
  if (!below || column < 0) return null;
  const rest = below[0]!.map((_, at): PlacedCell => ({ place: at === column ? leftover! : null, row: 0, column: at }));
  return [...rest, ...cellsOf(below, 1)];
}

function cellsOf(rows: readonly (readonly Place[])[], first: number): PlacedCell[] {
  return rows.flatMap((row, at) => row.map((place, column) => ({ place, row: first + at, column })));
}

/** Whether the table was found here. A table of the structure tree has all its rows on each page. */
export function isSideBySide(table: number): boolean {
  return table >= FIRST_TABLE;
}

/** Null if the block is in a table or list, is no paragraph, or has no ink. */
function placeOf(block: TagBlock, byId: ReadonlyMap<number, readonly Word[]>): Place | null {
  if (block.cell || block.items.length > 0 || block.role !== 'p') return null;
  const words = block.mcids.flatMap((id) => byId.get(id) ?? []).filter((word) => !word.isSpace);
  const [first] = words;
  if (!first) return null;
  return {
    block,
    y: first.y,
    lastY: maxOf(words.map((word) => word.y)),
    x0: minOf(words.map((word) => word.x0)),
    x1: maxOf(words.map((word) => word.x1)),
    size: first.size,
    text: words.map(textOfWord).join(' '),
  };
}

type Places = readonly (Place | null)[];

/** Rows of blocks tagged row by row, starting with this block. */
function rowsFrom(places: Places, start: number): Place[][] | null {
  const rows: Place[][] = [];
  let index = start;
  while (index < places.length) {
    const row: Place[] = [];
    for (
      let place = places[index];
      place && (row.length === 0 || isBeside(row.at(-1)!, place));
      place = places[index]
    ) {
      row.push(place);
      index++;
    }
    const above = rows.at(-1);
    if (row.length < 2 || (above && !(haveSameEdges(above, row) && isBelow(above, row)))) break;
    rows.push(row);
  }
  return rows.length >= MIN_ROWS ? rows : null;
}

/** Rows of blocks tagged column by column, starting with this block. */
function columnsFrom(places: Places, start: number): Place[][] | null {
  const first = places[start];
  if (!first) return null;
  const next = places.findIndex((place, index) => index > start && place !== null && isBeside(first, place));
  const height = next - start;
  if (height < MIN_ROWS) return null;
  const rows: Place[][] = [];
  for (let at = start; at < next; at++) {
    const [left, right] = [places[at], places[at + height]];
    if (!left || !right || left.lastY > left.y || right.lastY > right.y || !isBeside(left, right)) return null;
    const row = [left, right];
    const above = rows.at(-1);
    if (above && !(haveSameEdges(above, row) && isBelow(above, row))) return null;
    rows.push(row);
  }
  // Tags name one block after the other already.
  return areSeparateBlocks(rows.map((row) => row.map(({ text }) => text))) ? null : rows;
}

function isBeside(left: Place, right: Place): boolean {
  return Math.abs(left.y - right.y) <= SAME_BASELINE * left.size && right.x0 - left.x1 >= COLUMN_GAP * left.size;
}

function haveSameEdges(above: readonly Place[], row: readonly Place[]): boolean {
  return (
    above.length === row.length &&
    row.every((place, at) => Math.abs(place.x0 - above[at]!.x0) <= SAME_EDGE * place.size)
  );
}

function isBelow(above: readonly Place[], row: readonly Place[]): boolean {
  return minOf(row.map((place) => place.y)) > maxOf(above.map((place) => place.lastY));
}
