import type { LayoutElement, LayoutRegion, PageLayout } from '../layout/layout.ts';
import type { TextLine } from '../lines/line-text.ts';
import type { RemovedLine } from './running-texts.ts';
import { maxOf, minOf } from '../../../../shared/iterables.ts';

/** A side without its running headers and footers, and the removed lines. */
export interface StrippedPages {
  readonly pages: readonly PageLayout[];
  /** The removed lines and the artifacts, in page order. */
  readonly removed: readonly RemovedLine[];
}

/** Headers and footers are in this part of the page's height at the top and bottom. */
const EDGE_ZONE = 0.13;
/** At most this many lines at each edge of a page may be headers or footers. */
const EDGE_LINES = 3;
/** Text that is repeated at the same height on this part of the pages is a header or footer. */
const PAGE_SHARE = 0.6;
/** Heights (pt) of one header differ by less than this. */
const SAME_HEIGHT = 4;
/** On fewer pages, repetition proves little: a repeated line also has to be separate from the text. */
const MIN_PAGES = 3;
/** Smallest distance (in line heights) between a separate header and the text below it. */
const SEPARATE = 1.4;
/** A line at the edge that exceeds the text size by this factor is a heading. */
const HEADING_SIZE = 1.15;

/** A separate line at a single page's edge is a footer if the text is larger by this factor. */
const SMALL_PRINT = 0.85;

/** "3", "- 3 -", "Page 3", "Page 3 of 7", "3/7", "Seite 3 von 7", "iv". */
const FOLIO =
  /^(?:[-–—|\s]*(?:\p{L}+\.?\s*)?(?:\d{1,4}|[ivxlc]{1,6})(?:\s*(?:\/|\p{L}{1,4}|-|–)\s*\d{1,4})?[-–—|\s]*)$/u;

/**
 * Removes running headers and footers from both documents. Both sides are judged together. A header of two pages on
 * one side and of one page on the other is then removed from both:
 *
 *     original: "Draft 1" on pages 1 and 2      revised: "Draft 1" on its only page
 */
export function stripHeadersAndFooters(sides: readonly (readonly PageLayout[])[]): StrippedPages[] {
  const edges = sides.flatMap((pages) => pages.flatMap((page) => edgeLines(page)));
  const pageCounts = sides.map((pages) => pages.filter((page) => page.regions.length > 0).length);
  const all = pageCounts.reduce((sum, count) => sum + count, 0);
  const body = bodySize(sides.flat());
  const repeated = new Map<string, EdgeLine[]>();
  for (const edge of edges) {
    for (const key of new Set(edge.keys)) {
      const group = repeated.get(key);
      if (group) group.push(edge);
      else repeated.set(key, [edge]);
    }
  }
  const found = new Map<TextLine, 'header' | 'footer'>();
  const remove = ({ line, top }: EdgeLine): void => {
    found.set(line, top ? 'header' : 'footer');
  };
  const layoutsOf = sides.map((pages) => new Set(pages));
  for (const group of repeated.values()) {
    // Most edges of a group are at one height, so they share one result.
    const byHeight = new Map<number, Alike>();
    for (const edge of group) {
      let like = byHeight.get(edge.height);
      if (like === undefined) {
        const lines = group.filter((other) => Math.abs(other.height - edge.height) <= SAME_HEIGHT);
        const layouts = [...new Set(lines.map((other) => other.layout))];
        like = {
          layouts: layouts.length,
          onSides: layoutsOf.map((own) => layouts.filter((layout) => own.has(layout)).length),
          isSame: new Set(lines.map((other) => other.line.text.trim())).size === 1,
          areSeparate: lines.every(isSeparate),
        };
        byHeight.set(edge.height, like);
      }
      // Share over both sides together, or on one side only: a header may contain the file name.
      const shares = like.onSides.map((count, side) => count / pageCounts[side]!);
      const share = Math.max(like.layouts / all, ...shares);
      // A line that occurs once on each side is not repeated. It is removed only if it is small print, or if both sides
      // have the same text. So no difference is lost.
      const once = !like.onSides.some((count) => count > 1);
      const repeats = !once || like.isSame || edge.line.size < SMALL_PRINT * body;
      if (isHeaderOrFooter(edge, like.areSeparate, repeats ? like.layouts : 1, share, body)) remove(edge);
    }
  }
  sides.forEach((pages, side) => {
    const own = edges.filter((edge) => layoutsOf[side]!.has(edge.layout));
    for (const edge of runningHeads(own, pages, pageCounts[side]!, body)) remove(edge);
  });
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

/** Upper and lower edge of a line or table. */
interface Upright {
  readonly top: number;
  readonly bottom: number;
}

/** Lines with one text at one height. */
interface Alike {
  /** Number of pages with such a line, in total and by side. */
  readonly layouts: number;
  readonly onSides: readonly number[];
  /** Whether all have exactly the same text. */
  readonly isSame: boolean;
  readonly areSeparate: boolean;
}

interface EdgeLine {
  readonly layout: PageLayout;
  readonly line: TextLine;
  readonly top: boolean;
  /** Distance from the page edge, in points. */
  readonly height: number;
  /** Page edge and text with masked numbers: of the line, and of all lines at its height. */
  readonly keys: readonly [line: string, row: string];
  /** Distance to the nearest line towards the middle of the page, in points; infinite without one. */
  readonly gap: number;
  readonly folio: boolean;
  /** Whether the page is tagged, but not this line. */
  readonly untagged: boolean;
}

function edgeLines(layout: PageLayout): EdgeLine[] {
  const elements = layout.regions.flatMap((region) => region.elements);
  const lines = elements.flatMap(linesOf);
  const isTagged = lines.some((line) => line.tag !== null);
  // Tables count as text of the page, but their rows are never headers.
  const body = [...lines, ...elements.filter((element) => element.kind === 'table' && !element.otherwise)] as Upright[];
  const tops = body.map((each) => each.top).sort((a, b) => a - b);
  /** Negated, so that they ascend from the bottom of the page. */
  const bottoms = body.map((each) => -each.bottom).sort((a, b) => a - b);
  const zone = EDGE_ZONE * layout.height;
  const found: EdgeLine[] = [];
  for (const top of [true, false]) {
    // An entry of a table of contents is text, even if it reads like "Page 3".
    const inZone = lines.filter((line) => !line.leads && (top ? line.y < zone : line.y > layout.height - zone));
    inZone.sort((a, b) => (top ? a.y - b.y : b.y - a.y));
    const rows = rowsOf(inZone).slice(0, EDGE_LINES);
    for (const row of rows) {
      const whole = [...row]
        .sort((a, b) => a.x0 - b.x0)
        .map((line) => line.text.trim())
        .join(' ');
      for (const line of row) {
        const text = line.text.trim();
        found.push({
          layout,
          line,
          top,
          height: top ? line.y : layout.height - line.y,
          keys: [maskedKey(top, text), maskedKey(top, whole)],
          gap: top ? firstAbove(line.bottom - 1, tops) - line.bottom : line.top + firstAbove(-line.top - 1, bottoms),
          folio: FOLIO.test(text),
          untagged: isTagged && line.tag === null,
        });
      }
    }
  }
  return found;
}

/** The first number above `floor` in an ascending list; infinite if there is none. */
function firstAbove(floor: number, ascending: readonly number[]): number {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ascending[middle]! > floor) high = middle;
    else low = middle + 1;
  }
  return ascending[low] ?? Infinity;
}

function maskedKey(top: boolean, text: string): string {
  return `${top ? 'top' : 'bottom'} ${text.replace(/\d+/g, '#').replace(/\b[ivxlc]+$/, '#')}`;
}

/** Lines of running text, and lines of uncertain tables. */
function linesOf(element: LayoutElement): readonly TextLine[] {
  return element.kind === 'line' ? [element.line] : (element.otherwise ?? []);
}

/** Groups lines at one height, nearest to the page edge first. */
function rowsOf(lines: readonly TextLine[]): TextLine[][] {
  const rows: TextLine[][] = [];
  for (const line of lines) {
    const row = rows.at(-1);
    if (row && Math.abs(row[0]!.y - line.y) < SAME_HEIGHT) row.push(line);
    else rows.push([line]);
  }
  return rows;
}

/**
 * Whether the line is a running header or footer. `areSeparate`: all similar lines are separate from the text. `count`:
 * number of pages with the line. The only text of a page is never removed.
 */
function isHeaderOrFooter(edge: EdgeLine, areSeparate: boolean, count: number, share: number, body: number): boolean {
  if (edge.gap === Infinity) return false;
  const separate = isSeparate(edge);
  const large = edge.line.size > HEADING_SIZE * body;
  if (large && !edge.folio) return count >= MIN_PAGES && share >= PAGE_SHARE && separate;
  // Tags cover the text. Browsers that print a page leave their own headers and footers untagged.
  if ((edge.folio || edge.untagged) && separate) return true;
  if (count >= MIN_PAGES && share >= PAGE_SHARE) return true;
  return count >= 2 && share >= PAGE_SHARE && separate && areSeparate;
}

function isSeparate({ gap, line }: EdgeLine): boolean {
  return gap > SEPARATE * line.size;
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
