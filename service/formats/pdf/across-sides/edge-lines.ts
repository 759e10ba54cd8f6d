import type { LayoutElement, PageLayout } from '../layout/layout.ts';
import type { TextLine } from '../lines/line-text.ts';
import { append } from '../../../../shared/iterables.ts';

/** Headers and footers are in this part of the page's height at the top and bottom. */
const EDGE_ZONE = 0.13;
/** At most this many lines at each edge of a page may be headers or footers. */
const EDGE_LINES = 3;
/** Heights (pt) of one header differ by less than this. */
export const SAME_HEIGHT = 4;

/** "3", "- 3 -", "Page 3", "Page 3 of 7", "3/7", "Seite 3 von 7", "iv". */
const FOLIO =
  /^(?:[-–—|\s]*(?:\p{L}+\.?\s*)?(?:\d{1,4}|[ivxlc]{1,6})(?:\s*(?:\/|\p{L}{1,4}|-|–)\s*\d{1,4})?[-–—|\s]*)$/u;

/** Upper and lower edge of a line or table. */
interface Upright {
  readonly top: number;
  readonly bottom: number;
}

/** A line at the top or bottom of a page. */
export interface EdgeLine {
  readonly layout: PageLayout;
  readonly line: TextLine;
  readonly top: boolean;
  /** Distance from the page edge, in points. */
  readonly height: number;
  /** The text of the line, and of all lines at its height. */
  readonly texts: readonly [line: EdgeText, row: EdgeText];
  /** Distance to the nearest line towards the middle of the page, in points; infinite without one. */
  readonly gap: number;
  readonly folio: boolean;
  /** Whether the page is tagged, but not this line, as where a browser prints a page. */
  readonly untagged: boolean;
  /** The lines of the next row towards the middle of the page, if these may be headers or footers too. */
  readonly inner: readonly EdgeLine[];
}

/** A text at a page edge. */
export interface EdgeText {
  /** Page edge and text with masked numbers. */
  readonly key: string;
  readonly numbers: readonly number[];
}

/** The lines of a page that may be headers or footers. */
export function edgeLines(layout: PageLayout): EdgeLine[] {
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
    let inner: readonly EdgeLine[] = [];
    for (const row of rows.reverse()) {
      const whole = [...row]
        .sort((a, b) => a.x0 - b.x0)
        .map((line) => line.text.trim())
        .join(' ');
      const within = inner;
      inner = row.map((line): EdgeLine => {
        const text = line.text.trim();
        return {
          layout,
          line,
          top,
          height: top ? line.y : layout.height - line.y,
          texts: [edgeText(top, text), edgeText(top, whole)],
          gap: top ? firstAbove(line.bottom - 1, tops) - line.bottom : line.top + firstAbove(-line.top - 1, bottoms),
          folio: FOLIO.test(text),
          untagged: isTagged && line.tag === null,
          inner: within,
        };
      });
      append(found, inner);
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

function edgeText(top: boolean, text: string): EdgeText {
  const key = `${top ? 'top' : 'bottom'} ${text.replace(/\d+/g, '#').replace(/\b[ivxlc]+$/, '#')}`;
  return { key, numbers: (text.match(/\d+/g) ?? []).map(Number) };
}

/** Lines of running text, and lines of uncertain tables. */
export function linesOf(element: LayoutElement): readonly TextLine[] {
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
