import type { FlowBlock, FlowTable, Paragraph } from '../blocks/paragraphs.ts';
import type { TextLine } from '../lines/line-text.ts';

/** A line of a block and where it is printed, in the frame of its page. The y axis runs down. */
export interface PlacedLine {
  readonly text: string;
  /** Page number, from 1. */
  readonly page: number;
  readonly x0: number;
  readonly x1: number;
  readonly top: number;
  readonly bottom: number;
  readonly rightToLeft: boolean;
}

/**
 * The lines of a block in order. A line that is printed above the one before it is on the next page, or in the column
 * to its right.
 *
 * @param lastPage the page on which the next block begins, or the last page
 */
export function placedLinesOf(block: FlowBlock, lastPage: number): PlacedLine[] {
  return block.kind === 'paragraph' ? linesOfParagraph(block, lastPage) : linesOfTable(block, lastPage);
}

function linesOfParagraph({ lines, page }: Paragraph, lastPage: number): PlacedLine[] {
  let current = page;
  return lines.map((line, at) => {
    const before = lines[at - 1];
    if (before !== undefined && isAbove(line, before) && line.x0 < before.x1)
      current = Math.min(current + 1, Math.max(lastPage, page));
    return placed(line, current);
  });
}

function linesOfTable({ rows, page }: FlowTable, lastPage: number): PlacedLine[] {
  let current = page;
  let above: TextLine | undefined;
  return rows.flatMap((row) => {
    const first = row.flatMap(({ lines }) => lines)[0];
    if (first !== undefined && above !== undefined && isAbove(first, above)) current = Math.min(current + 1, lastPage);
    above = first ?? above;
    const start = current;
    return row.flatMap(({ lines }) => {
      let own = start;
      return lines.map((line, at) => {
        if (at > 0 && isAbove(line, lines[at - 1]!)) {
          own = Math.min(own + 1, Math.max(lastPage, start));
          current = Math.max(current, own);
          above = line;
        }
        return placed(line, own);
      });
    });
  });
}

function isAbove(line: TextLine, other: TextLine): boolean {
  return line.bottom <= other.top;
}

function placed({ text, x0, x1, top, bottom, rightToLeft }: TextLine, page: number): PlacedLine {
  return { text, page, x0, x1, top, bottom, rightToLeft };
}
