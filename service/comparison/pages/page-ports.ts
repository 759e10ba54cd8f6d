/** Rendered source pages, and the ports that make them. */
import type { FoundPageMarks, PageMarksTask, PageProgress } from '../../pipeline/page-marks/find-page-marks.ts';
import type { Side } from '../../../shared/document/model.ts';

/** Renders a DOCX as pages. */
export interface PageRenderer {
  /** Its name in events. */
  readonly name: string;
  /**
   * The PDF. Throws `renderer_unavailable`; the signal's reason if it is aborted; a plain error for an unreadable
   * file.
   */
  render(docx: Uint8Array, signal: AbortSignal): Promise<Uint8Array>;
}

/** Prepares untrusted files outside the service process. Throws the signal's reason if it is aborted. */
export interface PagePreparer {
  /** A copy of a DOCX without external references. */
  close(docx: Uint8Array, signal: AbortSignal): Promise<Uint8Array>;
  /** A copy of a DOC without links, other programs' objects and active pictures; null for one of Word 6 or 95. */
  closeDoc(doc: Uint8Array, signal: AbortSignal): Promise<Uint8Array | null>;
  /** A copy of an RTF without fields that read something, objects and active pictures. */
  closeRtf(rtf: Uint8Array, signal: AbortSignal): Promise<Uint8Array>;
  /** A copy of an ODT without external references and active content. */
  closeOdt(odt: Uint8Array, signal: AbortSignal): Promise<Uint8Array>;
  /** A copy of a DOCX whose bytes depend on its parts alone. The time of packing makes no difference. */
  settle(docx: Uint8Array, signal: AbortSignal): Promise<Uint8Array>;
  /** Number of pages of a PDF. */
  countPages(pdf: Uint8Array, signal: AbortSignal): Promise<number>;
}

/** Reads rendered pages outside the service process, and finds the changes of a comparison on them. */
export interface PageMarker {
  /**
   * Throws `ServiceError` as `findPageMarks` does, `document_too_complex` or `comparison_timeout` if it needs too much
   * memory or time, and the signal's reason if it is aborted.
   */
  find(task: PageMarksTask, signal: AbortSignal, onPage?: PageProgress): Promise<FoundPageMarks>;
}

/** A stored PDF. Times are Unix seconds. */
export interface PageRecord {
  readonly pageId: string;
  /** The owner of its comparison. */
  readonly subject: string;
  readonly side: Side;
  /** SHA-256 of the secret in its address, as hexadecimal digits. */
  readonly tokenHash: string;
  readonly issuedAtSeconds: number;
  /** Time at which the file is deleted. */
  readonly expiresAtSeconds: number;
  /** Name of the file; null if it has expired. */
  readonly file: string | null;
}

/** A PDF with its number of pages. */
export interface RenderedPages {
  readonly pdf: Uint8Array;
  readonly pageCount: number;
}
