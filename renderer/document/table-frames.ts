/**
 * Tables on the page. A wide table scrolls in a frame of its own and opens at its first change. Its head and its first
 * column stay in view. Long runs of unchanged rows are folded.
 */
import { GridColumns } from '../../shared/document/grid-columns.ts';
import type { TableBlock } from '../../shared/document/model.ts';
import type { FoldedRows, RowFolds } from '../document-view/row-folds.ts';
import { messages } from '../strings/comparison.ts';

/** Classes of a table wider than its place, of a cell in its first column, and of a fold's row. */
const WIDE = 'diffsvc-wide';
const FIRST = 'diffsvc-first';
const FOLD = 'diffsvc-fold';
/** More of a frame than this is not covered by the first column, or by the head. */
const COVERED_MAX = 0.4;

/** How far a frame is scrolled, in pixels. */
interface Scrolled {
  readonly left: number;
  readonly top: number;
}

/** The tables below an element that are in no cell, in document order. */
export function tablesIn(element: ParentNode): HTMLTableElement[] {
  return [...element.querySelectorAll('table')].filter((table) => !table.parentElement!.closest('td, th'));
}

/** Calls a function once more when the typefaces arrive that the page waits for. Columns get other widths by them. */
function afterTypefaces(again: () => void): void {
  if (document.fonts.status === 'loading') void document.fonts.ready.then(again);
}

/** Whether a frame is on the page, and nobody has scrolled it since. */
function isStill(table: HTMLTableElement, { left, top }: Scrolled): boolean {
  return table.isConnected && table.scrollLeft === left && table.scrollTop === top;
}

function scrolledOf({ scrollLeft, scrollTop }: HTMLTableElement): Scrolled {
  return { left: scrollLeft, top: scrollTop };
}

function rowsOf(table: HTMLTableElement): HTMLTableRowElement[] {
  return [...table.querySelectorAll<HTMLTableRowElement>(':scope > * > tr')];
}

/** The frames of the tables of one stretch. New nodes open where the old ones were scrolled to. */
export class TableFrames {
  #scrolled: readonly (Scrolled | undefined)[] = [];
  /** Index of the table that has the focus. A button that unfolds rows goes away; the keyboard stays at its table. */
  #focused = -1;

  /** Frames the tables below an element. The result ends this. */
  frame(element: ParentNode): () => void {
    const tables = tablesIn(element);
    if (tables.length === 0) return () => undefined;
    const before = tables.length === this.#scrolled.length ? this.#scrolled : [];
    const opened = new Map<HTMLTableElement, Scrolled>();
    const open = (table: HTMLTableElement): void => {
      measure(table);
      const known = before[tables.indexOf(table)];
      if (known) table.scrollTo(known);
      else openAtFirstChange(table);
      opened.set(table, scrolledOf(table));
    };
    // A table is measured when it is laid out, which may be long after it was mounted.
    const watch = new ResizeObserver((entries) => {
      for (const { target } of entries) {
        const table = target as HTMLTableElement;
        if (table.clientWidth === 0) continue;
        if (opened.has(table)) measure(table);
        else {
          open(table);
          afterTypefaces(() => isStill(table, opened.get(table)!) && open(table));
        }
      }
    });
    for (const table of tables) watch.observe(table);
    const focused = tables.length === this.#scrolled.length ? tables[this.#focused] : undefined;
    if (focused) {
      focused.tabIndex = 0;
      focused.focus({ preventScroll: true });
    }
    return () => {
      watch.disconnect();
      this.#focused = tables.findIndex((table) => table.contains(document.activeElement));
      this.#scrolled = tables.map((table) => (opened.has(table) ? scrolledOf(table) : undefined));
    };
  }
}

/** Notes whether a table is wider than its place. Such a frame takes the focus, so that keys scroll it. */
function measure(table: HTMLTableElement): void {
  const isWide = table.scrollWidth > table.clientWidth + 1;
  table.classList.toggle(WIDE, isWide);
  if (!isWide) {
    if (table !== document.activeElement) table.removeAttribute('tabindex');
    return;
  }
  table.tabIndex = 0;
  if (table.querySelector(`:scope > * > tr > .${FIRST}`) === null) markFirstColumn(table);
  const first = table.querySelector<HTMLElement>(`:scope > * > tr > .${FIRST}`)?.offsetWidth ?? 0;
  const head = table.tHead?.offsetHeight ?? 0;
  // A head or column that would cover most of the frame scrolls away with the rest.
  const [coversWidth, coversHeight] = [first > table.clientWidth * COVERED_MAX, head > innerHeight * COVERED_MAX];
  table.classList.toggle('diffsvc-first-loose', coversWidth);
  table.classList.toggle('diffsvc-head-loose', coversHeight);
  table.style.scrollPaddingInlineStart = `${coversWidth ? 0 : first + 8}px`;
  table.style.scrollPaddingBlockStart = `${coversHeight ? 0 : head + 8}px`;
}

function markFirstColumn(table: HTMLTableElement): void {
  const columns = new GridColumns();
  for (const { cells } of rowsOf(table)) {
    columns.startRow();
    for (const cell of cells) {
      const { colSpan: colspan, rowSpan: rowspan } = cell;
      if (columns.nextColumn() === 0 && colspan === 1) cell.classList.add(FIRST);
      columns.place({ header: false, colspan, rowspan });
    }
    columns.endRow();
  }
}

function openAtFirstChange(table: HTMLTableElement): void {
  if (!table.classList.contains(WIDE)) return;
  const changed = [...table.querySelectorAll('[data-change-id], [data-boundary-id]')].find(
    (element) => element.getClientRects().length > 0,
  );
  if (!changed) return;
  const [frame, box] = [table.getBoundingClientRect(), changed.getBoundingClientRect()];
  // In the middle of the frame; the browser stops at the edges.
  table.scrollTo({
    left: table.scrollLeft + shiftTo(changed.closest('td, th') ?? changed, table),
    top: table.scrollTop + box.top - frame.top - (frame.height - box.height) / 2,
  });
}

/**
 * How far to scroll a table along its rows, in pixels, so that a cell is in view. 0 if it is in view, or has no room
 * there, as a whole row. Otherwise the first column in view is whole. The whole cell counts: deleted and inserted words
 * stand side by side in it.
 */
function shiftTo(cell: Element, table: HTMLTableElement): number {
  const [frame, box] = [table.getBoundingClientRect(), cell.getBoundingClientRect()];
  const isRightToLeft = getComputedStyle(table).direction === 'rtl';
  // From the edge of the frame where rows begin.
  const startOf = (rect: DOMRect): number => (isRightToLeft ? frame.right - rect.right : rect.left - frame.left);
  const covered = Number.parseFloat(table.style.scrollPaddingInlineStart) || 0;
  const room = frame.width - covered;
  const start = startOf(box);
  const isInView = start >= covered && start + box.width <= frame.width;
  // A frame that was scrolled to its change before it opened may have cut a column.
  if (box.width > room || (isInView && table.scrollLeft === 0)) return 0;
  const middle = start - covered - (room - box.width) / 2;
  const [least, most] = [start + box.width - frame.width, start - covered];
  const cells = [...(cell.closest('tr')?.cells ?? [])].filter(({ classList }) => !classList.contains(FIRST));
  const columns = cells
    .map((each) => startOf(each.getBoundingClientRect()) - covered)
    .filter((column) => column >= least && column <= most)
    .sort((x, y) => Math.abs(x - middle) - Math.abs(y - middle));
  const shift = columns[0] ?? middle;
  return isRightToLeft ? -shift : shift;
}

/**
 * Folds the rows of a table that `folds` names, except for the unfolded runs. Each run gets a row with a button.
 *
 * @param block the content of the table, row by row
 */
export function foldRows(
  table: HTMLTableElement,
  block: TableBlock,
  folds: RowFolds,
  unfolded: ReadonlySet<unknown>,
  unfold: (fold: FoldedRows) => void,
): void {
  const rows = rowsOf(table);
  if (rows.length !== block.rows.length) return;
  let shown: FoldedRows | undefined;
  for (const [at, row] of rows.entries()) {
    const fold = folds.get(block.rows[at]!);
    if (fold === undefined || unfolded.has(fold)) continue;
    if (fold !== shown) row.before(rowToUnfold(row, fold, unfold));
    shown = fold;
    row.hidden = true;
    row.addEventListener('beforematch', () => unfold(fold), { once: true });
  }
}

function rowToUnfold(before: HTMLTableRowElement, fold: FoldedRows, unfold: (fold: FoldedRows) => void): Node {
  const row = document.createElement('tr');
  row.className = FOLD;
  const cell = row.insertCell();
  cell.colSpan = [...before.cells].reduce((sum, { colSpan }) => sum + colSpan, 0);
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = messages.showUnchangedRows(fold.count);
  button.addEventListener('click', () => unfold(fold));
  cell.append(button);
  return row;
}

/** Unfolds the rows around a node, if they are folded. */
export function unfoldRowsAround(node: Node): void {
  for (let row = node.parentElement?.closest('tr'); row; row = row.parentElement?.closest('tr')) {
    if (row.hidden) row.dispatchEvent(new Event('beforematch'));
  }
}
