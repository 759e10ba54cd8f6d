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

/** Cap in comparisons of two glyphs. The rest of text that takes more to follow is dropped. */
const MAX_COMPARED = 4_000_000;

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
  const waiting = new Rows(outside);
  /** Glyphs from which text may run on; what runs on from them joins at the end. */
  const reached = all.filter((glyph) => isOnPage(glyph) && isNearEdge(glyph, width, height));
  for (let at = 0; at < reached.length && waiting.compared < MAX_COMPARED; at++) {
    for (const glyph of waiting.takeNeighbours(reached[at]!)) {
      kept.add(glyph);
      reached.push(glyph);
    }
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

/** Glyphs that nothing reaches yet, indexed by height. */
class Rows {
  /** Number of pairs that were compared. */
  compared = 0;
  readonly #rows = new Map<number, PlacedGlyph[]>();

  constructor(glyphs: readonly PlacedGlyph[]) {
    for (const glyph of glyphs) {
      const key = Math.floor(glyph.y / ROW);
      const row = this.#rows.get(key);
      if (row) row.push(glyph);
      else this.#rows.set(key, [glyph]);
    }
  }

  /** Takes out the glyphs that continue from this one. */
  takeNeighbours(from: PlacedGlyph): PlacedGlyph[] {
    const key = Math.floor(from.y / ROW);
    const taken: PlacedGlyph[] = [];
    for (let row = key - 1; row <= key + 1; row++) {
      const glyphs = this.#rows.get(row);
      if (glyphs === undefined) continue;
      this.compared += glyphs.length;
      const before = taken.length;
      for (const glyph of glyphs) if (continuesFrom(from, glyph)) taken.push(glyph);
      if (taken.length === before) continue;
      const gone = new Set(taken);
      const left = glyphs.filter((glyph) => !gone.has(glyph));
      if (left.length > 0) this.#rows.set(row, left);
      else this.#rows.delete(row);
    }
    return taken;
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
