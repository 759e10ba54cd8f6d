/**
 * Finds tables whose rows have drawn lines between them, and whose columns have none, as in order forms:
 *
 *     ─────────────────────────────
 *     Governing law    {law}
 *     ─────────────────────────────
 *     Other duration   24 months         →   a table of two rows and two columns
 *     of the duty
 *     ─────────────────────────────
 *
 * The drawn lines say where a row ends, so a cell of several lines stays one cell. Horizontal positions are counted in
 * reading direction: `from` is where a reader begins.
 */
import { maxOf, minOf } from '../../../../shared/iterables.ts';
import type { Line } from '../lines/line.ts';
import { buildLines } from '../lines/lines.ts';
import { wordOf, type Word } from '../lines/words.ts';
import type { Rule } from '../paint/glyph.ts';
import { CELL_GAP, COLUMN_GAP, countUpTo, SAME_EDGE } from './cell-gaps.ts';
import type { PageTable, TableCell } from './ruled-tables.ts';

/** Ends of rules within this distance (pt) are at one place. */
const SNAP = 3;
/** Smallest number of rows with text in two columns. */
const MIN_ROWS = 3;
/** Part of the rows that have text on both sides of a column's edge. */
const FILLED_SHARE = 0.4;
/** Part of the rows that may run across a column's edge, as headings of sections do. */
const ACROSS_SHARE = 0.4;
/** A row without a value at the start or end of the table has at most this many lines. */
const LABEL_LINES = 2;
/** Text is a title if it is larger than the text of the table by this factor. */
const LARGER = 1.12;
/** Height of a line (em) of a row, and the room above and below its lines (lines). */
const LINE_HEIGHT = 1.5;
const ROOM_AROUND = 1;
/** A band with this many lines in two columns holds several rows. Two cells of one row seldom have as many lines. */
const GRID_LINES = 5;
/** Text within this distance (em) of the rules' ends belongs to the same rows. The rules are then part of a table. */
const BESIDE = 1;
/** Widest painted space (em) inside a cell. */
const WIDEST_SPACE = 1;
/** Number of words that show whether spaces are painted. */
const SHOWN_WORDS = 1_000;
/** Maximum number of rules on a page. More rules form a drawing. */
const RULES_MAX = 1_000;

/** Words between two rules. */
interface Band {
  readonly top: number;
  readonly bottom: number;
  readonly words: readonly Word[];
  readonly lines: readonly Line[];
}

/** A band as a row: its words by the first of the columns that they cover. */
interface BandRow {
  readonly cells: readonly { readonly column: number; readonly colspan: number; readonly words: readonly Word[] }[];
  readonly filled: number;
  readonly isAcross: boolean;
}

/** The tables found among words, from top to bottom, and the words outside of them. */
export interface RowRuledTables {
  readonly tables: readonly PageTable[];
  readonly rest: readonly Word[];
}

/** Finds the tables among the words that no other table has. */
export function findRowRuledTables(
  rules: readonly Rule[],
  words: readonly Word[],
  rightToLeft: boolean,
): RowRuledTables {
  const level = rules.filter((rule) => rule.horizontal);
  if (level.length > RULES_MAX) return { tables: [], rest: words };
  const tables: PageTable[] = [];
  let free = words;
  // The widest first: a table inside a cell is part of that cell.
  for (const group of ofOneWidth(level)) {
    const table = tableBetween(group, free, rightToLeft);
    if (!table) continue;
    tables.push(table);
    const { x0, x1, top, bottom } = table;
    free = free.filter((word) => !isInside(word, { x0, x1, top, bottom }));
  }
  return { tables: tables.sort((a, b) => a.top - b.top), rest: free };
}

/** Groups of rules that begin and end at the same places, the widest first; each from top to bottom, each height once. */
function ofOneWidth(rules: readonly Rule[]): Rule[][] {
  const groups: Rule[][] = [];
  for (const rule of [...rules].sort((a, b) => a.y0 - b.y0)) {
    const group = groups.find(
      ([first]) => Math.abs(first!.x0 - rule.x0) <= SNAP && Math.abs(first!.x1 - rule.x1) <= SNAP,
    );
    if (!group) groups.push([rule]);
    else if (rule.y0 - group.at(-1)!.y0 > SNAP) group.push(rule);
  }
  const width = ([first]: readonly Rule[]): number => first!.x1 - first!.x0;
  return groups.filter((group) => group.length > MIN_ROWS).sort((a, b) => width(b) - width(a));
}

function tableBetween(rules: readonly Rule[], words: readonly Word[], rightToLeft: boolean): PageTable | null {
  const [x0, x1] = [minOf(rules.map((rule) => rule.x0)), maxOf(rules.map((rule) => rule.x1))];
  const bands = bandsOf(rules, words, x0, x1);
  const inked = bands.filter(({ lines }) => lines.length > 0);
  if (inked.length < MIN_ROWS || hasTextBeside(words, { x0, x1, top: bands[0]!.top, bottom: bands.at(-1)!.bottom }))
    return null;
  const from = (word: { x0: number; x1: number }): number => (rightToLeft ? -word.x1 : word.x0);
  const to = (word: { x0: number; x1: number }): number => (rightToLeft ? -word.x0 : word.x1);
  const edges = columnEdges(inked, from, to);
  if (edges.length === 0 || holdsSeveralRows(inked, edges, from)) return null;
  const rows = bands.map((band) => rowOf(band, edges, from, to));
  const [start, end] = withinTable(bands, rows);
  const own = rows.slice(start, end);
  const filled = own.filter((row) => row.filled > 1).length;
  if (filled < MIN_ROWS || filled < FILLED_SHARE * own.length) return null;
  if (own.filter((row) => row.isAcross).length > ACROSS_SHARE * own.length) return null;
  const columns = edges.length + 1;
  const places = edges.map((edge) => (rightToLeft ? -edge : edge));
  return {
    x0,
    x1,
    top: bands[start]!.top,
    bottom: bands[end - 1]!.bottom,
    openTop: false,
    openBottom: false,
    gaps: [...places].sort((a, b) => a - b).map((x) => ({ x0: x - x0 - SNAP, x1: x - x0 + SNAP })),
    rows: own.map(({ cells }) => {
      const row = cells.map(({ column, colspan, words: content }): TableCell => ({
        column: rightToLeft ? columns - column - colspan : column,
        colspan,
        rowspan: 1,
        words: content,
      }));
      return rightToLeft ? row.reverse() : row;
    }),
  };
}

interface Box {
  readonly x0: number;
  readonly x1: number;
  readonly top: number;
  readonly bottom: number;
}

function bandsOf(rules: readonly Rule[], words: readonly Word[], x0: number, x1: number): Band[] {
  const heights = rules.map((rule) => rule.y0);
  const box = { x0, x1, top: heights[0]!, bottom: heights.at(-1)! };
  const within = words.filter((word) => isInside(word, box));
  const own: Word[][] = heights.slice(1).map(() => []);
  for (const word of within) own[countUpTo(middleOf(word), heights) - 1]?.push(word);
  const some = within.slice(0, SHOWN_WORDS);
  return own.map((words, index) => ({
    top: heights[index]!,
    bottom: heights[index + 1]!,
    words,
    lines: buildLines(words, some),
  }));
}

function isInside(word: Word, { x0, x1, top, bottom }: Box): boolean {
  const [x, y] = [(word.x0 + word.x1) / 2, middleOf(word)];
  return x > x0 - SNAP && x < x1 + SNAP && y >= top && y < bottom;
}

function hasTextBeside(words: readonly Word[], { x0, x1, top, bottom }: Box): boolean {
  return words.some((word) => {
    const [x, y, room] = [(word.x0 + word.x1) / 2, middleOf(word), BESIDE * word.size];
    if (word.isSpace || y <= top || y >= bottom) return false;
    return (x < x0 && word.x1 > x0 - room) || (x > x1 && word.x0 < x1 + room);
  });
}

/** Half the height of a small letter above the baseline. */
function middleOf(word: Word): number {
  return word.y - 0.3 * word.size;
}

type Position = (word: { x0: number; x1: number }) => number;

/** Where columns begin behind the first: places at which text begins in most bands, with other text before it. */
function columnEdges(bands: readonly Band[], from: Position, to: Position): number[] {
  const starts = bands.flatMap((band) =>
    band.lines.flatMap((line) =>
      inOrder(line, from).flatMap((word, index, all) => {
        const before = all[index - 1];
        const isStart = before === undefined || from(word) - to(before) >= COLUMN_GAP * line.size;
        return isStart ? [{ x: from(word), size: line.size, band }] : [];
      }),
    ),
  );
  starts.sort((a, b) => a.x - b.x);
  const edges: number[] = [];
  for (let index = 0; index < starts.length;) {
    const [first, own] = [starts[index]!, new Set<Band>()];
    for (; index < starts.length && starts[index]!.x - first.x <= SAME_EDGE * first.size; index += 1)
      own.add(starts[index]!.band);
    const behindText = [...own].filter(({ lines }) =>
      lines.some((line) => line.words.some((word) => to(word) < first.x && from(word) < first.x - line.size)),
    ).length;
    if (behindText >= MIN_ROWS && behindText >= FILLED_SHARE * bands.length) edges.push(first.x);
  }
  return edges;
}

function inOrder(line: Line, from: Position): Line['words'] {
  return line.words.toSorted((a, b) => from(a) - from(b));
}

/**
 * Whether bands hold several rows each, as where rules separate only the head and groups of rows: most bands of several
 * lines have text in two columns throughout, or one of them has it in many lines.
 */
function holdsSeveralRows(bands: readonly Band[], edges: readonly number[], from: Position): boolean {
  const high = bands.filter(({ lines }) => lines.length > 1);
  const filled = high.map(
    ({ lines }) =>
      lines.filter((line) => new Set(line.words.map((word) => columnOf(from(word), edges, line.size))).size > 1).length,
  );
  const throughout = filled.filter((count, index) => count === high[index]!.lines.length).length;
  return throughout > high.length / 2 || filled.some((count) => count >= GRID_LINES);
}

function columnOf(position: number, edges: readonly number[], size: number): number {
  return edges.filter((edge) => edge <= position + SAME_EDGE * size).length;
}

function rowOf(band: Band, edges: readonly number[], from: Position, to: Position): BandRow {
  const words = band.words.flatMap((word) => dividedAt(edges, word, from, to));
  const across = new Set(edges.flatMap((edge, index) => (runsAcross(band, words, edge, from, to) ? [index] : [])));
  // Columns whose edge the text runs across are one cell.
  const first: number[] = [0];
  for (let column = 1; column <= edges.length; column += 1)
    first.push(across.has(column - 1) ? first[column - 1]! : column);
  const cells = [...new Set(first)].map((column) => ({
    column,
    colspan: first.filter((each) => each === column).length,
    words: words.filter((word) => first[columnOf(from(word), edges, word.size)] === column),
  }));
  return {
    cells,
    filled: cells.filter((cell) => cell.words.some((word) => !word.isSpace)).length,
    isAcross: across.size > 0,
  };
}

/** Divides a word between two cells. A full cell touches the next one, and only another font shows where that begins. */
function dividedAt(edges: readonly number[], word: Word, from: Position, to: Position): Word[] {
  const slack = SAME_EDGE * word.size;
  const edge = edges.find((each) => from(word) < each - slack && to(word) > each + slack);
  if (edge === undefined || word.isSpace) return [word];
  const isBehind = (glyph: Word['glyphs'][number]): boolean =>
    from({ x0: glyph.x, x1: glyph.x + glyph.width }) >= edge - slack;
  const [before, behind] = [word.glyphs.filter((glyph) => !isBehind(glyph)), word.glyphs.filter(isBehind)];
  const begin = minOf(behind.map((glyph) => from({ x0: glyph.x, x1: glyph.x + glyph.width })));
  const isOneText = before.at(-1)?.font.name === behind[0]?.font.name;
  if (before.length === 0 || isOneText || Math.abs(begin - edge) > slack) return [word];
  return [wordOf(before, false), wordOf(behind, false)];
}

/** Whether text of the band runs across the edge. A word crosses it, or only a space separates the words beside it. */
function runsAcross(band: Band, words: readonly Word[], edge: number, from: Position, to: Position): boolean {
  const isCut = words.some(
    (word) => !word.isSpace && from(word) < edge - SAME_EDGE * word.size && to(word) > edge + SAME_EDGE * word.size,
  );
  return (
    isCut ||
    band.lines.some((line) => {
      const ordered = inOrder(line, from);
      const at = ordered.findIndex((word) => from(word) >= edge - SAME_EDGE * word.size);
      const [word, before] = [ordered[at], ordered[at - 1]];
      if (word === undefined || before === undefined) return false;
      const begins = Math.abs(from(word) - edge) <= SAME_EDGE * line.size;
      const gap = from(word) - to(before);
      // A word after a space may begin at the edge by chance.
      if (word.paintedSpaces > 0) return gap < (begins ? CELL_GAP : WIDEST_SPACE) * line.size;
      return !begins && gap < COLUMN_GAP * line.size;
    })
  );
}

/**
 * The first and last band (exclusive) of the table. Around the rows with several cells it takes the headings of sections
 * and labels without a value. Titles above the table and text below it are none of its rows.
 */
function withinTable(bands: readonly Band[], rows: readonly BandRow[]): [start: number, end: number] {
  const isFilled = (row: BandRow): boolean => row.filled > 1;
  let start = Math.max(0, rows.findIndex(isFilled));
  let end = Math.max(rows.findLastIndex(isFilled) + 1, start);
  const size = bands[start]?.lines[0]?.size ?? 0;
  while (start > 0 && isLowRow(bands[start - 1]!, size)) start -= 1;
  while (end < bands.length && isLowRow(bands[end]!, size)) end += 1;
  return [start, end];
}

/** Whether a band is as low as a row with its text. `size` is the text size of the table. */
function isLowRow({ top, bottom, lines }: Band, size: number): boolean {
  return (
    lines.length > 0 &&
    lines.length <= LABEL_LINES &&
    lines.every((line) => line.size <= LARGER * size) &&
    bottom - top <= (lines.length + ROOM_AROUND) * LINE_HEIGHT * size
  );
}
