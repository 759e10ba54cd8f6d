/**
 * The content of a page before any interpretation: glyphs and painted shapes in upright page space.
 *
 * Coordinates are points (1/72 inch). The origin is the top left corner of the visible page. The x axis runs right, and
 * the y axis runs down. The page's own rotation is applied. A glyph's `y` is its baseline.
 */

/** The font properties that reading needs. Sizes are not part of them. */
export interface GlyphFont {
  /** PostScript name without the subset tag. */
  readonly name: string;
  /** Its name without style and size; empty if it is unknown. */
  readonly family: string;
  readonly bold: boolean;
  readonly italic: boolean;
}

/** One glyph as painted. */
export interface Glyph {
  /** Unicode, in logical order within the glyph; one space for any white space. */
  readonly text: string;
  /** Left end of the advance on paper, for right-to-left text too. */
  readonly x: number;
  readonly y: number;
  /** Advance, at least 0. */
  readonly width: number;
  /** Height of an em. */
  readonly size: number;
  readonly font: GlyphFont;
  /** Marked-content id on its page, −1 outside marked content. */
  readonly mcid: number;
  /** Painted in a render mode without ink (3 or 7), as in the text layer of a scan. */
  readonly invisible: boolean;
  /** The producer marked it as an artifact, such as a running header or footer. */
  readonly artifact: boolean;
  /** `#rrggbb`, or null for a pattern. */
  readonly color: string | null;
  /** Width of its letters as a part of what the font has; absent: 1. */
  readonly stretch?: number;
}

/** A glyph with the direction it runs in, before the page is split into frames. */
export interface PlacedGlyph extends Glyph {
  /** Degrees clockwise on the upright page, whole, 0 to 359. `width` is the advance along this direction. */
  readonly angle: number;
  /** Digest of what is drawn, if the file does not say what it reads. Its text is then `UNSPELLED`. */
  readonly drawn?: string;
}

/** A thin straight line, stroked or filled, horizontal or vertical. */
export interface Rule {
  readonly horizontal: boolean;
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}

/** A filled rectangle that is too thick for a line. */
export interface Fill {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
  /** `#rrggbb`, or null for a pattern. */
  readonly color: string | null;
}

/** A small painted shape about as wide as high. Some producers draw list bullets this way. */
export interface Dot {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
  /** `disc` is filled and round, `circle` only outlined, `square` filled with straight edges. */
  readonly shape: 'disc' | 'circle' | 'square';
}

/** Glyphs that run in one direction, turned so that they run to the right. */
export interface Frame {
  /** Clockwise angle of the text on the upright page, in degrees from 0 to 359. */
  readonly angle: number;
  readonly glyphs: readonly Glyph[];
}

/** A painted page. The first frame has the page's main direction, and the shapes are turned with it. */
export interface PageContent {
  readonly width: number;
  readonly height: number;
  readonly frames: readonly Frame[];
  readonly rules: readonly Rule[];
  readonly fills: readonly Fill[];
  readonly dots: readonly Dot[];
  /** Whether the page has more glyphs than the cap: the rest is missing. */
  readonly truncated: boolean;
  /** Number of glyphs beyond the page edge, from text that is too long for its page. */
  readonly overflowing: number;
  /** Separate text beyond the page edge, which is not read. */
  readonly outside: string;
}
