import type { Side } from '../../../shared/document/model.ts';
import { ServiceError } from '../../../shared/errors.ts';
import { unpackBytes } from '../../pipeline/structure/pack-text.ts';
import type { FoundPageMarks } from '../../pipeline/page-marks/find-page-marks.ts';
import type { ComparisonFacts } from '../../pipeline/inputs/tasks.ts';
import type { StoredComparisons, Visitor } from '../stored/stored-comparisons.ts';
import { pageFormatsOf } from './page-formats.ts';
import type { PageMarker } from './page-ports.ts';
import { RenderingQueue } from './rendering-queue.ts';
import type { RenderedBytes, RenderedSources, SourcePages } from './source-pages.ts';
import type { SqlComparisonStore } from '../../store/tables/sql-comparison-store.ts';

/** Pages of a comparison with the changes on them. */
export interface MarkedComparison extends RenderedSources {
  readonly found: FoundPageMarks;
}

/** A comparison whose changes are marked. */
export interface MarkablePair {
  readonly comparisonId: string;
  /** The owner. */
  readonly subject: string;
  readonly facts: ComparisonFacts;
  /** Bytes of the files. */
  readonly original: Uint8Array;
  readonly revised: Uint8Array;
  /** The fragment. */
  readonly html: () => Promise<string>;
}

/** What happens until the pages are marked: layout begins when its turn comes, then each page is read. */
export type MarkingStep =
  | { readonly step: 'waiting' }
  | { readonly step: 'rendering' }
  | { readonly step: 'reading'; readonly side: Side; readonly page: number; readonly pages: number };

/** What marking depends on. */
export interface PageMarkingDeps {
  readonly store: Pick<SqlComparisonStore, 'find' | 'texts'>;
  readonly stored: Pick<StoredComparisons, 'open'>;
  readonly pages: Pick<SourcePages, 'renderBytes'>;
  readonly marker: PageMarker;
}

/** Results that are kept in memory, so that a page that is opened again is not read again. */
const KEPT_MAX = 4;

/** Marks the changes of stored comparisons on their pages. One pair is read at a time. */
export class PageMarking {
  readonly #deps: PageMarkingDeps;
  readonly #readings = new RenderingQueue();
  readonly #kept = new Map<string, FoundPageMarks>();

  constructor(deps: PageMarkingDeps) {
    this.#deps = deps;
  }

  /**
   * Renders the pages of a comparison for a visitor, and finds its changes on them. Throws as `StoredComparisons.open`,
   * `SourcePages.render` and `PageMarker.find` do.
   */
  async mark(
    comparisonId: string,
    visitor: Visitor,
    signal: AbortSignal,
    tell: (step: MarkingStep) => void = () => undefined,
  ): Promise<MarkedComparison> {
    const { store, stored } = this.#deps;
    const { html } = await stored.open(comparisonId, visitor);
    const [record, texts] = [await store.find(comparisonId), await store.texts(comparisonId)];
    if (record === null || texts === null) throw noSources();
    // Refused before files are unpacked.
    pageFormatsOf(record.facts);
    const [original, revised] = await Promise.all([unpackBytes(texts.original), unpackBytes(texts.revised)]);
    const pair: MarkablePair = {
      comparisonId,
      subject: record.subject,
      facts: record.facts,
      original,
      revised,
      html: async () => JSON.parse(new TextDecoder().decode(await html())) as string,
    };
    const { pdfs: _, ...marked } = await this.markPair(pair, signal, tell);
    return marked;
  }

  /**
   * The pages of a comparison with their bytes, and its changes on them. Throws as `SourcePages.render` and
   * `PageMarker.find` do.
   */
  async markPair(
    { comparisonId, subject, facts, original, revised, html }: MarkablePair,
    signal: AbortSignal,
    tell: (step: MarkingStep) => void = () => undefined,
  ): Promise<MarkedComparison & Pick<RenderedBytes, 'pdfs'>> {
    const { pages, marker } = this.#deps;
    const formats = pageFormatsOf(facts);
    tell({ step: 'waiting' });
    const { pdfs, ...rendered } = await pages.renderBytes(formats, { original, revised }, subject, signal, {
      keepsShort: true,
      onStart: () => tell({ step: 'rendering' }),
    });
    const known = this.#kept.get(comparisonId);
    if (known !== undefined) return { ...rendered, pdfs, found: known };
    const fragment = await html();
    const found = await this.#readings.run(
      () =>
        marker.find({ ...pdfs, formats, html: fragment }, signal, (side, page, count) =>
          tell({ step: 'reading', side, page, pages: count }),
        ),
      signal,
    );
    this.#keep(comparisonId, found);
    return { ...rendered, pdfs, found };
  }

  #keep(comparisonId: string, found: FoundPageMarks): void {
    this.#kept.set(comparisonId, found);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > KEPT_MAX && oldest !== undefined) this.#kept.delete(oldest);
  }
}

function noSources(): ServiceError {
  return new ServiceError(
    'document_invalid',
    'This comparison has no files whose pages could be shown. Compare two DOCX or PDF files.',
  );
}
