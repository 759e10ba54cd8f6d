/** Writes PDFs whose pages are lines of text at their places. */
import { plainPdf, showText } from './plain-pdf.ts';

/** A text at a place: points from the left and top of an A4 page to the start of its baseline. */
export interface PrintedText {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  /** Absent: 11 pt. */
  readonly size?: number;
}

const PAGE_HEIGHT = 842;

/** A PDF with these texts on its pages, in Helvetica. */
export function printedPdf(pages: readonly (readonly PrintedText[])[]): Uint8Array {
  return plainPdf(
    pages.map((texts) => ({
      content: texts
        .map(({ text, x, y, size = 11 }) => showText(text.replaceAll(/[\\()]/g, '\\$&'), x, PAGE_HEIGHT - y, size))
        .join('\n'),
    })),
  );
}

/** Rows of cells that begin at the given places from the left, each row 16 pt below the one before. */
export function printedRows(
  rows: readonly (readonly string[])[],
  xs: readonly number[],
  y: number,
): readonly PrintedText[] {
  return rows.flatMap((row, at) => row.map((text, column) => ({ text, x: xs[column]!, y: y + 16 * at })));
}
