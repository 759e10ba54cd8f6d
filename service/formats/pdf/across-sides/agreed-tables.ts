import type { LayoutElement, LayoutRegion, LayoutTable, PageLayout } from '../layout/layout.ts';

/** A table whose lines the other side has as lines of text, in at least this part, is text on both sides. */
const AS_LINES = 0.6;
/** The other side has at most this part of its rows in tables. */
const AS_ROWS = 0.2;

/** What a side has: the texts of its lines outside of tables, and of the rows of its tables. */
interface Shown {
  readonly lines: ReadonlySet<string>;
  readonly rows: ReadonlySet<string>;
}

/**
 * Makes both sides agree on which lines are a table. Without drawn lines that is a guess, and one more row may decide
 * it. Lines that the other side has as text are text:
 *
 *     original:  1 │ Scope    │ 3     (a table?)        revised:  1 Scope 3      (lines)
 *                2 │ Services │ 5                                 2 Services 6
 */
export function agreeOnTables(sides: readonly (readonly PageLayout[])[]): PageLayout[][] {
  const shown = sides.map(shownOn);
  return sides.map((pages, side) => {
    const others = shown.filter((_, index) => index !== side);
    const isKept = (element: LayoutElement): boolean =>
      element.kind === 'line' || !element.lines || !others.some((other) => isText(element, other));
    return pages.map((page) => ({ ...page, regions: page.regions.flatMap((region) => divided(region, isKept)) }));
  });
}

/** The region with tables as lines. Each line is a region of its own, with room behind it, so it is a paragraph. */
function divided(region: LayoutRegion, isKept: (element: LayoutElement) => boolean): LayoutRegion[] {
  if (region.elements.every(isKept)) return [region];
  const regions: LayoutRegion[] = [];
  let kept: LayoutElement[] = [];
  const flush = (): void => {
    if (kept.length > 0) regions.push({ ...region, elements: kept });
    kept = [];
  };
  for (const element of region.elements) {
    if (isKept(element) || element.kind === 'line') {
      kept.push(element);
      continue;
    }
    flush();
    const room = element.x1 - element.x0;
    for (const line of element.lines ?? []) {
      const edges = line.rightToLeft
        ? { x0: element.x0 - room, x1: element.x1 }
        : { x0: element.x0, x1: element.x1 + room };
      regions.push({ ...edges, elements: [{ kind: 'line', line }] });
    }
  }
  flush();
  return regions;
}

function isText({ lines = [], rows }: LayoutTable, other: Shown): boolean {
  const asLines = lines.filter(({ text }) => other.lines.has(lettersOf(text))).length;
  const asRows = rows.filter((row) => other.rows.has(textOfRow(row))).length;
  return asLines >= AS_LINES * lines.length && asRows <= AS_ROWS * rows.length;
}

function shownOn(pages: readonly PageLayout[]): Shown {
  const lines = new Set<string>();
  const rows = new Set<string>();
  for (const { regions } of pages)
    for (const { elements } of regions)
      for (const element of elements) {
        if (element.kind === 'line') lines.add(lettersOf(element.line.text));
        else for (const row of element.rows) rows.add(textOfRow(row));
      }
  return { lines, rows };
}

function textOfRow(row: LayoutTable['rows'][number]): string {
  return row.map(({ lines }) => lines.map(({ text }) => lettersOf(text)).join('')).join('');
}

function lettersOf(text: string): string {
  return text.replaceAll(/\s+/gu, '');
}
