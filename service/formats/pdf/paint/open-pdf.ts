import { sizeInWords } from '../../../../shared/in-words.ts';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { getDocument, VerbosityLevel, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { ServiceError } from '../../../../shared/errors.ts';
import { FileObjects } from '../amend/file-objects.ts';
import { checkInflatedSizes } from '../amend/inflated-budget.ts';
import { nameContent } from '../amend/name-content.ts';
import { outliveStrayRejections } from './stray-rejections.ts';

/** An open document. `close` frees the memory of pdf.js. */
export interface OpenPdf {
  readonly document: PDFDocumentProxy;
  /** Digests of the pictures whose places are unknown. */
  readonly unplacedPictures: readonly string[];
  /** See `NamedContent`. */
  readonly attachedSha256: string | null;
  close(): Promise<void>;
}

/**
 * Folder of the pdf.js package. It holds the character maps and the metrics of the standard fonts, so no network is
 * needed.
 */
const PACKAGE = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));

/**
 * Opens a PDF for reading. Runs no script, reads no XFA form, uses no network and decodes no picture.
 *
 * @throws ServiceError `document_encrypted`, `document_invalid`, `document_too_complex`
 */
export async function openPdf(bytes: Uint8Array): Promise<OpenPdf> {
  const objects = new FileObjects(bytes);
  await checkInflatedSizes(objects);
  const named = nameContent(objects);
  outliveStrayRejections();
  const task = getDocument({
    // pdf.js takes ownership of the buffer; the copy keeps the caller's bytes.
    data: new Uint8Array(named.bytes),
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
    // Skips pictures above this many pixels, hence all pictures.
    maxImageSize: 1,
  });
  try {
    const document = await task.promise;
    const { unplaced, attachedSha256 } = named;
    return { document, unplacedPictures: unplaced, attachedSha256, close: () => task.destroy() };
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
    `The file (${sizeInWords(sizeBytes)}) is no readable PDF. Open the file in a PDF viewer and save it anew, or check that the upload is complete.`,
  );
}
