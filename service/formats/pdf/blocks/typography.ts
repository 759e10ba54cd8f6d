import type { LayoutElement, LayoutRegion, PageLayout } from '../layout/layout.ts';
import { hangsUnder, INDENT, indentOf, nextWordFits, SAME_EDGE } from '../lines/line-fit.ts';
import type { TextLine } from '../lines/line-text.ts';
import { listMarker } from '../lines/list-marker.ts';

/** Habits of a document that show where its paragraphs begin. */
export interface Typography {
  /** Usual distance of two baselines within a paragraph of this size. */
  pitchOf(size: number): number;
  /** Indent (em) of the first lines of paragraphs; 0 without one. */
  readonly firstIndent: number;
  /**
   * Whether the second line of a numbered item begins under the text of the first line. Otherwise it begins under its
   * number or before it.
   */
  readonly itemsHang: boolean;
}

/** Measures the usual line distance for each size, and the usual first-line indent, over all pages. */
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

/** Line distance (em) for a size that occurs only in single lines. */
const DEFAULT_PITCH = 1.2;
/** Range of line distances (em) in running text. Pleadings have lines 24 pt apart, even at 9.5 pt. */
const MIN_PITCH = 0.9;
const MAX_PITCH = 2.6;
/** Distances are counted in steps of this (pt). */
const STEP_GRAIN = 0.5;
/** The usual distance is the smallest one with this part of all distances. Paragraph gaps may be more frequent. */
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

/** Whether a hanging line follows numbered lines more often than a line at their own edge or before it. */
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

/** This many paragraphs with one indent show a habit. */
const INDENTED_PARAGRAPHS = 3;
/** Largest first-line indent (em). */
const MAX_INDENT = 4;

/**
 * The most frequent indent of lines that are followed by a line at the edge. Items of lists are left out, because
 * they are indented too.
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
          !isIndentedAlone(line, region.elements[index - 1], after.line, region)
        )
          return;
        if (line.size !== after.line.size) return;
        // Skips the short last line of a hanging item. A first line is full.
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
 * Whether the line is indented and its neighbours are not. It is between two lines of one edge. Or it follows a
 * heading, an item, a table or a column's top. The next line is then at the column's edge.
 */
function isIndentedAlone(
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

/** Indents are counted in steps of this (em). */
const INDENT_GRAIN = 0.25;
