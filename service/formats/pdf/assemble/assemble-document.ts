import { LABEL } from '../../../../shared/document/label.ts';
import { CONTENTS, pagesStart } from '../../../../shared/document/contents.ts';
import { tableDirection } from '../../../../shared/document/direction.ts';
import type { Block, Cell, Row, Run, TableBlock, TextBlock, TextType } from '../../../../shared/document/model.ts';
import { TOP } from '../../../../shared/document/path.ts';
import { settlePaths } from '../../../../shared/document/settle-paths.ts';
import { dropCountedValues } from '../../html/list-path.ts';
import { InlineContent } from '../../html/inline-content.ts';
import { STRONG } from '../paint/decorations.ts';
import type { HeadingLevel } from '../across-sides/headings.ts';
import { joinLines, type Lexicon, type LineEnds } from '../across-sides/hyphens.ts';
import { breaksAnywhere } from '../lines/line-breaks.ts';
import type { TextLine } from '../lines/line-text.ts';
import type { ListPlace } from '../across-sides/lists.ts';
import { isHeadRow } from '../layout/head-rows.ts';
import type { LayoutCell } from '../layout/layout.ts';
import type { FlowBlock, FlowTable, Paragraph } from '../blocks/paragraphs.ts';
import { placedLinesOf, type PlacedLine } from './placed-lines.ts';

/** Blocks in reader normal form, each with the page on which it begins (from 1), and with its lines. */
export interface Assembled {
  readonly blocks: readonly Block[];
  readonly pages: readonly number[];
  readonly lines: readonly (readonly PlacedLine[])[];
}

/** The decisions of earlier stages about the blocks of a document. */
export interface Decisions {
  readonly headings: ReadonlyMap<Paragraph, HeadingLevel>;
  readonly lists: ReadonlyMap<Paragraph, ListPlace>;
  readonly lexicon: Lexicon;
  readonly lineEnds: LineEnds;
}

/** Turns the flow of a document into blocks of the model. */
export function assembleDocument(flow: readonly FlowBlock[], decisions: Decisions): Assembled {
  const blocks: Block[] = [];
  const pages: number[] = [];
  const lines: PlacedLine[][] = [];
  flow.forEach((item, at) => {
    const block = item.kind === 'table' ? tableOf(item, decisions) : textOf(item, decisions);
    if (!block) return;
    blocks.push(block);
    pages.push(item.page);
    lines.push(placedLinesOf(item, flow[at + 1]?.page ?? Infinity));
  });
  return { blocks: dropCountedValues(settlePaths(blocks)), pages, lines };
}

function textOf(paragraph: Paragraph, decisions: Decisions): TextBlock | null {
  const { headings, lists } = decisions;
  const level = headings.get(paragraph);
  const place = level === undefined ? lists.get(paragraph) : undefined;
  const type: TextType = level === undefined ? 'p' : `h${level}`;
  // Headings are bold by default, so bold says nothing there.
  const runs = runsOf(paragraph.lines, decisions, place?.markerLength ?? 0, level === undefined ? 0 : STRONG);
  if (runs.length === 0) return null;
  const isEntry = isContentsEntry(paragraph, runs);
  const rightToLeft = paragraph.lines.some((line) => line.rightToLeft);
  const label = place?.label;
  const attributes = {
    ...(rightToLeft && { dir: 'rtl' }),
    ...(label !== undefined && { [LABEL]: label }),
    ...(isEntry && { [CONTENTS]: 'contents' }),
  };
  return { kind: 'text', type, attributes, runs, path: place?.path ?? TOP };
}

/**
 * Whether a paragraph is tagged as an entry of a table of contents. Such an entry ends with a leader and a page number.
 * Price lists have leaders too, and a tagged entry may have no page number.
 */
function isContentsEntry({ lines }: Paragraph, runs: readonly Run[]): boolean {
  if (lines.at(-1)?.leads !== true || !lines.every(({ tag }) => tag?.entry === true)) return false;
  return pagesStart(runs.map(({ text }) => text).join(''), 'contents') !== null;
}

function tableOf(table: FlowTable, decisions: Decisions): TableBlock | null {
  const rows: Row[] = [];
  const width = table.gaps.length + 1;
  table.rows.forEach((row, index) => {
    const headed = index === 0 && table.rows.length > 1 && isHeadRow(row);
    const cells = row.map((cell): Cell => {
      const header = headed || cell.header === true;
      const runs = runsOf(cell.lines, decisions, 0, header ? STRONG : 0);
      const attributes = cell.lines.some((line) => line.rightToLeft) ? { dir: 'rtl' } : {};
      const blocks: Block[] = runs.length > 0 ? [{ kind: 'text', type: 'p', attributes, runs, path: TOP }] : [];
      return { header, colspan: cell.colspan, rowspan: cell.rowspan, blocks };
    });
    const filled = cells.some((cell) => cell.blocks.length > 0);
    const bound = row.some((cell) => cell.rowspan > 1) || row.length < width;
    if (cells.length > 0 && (filled || bound)) rows.push({ section: headed ? 'head' : 'body', cells });
  });
  if (rows.length === 0) return null;
  return { kind: 'table', ...tableDirection(table.rows.some(runsFromRight)), rows, path: TOP };
}

/** Whether the first cell of a row with text stands to the right of the last one. */
function runsFromRight(row: readonly LayoutCell[]): boolean {
  const filled = row.filter(({ lines }) => lines.length > 0);
  const [first, last] = [filled[0]?.lines[0], filled.at(-1)?.lines[0]];
  return first !== undefined && last !== undefined && first.x0 > last.x1;
}

/**
 * Joins the lines of a paragraph into runs.
 *
 * @param skip length of the list marker to leave out, in characters
 * @param dropped mark bits to leave out
 */
function runsOf(lines: readonly TextLine[], { lexicon, lineEnds }: Decisions, skip: number, dropped: number): Run[] {
  const content = new InlineContent();
  let left = skip;
  lines.forEach((line, index) => {
    const next = lines[index + 1];
    const join = next ? joinLines(line.text, next.text, lexicon, lineEnds) : { drop: 0, between: '' };
    let room = line.text.length - join.drop;
    for (const run of line.runs) {
      const start = Math.min(left, run.text.length);
      left -= start;
      const text = run.text.slice(start, Math.max(start, Math.min(run.text.length, room)));
      room -= run.text.length;
      if (text !== '') content.addText(text, run.marks & ~dropped, run.href, run.look);
    }
    const last = line.runs.at(-1);
    const first = next?.runs[0];
    if (join.between === ' ' && last && first && !joinsWithoutSpace(line.text, next.text)) {
      const href = last.href === first.href ? last.href : null;
      const look = last.look === first.look ? last.look : undefined;
      content.addText(' ', last.marks & first.marks & ~dropped, href, look);
    }
  });
  return content.takeRuns(false);
}

function joinsWithoutSpace(first: string, second: string): boolean {
  return breaksAnywhere([...first].at(-1) ?? '') || breaksAnywhere(second);
}
