import { GlobalWorkerOptions, getDocument, type PDFPageProxy } from 'pdfjs-dist';
import { FontData } from './font-data.ts';
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';

/** A page that can be painted. Width and height are in points. */
export interface PdfPage {
  readonly number: number;
  readonly width: number;
  readonly height: number;
  /** Loaded when it becomes visible. */
  readonly load: () => Promise<PDFPageProxy>;
}

/** A PDF before any painting. */
export interface OpenPdf {
  readonly pages: readonly PdfPage[];
}

/** Opens the PDF of a source at the page's own origin. `address` comes from the service. */
export async function openPdf(address: string): Promise<OpenPdf> {
  GlobalWorkerOptions.workerSrc = workerUrl;
  const { pathname, search } = new URL(address, location.href);
  const response = await fetch(pathname + search);
  if (!response.ok) throw new Error(`${response.status}`);
  const data = new Uint8Array(await response.arrayBuffer());
  // The page's policy blocks embedded fonts, so pdf.js paints glyphs as paths.
  const pdf = await getDocument({
    data,
    disableFontFace: true,
    useSystemFonts: false,
    BinaryDataFactory: FontData,
    useWorkerFetch: false,
  }).promise;
  const { width, height } = (await pdf.getPage(1)).getViewport({ scale: 1 });
  const numbers = Array.from({ length: pdf.numPages }, (_, at) => at + 1);
  return { pages: numbers.map((number) => ({ number, width, height, load: () => pdf.getPage(number) })) };
}
