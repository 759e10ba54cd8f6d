/** Which order of two words a page allows, if the other document states that one follows the other. */
import type { Leaf } from './leaves.ts';
import type { WordPlace } from './word-places.ts';

/** How two stated texts follow each other. */
export type Succession = 'text' | 'flow' | 'cells' | 'rows';

/** How one text follows another one. */
export function successionOf(before: Leaf, after: Leaf): Succession {
  if (before === after) return 'text';
  if (before.row < 0 || before.block !== after.block) return 'flow';
  if (before.row !== after.row) return 'rows';
  return before.cell === after.cell ? 'flow' : 'cells';
}

/**
 * Whether a printed word may follow another one. A later page follows. On one page, rows and paragraphs follow
 * downwards, and cells and columns in the direction of their text.
 *
 * @param fromRight the columns follow each other to the left
 */
export function mayFollow(before: WordPlace, after: WordPlace, succession: Succession, fromRight: boolean): boolean {
  const [a, b] = [before.line, after.line];
  const isBeside = fromRight ? after.x < before.x : after.x > before.x;
  // A page may divide a row. Then a cell may end on the next page, and the cell beside it begins on this one.
  if (a.page !== b.page) return a.page < b.page || (succession === 'cells' && a.page === b.page + 1 && isBeside);
  if (a === b) return a.rightToLeft ? after.x <= before.x : after.x >= before.x;
  switch (succession) {
    case 'text':
      return sharesLine(a, b) ? isBeside : middleOf(b) > middleOf(a);
    case 'rows':
      return middleOf(b) > middleOf(a);
    case 'cells':
      return isBeside;
    case 'flow':
      if (a.x0 < b.x1 && b.x0 < a.x1 && !sharesLine(a, b)) return middleOf(b) > middleOf(a);
      return fromRight ? b.x1 <= a.x0 : b.x0 >= a.x1;
  }
}

type Extent = Pick<WordPlace['line'], 'top' | 'bottom'>;

function middleOf({ top, bottom }: Extent): number {
  return (top + bottom) / 2;
}

/** Whether the middle of each line is in the height of the other one. */
function sharesLine(a: Extent, b: Extent): boolean {
  const isIn = (y: number, { top, bottom }: Extent): boolean => y > top && y < bottom;
  return isIn(middleOf(a), b) && isIn(middleOf(b), a);
}
