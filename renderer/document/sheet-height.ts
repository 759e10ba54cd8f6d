/** How high a sheet probably is that is not laid out yet. */
import type { Layout } from '../../shared/messages/display.ts';
import type { Sheet } from '../document-view/sheets.ts';

/** How a sheet is laid out. */
export interface SheetSetting {
  readonly layout: Layout;
  /** In pixels. */
  readonly paperWidth: number;
  /** Size of the text, 1 as it comes. */
  readonly zoom: number;
  /** Whether long runs without a change are folded. */
  readonly collapsed: boolean;
}

/** In pixels: the widest column of text. */
export const COLUMN_WIDTH = 632;
/** In pixels: the narrowest one. */
const NARROWEST = 240;
/** In pixels: the area that a character takes, and what folding a run takes. Good enough for a place not yet laid out. */
const CHARACTER_AREA = 225;
const FOLD_HEIGHT = 52;

/** In pixels: how high a sheet probably is. */
export function sheetHeight(sheet: Sheet, { layout, paperWidth, zoom, collapsed }: SheetSetting): number {
  const { shownLength, foldableLength, runs } = sheet;
  const width = layout === 'split' ? paperWidth / 2 : Math.min(paperWidth, COLUMN_WIDTH);
  const pixelsPerCharacter = (CHARACTER_AREA / Math.max(NARROWEST, width)) * zoom;
  const length = collapsed ? shownLength : shownLength + foldableLength;
  return Math.round(length * pixelsPerCharacter + (collapsed ? runs * FOLD_HEIGHT : 0));
}
