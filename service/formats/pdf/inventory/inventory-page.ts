import type { PageContent } from '../paint/glyph.ts';
import type { PaintedPage } from '../paint/interpret-page.ts';
import type { Matrix } from '../paint/matrix.ts';

/** One page as it was painted. */
export interface InventoryPage {
  /** From 1. */
  readonly number: number;
  readonly painted: PaintedPage;
  readonly content: PageContent;
  /** As pdf.js returns them. */
  readonly annotations: readonly unknown[];
  /** From user space to the upright page. */
  readonly base: Matrix;
  /** Of the upright page, in points. */
  readonly width: number;
  readonly height: number;
  /** Whether the page has text that can be read. */
  readonly readable: boolean;
}
