import type { Rule } from '../paint/glyph.ts';
import type { Word } from '../lines/words.ts';
import { maxOf, minOf } from '../../../../shared/iterables.ts';

/** A table on a page: the words of each cell, row by row. */
export interface PageTable {
  readonly x0: number;
  readonly x1: number;
  readonly top: number;
  readonly bottom: number;
  /** Free strips between columns, relative to `x0`. They identify the continuation of a table. */
  readonly gaps: readonly ColumnGap[];
  readonly rows: readonly (readonly TableCell[])[];
  /**
   * Whether the last row lacks the lower line that other rows have: it may continue on the next page. Null without
   * drawn lines.
   */
  readonly openBottom: boolean | null;
  /** The same for the upper line of the first row. */
  readonly openTop: boolean | null;
}

/** A strip between two columns. Comparisons use a tolerance, so half-open or not makes no difference. */
export interface ColumnGap {
  readonly x0: number;
  readonly x1: number;
}

/** A cell at its place. `words` are in painting order. */
export interface TableCell {
  readonly column: number;
  readonly colspan: number;
  readonly rowspan: number;
  readonly words: readonly Word[];
}

/** Distance (pt) within which ends of rules meet and parallel rules coincide. It covers gaps and doubled borders. */
const SNAP = 3;
/** A word may stick out of its cell by this (em). */
const OUTSIDE = 0.3;
/** Part of the words inside the grid that are in one cell each. Forms and drawings have text across their lines. */
const INSIDE_SHARE = 0.9;
/** A drawn line separates two grid fields if it covers at least this part of their edge. */
const DRAWN_SHARE = 0.5;
/** A grid with more fields is a drawing or graph paper. */
const MAX_FIELDS = 20_000;

/**
 * Cap on pairs of lines at one height. More lines form a drawing; each field of a table may have four lines of its
 * own.
 */
const MAX_PAIRS = 20_000_000;

/**
 * Finds the tables with drawn lines between cells, from top to bottom:
 *
 *     ┌───────┬──────┐
 *     │ goods │ 5.00 │       →   a table of one row and two cells
 *     └───────┴──────┘
 */
export function findRuledTables(rules: readonly Rule[], words: readonly Word[]): PageTable[] {
  const tables: PageTable[] = [];
  for (const group of connected(rules)) {
    const table = tableOf(group, words);
    if (table) tables.push(table);
  }
  return tables.sort((a, b) => a.top - b.top || a.x0 - b.x0);
}

/** Groups rules that touch each other, horizontal with vertical ones. */
function connected(rules: readonly Rule[]): Rule[][] {
  const parent = rules.map((_, index) => index);
  const find = (index: number): number => {
    let root = index;
    while (parent[root] !== root) root = parent[root]!;
    while (parent[index] !== root) {
      const next = parent[index]!;
      parent[index] = root;
      index = next;
    }
    return root;
  };
  const order = rules.map((_, index) => index).sort((a, b) => rules[a]!.y0 - rules[b]!.y0);
  let pairs = 0;
  for (let i = 0; i < order.length; i++) {
    const a = rules[order[i]!]!;
    for (let j = i + 1; j < order.length; j++) {
      pairs += 1;
      if (pairs > MAX_PAIRS) return [];
      const b = rules[order[j]!]!;
      if (b.y0 > a.y1 + SNAP) break;
      if (b.x0 <= a.x1 + SNAP && b.x1 >= a.x0 - SNAP) parent[find(order[i]!)] = find(order[j]!);
    }
  }
  const groups = new Map<number, Rule[]>();
  rules.forEach((rule, index) => {
    const root = find(index);
    const group = groups.get(root);
    if (group) group.push(rule);
    else groups.set(root, [rule]);
  });
  return [...groups.values()].filter(
    (group) => group.some((rule) => rule.horizontal) && group.some((rule) => !rule.horizontal),
  );
}

function tableOf(rules: readonly Rule[], words: readonly Word[]): PageTable | null {
  const upright = rules.filter((rule) => !rule.horizontal);
  const level = rules.filter((rule) => rule.horizontal);
  // Lines may continue beyond the last line that crosses them. The outer border is not drawn, or the page ends there.
  const xs = snapped([...upright.map((rule) => rule.x0), ...ends(level, 'x0', 'x1')]);
  const ys = snapped([...level.map((rule) => rule.y0), ...ends(upright, 'y0', 'y1')]);
  const columns = xs.length - 1;
  const rows = ys.length - 1;
  if (columns < 2 || rows < 1 || columns * rows > MAX_FIELDS) return null;
  const [x0, x1, top, bottom] = [xs[0]!, xs[columns]!, ys[0]!, ys[rows]!];
  const isInside = (word: Word): boolean => {
    const x = (word.x0 + word.x1) / 2;
    const y = (word.top + word.bottom) / 2;
    return x > x0 && x < x1 && y > top && y < bottom;
  };
  const over = paintedOver(words, isInside);
  const inside = words.filter((word) => isInside(word) && !over.has(word));
  const field = fieldsOf(xs, ys, rules);
  const cells = new Map<number, Word[]>();
  let inOwnCell = 0;
  let inked = 0;
  for (const word of inside) {
    const column = slot(xs, (word.x0 + word.x1) / 2);
    const row = slot(ys, word.y - 0.3 * word.size);
    if (column < 0 || row < 0) continue;
    const root = field.rootOf(row, column);
    const cell = cells.get(root);
    if (cell) cell.push(word);
    else cells.set(root, [word]);
    if (word.isSpace) continue;
    inked++;
    const box = field.boxOf(root);
    const slack = OUTSIDE * word.size;
    if (word.x0 >= xs[box.column0]! - slack && word.x1 <= xs[box.column1 + 1]! + slack) inOwnCell++;
  }
  if (inked === 0 || inOwnCell < INSIDE_SHARE * inked) return null;
  const filled = [...cells.values()].filter((cell) => cell.some((word) => !word.isSpace)).length;
  if (filled < 2) return null;
  const table: TableCell[][] = [];
  for (let row = 0; row < rows; row++) {
    const line: TableCell[] = [];
    for (let column = 0; column < columns; column++) {
      const root = field.rootOf(row, column);
      const box = field.boxOf(root);
      if (box.row0 !== row || box.column0 !== column) continue;
      const colspan = box.column1 - box.column0 + 1;
      line.push({ column, colspan, rowspan: box.row1 - box.row0 + 1, words: cells.get(root) ?? [] });
    }
    table.push(line);
  }
  const drawn = (y: number): boolean => level.some((rule) => Math.abs(rule.y0 - y) <= SNAP);
  return {
    x0,
    x1,
    top,
    bottom,
    openTop: !drawn(top),
    openBottom: !drawn(bottom),
    gaps: xs.slice(1, -1).map((x) => ({ x0: x - x0 - SNAP, x1: x - x0 + SNAP })),
    rows: table,
  };
}

/** Words within this distance (em) on one line form a phrase. */
const PHRASE_GAP = 0.45;

/** Words of phrases across the table's border, such as a page number that the table overlaps. */
function paintedOver(words: readonly Word[], isInside: (word: Word) => boolean): Set<Word> {
  const over = new Set<Word>();
  let phrase: Word[] = [];
  const flush = (): void => {
    const inside = phrase.filter(isInside).length;
    if (inside > 0 && inside < phrase.length) for (const word of phrase) over.add(word);
    phrase = [];
  };
  for (const word of words) {
    if (word.isSpace) continue;
    const last = phrase.at(-1);
    const gap = last ? word.x0 - last.x1 : 0;
    if (last && (Math.abs(word.y - last.y) > 0.1 || gap < -0.1 * word.size || gap > PHRASE_GAP * word.size)) flush();
    phrase.push(word);
  }
  flush();
  return over;
}

/** Outermost ends of the rules. */
function ends(rules: readonly Rule[], from: 'x0' | 'y0', to: 'x1' | 'y1'): number[] {
  return [minOf(rules.map((rule) => rule[from])), maxOf(rules.map((rule) => rule[to]))];
}

/** Distinct positions. Positions within `SNAP` are merged. */
function snapped(values: readonly number[]): number[] {
  const sorted = [...values].sort((a, b) => a - b);
  const result: number[] = [];
  for (const value of sorted) {
    if (result.length === 0 || value - result.at(-1)! > SNAP) result.push(value);
  }
  return result;
}

/** Index of the interval that contains the value, or −1. */
function slot(edges: readonly number[], value: number): number {
  for (let index = 0; index + 1 < edges.length; index++) {
    if (value >= edges[index]! && value < edges[index + 1]!) return index;
  }
  return -1;
}

interface FieldBox {
  row0: number;
  row1: number;
  column0: number;
  column1: number;
}

interface Fields {
  rootOf(row: number, column: number): number;
  boxOf(root: number): FieldBox;
}

/**
 * Merges grid fields that no drawn line separates, provided the result is a rectangle:
 *
 *     │   │   │           │       │
 *     │       │     →     │       │      one field of two columns
 *     │   │   │           │   │   │
 */
function fieldsOf(xs: readonly number[], ys: readonly number[], rules: readonly Rule[]): Fields {
  const columns = xs.length - 1;
  const rows = ys.length - 1;
  const roots = Array.from({ length: rows * columns }, (_, index) => index);
  const boxes = roots.map((index): FieldBox => {
    const row = Math.floor(index / columns);
    const column = index % columns;
    return { row0: row, row1: row, column0: column, column1: column };
  });
  const vertical = rules.filter((rule) => !rule.horizontal);
  const horizontal = rules.filter((rule) => rule.horizontal);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column + 1 < columns; column++) {
      const drawn = covered(
        vertical.filter((rule) => Math.abs(rule.x0 - xs[column + 1]!) <= SNAP).map((rule) => [rule.y0, rule.y1]),
        ys[row]!,
        ys[row + 1]!,
      );
      if (drawn < DRAWN_SHARE) join(row * columns + column, row * columns + column + 1);
    }
  }
  for (let row = 0; row + 1 < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const box = boxes[roots[row * columns + column]!]!;
      const drawn = covered(
        horizontal.filter((rule) => Math.abs(rule.y0 - ys[row + 1]!) <= SNAP).map((rule) => [rule.x0, rule.x1]),
        xs[box.column0]!,
        xs[box.column1 + 1]!,
      );
      if (drawn < DRAWN_SHARE) join(row * columns + column, (row + 1) * columns + column);
    }
  }
  return { rootOf: (row, column) => roots[row * columns + column]!, boxOf: (root) => boxes[root]! };

  function join(a: number, b: number): void {
    const [first, second] = [roots[a]!, roots[b]!];
    if (first === second) return;
    const [p, q] = [boxes[first]!, boxes[second]!];
    const sideBySide = p.row0 === q.row0 && p.row1 === q.row1;
    const stacked = p.column0 === q.column0 && p.column1 === q.column1;
    if (!sideBySide && !stacked) return;
    const box: FieldBox = {
      row0: Math.min(p.row0, q.row0),
      row1: Math.max(p.row1, q.row1),
      column0: Math.min(p.column0, q.column0),
      column1: Math.max(p.column1, q.column1),
    };
    const root = box.row0 * columns + box.column0;
    boxes[root] = box;
    for (let row = box.row0; row <= box.row1; row++) {
      for (let column = box.column0; column <= box.column1; column++) roots[row * columns + column] = root;
    }
  }
}

/** Length of the part of [from, to] that the spans cover, relative to the whole. */
function covered(spans: readonly (readonly number[])[], from: number, to: number): number {
  const ordered = spans
    .map((span) => [Math.max(from, span[0]! - SNAP), Math.min(to, span[1]! + SNAP)] as const)
    .sort((a, b) => a[0] - b[0]);
  let reach = from;
  let sum = 0;
  for (const [start, end] of ordered) {
    if (end <= reach) continue;
    sum += end - Math.max(start, reach);
    reach = end;
  }
  return to > from ? sum / (to - from) : 1;
}
