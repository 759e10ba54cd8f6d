import type { PDFDocumentProxy } from 'pdfjs-dist';
import type { PageHit } from './page-hits.ts';
import { PageText, type PrintedItem } from './page-text.ts';

/** The searchable text of each page of a document, read once. */
export class PageTexts {
  readonly #pdf: PDFDocumentProxy;
  readonly #known = new Map<number, PageText>();

  constructor(pdf: PDFDocumentProxy) {
    this.#pdf = pdf;
  }

  get pages(): number {
    return this.#pdf.numPages;
  }

  /** The text of a page, from 1. */
  async of(page: number): Promise<PageText> {
    const known = this.#known.get(page);
    if (known !== undefined) return known;
    const text = new PageText(await itemsOf(this.#pdf, page));
    this.#known.set(page, text);
    return text;
  }

  /** Forgets what was read. */
  clear(): void {
    this.#known.clear();
  }
}

/** Where a hit begins, in the user space of its page. */
export async function placeOfHit(pdf: PDFDocumentProxy, { page, parts }: PageHit): Promise<readonly [number, number]> {
  const item = (await itemsOf(pdf, page))[parts[0]?.item ?? 0];
  return [item?.transform[4] ?? 0, item?.transform[5] ?? 0];
}

/** The items of a page, in the order in which the text layer has its elements. */
async function itemsOf(pdf: PDFDocumentProxy, number: number): Promise<(PrintedItem & { transform: number[] })[]> {
  const page = await pdf.getPage(number);
  const { items } = await page.getTextContent();
  return items.flatMap((item) => ('str' in item ? [{ ...item, transform: item.transform as number[] }] : []));
}
