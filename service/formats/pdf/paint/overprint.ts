import type { PlacedGlyph } from './glyph.ts';

/** A letter is drawn again within this distance (em) along its line, or this part of its width if that is less. */
const AGAIN = 0.2;
const OF_WIDTH = 0.45;
/** The same (em) for a letter without width, and across the line. */
const RAISED = 0.12;
const NO_WIDTH = 0.02;
/** Sizes of both drawings differ by at most this factor. */
const SAME_SIZE = 1.05;
/** Height (pt) of the rows in which letters are sought. It exceeds the shift of a letter of 30 pt. */
const ROW = 4;
/** Number of equal letters of a row that are examined. A line has fewer, and a hostile page may have many more. */
const EXAMINED = 100;

/**
 * The glyphs without those that are drawn again at nearly the same place: to look bold, with an outline, with a shadow.
 * The letter has the colour of its last drawing.
 *
 *     "SSAANNCCHHEEZZ", each second letter 0.3 pt to the right   →   "SANCHEZ"
 */
export function withoutOverprint(painted: readonly PlacedGlyph[]): readonly PlacedGlyph[] {
  const glyphs: PlacedGlyph[] = [];
  /** Indices of the kept glyphs by text and row. */
  const rows = new Map<string, Map<number, number[]>>();
  for (const glyph of painted) {
    const row = Math.round(glyph.y / ROW);
    const first = drawnBefore(glyph, row, rows, glyphs);
    if (first !== undefined) {
      glyphs[first] = merged(glyphs[first]!, glyph);
      continue;
    }
    let own = rows.get(glyph.text);
    if (!own) rows.set(glyph.text, (own = new Map<number, number[]>()));
    const known = own.get(row);
    if (known) known.push(glyphs.length);
    else own.set(row, [glyphs.length]);
    glyphs.push(glyph);
  }
  return glyphs.length === painted.length ? painted : glyphs;
}

function drawnBefore(
  glyph: PlacedGlyph,
  row: number,
  rows: ReadonlyMap<string, ReadonlyMap<number, readonly number[]>>,
  glyphs: readonly PlacedGlyph[],
): number | undefined {
  const own = rows.get(glyph.text);
  if (!own) return undefined;
  for (let near = row - 1; near <= row + 1; near++) {
    const known = own.get(near);
    if (!known) continue;
    for (let at = known.length - 1; at >= Math.max(0, known.length - EXAMINED); at--)
      if (isSameLetter(glyphs[known[at]!]!, glyph)) return known[at];
  }
  return undefined;
}

function isSameLetter(a: PlacedGlyph, b: PlacedGlyph): boolean {
  if (a.angle !== b.angle || a.drawn !== b.drawn) return false;
  if (Math.max(a.size, b.size) > SAME_SIZE * Math.min(a.size, b.size)) return false;
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  if (Math.max(Math.abs(dx), Math.abs(dy)) > AGAIN * 2 * a.size) return false;
  const radians = (a.angle * Math.PI) / 180;
  const along = Math.abs(dx * Math.cos(radians) + dy * Math.sin(radians));
  const across = Math.abs(dy * Math.cos(radians) - dx * Math.sin(radians));
  const reach = Math.max(NO_WIDTH * a.size, Math.min(AGAIN * a.size, OF_WIDTH * Math.min(a.width, b.width)));
  return along <= reach && across <= RAISED * a.size;
}

/** One letter of two drawings. It is part of the text if one of them is. */
function merged(first: PlacedGlyph, again: PlacedGlyph): PlacedGlyph {
  return {
    ...first,
    mcid: first.artifact ? again.mcid : first.mcid,
    artifact: first.artifact && again.artifact,
    invisible: first.invisible && again.invisible,
    color: again.color,
  };
}
