import { scanFragment } from '../../../shared/fragment/scan.ts';
import type { MarkedPage, Placement } from '../../../shared/api/page-marks.ts';
import type { Side } from '../../../shared/document/model.ts';
import { extractPages, type ExtractedPdf } from '../../formats/pdf/extract-pages.ts';
import { composeReadings, type PdfReading } from '../../formats/pdf/read-pdf.ts';
import { includedIn } from '../included-in.ts';
import { placeMarks, type PrintedSide } from './place-marks.ts';

/** The pages of both sides, and the comparison whose changes are marked on them. */
export interface PageMarksTask {
  /** PDFs: the sources themselves, or as they were laid out. */
  readonly original: Uint8Array;
  readonly revised: Uint8Array;
  /** The fragment. */
  readonly html: string;
}

/** Places of changes, and the pages of each side. */
export interface FoundPageMarks extends Placement {
  readonly pages: Readonly<Record<Side, readonly MarkedPage[]>>;
}

/** Receives each page before it is read, from 1, with the number of pages of its side. */
export type PageProgress = (side: Side, page: number, pages: number) => void;

/** Reads both PDFs with their places, and marks the changes. Throws `ServiceError` as `extractPages` does. */
export async function findPageMarks(task: PageMarksTask, onPage?: PageProgress): Promise<FoundPageMarks> {
  const read = async (side: Side): Promise<ExtractedPdf> =>
    await extractPages(task[side], { places: true, onPage: (page, pages) => onPage?.(side, page, pages) });
  const extracted = [await read('original'), await read('revised')] as const;
  const blocks = scanFragment(task.html);
  const [original, revised] = composeReadings(extracted, includedIn(blocks)) as [PdfReading, PdfReading];
  const sides = { original: printedSide(extracted[0], original), revised: printedSide(extracted[1], revised) };
  return {
    ...placeMarks(blocks, sides),
    pages: { original: markedPages(sides.original), revised: markedPages(sides.revised) },
  };
}

function printedSide({ pages }: ExtractedPdf, { printed }: PdfReading): PrintedSide {
  return { lines: printed, pages: pages.map(({ userSpace }) => userSpace ?? { box: [0, 0, 0, 0], rotation: 0 }) };
}

function markedPages({ pages }: PrintedSide): MarkedPage[] {
  return pages.map(({ box, rotation }) => ({ box: [...box], rotation }));
}
