import type { LayoutElement, LayoutTable, PageLayout } from '../layout/layout.ts';
import { maxOf } from '../../../../shared/iterables.ts';

/** The text of a page may reach down to this part of its height, even if no page does. */
const TEXT_END = 0.75;

/** How far down the pages of a document have text. */
export class PageRoom {
  readonly #pages: readonly PageLayout[];
  /** The lowest text of all pages, as a part of the page height. */
  readonly #end: number;

  /** @param pages without running headers and footers; notes may be pages of their own with the same number */
  constructor(pages: readonly PageLayout[]) {
    this.#pages = pages;
    const ends = pages.map(({ regions, height }) =>
      maxOf(regions.flatMap(({ elements }) => elements.map((each) => bottomOf(each) / height))),
    );
    this.#end = Math.min(1, Math.max(TEXT_END, maxOf(ends)));
  }

  /** Height (pt) of the free room between a table and the notes of its page, or the end of the text. */
  below(table: LayoutTable, { page, height }: PageLayout): number {
    let floor = this.#end * height;
    for (const other of this.#pages) {
      if (other.page !== page) continue;
      for (const { elements } of other.regions)
        for (const element of elements) {
          const top = topOf(element);
          if (top >= table.bottom) floor = Math.min(floor, top);
        }
    }
    return Math.max(0, floor - table.bottom);
  }
}

function topOf(element: LayoutElement): number {
  return element.kind === 'line' ? element.line.top : element.top;
}

function bottomOf(element: LayoutElement): number {
  return element.kind === 'line' ? element.line.bottom : element.bottom;
}
