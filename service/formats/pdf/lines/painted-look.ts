/** The look of painted text: its colour, size and font. Bold and slanted letters are marks. */
import type { Glyph } from '../paint/glyph.ts';

/** A look: colour, size in tenths of a point, and family of the font. */
export interface PaintedLook {
  /** `#rrggbb`; empty for a pattern. */
  readonly color: string;
  readonly tenths: number;
  /** Empty: it is unknown. */
  readonly family: string;
}

const FORM = /^(\S*) (\S+) (.*)$/su;

/**
 * The look of a glyph, as runs have it until `settleLooks`. Undefined for a glyph without ink, as in the text layer of
 * a scan.
 */
export function paintedLook({ color, size, invisible, font }: Glyph): string | undefined {
  return invisible ? undefined : `${color ?? ''} ${Math.round(size * 10)} ${font.family}`;
}

/** The parts of a look that `paintedLook` made. */
export function partsOfLook(look: string): PaintedLook {
  const [, color = '', tenths = '0', family = ''] = FORM.exec(look) ?? [];
  return { color, tenths: Number(tenths), family };
}
