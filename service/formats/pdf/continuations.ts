import { nextWordFits, type FlowBlock, type FlowTable, type Paragraph } from './paragraphs.ts';
import { listMarker } from './list-marker.ts';
import type { LayoutCell } from './page-layout.ts';
import { haveSameColumns } from './settle-tables.ts';

/** Sizes of two parts of one paragraph differ by less. */
const SAME_SIZE = 1.06;
/** An indent (em) by which a line begins a paragraph. */
const INDENT = 0.7;
/** Ends a sentence. */
const SENTENCE_END = /[.!?:;。！？：；]["'”’)\]]*$/;
/** Begins with a lower-case letter. */
const LOWER_CASE = /^["'“‘(]*\p{Ll}/u;

/** Joins what a column or page break parted: paragraphs whose sentence goes on, and tables with the same columns. */
export function joinContinuations(blocks: readonly FlowBlock[]): FlowBlock[] {
  const joined: FlowBlock[] = [];
  for (const block of blocks) {
    const last = joined.at(-1);
    if (last?.kind === 'table' && block.kind === 'table' && continuesTable(last, block)) {
      joined[joined.length - 1] = joinTables(last, block);
    } else if (last?.kind === 'paragraph' && block.kind === 'paragraph' && continuesParagraph(last, block)) {
      joined[joined.length - 1] = {
        ...last,
        lines: [...last.lines, ...block.lines],
        left: block.left,
        right: block.right,
      };
    } else joined.push(block);
  }
  return joined;
}

function continuesParagraph(a: Paragraph, b: Paragraph): boolean {
  const last = a.lines.at(-1)!;
  const first = b.lines[0]!;
  // Within a column the splitting has decided.
  const broken = first.y <= last.y || a.page !== b.page;
  if (!broken) return false;
  const [small, large] = [Math.min(last.size, first.size), Math.max(last.size, first.size)];
  if (large > SAME_SIZE * small || last.bold !== first.bold || last.rightToLeft !== first.rightToLeft) return false;
  if (listMarker(first.text) || nextWordFits(last, first, a)) return false;
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
  return broken && haveSameColumns(a, b);
}

function joinTables(a: FlowTable, b: FlowTable): FlowTable {
  const header = a.rows[0]!;
  const repeated = b.rows.length > 1 && textOfRow(header) !== '' && textOfRow(header) === textOfRow(b.rows[0]!);
  const next = repeated ? b.rows.slice(1) : b.rows;
  const last = a.rows.at(-1)!;
  const [first, ...rest] = next;
  const parted = a.openBottom && b.openTop && !repeated && first?.length === last.length;
  const rows = parted ? [...a.rows.slice(0, -1), joinRows(last, first), ...rest] : [...a.rows, ...next];
  const { otherwise: _, ...sure } = a;
  return { ...sure, bottom: b.bottom, openBottom: b.openBottom, gaps: b.otherwise ? a.gaps : b.gaps, rows };
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
