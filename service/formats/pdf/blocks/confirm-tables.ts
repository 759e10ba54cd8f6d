import type { LayoutElement, LayoutTable, PageLayout } from '../layout/layout.ts';

/** Gaps between columns of one table overlap with this tolerance (pt). */
const SAME_COLUMN = 2;

/**
 * Whether two tables have the same columns, as parts of one table have. They are compared from their left edges, from
 * their right edges and at their places on the page. Text of one part may leave its outer columns empty.
 */
export function haveSameColumns(a: LayoutTable, b: LayoutTable): boolean {
  if (a.gaps.length !== b.gaps.length) return false;
  return [0, b.x0 - a.x0, b.x0 - a.x0 + (a.x1 - b.x1)].some((shift) =>
    a.gaps.every((gap, index) => {
      const other = b.gaps[index]!;
      return gap.x0 <= other.x1 + shift + SAME_COLUMN && other.x0 + shift <= gap.x1 + SAME_COLUMN;
    }),
  );
}

/**
 * Whether at least one part is certainly a table, or both have too many rows for aligned cells by chance:
 *
 *     goods     5.00   ⏎ page ⏎   services   6.00   →   a table of four rows
 *     freight   7.00              storage    8.00
 */
function areSureTogether(a: LayoutTable, b: LayoutTable): boolean {
  if (!a.otherwise || !b.otherwise) return true;
  const isFilled = (row: LayoutTable['rows'][number]): boolean =>
    row.filter((cell) => cell.lines.length > 0).length > 1;
  return [a, b].every((part) => part.rows.length >= PART_ROWS && part.rows.every(isFilled));
}

/**
 * Smallest number of rows of each part, with more than one filled cell. Single lines on two pages may be aligned by
 * chance.
 */
const PART_ROWS = 2;

/**
 * Turns uncertain tables back into lines, unless the previous or next region has the rest of the table. Running
 * headers and footers have to be removed before: a page number would separate the two parts.
 */
export function confirmTables(pages: readonly PageLayout[]): PageLayout[] {
  const joins = (a: LayoutElement, b: LayoutElement): boolean =>
    a.kind === 'table' && b.kind === 'table' && haveSameColumns(a, b) && areSureTogether(a, b);
  const regions = pages.flatMap((page) => page.regions);
  let index = -1;
  return pages.map((page) => ({
    ...page,
    regions: page.regions.map((region) => {
      index++;
      const before = regions[index - 1]?.elements.at(-1);
      const after = regions[index + 1]?.elements[0];
      const elements = region.elements.flatMap((element, place): LayoutElement[] => {
        if (element.kind !== 'table' || !element.otherwise) return [element];
        const fromBefore = place === 0 && before !== undefined && joins(before, element);
        const intoNext = place === region.elements.length - 1 && after !== undefined && joins(element, after);
        return fromBefore || intoNext ? [element] : element.otherwise.map((line) => ({ kind: 'line', line }));
      });
      return { ...region, elements };
    }),
  }));
}
