import type { PlacedGlyph } from './glyph.ts';

/** A glyph may begin this far (pt) outside the page and still show on it. */
const PAGE_MARGIN = 2;
/**
 * Text beyond the edge belongs to the page if it follows within this many ems on or below a line. The first distance
 * allows for an empty cell in between.
 */
const NEXT_ON_LINE = 15;
const NEXT_LINE = 2.6;
/** Baselines of one line differ by at most this (em). */
const SAME_LINE = 0.2;
/** Cap in glyphs. Longer text beyond the page is no overflow. */
const MAX_OVERFLOW = 20_000;

/** The kept glyphs of a page. */
export interface PageGlyphs {
  readonly glyphs: readonly PlacedGlyph[];
  /** Number of kept glyphs beyond the page edge. */
  readonly overflowing: number;
  /** The glyphs that were dropped. */
  readonly outside: readonly PlacedGlyph[];
}

/**
 * Keeps the glyphs on the page. It also keeps text that runs over the page's edge, as in a table that is too long.
 * Drops separate content beyond the edge, such as printer's marks.
 */
export function keepPageGlyphs(all: readonly PlacedGlyph[], width: number, height: number): PageGlyphs {
  const isOnPage = ({ x, y }: PlacedGlyph): boolean =>
    x > -PAGE_MARGIN && y > -PAGE_MARGIN && x < width + PAGE_MARGIN && y < height + PAGE_MARGIN;
  const outside = all.filter((glyph) => !isOnPage(glyph));
  if (outside.length === 0 || outside.length > MAX_OVERFLOW) {
    return { glyphs: outside.length === 0 ? all : all.filter(isOnPage), overflowing: 0, outside };
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
  return {
    glyphs: all.filter((glyph) => isOnPage(glyph) || kept.has(glyph)),
    overflowing: kept.size,
    outside: outside.filter((glyph) => !kept.has(glyph)),
  };
}

function isNearEdge({ x, y, size }: PlacedGlyph, width: number, height: number): boolean {
  const reach = NEXT_LINE * size;
  return x < reach || y < reach || x > width - reach || y > height - reach;
}

/** Height (pt) of a row of the index: the reach of a large line. */
const ROW = 40;

/** Glyphs indexed by height. */
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
      if (this.#rows.get(row)?.some((other) => continuesFrom(other, glyph)) === true) return true;
    }
    return false;
  }
}

function continuesFrom(from: PlacedGlyph, to: PlacedGlyph): boolean {
  if (from.angle !== to.angle) return false;
  const size = Math.max(from.size, to.size);
  const across = Math.abs(from.y - to.y);
  const along = Math.max(to.x - (from.x + from.width), from.x - (to.x + to.width));
  if (across <= SAME_LINE * size) return along <= NEXT_ON_LINE * size;
  return across <= NEXT_LINE * size && along <= size;
}
