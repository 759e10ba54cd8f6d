/** Reads the cells of a sheet as a stream (18.3.1). Only cells that show something are kept. */
import { ServiceError } from '../../../shared/errors.ts';
import { streamXml, type StreamedAttributes, type XmlVisitor } from '../../ooxml/stream-xml.ts';
import { COLUMNS_MAX, placeOfReference, ROWS_MAX, type CellPlace } from '../../../shared/document/cell-reference.ts';
import type { NumberFormats } from './number-formats.ts';
import { relativeFormula } from './relative-formula.ts';
import { StringText, unescaped } from './shared-strings.ts';

/** Maximum number of cells of a workbook, with empty ones that have a format. */
const CELLS_MAX = 6_000_000;
/** Maximum number of elements of a sheet: a cell has up to three, and a merged cell one. */
const ELEMENTS_MAX = 20_000_000;
/** Features of a sheet that are kept one by one. Further ones are counted. */
const FEATURES_MAX = 100_000;

const DAY_MS = 86_400_000;
/** Days from 1899-12-30, which is day 0, to 1970-01-01. */
const DAYS_TO_1970 = 25_569;

/** A cell that shows something, or that has a formula. */
export interface SheetCell {
  readonly column: number;
  /** As the sheet shows it. Empty: the formula shows nothing. */
  readonly text: string;
  /** With relative references (`relative-formula.ts`). Absent: the cell has no formula. */
  readonly formula?: string;
  /** The stored number, if the cell has one. */
  readonly value?: number;
}

/** A row with at least one cell. */
export interface SheetRow {
  readonly row: number;
  readonly hidden: boolean;
  readonly cells: readonly SheetCell[];
}

/** Something on a sheet that is no content of a cell: where it is, and what it says. */
export interface SheetFeature {
  readonly kind: 'merge' | 'validation' | 'conditional_format' | 'link';
  readonly where: string;
  readonly text: string;
  /** Id of a relationship, for a link to an address. */
  readonly relationship?: string;
}

/** A sheet as it was read. */
export interface SheetContent {
  /** In ascending order. */
  readonly rows: readonly SheetRow[];
  /** Ranges of hidden columns, both ends included. */
  readonly hiddenColumns: readonly (readonly [first: number, last: number])[];
  readonly features: readonly SheetFeature[];
  /** Number of features beyond those that are kept. */
  readonly furtherFeatures: number;
}

/** What all sheets of a workbook share. */
export interface SharedReading {
  readonly strings: readonly string[];
  readonly formats: NumberFormats;
  /** Number of cells read so far, over all sheets. */
  cells: number;
}

/** Reads a sheet. Throws as `streamXml` does, and `document_too_complex` for more cells than a workbook may have. */
export function readSheet(
  part: { readonly bytes: Uint8Array; readonly name: string },
  shared: SharedReading,
): SheetContent {
  const visitor = new SheetVisitor(shared);
  streamXml(part.bytes, part.name, ELEMENTS_MAX, visitor);
  return visitor.content();
}

/** What a formula element states. */
interface OpenFormula {
  readonly type: string | undefined;
  readonly id: string | undefined;
  text: string;
}

class SheetVisitor implements XmlVisitor {
  readonly #shared: SharedReading;
  readonly #rows = new Map<number, { hidden: boolean; cells: Map<number, SheetCell> }>();
  readonly #hiddenColumns: (readonly [number, number])[] = [];
  readonly #features: SheetFeature[] = [];
  #furtherFeatures = 0;
  /** Formulas that several cells share, by their ids. */
  readonly #sharedFormulas = new Map<string, string>();
  #row = -1;
  #isRowHidden = false;
  #column = -1;
  #style = 0;
  #type = 'n';
  #value: string | null = null;
  #formula: OpenFormula | null = null;
  readonly #inline = new StringText();
  #isInCell = false;
  #element = '';
  /** The validation or conditional format that is open, with its formulas. */
  #rule: { kind: SheetFeature['kind']; where: string; text: string[] } | null = null;

  constructor(shared: SharedReading) {
    this.#shared = shared;
  }

  open(name: string, attributes: StreamedAttributes): void {
    this.#element = name;
    if (this.#isInCell) this.#openInCell(name, attributes);
    else if (name === 'c') this.#openCell(attributes);
    else if (name === 'row') this.#openRow(attributes);
    else this.#openBeside(name, attributes);
  }

  #openRow(attributes: StreamedAttributes): void {
    const stated = Number(attributes['r']);
    this.#row = Number.isInteger(stated) && stated >= 1 && stated <= ROWS_MAX ? stated - 1 : this.#row + 1;
    this.#isRowHidden = isOn(attributes['hidden']);
    this.#column = -1;
  }

  #openCell(attributes: StreamedAttributes): void {
    this.#shared.cells += 1;
    if (this.#shared.cells > CELLS_MAX) throw tooManyCells();
    const place = placeOfReference(attributes['r'] ?? '');
    this.#column = place === null ? this.#column + 1 : place.column;
    if (place !== null) this.#row = place.row;
    this.#style = Number(attributes['s'] ?? 0);
    this.#type = attributes['t'] ?? 'n';
    this.#value = null;
    this.#formula = null;
    this.#isInCell = true;
  }

  #openInCell(name: string, attributes: StreamedAttributes): void {
    if (name === 'f') this.#formula = { type: attributes['t'], id: attributes['si'], text: '' };
    else if (name === 'v') this.#value = '';
    else this.#inline.open(name);
  }

  #openBeside(name: string, attributes: StreamedAttributes): void {
    switch (name) {
      case 'col':
        if (isOn(attributes['hidden'])) this.#hideColumns(Number(attributes['min']), Number(attributes['max']));
        return;
      case 'mergeCell':
        this.#add({ kind: 'merge', where: attributes['ref'] ?? '', text: attributes['ref'] ?? '' });
        return;
      case 'hyperlink': {
        const { ref = '', location, id } = attributes;
        this.#add({
          kind: 'link',
          where: ref,
          text: location === undefined ? '' : `#${location}`,
          ...(id !== undefined && { relationship: id }),
        });
        return;
      }
      case 'dataValidation': {
        const { sqref = '', type = 'any', operator = '' } = attributes;
        this.#rule = { kind: 'validation', where: sqref, text: [type, operator] };
        return;
      }
      case 'conditionalFormatting':
        this.#rule = { kind: 'conditional_format', where: attributes['sqref'] ?? '', text: [] };
        return;
      case 'cfRule':
        this.#rule?.text.push(`${attributes['type'] ?? ''} ${attributes['operator'] ?? ''}`.trim());
    }
  }

  #hideColumns(first: number, last: number): void {
    if (first >= 1 && last >= first && first <= COLUMNS_MAX)
      this.#hiddenColumns.push([first - 1, Math.min(last, COLUMNS_MAX) - 1]);
  }

  text(text: string): void {
    if (this.#isInCell) {
      if (this.#element === 'v') this.#value = (this.#value ?? '') + text;
      else if (this.#element === 'f' && this.#formula !== null) this.#formula.text += text;
      else this.#inline.add(text);
    } else if (this.#rule !== null && /^(?:formula\d?|f)$/u.test(this.#element) && text.trim() !== '') {
      this.#rule.text.push(text);
    }
  }

  close(name: string): void {
    this.#element = '';
    if (name === 'c') this.#closeCell();
    else if (this.#isInCell) this.#inline.close(name);
    else if (this.#rule !== null && (name === 'dataValidation' || name === 'conditionalFormatting')) {
      const { kind, where, text } = this.#rule;
      this.#rule = null;
      this.#add({ kind, where, text: text.filter((each) => each !== '').join(' ') });
    }
  }

  #closeCell(): void {
    this.#isInCell = false;
    const inline = this.#inline.take();
    const at = { row: this.#row, column: this.#column };
    if (at.row < 0 || at.column >= COLUMNS_MAX) return;
    const formula = this.#formulaAt(at);
    const cell = this.#shown(inline);
    if (cell.text === '' && formula === undefined) return;
    let row = this.#rows.get(at.row);
    if (row === undefined) this.#rows.set(at.row, (row = { hidden: this.#isRowHidden, cells: new Map() }));
    row.cells.set(at.column, { column: at.column, ...cell, ...(formula !== undefined && { formula }) });
  }

  /** What the cell shows (18.3.1.4, 18.18.11). */
  #shown(inline: string): Omit<SheetCell, 'column' | 'formula'> {
    const { strings, formats } = this.#shared;
    const value = this.#value;
    if (this.#type === 'inlineStr') return { text: formats.textOfString(inline, this.#style) };
    if (value === null || value === '') return { text: '' };
    switch (this.#type) {
      case 's':
        return { text: formats.textOfString(strings[Number(value)] ?? '', this.#style) };
      case 'str':
        return { text: formats.textOfString(unescaped(value), this.#style) };
      case 'b':
        return { text: value === '1' || value === 'true' ? 'TRUE' : 'FALSE' };
      case 'e':
        return { text: value };
      case 'd':
        return this.#number(serialOf(value) ?? Number.NaN, value);
      default:
        return this.#number(Number(value), value);
    }
  }

  #number(value: number, written: string): Omit<SheetCell, 'column' | 'formula'> {
    if (!Number.isFinite(value)) return { text: written };
    return { text: this.#shared.formats.textOfNumber(value, this.#style), value };
  }

  #formulaAt(at: CellPlace): string | undefined {
    const formula = this.#formula;
    if (formula === null || formula.type === 'dataTable') return undefined;
    if (formula.text !== '') {
      const relative = relativeFormula(unescaped(formula.text), at);
      const own = formula.type === 'array' ? `{${relative}}` : relative;
      if (formula.type === 'shared' && formula.id !== undefined) this.#sharedFormulas.set(formula.id, own);
      return own;
    }
    return formula.type === 'shared' && formula.id !== undefined ? this.#sharedFormulas.get(formula.id) : undefined;
  }

  #add(feature: SheetFeature): void {
    if (this.#features.length < FEATURES_MAX) this.#features.push(feature);
    else this.#furtherFeatures += 1;
  }

  content(): SheetContent {
    const rows = [...this.#rows]
      .sort(([a], [b]) => a - b)
      .map(([row, { hidden, cells }]) => ({
        row,
        hidden,
        cells: [...cells.values()].sort((a, b) => a.column - b.column),
      }));
    return {
      rows,
      hiddenColumns: this.#hiddenColumns,
      features: this.#features,
      furtherFeatures: this.#furtherFeatures,
    };
  }
}

function isOn(value: string | undefined): boolean {
  return value === '1' || value === 'true';
}

/** The serial number of a date in ISO 8601; undefined for any other text. */
function serialOf(date: string): number | undefined {
  const milliseconds = Date.parse(/T.*\d$/u.test(date) ? `${date}Z` : date);
  return Number.isNaN(milliseconds) ? undefined : milliseconds / DAY_MS + DAYS_TO_1970;
}

function tooManyCells(): ServiceError {
  return new ServiceError(
    'document_too_complex',
    `The workbook has more than ${CELLS_MAX} cells, which is the limit. Compare its sheets in parts.`,
    { limit: CELLS_MAX },
  );
}
