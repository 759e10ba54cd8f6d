import type { Fill, Glyph, Rule } from './glyph.ts';
import { isDark, isLight } from '../../light-on-dark.ts';
import { isWhite } from './painted-shapes.ts';
import { append, maxOf } from '../../../../shared/iterables.ts';

/** Bits of `Run.marks` (`MARKS` in shared/document/model.ts) that page geometry can show. */
export const STRONG = 1;
export const EM = 2;
export const UNDERLINE = 4;
export const STRIKE = 8;
export const SUPERSCRIPT = 16;
export const SUBSCRIPT = 32;
export const HIGHLIGHT = 64;

/** An area of the page with a link or a mark-up annotation. */
export interface AnnotatedArea {
  readonly x0: number;
  readonly x1: number;
  readonly top: number;
  readonly bottom: number;
  /** Link destination; null for mark-up. */
  readonly href: string | null;
  /** Mark bits. */
  readonly marks: number;
}

/** Vertical range of an underline, in ems below the baseline. */
const UNDERLINE_FROM = -0.03;
const UNDERLINE_TO = 0.32;
/** Vertical range of a strike-through, in ems above the baseline. */
const STRIKE_FROM = 0.14;
const STRIKE_TO = 0.5;
/** Text covers at least this part of a decorating rule. Longer rules are borders. */
const TEXT_SHARE = 0.8;
/** An underline ends within this distance (em) of its text. */
const END_TOLERANCE = 0.6;
/** A highlight is at most this high (em) and as wide as its text. Larger fills are shaded boxes. */
const HIGHLIGHT_MAX_HEIGHT = 1.7;
const HIGHLIGHT_MIN_HEIGHT = 0.6;

const BUCKET = 8;

/**
 * Finds which glyphs of a frame are underlined, struck, highlighted or linked, from the shapes and annotations around
 * them.
 */
export class Decorations {
  readonly #marks = new Map<Glyph, number>();
  readonly #links = new Map<Glyph, string>();
  readonly #rows = new Map<number, Glyph[]>();
  readonly #read = new Set<Rule>();

  /** @param rules without the rules of tables */
  constructor(
    glyphs: readonly Glyph[],
    rules: readonly Rule[],
    fills: readonly Fill[],
    areas: readonly AnnotatedArea[],
  ) {
    for (const glyph of glyphs) {
      const key = Math.floor(glyph.y / BUCKET);
      const row = this.#rows.get(key);
      if (row) row.push(glyph);
      else this.#rows.set(key, [glyph]);
    }
    for (const rule of rules) if (rule.horizontal) this.#addRule(rule);
    for (const fill of fills) if (!isWhite(fill.color)) this.#addFill(fill);
    for (const area of areas) this.#addArea(area);
  }

  /** Mark bits of the glyph. */
  marksOf(glyph: Glyph): number {
    return this.#marks.get(glyph) ?? 0;
  }

  /** Destination of the link that contains the glyph; null without one. */
  hrefOf(glyph: Glyph): string | null {
    return this.#links.get(glyph) ?? null;
  }

  /** Whether the rule underlines or strikes text. */
  isRead(rule: Rule): boolean {
    return this.#read.has(rule);
  }

  #near(top: number, bottom: number): Glyph[] {
    const found: Glyph[] = [];
    for (let key = Math.floor(top / BUCKET); key <= Math.floor(bottom / BUCKET); key++) {
      append(found, this.#rows.get(key) ?? []);
    }
    return found;
  }

  #addRule(rule: Rule): void {
    const over = this.#near(rule.y0 - REACH, rule.y0 + REACH).filter(
      (glyph) => centre(glyph) >= rule.x0 && centre(glyph) <= rule.x1,
    );
    const drop = (glyph: Glyph): number => (rule.y0 - glyph.y) / glyph.size;
    const under = over.filter((glyph) => drop(glyph) >= UNDERLINE_FROM && drop(glyph) <= UNDERLINE_TO);
    const through = over.filter((glyph) => -drop(glyph) >= STRIKE_FROM && -drop(glyph) <= STRIKE_TO);
    const [glyphs, mark] = fits(rule.x0, rule.x1, under)
      ? [under, UNDERLINE]
      : fits(rule.x0, rule.x1, through)
        ? [through, STRIKE]
        : [[], 0];
    this.#mark(glyphs, mark);
    if (mark !== 0) this.#read.add(rule);
  }

  #addFill(fill: Fill): void {
    const over = this.#near(fill.y0, fill.y1).filter(
      (glyph) => glyph.y <= fill.y1 && glyph.y >= fill.y0 && centre(glyph) >= fill.x0 && centre(glyph) <= fill.x1,
    );
    if (over.length === 0 || isBand(fill, over)) return;
    const size = maxOf(over.map((glyph) => glyph.size));
    const height = (fill.y1 - fill.y0) / size;
    if (height > HIGHLIGHT_MAX_HEIGHT || height < HIGHLIGHT_MIN_HEIGHT) return;
    if (fits(fill.x0, fill.x1, over)) this.#mark(over, HIGHLIGHT);
  }

  #addArea(area: AnnotatedArea): void {
    for (const glyph of this.#near(area.top, area.bottom + REACH)) {
      const middle = glyph.y - 0.3 * glyph.size;
      if (middle < area.top || middle > area.bottom || centre(glyph) < area.x0 || centre(glyph) > area.x1) continue;
      if (area.href !== null) this.#links.set(glyph, area.href);
      this.#mark([glyph], area.marks);
    }
  }

  #mark(glyphs: readonly Glyph[], bit: number): void {
    if (bit === 0) return;
    for (const glyph of glyphs) this.#marks.set(glyph, this.marksOf(glyph) | bit);
  }
}

/** Search range (pt) around a baseline: a third of a large headline's size. No rule farther away decorates the text. */
const REACH = 24;

function centre(glyph: Glyph): number {
  return glyph.x + glyph.width / 2;
}

/** Whether all text on a fill is light, and the fill dark. */
function isBand({ color }: Fill, over: readonly Glyph[]): boolean {
  const isLightGlyph = (glyph: Glyph): boolean => glyph.color !== null && isLight(glyph.color.slice(1));
  return color !== null && isDark(color.slice(1)) && over.every((glyph) => glyph.text === ' ' || isLightGlyph(glyph));
}

/** Whether the text fills the span and both end at the same place. */
function fits(x0: number, x1: number, glyphs: readonly Glyph[]): boolean {
  if (!glyphs.some((glyph) => glyph.text !== ' ')) return false;
  let covered = 0;
  let left = Infinity;
  let right = -Infinity;
  let size = 0;
  for (const glyph of glyphs) {
    covered += glyph.width;
    left = Math.min(left, glyph.x);
    right = Math.max(right, glyph.x + glyph.width);
    size = Math.max(size, glyph.size);
  }
  const tolerance = END_TOLERANCE * size;
  return (
    covered >= Math.min(TEXT_SHARE * (x1 - x0), right - left) * 0.7 &&
    right - left >= TEXT_SHARE * (x1 - x0) &&
    left - x0 <= tolerance &&
    x1 - right <= tolerance
  );
}
