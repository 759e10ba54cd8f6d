/** The looks of rows, cells and columns beyond their borders and grounds (ECMA-376 part 1, 17.4). */
import { childOf, childrenOf, toggleOf, type XmlElement } from '../../../ooxml/xml-tree.ts';
import { clean, nearest, wholePoints } from './declarations.ts';

/** Declaration of the widths of columns. Other columns have other widths, which is no difference of its own. */
export const COLUMNS = 'column-widths';

const SIDES: readonly (readonly [name: string, ...elements: string[]])[] = [
  ['top', 'w:top'],
  ['left', 'w:left', 'w:start'],
  ['bottom', 'w:bottom'],
  ['right', 'w:right', 'w:end'],
];
/** Fiftieths of a percent (17.18.90). */
const FIFTIETHS = 50;
/** Columns differ from this step on, in points. Programs lay the same table out with other fractions. */
const STEP = 6;

/** Adds what a row (17.4.79) and a cell (17.4.66) state. */
export function addCellLook(
  style: Map<string, string>,
  row: XmlElement | undefined,
  cell: XmlElement | undefined,
): void {
  const height = childOf(row, 'w:trHeight')?.attributes;
  const points = wholePoints(height?.get('w:val'));
  if (points > 0) style.set('row-height', `${points}pt${height?.get('w:hRule') === 'exact' ? ' exactly' : ''}`);
  if (toggleOf(row, 'w:hidden') === true) style.set('row', 'hidden');
  if (toggleOf(cell, 'w:noWrap') === true) style.set('white-space', 'nowrap');
  if (toggleOf(cell, 'w:tcFitText') === true) style.set('letters', 'fit the cell');
  addMargins(style, 'cell-margins', [childOf(cell, 'w:tcMar')]);
}

/** Adds the room in and between the cells of a table. `levels`: its own properties, then those of its styles. */
export function addTableRoom(style: Map<string, string>, levels: readonly XmlElement[]): void {
  addMargins(
    style,
    'cell-margins',
    levels.map((level) => childOf(level, 'w:tblCellMar')),
  );
  const between = wholePoints(nearest(levels, (level) => childOf(level, 'w:tblCellSpacing')?.attributes.get('w:w')));
  if (between > 0) style.set('cell-spacing', `${between}pt`);
}

/** Adds the width of a table in percent of the text around it (17.4.63). Other widths show in those of its columns. */
export function addWidth(style: Map<string, string>, properties: XmlElement | undefined): void {
  const width = childOf(properties, 'w:tblW')?.attributes;
  if (width?.get('w:type') !== 'pct') return;
  const stated = width.get('w:w') ?? '';
  const percent = stated.endsWith('%') ? Number(stated.slice(0, -1)) : Number(stated) / FIFTIETHS;
  if (percent > 0) style.set('width', `${Math.round(percent)}%`);
}

/**
 * The widths of the columns of a table (`w:tbl`); undefined if it states none. They are those that the cells of its first
 * row prefer (17.4.71), or those that the program that saved it laid out (17.4.48).
 */
export function columnWidths(table: XmlElement): string | undefined {
  const first = childrenOf(childOf(table, 'w:tr'), 'w:tc').map(
    (cell) => childOf(childOf(cell, 'w:tcPr'), 'w:tcW')?.attributes,
  );
  const arePreferred = first.length > 0 && first.every((width) => width?.get('w:type') === 'dxa');
  const laidOut = childrenOf(childOf(table, 'w:tblGrid'), 'w:gridCol').map(({ attributes }) => attributes);
  const steps = (arePreferred ? first : laidOut).map((width) => Math.round(wholePoints(width?.get('w:w')) / STEP));
  return steps.some((step) => step > 0) ? `${steps.map((step) => step * STEP).join(' ')} pt` : undefined;
}

/** Adds margins in whole points: top, left, bottom, right; "-" for one that is not stated. */
function addMargins(style: Map<string, string>, name: string, levels: readonly (XmlElement | undefined)[]): void {
  const stated = SIDES.map(([, ...elements]) =>
    nearest(
      levels.filter((level) => level !== undefined),
      (level) => elements.map((element) => childOf(level, element)?.attributes.get('w:w')).find((w) => w !== undefined),
    ),
  );
  if (stated.some((width) => width !== undefined))
    style.set(name, `${stated.map((width) => (width === undefined ? '-' : wholePoints(width))).join(' ')} pt`);
}

/** Adds the place of a table that text runs around (17.4.57). */
export function addPlace(style: Map<string, string>, properties: XmlElement | undefined): void {
  const place = childOf(properties, 'w:tblpPr')?.attributes;
  if (place === undefined) return;
  const axes = ['X', 'Y'].map(
    (axis) => place.get(`w:tblp${axis}Spec`) ?? `${wholePoints(place.get(`w:tblp${axis}`))}pt`,
  );
  const anchors = [place.get('w:horzAnchor') ?? 'column', place.get('w:vertAnchor') ?? 'page'];
  style.set('float', clean(`${axes[0]} of ${anchors[0]}, ${axes[1]} of ${anchors[1]}`));
}
