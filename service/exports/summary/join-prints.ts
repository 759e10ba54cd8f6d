/** Puts a printed summary in front of printed pages. Outlines, links and fonts of the pages stay. */
import { PDFDocument } from '@cantoo/pdf-lib';
import type { PrintedParts } from '../artifact.ts';

/** The joined PDF. The same parts give the same bytes. */
export async function joinPrints({ summary, pages }: PrintedParts): Promise<Uint8Array> {
  const options = { updateMetadata: false } as const;
  const target = await PDFDocument.load(pages, options);
  const front = await PDFDocument.load(summary, options);
  const copies = await target.copyPages(front, front.getPageIndices());
  copies.forEach((page, at) => target.insertPage(at, page));
  return await target.save({ addDefaultPage: false, updateFieldAppearances: false });
}
