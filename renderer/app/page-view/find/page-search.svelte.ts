import type { PDFDocumentProxy } from 'pdfjs-dist';
import type { Side } from '../../../../shared/document/model.ts';
import { BOTH_SIDES } from '../../comparison/pair.ts';
import type { PageHit } from './page-hits.ts';
import { printPattern } from './page-text.ts';
import { PageTexts } from './page-texts.ts';

/** More matches are of no use, and each one costs a range. */
const HITS_MAX = 5_000;
/** Pages between two updates of the shown count. A long document shows its first hits at once. */
const TOLD_EVERY = 16;

/** Finds text on the pages of both documents, painted or not. Hits are in order: page by page, each side in turn. */
export class PageSearch {
  hits: readonly PageHit[] = $state.raw([]);
  /** Whether pages are left to search. */
  isRunning = $state(false);
  readonly #texts: Readonly<Record<Side, PageTexts>>;
  #run = 0;

  constructor(pdfs: Readonly<Record<Side, PDFDocumentProxy>>) {
    this.#texts = { original: new PageTexts(pdfs.original), revised: new PageTexts(pdfs.revised) };
  }

  /** Searches anew. An empty text finds nothing. */
  search(wanted: string): void {
    const run = ++this.#run;
    const pattern = printPattern(wanted);
    this.hits = [];
    this.isRunning = pattern !== null;
    if (pattern === null) return;
    void this.#go(pattern, run).catch((fault: unknown) => {
      // A document that was closed meanwhile needs no answer.
      if (run !== this.#run) return;
      this.isRunning = false;
      reportError(fault);
    });
  }

  /** Stops, and forgets what was read. */
  close(): void {
    this.search('');
    for (const side of BOTH_SIDES) this.#texts[side].clear();
  }

  async #go(pattern: RegExp, run: number): Promise<void> {
    const found: PageHit[] = [];
    const pages = Math.max(...BOTH_SIDES.map((side) => this.#texts[side].pages));
    for (let page = 1; page <= pages && found.length < HITS_MAX; page++) {
      for (const side of BOTH_SIDES) {
        if (page > this.#texts[side].pages) continue;
        const text = await this.#texts[side].of(page);
        if (run !== this.#run) return;
        for (const parts of text.find(pattern)) found.push({ side, page, parts });
      }
      if (found.length > this.hits.length && (page % TOLD_EVERY === 0 || this.hits.length === 0))
        this.hits = [...found];
    }
    this.hits = found.slice(0, HITS_MAX);
    this.isRunning = false;
  }
}
