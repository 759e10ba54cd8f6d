import { findRuledTables } from '../layout/ruled-tables.ts';
import { isBorder } from '../layout/page-layout.ts';
import { readDrawnBullets } from '../lines/drawn-bullets.ts';
import { buildWords } from '../lines/words.ts';
import { Decorations } from '../paint/decorations.ts';
import type { PaintedDrawings, PaintedPath } from '../paint/drawing.ts';
import type { PageContent, Rule } from '../paint/glyph.ts';
import { turnBox, turning, turnRule } from '../paint/split-frames.ts';

/** With more rules or dots, a page is a drawing with little text: a dense table has some hundred. */
const MAX_RULES = 5_000;
const MAX_DOTS = 1_000;

/**
 * The paths of a page that are no part of its text. Lines of ruled tables, underlines, strikes and drawn bullets are
 * read as text or structure, and move with it. Lines of artifacts count alike: word processors mark borders so.
 *
 * @param width of the upright page
 * @param height of the upright page
 */
export function pathsBesideText(
  drawings: PaintedDrawings,
  content: PageContent,
  width: number,
  height: number,
): PaintedPath[] {
  const main = content.frames[0];
  const { shapes, paths } = drawings;
  if (!main || shapes.rules.length > MAX_RULES || shapes.dots.length > MAX_DOTS) return [...paths];
  const turn = turning(main.angle, width, height);
  const words = buildWords(main.glyphs);
  const rules = shapes.rules.map((rule): Rule => turnRule(rule, turn));
  const tables = findRuledTables(rules, words);
  const isOfTable = rules.map((rule) => tables.some((table) => isBorder(rule, table)));
  const decorations = new Decorations(
    main.glyphs,
    rules.filter((_, index) => !isOfTable[index]),
    [],
    [],
  );
  const isRead = rules.map((rule, index) => isOfTable[index]! || decorations.isRead(rule));
  const isBullet = shapes.dots.map(
    (dot) => readDrawnBullets([{ ...turnBox(dot, turn), shape: dot.shape }], words).length > 0,
  );
  const all = (values: readonly boolean[], [from, to]: readonly [number, number]): boolean => {
    for (let at = from; at < to; at++) if (!values[at]) return false;
    return to > from;
  };
  return paths.filter((path) => {
    const isOfText = path.isStraight && path.fills === 0 && path.dots[0] === path.dots[1] && all(isRead, path.rules);
    const isOfList = path.fills === 0 && path.rules[0] === path.rules[1] && all(isBullet, path.dots);
    return !isOfText && !isOfList;
  });
}
