import type { LineWords } from './break-contexts.ts';
import type { LayoutCell } from '../layout/layout.ts';
import { LOWER_CASE, nextWordFits, SENTENCE_END } from '../lines/line-fit.ts';
import type { FlowTable, Paragraph, TablePart } from '../blocks/paragraphs.ts';
import { haveSameColumns } from '../blocks/confirm-tables.ts';
import { isHeadRow } from '../layout/head-rows.ts';
import { maxOf, minOf } from '../../../../shared/iterables.ts';

/**
 * What a document shows about places: `inside` a paragraph or cell, or `between` two of them. Keys come from
 * `placeAt`.
 */
export type Answers = ReadonlyMap<string, 'inside' | 'between'>;

/** Keys of the places between the cells of a table's last row and the cells below in its next part. */
export function cellPlaces(a: FlowTable, b: FlowTable, lineWords: LineWords): string[] {
  const first = b.rows[repeatedRows(a, b)]!;
  return a.rows.at(-1)!.flatMap((cell, index) => {
    const below = first[index]?.lines ?? [];
    return cell.lines.length > 0 && below.length > 0 ? [lineWords.placeBetween(cell.lines, below)] : [];
  });
}

/** Whether a page or column break divides one table into these two. */
export function continuesTable(a: FlowTable, b: FlowTable): boolean {
  // `bottom` of a joined table is the bottom of its last part.
  const broken = a.page !== b.page || a.bottom > b.top;
  return broken && (haveSameRows(a, b) || (haveSameColumns(a, b) && !endsEarly(a, b)));
}

/** A table that goes on leaves room for less than this many of its next rows. Some rows stay together. */
const ROWS_TOGETHER = 4;
/** A table that goes on leaves less than this height (pt) free, about a quarter of a page. The height of its rows does not matter. */
const MUCH_ROOM = 200;

/**
 * Whether the first table ends before the end of its page, although several rows of the second had room there. Then the
 * author has ended the page, and both are tables of their own, even if they have the same head.
 */
function endsEarly(a: FlowTable, b: FlowTable): boolean {
  const row = (b.bottom - b.top) / b.rows.length;
  return a.openBottom !== true && a.room > Math.max(MUCH_ROOM, ROWS_TOGETHER * row);
}

/** Text of a cell stays within its column to this tolerance (pt). */
const SAME_COLUMN = 2;

/**
 * The table column of a paragraph at the top of the next page; −1 if it is in none. The rest of a single cell that
 * did not fit on the page has no cell beside it.
 */
export function columnOf(table: FlowTable, { page, lines }: Paragraph): number {
  if (page === table.page || lines[0]!.y > table.bottom || table.openBottom === false) return -1;
  const [x0, x1] = [minOf(lines.map((line) => line.x0)), maxOf(lines.map((line) => line.x1))];
  const last = table.rows.at(-1)!;
  if (table.allRows === true || last.length !== table.gaps.length + 1) return -1;
  const right = table.x1 + SAME_COLUMN;
  return last.findIndex((_, column) => {
    const from = column === 0 ? table.x0 - SAME_COLUMN : table.x0 + table.gaps[column - 1]!.x1 - SAME_COLUMN;
    const to = column === table.gaps.length ? right : table.x0 + table.gaps[column]!.x0 + SAME_COLUMN;
    return x0 >= from && x1 <= to;
  });
}

/** The paragraph as the next part of its table. */
export function asPart(table: FlowTable, paragraph: Paragraph): FlowTable {
  const column = columnOf(table, paragraph);
  const last = table.rows.at(-1)!;
  const rows = [last.map((cell, index): LayoutCell => ({ ...cell, lines: index === column ? paragraph.lines : [] }))];
  const [first, end] = [paragraph.lines[0]!, paragraph.lines.at(-1)!];
  // What follows the rest of a cell may continue the table.
  return {
    ...table,
    page: paragraph.page,
    top: first.top,
    bottom: end.bottom,
    openTop: table.openBottom,
    room: 0,
    rows,
  };
}

/**
 * Whether the paragraph is the rest of a cell in the table's last row. Then its sentence continues, or the other side
 * has both parts in one.
 */
export function continuesCell(a: FlowTable, b: Paragraph, answers: readonly Answers[], lineWords: LineWords): boolean {
  const column = columnOf(a, b);
  if (column < 0) return false;
  const part = asPart(a, b);
  const places = cellPlaces(a, part, lineWords);
  const inside = places.some((key) => answers.some((answer) => answer.get(key) === 'inside'));
  return inside || sentenceContinues(a.rows.at(-1)![column]!, part.rows[0]![column]!);
}

/**
 * Joins two parts of a table. Leaves out the head that the second part repeats and keeps its text, and joins a row that
 * the break divides.
 */
export function joinTables(a: FlowTable, b: FlowTable, answers: readonly Answers[], lineWords: LineWords): FlowTable {
  if (haveSameRows(a, b)) {
    const head = a.rows.filter((row, index) => isRepeated(row, b.rows[index]!));
    const rows = a.rows.map((row, index) => joinTaggedRows(row, b.rows[index]!));
    return { ...a, bottom: b.bottom, room: b.room, rows, parts: partsOf(a, b, head) };
  }
  const repeated = repeatedRows(a, b);
  const next = b.rows.slice(repeated);
  const last = a.rows.at(-1)!;
  const [first, ...rest] = next;
  // Words of one cell may occur together elsewhere by chance; words of all cells of a row do not.
  const places = cellPlaces(a, b, lineWords);
  const isInsideElsewhere =
    places.length > 0 && places.every((key) => answers.some((answer) => answer.get(key) === 'inside'));
  const sentencesContinue = (row: readonly LayoutCell[]): boolean =>
    repeated > 0 ? isLeftOver(last, row) : isDividedRow(a, last, b, row);
  const isDivided = first?.length === last.length && (isInsideElsewhere || sentencesContinue(first));
  const rows = isDivided ? [...a.rows.slice(0, -1), joinRows(last, first), ...rest] : joinSpans(a.rows, next);
  const { otherwise: _, ...sure } = a;
  const parts = partsOf(a, b, b.rows.slice(0, repeated));
  const gaps = b.otherwise ? a.gaps : b.gaps;
  return { ...sure, bottom: b.bottom, openBottom: b.openBottom, room: b.room, gaps, rows, parts };
}

function partsOf(a: FlowTable, b: FlowTable, head: readonly (readonly LayoutCell[])[]): readonly TablePart[] {
  return [...(a.parts ?? []), { page: b.page, head: head.map((row) => row.map(textOfCell)) }];
}

/** Most rows of a head. */
const HEAD_ROWS = 3;

/** The number of rows at the top of the second part that repeat the head of the first one. */
function repeatedRows(a: FlowTable, b: FlowTable): number {
  const most = hasLoneCell(a.rows[0]!) ? 0 : Math.min(HEAD_ROWS, a.rows.length, b.rows.length - 1);
  let count = 0;
  while (count < most && isRepeated(a.rows[count]!, b.rows[count]!) && (count === 0 || isHeadRow(a.rows[count]!)))
    count++;
  return count;
}

/** Whether both rows have one text. */
function isRepeated(upper: readonly LayoutCell[], lower: readonly LayoutCell[]): boolean {
  const text = textOfRow(upper);
  return text !== '' && text === textOfRow(lower);
}

/** Whether a row has text in one of several cells: the rest of a row that a page break divides, and no head. */
function hasLoneCell(row: readonly LayoutCell[]): boolean {
  return row.length > 1 && row.filter(({ lines }) => lines.length > 0).length === 1;
}

/** Whether both parts are the whole table by its tags, each with the text of its page. */
function haveSameRows(a: FlowTable, b: FlowTable): boolean {
  return (
    a.allRows === true &&
    b.allRows === true &&
    a.rows.length === b.rows.length &&
    a.rows.every((row, index) => row.length === b.rows[index]!.length)
  );
}

/**
 * Whether a page break divides the row. If lines are drawn, no line closes it. Otherwise the sentence of a cell
 * continues, or the row below has empty cells under filled ones:
 *
 *     The Supplier shall deliver  │  Der Lieferant hat die     ⏎ page ⏎
 *     the goods in time.          │  Waren zu liefern.         →   one row
 */
function isDividedRow(a: FlowTable, last: readonly LayoutCell[], b: FlowTable, first: readonly LayoutCell[]): boolean {
  if (a.openBottom !== null || b.openTop !== null) return a.openBottom === true && b.openTop === true;
  if (last.some((cell, index) => sentenceContinues(cell, first[index]!))) return true;
  const empty = first.filter((cell) => cell.lines.length === 0);
  return (
    empty.length > 0 &&
    first.every((cell, index) => cell.lines.length === 0 || last[index]!.lines.length > 0) &&
    last.every((cell) => cell.lines.length > 0)
  );
}

/**
 * Whether the row below a repeated head is the rest of the last row, with nothing but continued sentences.
 *
 *     7 │ The goods that the       │ 9.00    ⏎ page ⏎
 *     Item │ Description           │ Price
 *       │ supplier has delivered.  │         →   one row
 */
function isLeftOver(last: readonly LayoutCell[], first: readonly LayoutCell[]): boolean {
  const filled = first.flatMap((cell, index) => (cell.lines.length > 0 ? [index] : []));
  return (
    filled.length < first.length &&
    last.every((cell) => cell.lines.length > 0) &&
    filled.every((index) => {
      const [end, start] = [last[index]!.lines.at(-1)!, first[index]!.lines[0]!];
      return !SENTENCE_END.test(end.text) && LOWER_CASE.test(start.text);
    })
  );
}

/** Cells with this many lines contain sentences. Names and figures are shorter, and also lack a full stop. */
const SENTENCE_LINES = 2;

/** Whether the sentence of the upper cell continues in the lower cell. */
function sentenceContinues(upper: LayoutCell, lower: LayoutCell): boolean {
  const [end, start] = [upper.lines.at(-1), lower.lines[0]];
  if (!end || !start || upper.lines.length < SENTENCE_LINES) return false;
  if (SENTENCE_END.test(end.text) || !LOWER_CASE.test(start.text)) return false;
  const [left, right] = [minOf(upper.lines.map((line) => line.x0)), maxOf(upper.lines.map((line) => line.x1))];
  return !nextWordFits(end, start, { left, right });
}

/** Joins a row of a tagged table on two pages. The break divides the row, or each page repeats the row as a head. */
function joinTaggedRows(upper: readonly LayoutCell[], lower: readonly LayoutCell[]): readonly LayoutCell[] {
  return isRepeated(upper, lower) ? upper : joinRows(upper, lower);
}

/** Joins a row that a page break divides. */
function joinRows(upper: readonly LayoutCell[], lower: readonly LayoutCell[]): LayoutCell[] {
  return upper.map((cell, index) => ({ ...cell, lines: [...cell.lines, ...lower[index]!.lines] }));
}

/**
 * Joins rows, and each cell over several of them that the page break divides. The rest of such a cell is empty.
 *
 *     @HD │ VN │ version    ⏎ page ⏎
 *         │ SO │ order      ⏎      ⏎
 *         │ GO │ grouping          →   one cell over three rows
 */
function joinSpans(
  upper: readonly (readonly LayoutCell[])[],
  lower: readonly (readonly LayoutCell[])[],
): LayoutCell[][] {
  const rows = [...upper, ...lower].map((row) => [...row]);
  for (const rest of lower[0] ?? []) {
    if (rest.lines.length > 0) continue;
    for (const [index, row] of rows.slice(0, upper.length).entries()) {
      const at = row.findIndex(
        (cell) => cell.column === rest.column && cell.colspan === rest.colspan && index + cell.rowspan === upper.length,
      );
      const cell = row[at];
      const spans = cell !== undefined && (cell.rowspan > 1 || (rest.rowspan > 1 && cell.lines.length === 0));
      if (!spans) continue;
      row[at] = { ...cell, rowspan: cell.rowspan + rest.rowspan };
      rows[upper.length] = rows[upper.length]!.filter((each) => each !== rest);
    }
  }
  return rows;
}

function textOfRow(row: readonly LayoutCell[]): string {
  return row.map(textOfCell).join('\t').trim();
}

function textOfCell({ lines }: LayoutCell): string {
  return lines.map((line) => line.text).join(' ');
}
