/** A PDF whose pages are put on other pages. */
import {
  decodePDFRawStream,
  PDFArray,
  PDFContentStream,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFNumber,
  PDFObjectCopier,
  PDFRawStream,
  PDFStream,
  EncryptedPDFError,
  type PDFPage,
  type PDFRef,
} from '@cantoo/pdf-lib';
import type { MarkedPage } from '../../../shared/api/page-marks.ts';
import type { Side } from '../../../shared/document/model.ts';
import { ServiceError } from '../../../shared/errors.ts';
import { withoutUndefined } from '../../../shared/without-undefined.ts';

/** A source with a copier, so that fonts and pictures of several pages are written once. */
export interface SourcePdf {
  readonly side: Side;
  readonly document: PDFDocument;
  readonly pages: readonly PDFPage[];
  readonly copier: PDFObjectCopier;
}

/**
 * Opens a PDF. A file that only restricts printing or copying opens without a password.
 *
 * @throws ServiceError `document_encrypted`, `document_invalid`
 */
export async function openSource(bytes: Uint8Array, side: Side, target: PDFDocument): Promise<SourcePdf> {
  try {
    const document = await PDFDocument.load(bytes, { password: '', updateMetadata: false });
    const pages = document.getPages();
    return { side, document, pages, copier: PDFObjectCopier.for(document.context, target.context) };
  } catch (fault) {
    if (isAboutPassword(fault))
      throw new ServiceError(
        'document_encrypted',
        `The PDF of the ${side} side is protected by a password. Save a copy without protection, and compare that.`,
        { side },
      );
    throw unwritable(side, fault);
  }
}

/** The refusal of a PDF that can be read but not written again. */
export function unwritable(side: Side, cause: unknown): ServiceError {
  return new ServiceError(
    'document_invalid',
    `The pages of the ${side} side cannot be written to a new PDF. Open the file in a PDF viewer, print it to a PDF, and compare that.`,
    { side },
    { cause },
  );
}

function isAboutPassword(fault: unknown): boolean {
  return fault instanceof EncryptedPDFError || (fault instanceof Error && /password|encrypt/iu.test(fault.message));
}

/** Points of one unit of user space. */
export function unitOf(page: PDFPage): number {
  const unit = page.node.lookup(PDFName.of('UserUnit'));
  const points = unit instanceof PDFNumber ? unit.asNumber() : 1;
  return points >= 0.01 && points <= 75_000 ? points : 1;
}

/** A page as a form: its content with its resources, clipped to the visible box. */
export function formOf({ copier }: SourcePdf, page: PDFPage, { box }: MarkedPage, target: PDFDocument): PDFRef {
  const resources = page.node.Resources();
  const group = page.node.lookup(PDFName.of('Group'));
  const { context } = target;
  const form = context.flateStream(
    contentOf(page),
    withoutUndefined({
      Type: 'XObject',
      Subtype: 'Form',
      FormType: 1,
      BBox: [...box],
      Resources: resources === undefined ? {} : copier.copy(resources),
      Group: group instanceof PDFDict ? copier.copy(group) : undefined,
    }),
  );
  return context.register(form);
}

/** The content of a page. Its streams are one text, with a space where one ends. */
function contentOf(page: PDFPage): Uint8Array {
  const contents = page.node.Contents();
  const streams =
    contents instanceof PDFArray
      ? Array.from({ length: contents.size() }, (_, at) => contents.lookup(at))
      : contents === undefined
        ? []
        : [contents];
  const parts = streams.flatMap((stream) => (stream instanceof PDFStream ? [bytesOf(stream), SPACE] : []));
  return Buffer.concat(parts);
}

const SPACE = Uint8Array.of(0x0a);

function bytesOf(stream: PDFStream): Uint8Array {
  if (stream instanceof PDFRawStream) return decodePDFRawStream(stream).decode();
  if (stream instanceof PDFContentStream) return stream.getUnencodedContents();
  return stream.getContents();
}
