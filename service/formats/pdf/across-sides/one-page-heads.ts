import type { LayoutElement, PageLayout } from '../layout/layout.ts';
import { type EdgeLine, linesOf, SAME_HEIGHT } from './edge-lines.ts';
import { maxOf, minOf } from '../../../../shared/iterables.ts';

/** Ends of a header may lie this far (pt) inside the edges of the text. */
const INSIDE = 3;

/**
 * Finds the header of two documents of one page each, where nothing can repeat. It is the first row of both pages, has
 * a part at each edge of the text, and reads the same. So both sides lose the same words:
 *
 *     Confidential draft                                       Supply agreement
 *     The supplier delivers the goods within thirty days after the order, and …
 */
export function onePageHeads(
  sides: readonly (readonly PageLayout[])[],
  edges: readonly (readonly EdgeLine[])[],
): readonly EdgeLine[] {
  const isPair = sides.length === 2 && sides.every((pages) => pages.length === 1);
  if (!isPair) return [];
  const [first, second] = sides.map(([page], side) => wideHead(page!, edges[side]!));
  return areAlike(first!, second!) ? [...first!, ...second!] : [];
}

/** The first row of a page, if it has a part at each edge of the text. */
function wideHead(page: PageLayout, edges: readonly EdgeLine[]): readonly EdgeLine[] {
  const rows = edges.filter(({ top }) => top);
  const head = Math.min(...rows.map(({ height }) => height));
  const row = rows.filter(({ height }) => height - head < SAME_HEIGHT);
  const elements = page.regions.flatMap((region) => region.elements);
  const lines = elements.flatMap(linesOf);
  const isDivided = row.length > 1 || elements.some((element) => isRowOf(element, row));
  const reachesLeft = minOf(row.map(({ line }) => line.x0)) <= minOf(lines.map(({ x0 }) => x0)) + INSIDE;
  const reachesRight = maxOf(row.map(({ line }) => line.x1)) >= maxOf(lines.map(({ x1 }) => x1)) - INSIDE;
  return isDivided && reachesLeft && reachesRight ? row : [];
}

/** Whether the element is a table of this one row, which may be a line as well. */
function isRowOf(element: LayoutElement, row: readonly EdgeLine[]): boolean {
  const lines = element.kind === 'table' ? (element.otherwise ?? []) : [];
  return lines.length === 1 && lines[0] === row[0]?.line;
}

function areAlike(first: readonly EdgeLine[], second: readonly EdgeLine[]): boolean {
  return (
    first.length === second.length &&
    first.every(({ line, height }, at) => {
      const other = second[at]!;
      return line.text === other.line.text && Math.abs(height - other.height) < SAME_HEIGHT;
    })
  );
}
