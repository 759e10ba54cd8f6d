import type { LayoutElement, LayoutRegion, PageLayout } from '../layout/layout.ts';
import { hangsUnder, INDENT, indentOf, nextWordFits, SAME_EDGE } from '../lines/line-fit.ts';
import type { TextLine } from '../lines/line-text.ts';
import { listMarker } from '../lines/list-marker.ts';

/** The habits of a document by which paragraphs are told apart. */
export interface Typography {
  /** Usual distance of two baselines within a paragraph of this size. */
  pitchOf(size: number): number;
  /** How far (em) the first lines of paragraphs stand in; 0 where they do not. */
  readonly firstIndent: number;
  /** The second line of a numbered item stands under the text of the first, not under its number or before it. */
  readonly itemsHang: boolean;
}

/** Measures the usual line distance for each size, and the usual indent, over all pages. */
export function measureTypography(pages: readonly PageLayout[]): Typography {
  const bySize = new Map<number, Map<number, number>>();
  for (const { regions } of pages) {
    for (const region of regions) {
      let previous: TextLine | null = null;
      for (const element of region.elements) {
        const line: TextLine | null = element.kind === 'line' ? element.line : null;
        if (previous && line && Math.abs(previous.size - line.size) < 0.3) count(previous, line);
        previous = line;
      }
    }
  }
  const pitches = new Map<number, number>();
  for (const [size, steps] of bySize) pitches.set(size, commonStep(steps));
  return {
    pitchOf: (size) => pitches.get(Math.round(size)) ?? size * DEFAULT_PITCH,
    firstIndent: usualIndent(pages),
    itemsHang: doItemsHang(pages),
  };

  function count(a: TextLine, b: TextLine): void {
    const step = b.y - a.y;
    if (step < MIN_PITCH * b.size || step > MAX_PITCH * b.size) return;
    const size = Math.round(b.size);
    const steps = bySize.get(size) ?? new Map<number, number>();
    bySize.set(size, steps);
    const key = Math.round(step / STEP_GRAIN);
    steps.set(key, (steps.get(key) ?? 0) + 1);
  }
}

/** Line distance (em) where a size occurs in single lines only. */
const DEFAULT_PITCH = 1.2;
/** Distances (em) outside of this are no line distances of running text: lines of pleadings stand 24 pt apart, at 9.5 pt too. */
const MIN_PITCH = 0.9;
const MAX_PITCH = 2.6;
/** Distances (pt) are counted in steps of this. */
const STEP_GRAIN = 0.5;
/** The usual distance is the smallest one that this part of all distances have: paragraph gaps may be more frequent. */
const COMMON_SHARE = 0.15;

function commonStep(steps: ReadonlyMap<number, number>): number {
  let total = 0;
  for (const count of steps.values()) total += count;
  const near = (key: number): number => (steps.get(key) ?? 0) + (steps.get(key + 1) ?? 0);
  const keys = [...steps.keys()].sort((a, b) => a - b);
  const common = keys.find((key) => near(key) >= COMMON_SHARE * total) ?? keys[0]!;
  const better = near(common) > (steps.get(common) ?? 0) * 2 ? common + 1 : common;
  return better * STEP_GRAIN;
}

/** Whether of the numbered lines with another line below more are followed by one under their text than by one in front of it. */
function doItemsHang(pages: readonly PageLayout[]): boolean {
  let hang = 0;
  let flush = 0;
  for (const region of pages.flatMap((page) => page.regions)) {
    region.elements.forEach((element, index) => {
      const after = region.elements[index + 1];
      if (element.kind !== 'line' || after?.kind !== 'line' || listMarker(element.line.text)?.kind !== 'ol') return;
      if (listMarker(after.line.text) !== null) return;
      if (hangsUnder(element.line, after.line)) hang++;
      else if (indentOf(after.line) < indentOf(element.line) + SAME_EDGE * after.line.size) flush++;
    });
  }
  return hang > flush;
}

/** As many paragraphs with one indent show that it is a habit. */
const INDENTED_PARAGRAPHS = 3;
/** Indents of first lines are narrower than this (em). */
const MAX_INDENT = 4;

/**
 * The indent of first lines: most frequent among the lines that stand in while the next one goes back to the edge. Items of
 * lists stand in too, and are left out.
 */
function usualIndent(pages: readonly PageLayout[]): number {
  const counts = new Map<number, number>();
  for (const { regions } of pages) {
    for (const region of regions) {
      region.elements.forEach((element, index) => {
        const after = region.elements[index + 1];
        if (element.kind !== 'line' || after?.kind !== 'line') return;
        const { line } = element;
        const indent = (indentOf(line) - indentOf(after.line)) / line.size;
        if (
          indent < INDENT ||
          indent > MAX_INDENT ||
          !standsInAlone(line, region.elements[index - 1], after.line, region)
        )
          return;
        if (line.size !== after.line.size) return;
        // The short last line of an item hangs; a first line is full.
        if (nextWordFits(line, after.line, { left: region.x0, right: region.x1 })) return;
        const key = Math.round(indent / INDENT_GRAIN);
        counts.set(key, (counts.get(key) ?? 0) + 1);
      });
    }
  }
  let best = 0;
  let most = 0;
  for (const [key, count] of counts) if (count > most) [best, most] = [key, count];
  return most >= INDENTED_PARAGRAPHS ? best * INDENT_GRAIN : 0;
}

/**
 * Whether the line stands in and its neighbours do not: between two lines of one edge; or, where no paragraph stands above
 * it (a heading, an item, a table, the top of a column), above a line at the edge of the column.
 */
function standsInAlone(
  line: TextLine,
  before: LayoutElement | undefined,
  after: TextLine,
  region: LayoutRegion,
): boolean {
  const back = before?.kind === 'line' ? (indentOf(before.line) - indentOf(after)) / line.size : Infinity;
  if (Math.abs(back) <= SAME_EDGE) return listMarker(line.text)?.kind !== 'ul';
  const edge = after.rightToLeft ? region.x1 - after.x1 : after.x0 - region.x0;
  return listMarker(line.text) === null && edge <= SAME_EDGE * after.size;
}

/** Indents (em) are counted in steps of this. */
const INDENT_GRAIN = 0.25;
