import type { LayoutElement, LayoutRegion, PageLayout } from '../layout/layout.ts';
import type { TextLine } from '../lines/line-text.ts';
import type { RemovedLine } from './running-texts.ts';
import { type EdgeLine, edgeLines, linesOf, SAME_HEIGHT } from './edge-lines.ts';
import { type Alike, PAGE_SHARE, RepeatedEdges } from './repeated-edges.ts';
import { onePageHeads } from './one-page-heads.ts';
import { maxOf, minOf } from '../../../../shared/iterables.ts';

/** A side without its running headers and footers, and the removed lines. */
export interface StrippedPages {
  readonly pages: readonly PageLayout[];
  /** The removed lines and the artifacts, in page order. */
  readonly removed: readonly RemovedLine[];
}

/** On fewer pages, repetition proves little: a repeated line also has to be separate from the text. */
const MIN_PAGES = 3;
/** Smallest distance (in line heights, at most of the text) between a separate header and the text below it. */
const SEPARATE = 1.4;
/** A large line close to the text is a header if this part of the pages has it. Headings begin some pages. */
const NEARLY_ALL = 0.9;
/** A line at the edge that exceeds the text size by this factor is a heading. */
const HEADING_SIZE = 1.15;

/**
 * Removes running headers and footers from both documents. At least two pages of a side repeat a running header, but
 * for its page numbers. Both sides are judged together. A header of two pages on one side and of one page on the other
 * is then removed from both:
 *
 *     original: "Draft 1" on pages 1 and 2      revised: "Draft 1" on its only page
 */
export function stripHeadersAndFooters(sides: readonly (readonly PageLayout[])[]): StrippedPages[] {
  const edges = sides.map((pages) => pages.flatMap(edgeLines));
  const pageCounts = sides.map((pages) => pages.filter((page) => page.regions.length > 0).length);
  const body = bodySize(sides.flat());
  const repeated = new RepeatedEdges(edges, pageCounts);
  const found = new Map<TextLine, 'header' | 'footer'>();
  const remove = ({ line, top }: EdgeLine): void => {
    found.set(line, top ? 'header' : 'footer');
  };
  for (const edge of edges.flat()) if (isHeaderOrFooter(edge, repeated, body)) remove(edge);
  sides.forEach((pages, side) => {
    const own = edges[side]!.filter((edge) => !edge.folio || isPageNumber(edge, repeated.of(edge)));
    for (const edge of runningHeads(own, pages, pageCounts[side]!, body)) remove(edge);
  });
  for (const edge of onePageHeads(sides, edges)) if (isRoomBelow(edge, body)) remove(edge);
  return sides.map((pages) => strip(pages, found));
}

/**
 * Finds running heads that name the section of their page. On most pages they are separate from the text at one
 * height, and no larger than it. Each repeats a line inside the pages, or is a page number.
 */
function runningHeads(
  edges: readonly EdgeLine[],
  pages: readonly PageLayout[],
  pageCount: number,
  body: number,
): EdgeLine[] {
  const atEdge = new Set(edges.map((edge) => edge.line));
  const inside = new Set<string>();
  for (const { regions } of pages)
    for (const { elements } of regions)
      for (const line of elements.flatMap(linesOf)) if (!atEdge.has(line)) inside.add(lettersOf(line.text));
  // The first heading of a page may be at its edge too.
  for (const { line } of edges) if (line.size > HEADING_SIZE * body) inside.add(lettersOf(line.text));
  const candidates = edges.filter(
    (edge) =>
      edge.gap !== Infinity &&
      edge.gap > SEPARATE * edge.line.size &&
      edge.line.size <= HEADING_SIZE * body &&
      (edge.folio || (lettersOf(edge.line.text) !== '' && inside.has(lettersOf(edge.line.text)))),
  );
  const counts = new Map<string, number>();
  return candidates.filter((edge) => {
    const place = `${edge.top ? 'top' : 'bottom'} ${edge.height}`;
    let count = counts.get(place);
    if (count === undefined) {
      const alike = candidates.filter(
        (other) => other.top === edge.top && Math.abs(other.height - edge.height) <= SAME_HEIGHT,
      );
      count = new Set(alike.map((other) => other.layout)).size;
      counts.set(place, count);
    }
    return count >= 2 && count >= PAGE_SHARE * pageCount;
  });
}

function lettersOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}]+/gu, ' ')
    .trim();
}

/** Whether the line is a running header or footer. The only text of a page is never removed. */
function isHeaderOrFooter(edge: EdgeLine, repeated: RepeatedEdges, body: number): boolean {
  if (edge.gap === Infinity) return false;
  const groups = repeated.of(edge);
  const onMany = groups.some(({ onSides, share }) => share >= PAGE_SHARE && sum(onSides) >= MIN_PAGES);
  const separate = isSeparate(edge, repeated, body);
  const large = edge.line.size > HEADING_SIZE * body;
  if (large && !edge.folio) return onMany && (separate || groups.some(({ share }) => share >= NEARLY_ALL));
  // Tags cover the text. Browsers that print a page leave their own headers and footers untagged.
  if (separate && (edge.untagged || (edge.folio && isPageNumber(edge, groups)))) return true;
  return onMany || (separate && groups.some(({ lines }) => lines.every((line) => isSeparate(line, repeated, body))));
}

/** Whether a number at the edge is repeated on other pages, or is the number of its page. */
function isPageNumber({ texts: [{ numbers }], layout }: EdgeLine, groups: readonly Alike[]): boolean {
  return groups.length > 0 || numbers.length === 0 || numbers[0] === layout.page;
}

/** Whether the line, or a header of several lines that it belongs to, has room to the text of the page. */
function isSeparate(edge: EdgeLine, repeated: RepeatedEdges, body: number): boolean {
  if (isRoomBelow(edge, body)) return true;
  return (
    edge.inner.length > 0 &&
    edge.inner.every((next) => repeated.of(next).length > 0 && isSeparate(next, repeated, body))
  );
}

/** Whether the line has room to the text of the page. */
function isRoomBelow({ gap, line }: EdgeLine, body: number): boolean {
  return gap > SEPARATE * Math.min(line.size, body);
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}

/**
 * The size of most text. Of sizes with equally much text it is the largest, so that the order of the sides decides
 * nothing.
 */
function bodySize(pages: readonly PageLayout[]): number {
  const counts = new Map<number, number>();
  for (const { regions } of pages) {
    for (const { elements } of regions) {
      for (const element of elements) {
        if (element.kind !== 'line') continue;
        const size = Math.round(element.line.size * 2) / 2;
        counts.set(size, (counts.get(size) ?? 0) + element.line.text.length);
      }
    }
  }
  let best = 0;
  let most = -1;
  for (const [size, count] of counts) if (count > most || (count === most && size > best)) [best, most] = [size, count];
  return best;
}

function strip(pages: readonly PageLayout[], found: ReadonlyMap<TextLine, 'header' | 'footer'>): StrippedPages {
  const removed = pages.flatMap(({ page, artifacts }) =>
    artifacts.map((artifact): RemovedLine => ({ page, ...artifact })),
  );
  const kept = pages.map((layout) => ({
    ...layout,
    regions: layout.regions.flatMap((region): LayoutRegion[] => {
      const elements = region.elements.flatMap((element: LayoutElement): LayoutElement[] => {
        const lines = linesOf(element);
        const left = lines.filter((line) => !found.has(line));
        if (left.length === lines.length) return [element];
        for (const line of lines) {
          const kind = found.get(line);
          if (!kind) continue;
          const { text, x0, y, printed } = line;
          removed.push({ kind, page: layout.page, text, x0, y, ...(printed && { printed }) });
        }
        return left.map((line) => ({ kind: 'line', line }));
      });
      if (elements.length === region.elements.length) return [region];
      return elements.length > 0 ? [regionOf(elements)] : [];
    }),
  }));
  removed.sort((a, b) => a.page - b.page);
  return { pages: kept, removed };
}

/** The region shrinks to its remaining elements. */
function regionOf(elements: readonly LayoutElement[]): LayoutRegion {
  const boxes = elements.map((element) => (element.kind === 'line' ? element.line : element));
  return { x0: minOf(boxes.map((box) => box.x0)), x1: maxOf(boxes.map((box) => box.x1)), elements };
}
