import type { AnnotatedArea } from './decorations.ts';
import type { FieldValue, PageAnnotations } from './annotations.ts';
import type { Frame, Glyph, PageContent } from './glyph.ts';
import { turning, type Turn } from './split-frames.ts';

/** Type size (pt) of a value that its form does not paint. It may fill this part of the field's height. */
const VALUE_SIZE = 10;
const VALUE_HEIGHT = 0.7;
/** Its assumed colour. */
const VALUE_COLOR = '#000000';
/** Assumed character width (em): the font is unknown. */
const CHARACTER_WIDTH = 0.5;

/**
 * Adds form values that the page does not paint itself, as if they were typed in. Turns annotated areas with the
 * page.
 */
export function placeAnnotations(
  content: PageContent,
  annotations: PageAnnotations,
  width: number,
  height: number,
): { content: PageContent; areas: AnnotatedArea[] } {
  const [main, ...others] = content.frames as [Frame, ...Frame[]];
  const turn = turning(main.angle, width, height);
  const areas = annotations.areas.map((area) => ({ ...area, ...turnBox(area, turn) }));
  const missing = annotations.fields
    .map((field): FieldValue => ({ text: field.text, ...turnBox(field, turn) }))
    .filter((field) => !main.glyphs.some((glyph) => glyph.text !== ' ' && isInside(glyph, field)));
  if (missing.length === 0) return { content, areas };
  const glyphs = [...main.glyphs, ...missing.flatMap(typed)];
  return { content: { ...content, frames: [{ ...main, glyphs }, ...others] }, areas };
}

function isInside(glyph: Glyph, box: FieldValue): boolean {
  const x = glyph.x + glyph.width / 2;
  const y = glyph.y - 0.3 * glyph.size;
  return x > box.x0 && x < box.x1 && y > box.top && y < box.bottom;
}

function typed(field: FieldValue): Glyph[] {
  const lines = field.text.split(/\r\n?|\n/);
  const size = Math.min(VALUE_SIZE, (VALUE_HEIGHT * (field.bottom - field.top)) / lines.length) || VALUE_SIZE;
  const step = size / VALUE_HEIGHT;
  return lines.flatMap((line, row) =>
    [...line].map((character, index): Glyph => ({
      text: /\s/u.test(character) ? ' ' : character,
      x: field.x0 + 1 + index * CHARACTER_WIDTH * size,
      y: field.top + row * step + size,
      width: CHARACTER_WIDTH * size,
      size,
      font: { name: '', family: '', bold: false, italic: false },
      mcid: -1,
      invisible: false,
      artifact: false,
      color: VALUE_COLOR,
    })),
  );
}

interface Box {
  readonly x0: number;
  readonly x1: number;
  readonly top: number;
  readonly bottom: number;
}

function turnBox(box: Box, turn: Turn): Box {
  const [ax, ay] = turn(box.x0, box.top);
  const [bx, by] = turn(box.x1, box.bottom);
  return { x0: Math.min(ax, bx), x1: Math.max(ax, bx), top: Math.min(ay, by), bottom: Math.max(ay, by) };
}
