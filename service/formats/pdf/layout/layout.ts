import type { Strip } from './gutters.ts';
import type { TextLine } from '../lines/line-text.ts';
import type { ColumnGap } from './ruled-tables.ts';

/** A cell of a table with its lines in reading order. */
export interface LayoutCell {
  readonly column: number;
  readonly colspan: number;
  readonly rowspan: number;
  /** Tagged as a header. */
  readonly header?: boolean;
  readonly lines: readonly TextLine[];
}

/** A table as it stands on its page. */
export interface LayoutTable {
  readonly kind: 'table';
  readonly x0: number;
  readonly x1: number;
  readonly top: number;
  readonly bottom: number;
  /** What stays free between two columns, relative to `x0`. */
  readonly gaps: readonly ColumnGap[];
  readonly rows: readonly (readonly LayoutCell[])[];
  /** The first or last row is not closed by a line as the others are: a page may end in it. Null: there are no lines. */
  readonly openTop: boolean | null;
  readonly openBottom: boolean | null;
  /** By its tags: all rows of the table are here on each of its pages, empty where they stand on another. */
  readonly allRows?: boolean;
  /** Part of a table that goes on in the next region or comes from the one before, or else these lines. */
  readonly otherwise?: readonly TextLine[];
}

/** A line in the flow of a region. */
export interface LayoutLine {
  readonly kind: 'line';
  readonly line: TextLine;
}

/** What a region is made of, from top to bottom. */
export type LayoutElement = LayoutLine | LayoutTable;

/** A column or other stretch that is read from top to bottom. */
export interface LayoutRegion {
  readonly x0: number;
  readonly x1: number;
  readonly elements: readonly LayoutElement[];
}

/** A page in reading order. */
export interface PageLayout {
  /** From 1. */
  readonly page: number;
  readonly width: number;
  readonly height: number;
  readonly regions: readonly LayoutRegion[];
  /** Lines that are no part of the text: what its producer marked as furniture, watermarks, numbers of lines. */
  readonly artifacts: readonly string[];
  /** Where columns are parted here, or on the last page before that has some. */
  readonly gutters?: readonly Strip[];
}
