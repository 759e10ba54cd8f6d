/** The look of painted text: its colour and its size. Bold and slanted letters are marks. */
import type { Glyph } from '../paint/glyph.ts';

/** A look: colour and size in tenths of a point. */
export interface PaintedLook {
  /** `#rrggbb`; empty for a pattern. */
  readonly color: string;
  readonly tenths: number;
}

const FORM = /^(#[\da-f]{6}|) (\d+)$/u;

/**
 * The look of a glyph, as runs have it until `settleLooks`. Undefined for a glyph without ink, as in the text layer of
 * a scan.
 */
export function paintedLook({ color, size, invisible }: Glyph): string | undefined {
  return invisible ? undefined : `${color ?? ''} ${Math.round(size * 10)}`;
}

/** The parts of a look that `paintedLook` made. */
export function partsOfLook(look: string): PaintedLook {
  const [, color = '', tenths = '0'] = FORM.exec(look) ?? [];
  return { color, tenths: Number(tenths) };
}
