import type { Side } from '../../../shared/document/model.ts';
import { PAGE_GAP } from './page-gap.ts';

const SCALE_MIN = 0.25;
const SCALE_MAX = 5;
/** In CSS pixels: the width of a scroll bar, which must not appear and vanish with the fit, and of the thumbnails. */
const SCROLL_BAR = 16;
const STRIP_WIDTH = 112;

/** The room for the pages, in CSS pixels. */
export interface PageRoom {
  readonly width: number;
  readonly height: number;
  /** How many sides are beside each other. */
  readonly sides: number;
  readonly hasStrip: boolean;
}

/** How a reader wants the pages: their size and rotation, one side or both, with thumbnails or without. */
export class PageDisplay {
  /** What the pages are fitted to, or a scale. */
  fit: 'width' | 'page' | number = $state('width');
  /** In degrees, clockwise. */
  turned = $state(0);
  thumbnails = $state(false);
  single = $state(false);
  /** The side that is shown where there is one. */
  side: Side = $state('revised');

  /** The scale of all pages in a room. It is the same on both sides, so that equal text has equal size. */
  scaleIn({ width, height, sides, hasStrip }: PageRoom, sizes: readonly { width: number; height: number }[]): number {
    if (typeof this.fit === 'number') return this.fit;
    const room = (width - (hasStrip ? STRIP_WIDTH : 0)) / sides - 2 * PAGE_GAP - SCROLL_BAR;
    const across = room / Math.max(1, ...sizes.map((size) => size.width));
    const down = (height - 2 * PAGE_GAP) / Math.max(1, ...sizes.map((size) => size.height));
    return Math.max(SCALE_MIN, this.fit === 'width' ? across : Math.min(across, down));
  }

  /** Makes the pages larger or smaller than they are now. */
  zoom(scale: number, by: number): void {
    this.fit = Math.min(SCALE_MAX, Math.max(SCALE_MIN, scale * by));
  }

  /** Shows the other side. */
  turnSides(): void {
    this.side = this.side === 'original' ? 'revised' : 'original';
  }
}
