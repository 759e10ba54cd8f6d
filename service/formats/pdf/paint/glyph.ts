/**
 * What a page shows, before anything is read into it: glyphs and painted shapes in the page's upright space.
 *
 * Coordinates: points (1/72 inch), x to the right, y downwards, origin in the top left corner of the visible page, the
 * page's own rotation applied. A glyph's `y` is its baseline.
 */

/** A font as far as reading needs it. Sizes are not part of it. */
export interface GlyphFont {
  /** PostScript name without the subset tag. */
  readonly name: string;
  readonly bold: boolean;
  readonly italic: boolean;
}

/** One glyph as painted. */
export interface Glyph {
  /** Unicode, in logical order within the glyph; one space for any white space. */
  readonly text: string;
  /** Left end of the advance, in reading direction of the paper (also for right-to-left text). */
  readonly x: number;
  readonly y: number;
  /** Advance, at least 0. */
  readonly width: number;
  /** Height of an em. */
  readonly size: number;
  readonly font: GlyphFont;
  /** Marked-content id on its page, −1 outside marked content. */
  readonly mcid: number;
  /** Painted in a render mode that leaves no ink (3 or 7): the text layer of a scan. */
  readonly invisible: boolean;
  /** Marked as an artifact: page furniture, by its producer's word. */
  readonly artifact: boolean;
}

/** A glyph with the direction it runs in, before the page is split into frames. */
export interface PlacedGlyph extends Glyph {
  /** Degrees clockwise on the upright page, whole, 0 to 359. `width` is the advance along this direction. */
  readonly angle: number;
}

/** A thin straight line, stroked or filled, horizontal or vertical. */
export interface Rule {
  readonly horizontal: boolean;
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}

/** A filled rectangle that is no line. */
export interface Fill {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
  /** `#rrggbb`, or null where it is a pattern. */
  readonly color: string | null;
}

/** A small painted shape about as wide as high: the bullet of a list, where its producer draws them. */
export interface Dot {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
  /** `disc` is filled and round, `circle` only outlined, `square` filled with straight edges. */
  readonly shape: 'disc' | 'circle' | 'square';
}

/** Glyphs that run in one direction. `glyphs` are turned so that the direction is to the right. */
export interface Frame {
  /** Degrees that the text was turned clockwise on the upright page, 0 to 359. */
  readonly angle: number;
  readonly glyphs: readonly Glyph[];
}

/** A page as painted. The first frame holds the page's main direction; shapes are turned with it. */
export interface PageContent {
  readonly width: number;
  readonly height: number;
  readonly frames: readonly Frame[];
  readonly rules: readonly Rule[];
  readonly fills: readonly Fill[];
  readonly dots: readonly Dot[];
  /** The caps of `PageCaps` were hit: glyphs after that are missing. */
  readonly truncated: boolean;
  /** Glyphs that lie beyond the edge of the page: text that runs on where paper ends. */
  readonly overflowing: number;
}
