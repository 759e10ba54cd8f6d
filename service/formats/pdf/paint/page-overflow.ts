import type { PlacedGlyph } from './glyph.ts';

/** How far (pt) outside the page a glyph may begin and still show on it. */
const PAGE_MARGIN = 2;
/**
 * Text goes on beyond the edge when it follows within this many ems on the line (a cell may be empty in between), or on a
 * line this many ems below.
 */
const NEXT_ON_LINE = 15;
const NEXT_LINE = 2.6;
/** Baselines of one line agree to this (em). */
const SAME_LINE = 0.2;
/** Text beyond the page that is longer than this is no overflow. */
const MAX_OVERFLOW = 20_000;

/** Glyphs of a page, parted by its edge. */
export interface PageGlyphs {
  readonly glyphs: readonly PlacedGlyph[];
  /** How many of them lie beyond the edge of the page. */
  readonly overflowing: number;
}

/**
 * Keeps what is on the page, and what runs on beyond its edge from there: a table that is too long for its page, a line
 * that is too wide. It belongs to the text although paper cuts it off. What stands apart beyond the edge, such as
 * printer's marks, is dropped.
 */
export function keepPageGlyphs(all: readonly PlacedGlyph[], width: number, height: number): PageGlyphs {
  const isOnPage = ({ x, y }: PlacedGlyph): boolean =>
    x > -PAGE_MARGIN && y > -PAGE_MARGIN && x < width + PAGE_MARGIN && y < height + PAGE_MARGIN;
  const outside = all.filter((glyph) => !isOnPage(glyph));
  if (outside.length === 0 || outside.length > MAX_OVERFLOW) {
    return { glyphs: outside.length === 0 ? all : all.filter(isOnPage), overflowing: 0 };
  }
  const kept = new Set<PlacedGlyph>();
  let edge = all.filter(isOnPage).filter((glyph) => isNearEdge(glyph, width, height));
  let waiting = outside;
  while (edge.length > 0 && waiting.length > 0) {
    const rows = new Rows(edge);
    const next: PlacedGlyph[] = [];
    const rest: PlacedGlyph[] = [];
    for (const glyph of waiting) (rows.hasNeighbour(glyph) ? next : rest).push(glyph);
    for (const glyph of next) kept.add(glyph);
    edge = next;
    waiting = rest;
  }
  return { glyphs: all.filter((glyph) => isOnPage(glyph) || kept.has(glyph)), overflowing: kept.size };
}

function isNearEdge({ x, y, size }: PlacedGlyph, width: number, height: number): boolean {
  const reach = NEXT_LINE * size;
  return x < reach || y < reach || x > width - reach || y > height - reach;
}

/** Height (pt) of a row of the index: as far as a large line reaches. */
const ROW = 40;

/** Glyphs by height. */
class Rows {
  readonly #rows = new Map<number, PlacedGlyph[]>();

  constructor(glyphs: readonly PlacedGlyph[]) {
    for (const glyph of glyphs) {
      const key = Math.floor(glyph.y / ROW);
      const row = this.#rows.get(key);
      if (row) row.push(glyph);
      else this.#rows.set(key, [glyph]);
    }
  }

  hasNeighbour(glyph: PlacedGlyph): boolean {
    const key = Math.floor(glyph.y / ROW);
    for (let row = key - 1; row <= key + 1; row++) {
      if (this.#rows.get(row)?.some((other) => goesOn(other, glyph)) === true) return true;
    }
    return false;
  }
}

function goesOn(from: PlacedGlyph, to: PlacedGlyph): boolean {
  if (from.angle !== to.angle) return false;
  const size = Math.max(from.size, to.size);
  const across = Math.abs(from.y - to.y);
  const along = Math.max(to.x - (from.x + from.width), from.x - (to.x + to.width));
  if (across <= SAME_LINE * size) return along <= NEXT_ON_LINE * size;
  return across <= NEXT_LINE * size && along <= size;
}
