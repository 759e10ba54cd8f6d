import { scanFragment } from '../../../shared/fragment/scan.ts';
import type { MarkedPage, Placement } from '../../../shared/api/page-marks.ts';
import type { Side } from '../../../shared/document/model.ts';
import type { SideFormat, SideFormats } from '../../../shared/formats.ts';
import { extractPages, type ExtractedPdf } from '../../formats/pdf/extract-pages.ts';
import { wherePage } from '../../formats/pdf/inventory/page-places.ts';
import { composeReadings, type PdfReading } from '../../formats/pdf/read-pdf.ts';
import { includedIn } from '../ranges/included-in.ts';
import { placeMarks, type PrintedSide } from './place-marks.ts';

/** The pages of both sides, and the comparison whose changes are marked on them. */
export interface PageMarksTask {
  /** PDFs: the sources themselves, or as they were laid out. */
  readonly original: Uint8Array;
  readonly revised: Uint8Array;
  readonly formats: SideFormats;
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
  const unread = {
    original: pagesWithoutText(extracted[0], task.formats.original),
    revised: pagesWithoutText(extracted[1], task.formats.revised),
  };
  return {
    ...placeMarks(blocks, sides),
    pages: {
      original: markedPages(sides.original, unread.original, unread.revised),
      revised: markedPages(sides.revised, unread.revised, unread.original),
    },
  };
}

function printedSide({ pages }: ExtractedPdf, { printed }: PdfReading): PrintedSide {
  return {
    lines: printed,
    pictures: pages.flatMap(({ pictures }) => pictures ?? []),
    pages: pages.map(({ userSpace }) => userSpace ?? { box: [0, 0, 0, 0], rotation: 0 }),
  };
}

/** What each page without text shows, by its place. A DOCX has none: its pictures were compared. */
function pagesWithoutText({ inventory = [] }: ExtractedPdf, format: SideFormat): ReadonlyMap<string, string> {
  if (format !== 'pdf') return new Map();
  return new Map(
    inventory.flatMap(({ kind, where, sha256 }) => (kind === 'page_without_text' ? [[where, sha256] as const] : [])),
  );
}

function markedPages(
  { pages }: PrintedSide,
  unread: ReadonlyMap<string, string>,
  others: ReadonlyMap<string, string>,
): MarkedPage[] {
  const known = new Set(others.values());
  return pages.map(({ box, rotation }, at) => {
    const painting = unread.get(wherePage(at + 1));
    if (painting === undefined) return { box: [...box], rotation };
    return { box: [...box], rotation, withoutText: known.has(painting) ? ('same' as const) : ('differs' as const) };
  });
}
