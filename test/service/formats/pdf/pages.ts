/**
 * Builders of hand-made pages: text at a place, lines and boxes, in the page space of
 * `service/formats/pdf/paint/glyph.ts`.
 */
import type { Fill, Glyph, GlyphFont, PageContent, Rule } from '../../../../service/formats/pdf/paint/glyph.ts';
import { fontStyle } from '../../../../service/formats/pdf/paint/font-style.ts';
import type { ExtractedPdf } from '../../../../service/formats/pdf/extract-pages.ts';
import type { PageLayout } from '../../../../service/formats/pdf/layout/layout.ts';
import { layoutPage } from '../../../../service/formats/pdf/layout/page-layout.ts';
import type { TagBlock } from '../../../../service/formats/pdf/paint/page-tags.ts';

/** Width (em) of every character of the test font. */
export const CHARACTER = 0.5;

/** Typography of a text. */
export interface Setting {
  readonly size?: number;
  readonly font?: string;
  readonly mcid?: number;
  readonly invisible?: boolean;
  readonly artifact?: boolean;
  /** Whether spaces are moves of the pen instead of characters, as in TeX. */
  readonly movedSpaces?: boolean;
}

/** Glyphs of a text whose baseline begins at (x, y). */
export function set(text: string, x: number, y: number, setting: Setting = {}): Glyph[] {
  const size = setting.size ?? 10;
  const font: GlyphFont = fontStyle(setting.font ?? 'Times-Roman');
  const glyphs: Glyph[] = [];
  [...text].forEach((character, index) => {
    if (character === ' ' && setting.movedSpaces === true) return;
    glyphs.push({
      text: character,
      x: x + index * CHARACTER * size,
      y,
      width: CHARACTER * size,
      size,
      font,
      mcid: setting.mcid ?? -1,
      invisible: setting.invisible ?? false,
      artifact: setting.artifact ?? false,
      color: '#000000',
    });
  });
  return glyphs;
}

/** Lines of text below each other, 12 pt apart. */
export function setLines(lines: readonly string[], x: number, y: number, setting: Setting = {}): Glyph[] {
  return lines.flatMap((line, index) => set(line, x, y + index * 12, setting));
}

export function across(x0: number, x1: number, y: number): Rule {
  return { horizontal: true, x0, x1, y0: y, y1: y };
}

export function down(x: number, y0: number, y1: number): Rule {
  return { horizontal: false, x0: x, x1: x, y0, y1 };
}

/** An A4 page. */
export function pageOf(
  glyphs: readonly Glyph[],
  rules: readonly Rule[] = [],
  fills: readonly Fill[] = [],
): PageContent {
  return {
    width: 595,
    height: 842,
    frames: [{ angle: 0, glyphs }],
    rules,
    fills,
    dots: [],
    truncated: false,
    overflowing: 0,
    outside: '',
  };
}

/** A laid-out A4 page. */
export function layoutOf(
  glyphs: readonly Glyph[],
  rules: readonly Rule[] = [],
  { number = 1, tags = null }: { number?: number; tags?: readonly TagBlock[] | null } = {},
): PageLayout {
  return layoutPage(number, pageOf(glyphs, rules), [], tags);
}

/** The extraction of a document with these pages. */
export function extracted(...pages: readonly PageLayout[]): ExtractedPdf {
  return { pages, pagesWithoutText: [], truncatedPages: [], overflowingPages: [], unreadableFontPages: [] };
}
