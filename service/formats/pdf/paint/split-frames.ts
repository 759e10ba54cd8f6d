import type { Dot, Fill, Frame, Glyph, PageContent, Rule, PlacedGlyph } from './glyph.ts';
import { keepPageGlyphs } from './page-overflow.ts';
import type { PaintedPage } from './interpret-page.ts';
import { append } from '../../../../shared/iterables.ts';

/** Text this close (degrees) to the main direction belongs to it: scans are skewed by a degree or two. */
const SKEW_DEGREES = 3;

/**
 * Groups the glyphs of a page by direction and turns each group so that it runs to the right. The main direction
 * comes first, and the shapes turn with it. The others follow by angle. Separate content outside the visible page is
 * dropped, as on paper.
 */
export function splitFrames(painted: PaintedPage, width: number, height: number): PageContent {
  const groups = new Map<number, PlacedGlyph[]>();
  const { glyphs, overflowing, outside } = keepPageGlyphs(painted.glyphs, width, height);
  for (const glyph of glyphs) {
    const group = groups.get(glyph.angle);
    if (group) group.push(glyph);
    else groups.set(glyph.angle, [glyph]);
  }
  const angles = [...groups.keys()].sort((a, b) => groups.get(b)!.length - groups.get(a)!.length || a - b);
  const main = angles[0] ?? 0;
  const upright: PlacedGlyph[] = [];
  const rest: number[] = [];
  for (const angle of angles) {
    if (distance(angle, main) <= SKEW_DEGREES) append(upright, groups.get(angle)!);
    else rest.push(angle);
  }
  const turn = turning(main, width, height);
  const frames: Frame[] = [frameOf(main, upright, turn)];
  for (const angle of rest.sort((a, b) => a - b)) {
    frames.push(frameOf(angle, groups.get(angle)!, turning(angle, width, height)));
  }
  const isSideways = main % 180 === 90;
  return {
    width: isSideways ? height : width,
    height: isSideways ? width : height,
    frames,
    rules: painted.shapes.rules.map((rule) => turnRule(rule, turn)),
    fills: painted.shapes.fills.map((fill) => turnFill(fill, turn)),
    dots: painted.shapes.dots.map((dot): Dot => ({ ...turnBox(dot, turn), shape: dot.shape })),
    truncated: painted.truncated,
    overflowing,
    outside: outside.map((glyph) => glyph.text).join(''),
  };
}

/** Maps a point of the upright page into a frame. */
export type Turn = (x: number, y: number) => readonly [number, number];

/** The turn that makes text of this angle run to the right, with a page corner at the origin again. */
export function turning(angle: number, width: number, height: number): Turn {
  const radians = (angle * Math.PI) / 180;
  const cos = Math.cos(radians);
  const sin = Math.sin(radians);
  // Moves the turned page back to the origin if a corner lies left of it or above it.
  const left = Math.min(0, width * cos) + Math.min(0, height * sin);
  const top = Math.min(0, -width * sin) + Math.min(0, height * cos);
  return (x, y) => [x * cos + y * sin - left, y * cos - x * sin - top];
}

function frameOf(angle: number, glyphs: readonly PlacedGlyph[], turn: Turn): Frame {
  return {
    angle,
    glyphs: glyphs.map((glyph): Glyph => {
      const [x, y] = angle === 0 ? [glyph.x, glyph.y] : turn(glyph.x, glyph.y);
      const { text, width, size, font, mcid, invisible, artifact, color, stretch } = glyph;
      const upright = { text, x, y, width, size, font, mcid, invisible, artifact, color };
      return stretch === undefined ? upright : { ...upright, stretch };
    }),
  };
}

/** Turns a rule with its page. */
export function turnRule(rule: Rule, turn: Turn): Rule {
  const box = turnBox(rule, turn);
  return { horizontal: box.x1 - box.x0 >= box.y1 - box.y0, ...box };
}

function turnFill(fill: Fill, turn: Turn): Fill {
  return { ...turnBox(fill, turn), color: fill.color };
}

interface Box {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}

/** Turns an area with its page. */
export function turnBox(box: Box, turn: Turn): Box {
  const [ax, ay] = turn(box.x0, box.y0);
  const [bx, by] = turn(box.x1, box.y1);
  return { x0: Math.min(ax, bx), y0: Math.min(ay, by), x1: Math.max(ax, bx), y1: Math.max(ay, by) };
}

function distance(a: number, b: number): number {
  const difference = Math.abs(a - b) % 360;
  return Math.min(difference, 360 - difference);
}
