import { describe, expect, it } from 'vitest';
import type { PlacedGlyph } from '../../../../../service/formats/pdf/paint/glyph.ts';
import { keepPageGlyphs } from '../../../../../service/formats/pdf/paint/page-overflow.ts';
import { set } from '../pages.ts';

const [WIDTH, HEIGHT] = [600, 800];
const placed = (text: string, x: number, y: number): PlacedGlyph[] =>
  set(text, x, y).map((glyph) => ({ ...glyph, angle: 0 }));
const many = (count: number, glyphs: (at: number) => readonly PlacedGlyph[]): PlacedGlyph[] =>
  Array.from({ length: count }, (_, at) => glyphs(at)).flat();
const keep = (glyphs: readonly PlacedGlyph[]) => {
  const { glyphs: kept, overflowing, outside } = keepPageGlyphs(glyphs, WIDTH, HEIGHT);
  return [kept.length, overflowing, outside.length];
};

describe('text beyond the edge of a page', () => {
  it('is kept if it runs on from the page, line after line', () => {
    expect(keep([...placed('on', 100, 790), ...placed('below', 100, 812), ...placed('further', 100, 834)])).toEqual([
      14, 12, 0,
    ]);
  });

  it('is not kept if it stands apart', () => {
    expect(keep([...placed('on', 100, 700), ...placed('mark', 100, 900)])).toEqual([2, 0, 4]);
  });

  it('is followed over thousands of lines, each of which reaches only the next one', () => {
    expect(keep(many(15_000, (at) => placed('a', 100, 790 + 20 * at)))).toEqual([15_000, 14_999, 0]);
  });

  it('is followed only in part where thousands of glyphs stand in one line', () => {
    const [kept = 0, overflowing = 0, outside = 0] = keep(many(19_000, (at) => placed('a', 590 + 100 * at, 100)));
    expect(kept + outside).toBe(19_000);
    expect(overflowing).toBeGreaterThan(100);
    expect(outside).toBeGreaterThan(1_000);
  });
});
