import type { Frame, Glyph } from '../paint/glyph.ts';
import { buildLines } from './lines.ts';
import { buildWords, textOfWord, type Word } from './words.ts';
import { append } from '../../../../shared/iterables.ts';

/** The frames of a page without watermarks, and the text of the watermarks. */
export interface WithoutWatermarks {
  readonly frames: readonly Frame[];
  readonly watermarks: readonly string[];
}

/**
 * A watermark is larger than the text of the page by this factor. Headings are too, but no text is painted over them.
 */
const LARGE = 1.6;
/** Text at a larger angle (degrees) to the paper's edges runs diagonally across the page. */
const ASLANT = 10;
/** This many words overlap a watermark. Fewer overlap a drop cap that is set a little too low. */
const COVERED_WORDS = 3;

/**
 * Removes the watermarks of a page: large diagonal text, or large text with other text painted over it.
 *
 *     The Supplier shall ╲ deliver the goods        The Supplier shall deliver the goods
 *     within thirty    DRAFT   days of the    →     within thirty days of the
 *     order.                 ╲                      order.
 */
export function takeWatermarks(frames: readonly Frame[]): WithoutWatermarks {
  const [main, ...others] = frames as readonly [Frame, ...Frame[]];
  const body = medianSize(main.glyphs);
  const watermarks: string[] = [];
  const rest = others.filter((frame) => {
    if (!isAslant(frame.angle - main.angle) || !frame.glyphs.every((glyph) => glyph.size > LARGE * body)) return true;
    append(watermarks, textsOf(frame.glyphs));
    return false;
  });
  const under = paintedUnder(main.glyphs, body);
  if (under.size > 0) append(watermarks, textsOf([...under]));
  if (watermarks.length === 0) return { frames, watermarks };
  const kept = under.size > 0 ? { ...main, glyphs: main.glyphs.filter((glyph) => !under.has(glyph)) } : main;
  return { frames: [kept, ...rest], watermarks };
}

function isAslant(angle: number): boolean {
  const off = ((angle % 90) + 90) % 90;
  return Math.min(off, 90 - off) > ASLANT;
}

/** The glyphs of large lines that have smaller text painted over them. */
function paintedUnder(glyphs: readonly Glyph[], body: number): Set<Glyph> {
  const under = new Set<Glyph>();
  const large = glyphs.filter((glyph) => glyph.size > LARGE * body);
  if (large.length === 0) return under;
  const small = buildWords(glyphs.filter((glyph) => glyph.size <= LARGE * body)).filter((word) => !word.isSpace);
  for (const line of buildLines(buildWords(large))) {
    const own = line.words.flatMap((word) => word.glyphs);
    const covered = small.filter((word) => line.words.some((other) => coversMiddle(other, word)));
    if (covered.length >= COVERED_WORDS) for (const glyph of own) under.add(glyph);
  }
  return under;
}

/** Whether the middle of the small word is inside the capital height of the large one. */
function coversMiddle(large: Word, small: Word): boolean {
  const x = (small.x0 + small.x1) / 2;
  const y = small.y - 0.3 * small.size;
  return x > large.x0 && x < large.x1 && y < large.y && y > large.y - CAPITALS * large.size;
}

/** Height (em) of capitals in common faces. */
const CAPITALS = 0.66;

function textsOf(glyphs: readonly Glyph[]): string[] {
  return buildLines(buildWords(glyphs)).map((line) =>
    line.words.map((word) => (word.spaceBefore ? ' ' : '') + textOfWord(word)).join(''),
  );
}

function medianSize(glyphs: readonly Glyph[]): number {
  const sizes = glyphs.map((glyph) => glyph.size).sort((a, b) => a - b);
  return sizes[Math.floor(sizes.length / 2)] ?? 0;
}
