import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy } from 'pdfjs-dist';
import { FontData } from './font-data.ts';
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';

/** Opens the PDF of a source at the page's own origin. `address` comes from the service. The caller destroys it. */
export async function openPdf(address: string): Promise<PDFDocumentProxy> {
  GlobalWorkerOptions.workerSrc = workerUrl;
  const { pathname, search } = new URL(address, location.href);
  const response = await fetch(pathname + search);
  if (!response.ok) throw new Error(`${response.status}`);
  const data = new Uint8Array(await response.arrayBuffer());
  // The page's policy blocks embedded fonts, so pdf.js paints glyphs as paths.
  return await getDocument({
    data,
    disableFontFace: true,
    useSystemFonts: false,
    BinaryDataFactory: FontData,
    useWorkerFetch: false,
  }).promise;
}
