import { CONTEXT_WORDS, LineWords, placeAt } from './break-contexts.ts';
import { startsNote } from './footnotes.ts';
import {
  LOWER_CASE,
  nextWordFits,
  SENTENCE_END,
  type FlowBlock,
  type FlowTable,
  type Paragraph,
} from './paragraphs.ts';
import { lineGroupsOf } from './flow-text.ts';
import { listMarker } from './list-marker.ts';
import type { LayoutCell } from './layout.ts';
import { haveSameColumns } from './settle-tables.ts';

/** Sizes of two parts of one paragraph differ by less. */
const SAME_SIZE = 1.06;
/** An indent (em) by which a line begins a paragraph. */
const INDENT = 0.7;

/**
 * Joins what a column or page break parted: paragraphs whose sentence goes on, and tables with the same columns. Where
 * the page does not say whether a paragraph goes on, the other side is asked whether it has both parts in one.
 */
export function joinContinuations(sides: readonly (readonly FlowBlock[])[]): FlowBlock[][] {
  const lineWords = new LineWords();
  const contexts = sides.map((blocks) => breakContexts(blocks, lineWords));
  return sides.map((blocks, side) => {
    const others = sides.filter((_, index) => index !== side);
    const answers = others.map((other) => findContexts(other, contexts[side]!, lineWords));
    const joined: FlowBlock[] = [];
    for (const block of blocks) {
      const last = joined.at(-1);
      if (last?.kind === 'table' && block.kind === 'table' && continuesTable(last, block)) {
        joined[joined.length - 1] = joinTables(last, block, answers, lineWords);
      } else if (
        last?.kind === 'table' &&
        block.kind === 'paragraph' &&
        continuesCell(last, block, answers, lineWords)
      ) {
        joined[joined.length - 1] = joinTables(last, asPart(last, block), answers, lineWords);
      } else if (
        last?.kind === 'paragraph' &&
        block.kind === 'paragraph' &&
        continuesParagraph(last, block, answers, lineWords)
      ) {
        const { left, right } = block;
        joined[joined.length - 1] = { ...last, lines: [...last.lines, ...block.lines], left, right };
      } else joined.push(block);
    }
    return joined;
  });
}

/** What a document says about a place: it lies inside a paragraph of it, or where one ends. */
type Answers = ReadonlyMap<string, 'inside' | 'between'>;

/** The places at which columns and pages of a document break, by the words around them. */
function breakContexts(blocks: readonly FlowBlock[], lineWords: LineWords): Set<string> {
  const keys = new Set<string>();
  blocks.forEach((block, index) => {
    const previous = blocks[index - 1];
    if (previous?.kind === 'paragraph' && block.kind === 'paragraph' && isBroken(previous, block))
      keys.add(lineWords.placeBetween(previous.lines, block.lines));
    if (previous?.kind === 'table' && block.kind === 'table' && continuesTable(previous, block))
      for (const key of cellPlaces(previous, block, lineWords)) keys.add(key);
    if (previous?.kind === 'table' && block.kind === 'paragraph' && columnOf(previous, block) >= 0)
      for (const key of cellPlaces(previous, asPart(previous, block), lineWords)) keys.add(key);
  });
  return keys;
}

/** The places between the cells of the last row of a table and those below them in its next part. */
function cellPlaces(a: FlowTable, b: FlowTable, lineWords: LineWords): string[] {
  const first = isHeadRepeated(a, b) ? [] : b.rows[0]!;
  return a.rows.at(-1)!.flatMap((cell, index) => {
    const below = first[index]?.lines ?? [];
    return cell.lines.length > 0 && below.length > 0 ? [lineWords.placeBetween(cell.lines, below)] : [];
  });
}

function findContexts(blocks: readonly FlowBlock[], wanted: ReadonlySet<string>, lineWords: LineWords): Answers {
  const answers = new Map<string, 'inside' | 'between'>();
  if (wanted.size === 0) return answers;
  let previous: Paragraph | null = null;
  for (const block of blocks) {
    // Of a cell the first words may be all that stood in front of the break; a paragraph has more.
    const least = block.kind === 'table' ? 1 : CONTEXT_WORDS;
    for (const lines of lineGroupsOf(block)) {
      const words = lineWords.of(lines);
      for (let at = least; at < words.length; at++) {
        const key = placeAt(words, at);
        if (wanted.has(key)) answers.set(key, 'inside');
      }
    }
    if (block.kind === 'table') {
      previous = null;
      continue;
    }
    // A break of this document's own says nothing about another's.
    if (previous && !isBroken(previous, block)) {
      const key = lineWords.placeBetween(previous.lines, block.lines);
      if (wanted.has(key) && !answers.has(key)) answers.set(key, 'between');
    }
    previous = block;
  }
  return answers;
}

function isBroken(a: Paragraph, b: Paragraph): boolean {
  const [last, first] = [a.lines.at(-1)!, b.lines[0]!];
  // Two blocks of one page that are tagged as two are two.
  if (a.page === b.page && last.tag && first.tag) return false;
  return a.page !== b.page || first.y <= last.y;
}

function continuesParagraph(a: Paragraph, b: Paragraph, answers: readonly Answers[], lineWords: LineWords): boolean {
  const last = a.lines.at(-1)!;
  const first = b.lines[0]!;
  // Within a column the splitting has decided.
  if (!isBroken(a, b)) return false;
  if (last.tag && first.tag && last.tag.role !== first.tag.role) return false;
  const [small, large] = [Math.min(last.size, first.size), Math.max(last.size, first.size)];
  if (large > SAME_SIZE * small || last.rightToLeft !== first.rightToLeft) return false;
  if (last.leads || startsNote(first)) return false;
  const key = lineWords.placeBetween(a.lines, b.lines);
  const said = answers.map((answer) => answer.get(key));
  if (said.includes('inside')) return true;
  // A stretch in bold may end with the line; a heading does too.
  if (said.includes('between') || last.bold !== first.bold || nextWordFits(last, first, a)) return false;
  if (listMarker(first.text)) return false;
  if (LOWER_CASE.test(first.text) && !SENTENCE_END.test(last.text)) return true;
  if (isIndented(b)) return false;
  return !SENTENCE_END.test(last.text);
}

/** Whether the first line of a paragraph stands farther in than the others of it. */
function isIndented({ lines }: Paragraph): boolean {
  const [first, second] = lines;
  if (!first || !second) return false;
  const indent = first.rightToLeft ? second.x1 - first.x1 : first.x0 - second.x0;
  return indent > INDENT * first.size;
}

function continuesTable(a: FlowTable, b: FlowTable): boolean {
  // `bottom` of a joined table is that of its last part.
  const broken = a.page !== b.page || a.bottom > b.top;
  return broken && (haveSameRows(a, b) || haveSameColumns(a, b));
}

/** Text of a cell stays in its column to this (pt). */
const SAME_COLUMN = 2;

/**
 * The column of the table that the paragraph stands in at the top of the next page: what is left of the one cell that the page
 * before could not hold has no cell beside it. −1 where it stands in none.
 */
function columnOf(table: FlowTable, { page, lines }: Paragraph): number {
  if (page === table.page || lines[0]!.y > table.bottom || table.openBottom === false) return -1;
  const [x0, x1] = [Math.min(...lines.map((line) => line.x0)), Math.max(...lines.map((line) => line.x1))];
  const last = table.rows.at(-1)!;
  if (table.allRows === true || last.length !== table.gaps.length + 1) return -1;
  const right = table.x1 + SAME_COLUMN;
  return last.findIndex((_, column) => {
    const from = column === 0 ? table.x0 - SAME_COLUMN : table.x0 + table.gaps[column - 1]!.x1 - SAME_COLUMN;
    const to = column === table.gaps.length ? right : table.x0 + table.gaps[column]!.x0 + SAME_COLUMN;
    return x0 >= from && x1 <= to;
  });
}

/** The paragraph as the next part of the table that it belongs to. */
function asPart(table: FlowTable, paragraph: Paragraph): FlowTable {
  const column = columnOf(table, paragraph);
  const last = table.rows.at(-1)!;
  const rows = [last.map((cell, index): LayoutCell => ({ ...cell, lines: index === column ? paragraph.lines : [] }))];
  const [first, end] = [paragraph.lines[0]!, paragraph.lines.at(-1)!];
  return { ...table, page: paragraph.page, top: first.top, bottom: end.bottom, openTop: table.openBottom, rows };
}

function continuesCell(a: FlowTable, b: Paragraph, answers: readonly Answers[], lineWords: LineWords): boolean {
  const column = columnOf(a, b);
  if (column < 0) return false;
  const part = asPart(a, b);
  const places = cellPlaces(a, part, lineWords);
  const inside = places.some((key) => answers.some((answer) => answer.get(key) === 'inside'));
  return inside || sentenceGoesOn(a.rows.at(-1)![column]!, part.rows[0]![column]!);
}

function joinTables(a: FlowTable, b: FlowTable, answers: readonly Answers[], lineWords: LineWords): FlowTable {
  if (haveSameRows(a, b))
    return { ...a, bottom: b.bottom, rows: a.rows.map((row, index) => joinTaggedRows(row, b.rows[index]!)) };
  const repeated = isHeadRepeated(a, b);
  const next = repeated ? b.rows.slice(1) : b.rows;
  const last = a.rows.at(-1)!;
  const [first, ...rest] = next;
  // Words of one cell may stand together elsewhere by chance; those of all cells of a row do not.
  const places = cellPlaces(a, b, lineWords);
  const saidInside = places.length > 0 && places.every((key) => answers.some((answer) => answer.get(key) === 'inside'));
  const parted = !repeated && first?.length === last.length && (saidInside || isParted(a, last, b, first));
  const rows = parted ? [...a.rows.slice(0, -1), joinRows(last, first), ...rest] : [...a.rows, ...next];
  const { otherwise: _, ...sure } = a;
  return { ...sure, bottom: b.bottom, openBottom: b.openBottom, gaps: b.otherwise ? a.gaps : b.gaps, rows };
}

function isHeadRepeated(a: FlowTable, b: FlowTable): boolean {
  const head = textOfRow(a.rows[0]!);
  return b.rows.length > 1 && head !== '' && head === textOfRow(b.rows[0]!);
}

/** Whether both are the whole table by its tags, each with the text of its page. */
function haveSameRows(a: FlowTable, b: FlowTable): boolean {
  return (
    a.allRows === true &&
    b.allRows === true &&
    a.rows.length === b.rows.length &&
    a.rows.every((row, index) => row.length === b.rows[index]!.length)
  );
}

/**
 * Whether a page break went through the row: no line closes it, or cells are left empty that it has filled above, or the
 * sentence of a cell goes on:
 *
 *     The Supplier shall deliver  │  Der Lieferant hat die     ⏎ page ⏎
 *     the goods in time.          │  Waren zu liefern.         →   one row
 */
function isParted(a: FlowTable, last: readonly LayoutCell[], b: FlowTable, first: readonly LayoutCell[]): boolean {
  if (a.openBottom !== null || b.openTop !== null) return a.openBottom === true && b.openTop === true;
  if (last.some((cell, index) => sentenceGoesOn(cell, first[index]!))) return true;
  const empty = first.filter((cell) => cell.lines.length === 0);
  return (
    empty.length > 0 &&
    first.every((cell, index) => cell.lines.length === 0 || last[index]!.lines.length > 0) &&
    last.every((cell) => cell.lines.length > 0)
  );
}

/** Cells of so many lines hold sentences, and not names or figures, which do not end with a full stop either. */
const SENTENCE_LINES = 2;

/** Whether the sentence of the upper cell goes on in the lower one. */
function sentenceGoesOn(upper: LayoutCell, lower: LayoutCell): boolean {
  const [end, start] = [upper.lines.at(-1), lower.lines[0]];
  if (!end || !start || upper.lines.length < SENTENCE_LINES) return false;
  if (SENTENCE_END.test(end.text) || !LOWER_CASE.test(start.text)) return false;
  const [left, right] = [
    Math.min(...upper.lines.map((line) => line.x0)),
    Math.max(...upper.lines.map((line) => line.x1)),
  ];
  return !nextWordFits(end, start, { left, right });
}

/** A row of a tagged table on two pages: parted by their break, or a head that each page repeats. */
function joinTaggedRows(upper: readonly LayoutCell[], lower: readonly LayoutCell[]): readonly LayoutCell[] {
  const text = textOfRow(upper);
  return text !== '' && text === textOfRow(lower) ? upper : joinRows(upper, lower);
}

/** A row that a page break went through. */
function joinRows(upper: readonly LayoutCell[], lower: readonly LayoutCell[]): LayoutCell[] {
  return upper.map((cell, index) => ({ ...cell, lines: [...cell.lines, ...lower[index]!.lines] }));
}

function textOfRow(row: readonly LayoutCell[]): string {
  return row
    .map((cell) => cell.lines.map((line) => line.text).join(' '))
    .join('\t')
    .trim();
}
