/**
 * Formatting of cell text by a table style (ECMA-376 part 1, 17.7.6). It covers the whole table, bands, and first and
 * last rows and columns that the table's look (17.4.55) turns on.
 */
import { childOf, childrenOf, integerOf, valueOf, type XmlElement } from '../../../ooxml/xml-tree.ts';
import type { StyleTable } from '../parts/styles.ts';

/** The position of a cell in its table, from 0. `end` is after its last column. */
export interface CellPosition {
  readonly row: number;
  readonly rows: number;
  readonly column: number;
  readonly end: number;
  readonly columns: number;
}

/** Bits of `w:tblLook/@w:val`, with the attributes that replace them in later versions. */
const LOOK = {
  firstRow: 0x0020,
  lastRow: 0x0040,
  firstColumn: 0x0080,
  lastColumn: 0x0100,
  noHBand: 0x0200,
  noVBand: 0x0400,
} as const;

/** The style of one table. */
export class TableStyle {
  /** Styles along `basedOn`, nearest first, without those that have no run properties. */
  readonly #chain: readonly XmlElement[];
  readonly #look: XmlElement | undefined;
  readonly #rowBand: number;
  readonly #columnBand: number;
  readonly #conditional = new Map<string, readonly XmlElement[]>();

  /** `properties`: the `w:tblPr`. */
  constructor(properties: XmlElement | undefined, styles: StyleTable) {
    const chain = styles.tableChain(valueOf(properties, 'w:tblStyle'));
    const bandOf = (name: string): number => {
      const stated = chain.map((style) => integerOf(valueOf(childOf(style, 'w:tblPr'), name)));
      return Math.max(1, stated.find((size) => size !== undefined) ?? 1);
    };
    this.#chain = chain.filter((style) =>
      [style, ...childrenOf(style, 'w:tblStylePr')].some((part) => childOf(part, 'w:rPr') !== undefined),
    );
    this.#look = childOf(properties, 'w:tblLook');
    this.#rowBand = bandOf('w:tblStyleRowBandSize');
    this.#columnBand = bandOf('w:tblStyleColBandSize');
  }

  /** Run properties for the text of a cell, the highest priority first. */
  runsOf(position: CellPosition): readonly XmlElement[] {
    if (this.#chain.length === 0) return [];
    const conditional = this.#conditionsAt(position).flatMap((type) => this.#runsUnder(type));
    return [...conditional, ...this.#chain.flatMap((style) => childOf(style, 'w:rPr') ?? [])];
  }

  /** Run properties that the styles state under one condition. */
  #runsUnder(type: string): readonly XmlElement[] {
    let runs = this.#conditional.get(type);
    if (runs === undefined) {
      runs = this.#chain.flatMap((style) => {
        const condition = childrenOf(style, 'w:tblStylePr').find(({ attributes }) => attributes.get('w:type') === type);
        return childOf(condition, 'w:rPr') ?? [];
      });
      this.#conditional.set(type, runs);
    }
    return runs;
  }

  /** Types of the conditions that apply, in reverse order of application (17.7.6). */
  #conditionsAt({ row, rows, column, end, columns }: CellPosition): string[] {
    if (this.#look === undefined) return ['wholeTable'];
    const first = this.#has('firstRow') && row === 0;
    const last = this.#has('lastRow') && row === rows - 1 && rows > 1;
    const left = this.#has('firstColumn') && column === 0;
    const right = this.#has('lastColumn') && end >= columns && column > 0;
    const types: string[] = [];
    if (last && right) types.push('seCell');
    if (last && left) types.push('swCell');
    if (first && right) types.push('neCell');
    if (first && left) types.push('nwCell');
    if (right) types.push('lastCol');
    if (left) types.push('firstCol');
    if (last) types.push('lastRow');
    if (first) types.push('firstRow');
    if (!first && !last && !this.#has('noHBand'))
      types.push(`${bandOf(row - (this.#has('firstRow') ? 1 : 0), this.#rowBand)}Horz`);
    if (!left && !right && !this.#has('noVBand'))
      types.push(`${bandOf(column - (this.#has('firstColumn') ? 1 : 0), this.#columnBand)}Vert`);
    return [...types, 'wholeTable'];
  }

  #has(name: keyof typeof LOOK): boolean {
    const stated = this.#look?.attributes.get(`w:${name}`);
    if (stated !== undefined) return stated !== '0' && stated !== 'false' && stated !== 'off';
    const bits = this.#look?.attributes.get('w:val') ?? '';
    return /^[0-9a-f]{1,8}$/i.test(bits) && (Number.parseInt(bits, 16) & LOOK[name]) !== 0;
  }
}

function bandOf(index: number, size: number): 'band1' | 'band2' {
  return Math.floor(index / size) % 2 === 0 ? 'band1' : 'band2';
}
