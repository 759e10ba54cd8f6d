import { sameLook } from './looks.ts';
import { comparedPicture, type Attributes, type Block, type Cell, type Image, type Row, type Run } from './model.ts';
import { samePath } from './path.ts';

/** Whether two blocks of plain documents are equal, carried content included. */
function sameBlock(x: Block, y: Block): boolean {
  return x === y || (samePath(x.path, y.path) && sameContent(x, y));
}

/** Whether two blocks of plain documents are equal except for their paths. Recurses over nested tables. */
export function sameContent(x: Block, y: Block): boolean {
  switch (x.kind) {
    case 'text':
      return (
        y.kind === 'text' &&
        x.type === y.type &&
        sameAttributes(x.attributes, y.attributes) &&
        sameList(x.runs, y.runs, sameRun)
      );
    case 'rule':
      return y.kind === 'rule';
    case 'image':
      return y.kind === 'image' && x.href === y.href && x.image.src === y.image.src && x.image.alt === y.image.alt;
    case 'table':
      return y.kind === 'table' && sameLook(x.attributes, y.attributes) && sameList(x.rows, y.rows, sameRow);
  }
}

function sameRow(x: Row, y: Row): boolean {
  return x.section === y.section && sameCells(x, y);
}

/** Whether two rows of plain documents have equal cells. */
export function sameCells(x: Row, y: Row): boolean {
  return sameList(x.cells, y.cells, sameCell);
}

function sameCell(x: Cell, y: Cell): boolean {
  return (
    x.header === y.header &&
    x.colspan === y.colspan &&
    x.rowspan === y.rowspan &&
    sameList(x.blocks, y.blocks, sameBlock)
  );
}

function sameRun(x: Run, y: Run): boolean {
  return (
    x.text === y.text &&
    x.marks === y.marks &&
    x.href === y.href &&
    x.look === y.look &&
    x.image?.src === y.image?.src &&
    x.image?.alt === y.image?.alt &&
    (comparedPicture(x) === undefined || sameForm(x.image!, y.image!))
  );
}

/** Whether two compared pictures have equal bytes and one displayed size. */
function sameForm(x: Image, y: Image): boolean {
  return x.sha256 === y.sha256 && x.width === y.width && x.height === y.height;
}

/** Whether two sets of attributes are equal. */
export function sameAttributes(x: Attributes, y: Attributes): boolean {
  if (x === y) return true;
  const names = Object.keys(x);
  return names.length === Object.keys(y).length && names.every((name) => x[name] === y[name]);
}

function sameList<T>(x: readonly T[], y: readonly T[], same: (a: T, b: T) => boolean): boolean {
  if (x === y) return true;
  if (x.length !== y.length) return false;
  for (let at = 0; at < x.length; at += 1) if (!same(x[at]!, y[at]!)) return false;
  return true;
}
