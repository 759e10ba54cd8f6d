import type { LayoutElement, LayoutRegion, PageLayout } from '../layout/layout.ts';
import type { TextLine } from '../lines/line-text.ts';
import { maxOf, minOf } from '../../../../shared/iterables.ts';

/** A side without its headers and footers, and what was taken away. */
export interface StrippedPages {
  readonly pages: readonly PageLayout[];
  /** Lines taken away, in page order. */
  readonly removed: readonly { readonly page: number; readonly text: string }[];
}

/** Part of the page's height at the top and bottom in which furniture stands. */
const EDGE_ZONE = 0.13;
/** At most this many lines at each edge of a page are looked at. */
const EDGE_LINES = 3;
/** The same text at the same height on this part of the pages is furniture. */
const PAGE_SHARE = 0.6;
/** Heights (pt) of one header differ by less than this. */
const SAME_HEIGHT = 4;
/** With fewer pages than this, repetition says little: what repeats also has to stand apart from the text. */
const MIN_PAGES = 3;
/** Distance (in line heights) between a header and the text below it. */
const APART = 1.4;
/** Larger than the text by this, a line at the edge is a heading. */
const HEADING_SIZE = 1.15;

/** Smaller than the text by this, a line that stands apart at the edge of the only page is furniture, too. */
const SMALL_PRINT = 0.85;

/** "3", "- 3 -", "Page 3", "Page 3 of 7", "3/7", "Seite 3 von 7", "iv". */
const FOLIO =
  /^(?:[-–—|\s]*(?:\p{L}+\.?\s*)?(?:\d{1,4}|[ivxlc]{1,6})(?:\s*(?:\/|\p{L}{1,4}|-|–)\s*\d{1,4})?[-–—|\s]*)$/u;

/**
 * Takes headers and footers out of both documents. What they are is decided over both together, so that a header of
 * two pages on one side and of one page on the other goes from both.
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
  const furniture = new Set<TextLine>();
  const layoutsOf = sides.map((pages) => new Set(pages));
  for (const group of repeated.values()) {
    // Most of a group stand at one height, and are alike then.
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
          areApart: lines.every(isApart),
        };
        byHeight.set(edge.height, like);
      }
      // On both sides together, or on one of them: the name of the file may stand in it.
      const shares = like.onSides.map((count, side) => count / pageCounts[side]!);
      const share = Math.max(like.layouts / all, ...shares);
      // What stands once on either side repeats nothing. It may go where both sides say exactly the same, so that no
      // difference goes with it, and as small print.
      const once = !like.onSides.some((count) => count > 1);
      const repeats = !once || like.isSame || edge.line.size < SMALL_PRINT * body;
      if (isFurniture(edge, like.areApart, repeats ? like.layouts : 1, share, body)) furniture.add(edge.line);
    }
  }
  sides.forEach((pages, side) => {
    const own = edges.filter((edge) => layoutsOf[side]!.has(edge.layout));
    for (const line of runningHeads(own, pages, pageCounts[side]!, body)) furniture.add(line);
  });
  return sides.map((pages) => strip(pages, furniture));
}

/**
 * Heads that name the section of their page: apart from the text at one height on most pages, no larger than the text,
 * and each says what a line inside the pages says, or is a page number.
 */
function runningHeads(
  edges: readonly EdgeLine[],
  pages: readonly PageLayout[],
  pageCount: number,
  body: number,
): TextLine[] {
  const atEdge = new Set(edges.map((edge) => edge.line));
  const inside = new Set<string>();
  for (const { regions } of pages)
    for (const { elements } of regions)
      for (const line of elements.flatMap(linesOf)) if (!atEdge.has(line)) inside.add(lettersOf(line.text));
  // The first heading of a page stands at its edge too.
  for (const { line } of edges) if (line.size > HEADING_SIZE * body) inside.add(lettersOf(line.text));
  const candidates = edges.filter(
    (edge) =>
      edge.gap !== Infinity &&
      edge.gap > APART * edge.line.size &&
      edge.line.size <= HEADING_SIZE * body &&
      (edge.folio || (lettersOf(edge.line.text) !== '' && inside.has(lettersOf(edge.line.text)))),
  );
  const counts = new Map<string, number>();
  return candidates
    .filter((edge) => {
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
    })
    .map((edge) => edge.line);
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

/** Lines of one text at one height. */
interface Alike {
  /** Pages that have one, in all and by side. */
  readonly layouts: number;
  readonly onSides: readonly number[];
  /** They say exactly the same. */
  readonly isSame: boolean;
  readonly areApart: boolean;
}

interface EdgeLine {
  readonly layout: PageLayout;
  readonly line: TextLine;
  readonly top: boolean;
  /** Position from the edge, in points. */
  readonly height: number;
  /** Edge and text with numbers masked: of the line, and of all that stands at its height. */
  readonly keys: readonly [line: string, row: string];
  /** Distance to the nearest line towards the middle of the page, in points; infinite without one. */
  readonly gap: number;
  readonly folio: boolean;
  /** The tags of its page leave it out. */
  readonly untagged: boolean;
}

function edgeLines(layout: PageLayout): EdgeLine[] {
  const elements = layout.regions.flatMap((region) => region.elements);
  const lines = elements.flatMap(linesOf);
  const isTagged = lines.some((line) => line.tag !== null);
  // A table is text of the page as well, though none of its rows is furniture.
  const body = [...lines, ...elements.filter((element) => element.kind === 'table' && !element.otherwise)] as Upright[];
  const tops = body.map((each) => each.top).sort((a, b) => a - b);
  /** From below upwards, as if the page stood on its head. */
  const bottoms = body.map((each) => -each.bottom).sort((a, b) => a - b);
  const zone = EDGE_ZONE * layout.height;
  const found: EdgeLine[] = [];
  for (const top of [true, false]) {
    // An entry of a table of contents is text, though it reads like "Page 3".
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

/** The first of some ascending numbers that is above another one; infinite when none is. */
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

/** Lines of running text, and those of what may yet turn out to be no table. */
function linesOf(element: LayoutElement): readonly TextLine[] {
  return element.kind === 'line' ? [element.line] : (element.otherwise ?? []);
}

/** Lines that stand side by side, nearest to the edge first. */
function rowsOf(lines: readonly TextLine[]): TextLine[][] {
  const rows: TextLine[][] = [];
  for (const line of lines) {
    const row = rows.at(-1);
    if (row && Math.abs(row[0]!.y - line.y) < SAME_HEIGHT) row.push(line);
    else rows.push([line]);
  }
  return rows;
}

/** `areApart`: all lines like it stand apart. `count`: pages that have the line. The only text of a page is never furniture: nothing would be left of the page. */
function isFurniture(edge: EdgeLine, areApart: boolean, count: number, share: number, body: number): boolean {
  if (edge.gap === Infinity) return false;
  const apart = isApart(edge);
  const large = edge.line.size > HEADING_SIZE * body;
  if (large && !edge.folio) return count >= MIN_PAGES && share >= PAGE_SHARE && apart;
  // Tags cover what belongs to the text: printers of web pages leave out what they put into the margins.
  if ((edge.folio || edge.untagged) && apart) return true;
  if (count >= MIN_PAGES && share >= PAGE_SHARE) return true;
  return count >= 2 && share >= PAGE_SHARE && apart && areApart;
}

function isApart({ gap, line }: EdgeLine): boolean {
  return gap > APART * line.size;
}

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
  for (const [size, count] of counts) if (count > most) [best, most] = [size, count];
  return best;
}

function strip(pages: readonly PageLayout[], furniture: ReadonlySet<TextLine>): StrippedPages {
  const removed: { page: number; text: string }[] = [];
  for (const layout of pages) for (const text of layout.artifacts) removed.push({ page: layout.page, text });
  const kept = pages.map((layout) => ({
    ...layout,
    regions: layout.regions.flatMap((region): LayoutRegion[] => {
      const elements = region.elements.flatMap((element: LayoutElement): LayoutElement[] => {
        const lines = linesOf(element);
        const left = lines.filter((line) => !furniture.has(line));
        if (left.length === lines.length) return [element];
        for (const line of lines) if (furniture.has(line)) removed.push({ page: layout.page, text: line.text });
        return left.map((line) => ({ kind: 'line', line }));
      });
      if (elements.length === region.elements.length) return [region];
      return elements.length > 0 ? [regionOf(elements)] : [];
    }),
  }));
  removed.sort((a, b) => a.page - b.page);
  return { pages: kept, removed };
}

/** Without its furniture a region is as wide as what is left. */
function regionOf(elements: readonly LayoutElement[]): LayoutRegion {
  const boxes = elements.map((element) => (element.kind === 'line' ? element.line : element));
  return { x0: minOf(boxes.map((box) => box.x0)), x1: maxOf(boxes.map((box) => box.x1)), elements };
}
