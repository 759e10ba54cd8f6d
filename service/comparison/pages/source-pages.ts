import { excessInWords, sizeInWords } from '../../../shared/in-words.ts';
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Side } from '../../../shared/document/model.ts';
import { ServiceError } from '../../../shared/errors.ts';
import { FORMAT_NAMES, type SideFormat, type SideFormats } from '../../../shared/formats.ts';
import type { DiskReserve } from '../../admission/disk-reserve.ts';
import type { RenderingQueue } from './rendering-queue.ts';
import type { PagePreparer, PageRecord, PageRenderer, RenderedPages } from './page-ports.ts';
import type { SqlPageStore } from '../../store/tables/sql-page-store.ts';
import { sha256, sha256Bytes } from '../../sha256.ts';

/** Default of the maximum duration of the layout of one side, from the start of its rendering. */
export const PAGE_LAYOUT_SECONDS = 30;
/** Maximum number of pages of one PDF. */
const PAGES_MAX = 1_000;
/** Maximum size of one PDF. */
export const PAGE_MAX_PDF_BYTES = 32 * 1024 * 1024;
/** Lifetime of the address of a PDF. */
export const PAGE_URL_SECONDS = 15 * 60;
/** Retention of the file of a PDF. */
const PAGE_ARTIFACT_SECONDS = 24 * 60 * 60;
/** Minimum number of pages of each side for the preview cache of DOCX. */
const PREVIEW_MIN_PAGES = 32;
/** Lifetime of a pair in the preview cache. */
const PREVIEW_SECONDS = 60 * 60;

/** The stored pages of one side. The token is a credential. */
export interface KeptPages {
  readonly side: Side;
  readonly pageId: string;
  readonly token: string;
  readonly pageCount: number;
}

/** The pages of both sides. */
export interface RenderedSources {
  readonly renderer: string;
  readonly renderMs: number;
  readonly pages: readonly KeptPages[];
}

/** Wishes of a caller that needs the pages themselves. */
export interface RenderWishes {
  /** Whether a pair of any length is reused within the next hour. */
  readonly keepsShort?: boolean;
  /** Called when the turn of the pair has come. */
  readonly onStart?: () => void;
}

/** The pages of both sides with their bytes. */
export interface RenderedBytes extends RenderedSources {
  readonly pdfs: Readonly<Record<Side, Uint8Array>>;
}

/** Dependencies of source pages. */
export interface SourcePagesDeps {
  readonly store: SqlPageStore;
  readonly preparer: PagePreparer;
  readonly renderer: PageRenderer;
  readonly reserve: DiskReserve;
  /** Layouts wait here, with conversions of files. */
  readonly renderings: RenderingQueue;
  /** Maximum duration of the layout of one side, from the start of its rendering. The wait for a turn does not count. */
  readonly layoutSeconds: number;
  readonly now: () => Date;
}

/** The renderer's name for a PDF, which needs no rendering. */
const PDF_RENDERER = 'source-pdf';

/** Renders the source pages of both sides, stores them, and returns them. */
export class SourcePages {
  readonly #deps: SourcePagesDeps;

  constructor(deps: SourcePagesDeps) {
    this.#deps = deps;
  }

  /**
   * Renders both sides in parallel and stores them. Pairs with a DOCX are laid out one after the other. A long pair that
   * was rendered within the last hour is reused. Throws `ServiceError` with the failing side in `details.side`,
   * `storage_full`, what `RenderingQueue` throws, and the signal's reason if it is aborted.
   */
  async render(
    formats: SideFormats,
    sources: Readonly<Record<Side, Uint8Array>>,
    subject: string,
    signal: AbortSignal,
  ): Promise<RenderedSources> {
    const { pdfs: _, ...rendered } = await this.renderBytes(formats, sources, subject, signal);
    return rendered;
  }

  /** `render` with the bytes of both PDFs. */
  async renderBytes(
    formats: SideFormats,
    sources: Readonly<Record<Side, Uint8Array>>,
    subject: string,
    signal: AbortSignal,
    { keepsShort = false, onStart }: RenderWishes = {},
  ): Promise<RenderedBytes> {
    const started = performance.now();
    await this.#deps.reserve.check('The pages were not rendered.');
    const isWordPair = formats.original === 'docx' && formats.revised === 'docx';
    const isLaidOut = formats.original !== 'pdf' || formats.revised !== 'pdf';
    const pairHash = isWordPair ? this.#pairHash(sources) : null;
    const minPages = keepsShort ? 0 : PREVIEW_MIN_PAGES;
    const known = pairHash === null ? null : await this.#known(pairHash, minPages);
    const both = (): Promise<(KeptPages & RenderedPages)[]> => {
      onStart?.();
      return this.#both(formats, sources, known, subject, signal);
    };
    const rendered = isLaidOut && known === null ? await this.#deps.renderings.run(both, signal) : await both();
    if (pairHash !== null && known === null) await this.#remember(pairHash, rendered, minPages);
    const pages = rendered.map(({ pdf: _, ...kept }) => kept);
    const renderer = isLaidOut ? this.#deps.renderer.name : PDF_RENDERER;
    const [original, revised] = rendered.map(({ pdf }) => pdf) as [Uint8Array, Uint8Array];
    const pdfs = { original, revised };
    return { renderer, renderMs: Math.round(performance.now() - started), pages, pdfs };
  }

  /** The PDF of a DOCX that the service made. It is not stored. Throws as `render` does. */
  async layOut(docx: Uint8Array, signal: AbortSignal): Promise<Uint8Array> {
    const pdf = await this.#deps.renderings.run(() => this.#layout(docx, signal), signal);
    if (pdf.byteLength <= PAGE_MAX_PDF_BYTES) return pdf;
    throw tooLarge(excessInWords(pdf.byteLength, PAGE_MAX_PDF_BYTES), sizeInWords(PAGE_MAX_PDF_BYTES));
  }

  /** Renders and stores both sides; `known` is used instead where it exists. */
  async #both(
    formats: SideFormats,
    sources: Readonly<Record<Side, Uint8Array>>,
    known: Readonly<Record<Side, RenderedPages>> | null,
    subject: string,
    signal: AbortSignal,
  ): Promise<(KeptPages & RenderedPages)[]> {
    // A failure of one side stops the other.
    const other = new AbortController();
    const either = AbortSignal.any([signal, other.signal]);
    const sideOf = async (side: Side): Promise<KeptPages & RenderedPages> => {
      try {
        const { pdf, pageCount } = known?.[side] ?? (await this.#pdfOf(formats[side], sources[side], side, either));
        return { side, pdf, pageCount, ...(await this.#keep(side, subject, pdf)) };
      } catch (fault) {
        other.abort(fault);
        throw fault;
      }
    };
    const settled = await Promise.allSettled([sideOf('original'), sideOf('revised')]);
    signal.throwIfAborted();
    if (other.signal.aborted) throw other.signal.reason;
    return settled.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  }

  /** Identifies both files and the renderer, because renderers lay out differently. */
  #pairHash({ original, revised }: Readonly<Record<Side, Uint8Array>>): string {
    const hash = createHash('sha256').update(this.#deps.renderer.name);
    for (const bytes of [original, revised]) hash.update(sha256Bytes(bytes));
    return hash.digest('hex');
  }

  /** A pair of the preview cache, if both sides have enough pages. One that was kept for page marks may be shorter. */
  async #known(pairHash: string, minPages: number): Promise<Readonly<Record<Side, RenderedPages>> | null> {
    const known = await this.#deps.store.preview(pairHash, this.#deps.now());
    return known === null || isShort(known.original, known.revised, minPages) ? null : known;
  }

  /** Adds a pair to the preview cache if both sides have enough pages. */
  async #remember(pairHash: string, rendered: readonly (KeptPages & RenderedPages)[], minPages: number): Promise<void> {
    const { store, now } = this.#deps;
    const [original, revised] = rendered;
    if (original === undefined || revised === undefined) return;
    if (isShort(original, revised, minPages)) return;
    const expiresAtSeconds = Math.floor(now().getTime() / 1_000) + PREVIEW_SECONDS;
    await store.keepPreview(pairHash, { original, revised }, expiresAtSeconds);
  }

  /**
   * A stored PDF, for anyone with the token within 15 minutes, or for the owner's account within a day. Throws
   * `not_found`, `invalid_token` or `gone`.
   */
  async open(
    pageId: string,
    token: string | undefined,
    subject: string | null,
  ): Promise<{ readonly record: PageRecord; readonly bytes: Uint8Array }> {
    const { store, now } = this.#deps;
    const record = await store.find(pageId);
    const isOwn = token === undefined && subject !== null && record?.subject === subject;
    if (record === null || (token === undefined && subject !== null && !isOwn)) throw unknownPages();
    if (!isOwn && !isTokenOf(record, token)) {
      throw new ServiceError(
        'invalid_token',
        'The token of this address does not fit. Use the address as it was given.',
      );
    }
    const seconds = now().getTime() / 1_000;
    const end = isOwn ? record.expiresAtSeconds : record.issuedAtSeconds + PAGE_URL_SECONDS;
    const bytes = seconds >= end || record.file === null ? null : await store.read(record.file);
    if (bytes === null) {
      throw new ServiceError('gone', 'This address of rendered pages has expired. Compare the documents again.');
    }
    return { record, bytes };
  }

  async #pdfOf(format: SideFormat, source: Uint8Array, side: Side, signal: AbortSignal): Promise<RenderedPages> {
    const { preparer } = this.#deps;
    try {
      if (format !== 'pdf' && format !== 'docx') throw noPages(format);
      const pdf = format === 'pdf' ? source : await this.#layout(source, signal);
      if (pdf.byteLength > PAGE_MAX_PDF_BYTES)
        throw tooLarge(excessInWords(pdf.byteLength, PAGE_MAX_PDF_BYTES), sizeInWords(PAGE_MAX_PDF_BYTES));
      const pageCount = await preparer.countPages(pdf, signal).catch((fault: unknown) => {
        // The caller knows nothing of the PDF that a renderer wrote.
        const isUnreadable = fault instanceof ServiceError && fault.code === 'document_invalid';
        throw format === 'docx' && isUnreadable ? notLaidOut(fault) : fault;
      });
      if (pageCount > PAGES_MAX) throw tooLarge(`${pageCount} pages`, `${PAGES_MAX} pages`);
      return { pdf, pageCount };
    } catch (fault) {
      signal.throwIfAborted();
      if (!(fault instanceof ServiceError)) throw fault;
      throw new ServiceError(fault.code, fault.message, { ...fault.details, side }, { cause: fault.cause });
    }
  }

  async #layout(docx: Uint8Array, signal: AbortSignal): Promise<Uint8Array> {
    const { preparer, renderer, layoutSeconds } = this.#deps;
    const limit = AbortSignal.timeout(layoutSeconds * 1_000);
    const either = AbortSignal.any([signal, limit]);
    try {
      return await renderer.render(await preparer.close(docx, either), either);
    } catch (fault) {
      signal.throwIfAborted();
      if (limit.aborted) throw layoutTooSlow(layoutSeconds);
      if (fault instanceof ServiceError) throw fault;
      throw notLaidOut(fault);
    }
  }

  async #keep(side: Side, subject: string, pdf: Uint8Array): Promise<{ pageId: string; token: string }> {
    const pageId = `pag_${randomBytes(16).toString('hex')}`;
    const token = randomBytes(32).toString('base64url');
    const issuedAtSeconds = Math.floor(this.#deps.now().getTime() / 1_000);
    const expiresAtSeconds = issuedAtSeconds + PAGE_ARTIFACT_SECONDS;
    await this.#deps.store.keep(
      { pageId, subject, side, tokenHash: sha256(token), issuedAtSeconds, expiresAtSeconds },
      pdf,
    );
    return { pageId, token };
  }
}

function isShort(original: RenderedPages, revised: RenderedPages, minPages: number): boolean {
  return Math.min(original.pageCount, revised.pageCount) < minPages;
}

/** The failure of pages that exceeded this time. */
export function pagesTooSlow(milliseconds: number): ServiceError {
  const message = `Rendering the pages took longer than ${milliseconds / 1_000} seconds and was stopped. Render the document in parts.`;
  return new ServiceError('comparison_timeout', message);
}

function layoutTooSlow(seconds: number): ServiceError {
  const message = `Laying out the pages took longer than ${seconds === 1 ? '1 second' : `${seconds} seconds`} and was stopped. Try again when this computer has less to do, or compare a part of the document. The redline is complete without pages.`;
  return new ServiceError('comparison_timeout', message, { seconds, setting: 'DIFFSVC_PAGE_LAYOUT_SECONDS' });
}

function notLaidOut(cause: unknown): ServiceError {
  const message =
    'The renderer could not lay this document out. Try again. If it fails again, open the document in Word, save it anew, and compare again.';
  return new ServiceError('document_invalid', message, {}, { cause });
}

function noPages(format: SideFormat): ServiceError {
  const message = `A file of ${FORMAT_NAMES[format]} has no pages. Pages are rendered of DOCX and PDF.`;
  return new ServiceError('document_invalid', message);
}

function tooLarge(measured: string, limit: string): ServiceError {
  const message = `The rendered document has ${measured}; ${limit} is the limit. Render it in parts.`;
  return new ServiceError('document_too_large', message);
}

function unknownPages(): ServiceError {
  return new ServiceError('not_found', 'There are no such pages, or they are not yours. They are kept for 24 hours.');
}

function isTokenOf({ tokenHash }: PageRecord, token: string | undefined): boolean {
  return token !== undefined && timingSafeEqual(Buffer.from(sha256(token)), Buffer.from(tokenHash));
}
