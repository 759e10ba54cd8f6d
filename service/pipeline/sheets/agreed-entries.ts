/**
 * What the cells of two workbooks contain beyond what they show: formulas, and digits that a number format hides. A cell
 * carries it only where both sides differ in it. A formula whose references moved with their rows and columns is the same.
 */
import type { Block, Cell, Document, TextBlock } from '../../../shared/document/model.ts';
import { cellPlaceAt, type CellPlaces } from '../../../shared/document/cell-places.ts';
import type { CellEntries, ReadResult } from '../../formats/read-result.ts';
import { FORMULA, VALUE } from '../../../shared/document/looks.ts';
import { shownFormula } from '../../formats/xlsx/relative-formula.ts';
import { movedFormula } from './moved-formula.ts';
import { pairedLeaves, shiftsOf, type SheetShift } from './placed-pairs.ts';

/** Attributes of cells by the numbers of their leaves. */
type Carried = Map<number, Record<string, string>>;

/** Both documents, with what their cells contain where it differs. */
export function withEntries(original: ReadResult, revised: ReadResult): readonly [Document, Document] {
  const [a, b] = [original.cells, revised.cells];
  if (a === undefined || b === undefined || haveSameEntries(a, b)) return [original.document, revised.document];
  const pairs = pairedLeaves(original.document, revised.document);
  const shifts = shiftsOf(pairs, a.own, b.own);
  const before: Carried = new Map();
  const after: Carried = new Map();
  for (const [x, y] of pairs) {
    const formulas = differingFormulas(a, x, b, y, shifts);
    if (formulas !== null) {
      if (formulas[0] !== undefined) before.set(x, { [FORMULA]: formulas[0] });
      if (formulas[1] !== undefined) after.set(y, { [FORMULA]: formulas[1] });
    } else if (a.values.get(x) !== b.values.get(y)) {
      carryValue(before, x, a);
      carryValue(after, y, b);
    }
  }
  const texts = [textsOf(original.document), textsOf(revised.document)] as const;
  for (const [x, y] of pairs) {
    if (!before.has(x) && !after.has(y)) continue;
    // A cell without text is a change of its text. Of two texts, a hidden value counts only where they are equal.
    const [own, other] = [texts[0][x], texts[1][y]];
    const isHidden = before.get(x)?.[VALUE] !== undefined || after.get(y)?.[VALUE] !== undefined;
    if (own !== undefined && other !== undefined && !(isHidden && own !== other)) continue;
    before.delete(x);
    after.delete(y);
  }
  return [carrying(original.document, before), carrying(revised.document, after)];
}

function haveSameEntries(a: CellEntries, b: CellEntries): boolean {
  const isSame = <T>(x: ReadonlyMap<number, T>, y: ReadonlyMap<number, T>): boolean =>
    x.size === y.size && [...x].every(([leaf, entry]) => y.get(leaf) === entry);
  const arePlaces =
    a.own.cells.length === b.own.cells.length && a.own.cells.every((cell, at) => cell === b.own.cells[at]);
  return arePlaces && isSame(a.formulas, b.formulas) && isSame(a.values, b.values);
}

/** The formulas of both cells; null if they are the same. Undefined for a side without one. */
function differingFormulas(
  a: CellEntries,
  x: number,
  b: CellEntries,
  y: number,
  shifts: ReadonlyMap<string, SheetShift>,
): readonly [string | undefined, string | undefined] | null {
  const [before, after] = [a.formulas.get(x), b.formulas.get(y)];
  if (before === after) return null;
  const [was, is] = [standing(a.own, x, before), standing(b.own, y, after)];
  if (was === undefined || is === undefined) return was === is ? null : [was, is];
  const sheet = cellPlaceAt(a.own, x)!.sheet;
  const target = cellPlaceAt(b.own, y)!.sheet;
  return movedFormula(was, sheet, shifts) === movedFormula(is, target, null) ? null : [was, is];
}

function standing(places: CellPlaces, leaf: number, formula: string | undefined): string | undefined {
  const place = cellPlaceAt(places, leaf);
  if (formula === undefined || place?.row === undefined || place.column === undefined) return undefined;
  return shownFormula(formula, { row: place.row, column: place.column });
}

function carryValue(carried: Carried, leaf: number, { values }: CellEntries): void {
  const value = values.get(leaf);
  if (value !== undefined) carried.set(leaf, { [VALUE]: String(value) });
}

/** The texts of the leaves; undefined for an empty cell. */
function textsOf({ blocks }: Document): (string | undefined)[] {
  const texts: (string | undefined)[] = [];
  for (const block of blocks) {
    if (block.kind === 'table')
      for (const { cells } of block.rows) for (const { blocks: inner } of cells) texts.push(textIn(inner[0]));
    else texts.push(textIn(block));
  }
  return texts;
}

function textIn(block: Block | undefined): string | undefined {
  return block?.kind === 'text' ? block.runs.map(({ text }) => text).join('') : undefined;
}

/** The document whose cells carry attributes. Each cell of a workbook is one leaf. */
function carrying(document: Document, carried: Carried): Document {
  if (carried.size === 0) return document;
  let leaf = 0;
  const own = (cell: Cell): Cell => {
    const attributes = carried.get(leaf);
    leaf += 1;
    if (attributes === undefined) return cell;
    const blocks = cell.blocks.map((block) =>
      block.kind === 'text'
        ? ({ ...block, attributes: { ...block.attributes, ...attributes } } satisfies TextBlock)
        : block,
    );
    return { ...cell, blocks };
  };
  const blocks = document.blocks.map((block): Block => {
    if (block.kind === 'table')
      return { ...block, rows: block.rows.map((row) => ({ ...row, cells: row.cells.map(own) })) };
    leaf += 1;
    return block;
  });
  return { ...document, blocks };
}
