/** Rendered source pages as the use cases know them, and the ports that make and keep them (specification 2.8). */
import type { Side } from '../../../shared/document/model.ts';

/** A DOCX as pages. */
export interface PageRenderer {
  /** Its name, as the event tells it. */
  readonly name: string;
  /** The PDF. Throws `renderer_unavailable`; the signal's reason when that is aborted; a plain error for what it cannot open. */
  render(docx: Uint8Array, signal: AbortSignal): Promise<Uint8Array>;
}

/** Looks after untrusted files away from the service. Throws the signal's reason when that is aborted. */
export interface PagePreparer {
  /** A copy of a DOCX that leads nowhere. */
  close(docx: Uint8Array, signal: AbortSignal): Promise<Uint8Array>;
  /** How many pages a PDF has. */
  countPages(pdf: Uint8Array, signal: AbortSignal): Promise<number>;
}

/** A kept PDF. Times are Unix seconds. */
export interface PageRecord {
  readonly pageId: string;
  /** Whose comparison it belongs to. */
  readonly subject: string;
  readonly side: Side;
  /** SHA-256 of the secret in its address, in hexadecimal digits. */
  readonly tokenHash: string;
  readonly issuedAtSeconds: number;
  /** When the file goes. */
  readonly expiresAtSeconds: number;
  /** Name of the file; null when it is gone. */
  readonly file: string | null;
}

/** A PDF and how many pages it has. */
export interface RenderedPages {
  readonly pdf: Uint8Array;
  readonly pageCount: number;
}

/** Keeps rendered pages. */
export interface PageStore {
  /** Keeps a PDF; `file` of the record is chosen here. */
  keep(record: Omit<PageRecord, 'file'>, pdf: Uint8Array): Promise<void>;
  find(pageId: string): Promise<PageRecord | null>;
  /** The bytes of a file; null when they are gone. */
  read(file: string): Promise<Uint8Array | null>;
  /** Remembers what was rendered of a pair, which `pairHash` stands for, until `expiresAtSeconds`. */
  keepPreview(pairHash: string, pages: Readonly<Record<Side, RenderedPages>>, expiresAtSeconds: number): Promise<void>;
  /** What was rendered of a pair and has not expired at `at`; null when nothing was, or the files are gone. */
  preview(pairHash: string, at: Date): Promise<Readonly<Record<Side, RenderedPages>> | null>;
  /** Deletes what is past its time. */
  sweep(at: Date): Promise<void>;
}
