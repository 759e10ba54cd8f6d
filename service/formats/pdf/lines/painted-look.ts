/** The look of painted text: its colour, size, spacing, width and font. Bold and slanted letters are marks. */
import type { Glyph } from '../paint/glyph.ts';

/** The look of letters. */
export interface PaintedLook {
  /** `#rrggbb`; empty for a pattern. */
  readonly color: string;
  /** Size in tenths of a point. */
  readonly tenths: number;
  /** Letter spacing in hundredths of an em; 0 for letters as their font has them. */
  readonly spacing: number;
  /** Width of the letters in percent of what the font has. */
  readonly stretch: number;
  /** Family of the font. Empty: it is unknown. */
  readonly family: string;
}

const FORM = /^(\S*) (\S+) (\S+) (\S+) (.*)$/su;

/**
 * The look of a glyph, as runs have it until `settleLooks`. Undefined for a glyph without ink, as in the text layer of
 * a scan.
 *
 * @param spacing letter spacing of its word, in hundredths of an em
 */
export function paintedLook({ color, size, invisible, font, stretch = 1 }: Glyph, spacing: number): string | undefined {
  if (invisible) return undefined;
  return `${color ?? ''} ${Math.round(size * 10)} ${spacing} ${Math.round(stretch * 100)} ${font.family}`;
}

/** The parts of a look that `paintedLook` made. */
export function partsOfLook(look: string): PaintedLook {
  const [, color = '', tenths = '0', spacing = '0', stretch = '100', family = ''] = FORM.exec(look) ?? [];
  return { color, tenths: Number(tenths), spacing: Number(spacing), stretch: Number(stretch), family };
}
