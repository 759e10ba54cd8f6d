import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { getDocument, VerbosityLevel, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { ServiceError } from '../../../../shared/errors.ts';
import { nameActualTexts } from './actual-text.ts';

/** An open document; `close` frees what pdf.js holds. */
export interface OpenPdf {
  readonly document: PDFDocumentProxy;
  close(): Promise<void>;
}

/** Where pdf.js finds its character maps and the metrics of the standard fonts: in its own package, never the network. */
const PACKAGE = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));

/**
 * Opens a PDF for reading. No script, no forms of XFA, no network, no picture decoded.
 *
 * @throws ServiceError `document_encrypted`, `document_invalid`
 */
export async function openPdf(bytes: Uint8Array): Promise<OpenPdf> {
  const task = getDocument({
    // pdf.js takes the buffer over; the caller keeps its own.
    data: new Uint8Array(nameActualTexts(bytes)),
    verbosity: VerbosityLevel.ERRORS,
    cMapUrl: `${join(PACKAGE, 'cmaps')}/`,
    cMapPacked: true,
    standardFontDataUrl: `${join(PACKAGE, 'standard_fonts')}/`,
    useSystemFonts: false,
    disableFontFace: true,
    fontExtraProperties: true,
    enableXfa: false,
    useWorkerFetch: false,
    useWasm: false,
    isOffscreenCanvasSupported: false,
    isImageDecoderSupported: false,
    disableAutoFetch: true,
    stopAtErrors: false,
    // Pictures above this many pixels are skipped: all of them.
    maxImageSize: 1,
  });
  try {
    return { document: await task.promise, close: () => task.destroy() };
  } catch (error) {
    await task.destroy();
    throw toServiceError(error, bytes.length);
  }
}

function toServiceError(error: unknown, sizeBytes: number): ServiceError {
  const name = error instanceof Error ? error.name : '';
  if (name === 'PasswordException')
    return new ServiceError(
      'document_encrypted',
      'The PDF is protected by a password. Save a copy without protection and compare that.',
    );
  return new ServiceError(
    'document_invalid',
    `The ${sizeBytes} bytes are not a readable PDF. Open the file in a PDF viewer and save it anew, or check that the upload is complete.`,
  );
}
