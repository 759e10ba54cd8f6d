import type { Strip } from './gutters.ts';
import type { TextLine } from '../lines/line-text.ts';
import type { PrintedLine } from '../lines/printed-line.ts';
import type { ColumnGap } from './ruled-tables.ts';

/** A table cell with its lines in reading order. */
export interface LayoutCell {
  readonly column: number;
  readonly colspan: number;
  readonly rowspan: number;
  /** Whether the cell is tagged as a header. */
  readonly header?: boolean;
  readonly lines: readonly TextLine[];
}

/** A table in its place on the page. */
export interface LayoutTable {
  readonly kind: 'table';
  readonly x0: number;
  readonly x1: number;
  readonly top: number;
  readonly bottom: number;
  /** Free strips between columns, relative to `x0`. */
  readonly gaps: readonly ColumnGap[];
  readonly rows: readonly (readonly LayoutCell[])[];
  /**
   * Whether the first or last row lacks the closing line that other rows have: a page may end in it. Null without
   * drawn lines.
   */
  readonly openTop: boolean | null;
  readonly openBottom: boolean | null;
  /** Whether tags gave the table. Each of its pages then has all rows; rows of other pages are empty. */
  readonly allRows?: boolean;
  /** The lines of the page that a table without drawn lines was made of. */
  readonly lines?: readonly TextLine[];
  /** Set for an uncertain table. It is part of a table in the next or previous region, or else it is these lines. */
  readonly otherwise?: readonly TextLine[];
}

/** A line in a region. */
export interface LayoutLine {
  readonly kind: 'line';
  readonly line: TextLine;
}

/** The content of a region, from top to bottom. */
export type LayoutElement = LayoutLine | LayoutTable;

/** A column, or another part of the page that is read from top to bottom. */
export interface LayoutRegion {
  readonly x0: number;
  readonly x1: number;
  readonly elements: readonly LayoutElement[];
}

/** Kind of a line that is no part of the text. */
export type ArtifactKind = 'header' | 'footer' | 'watermark' | 'line_numbers';

/** A line that is no part of the text. Coordinates as in `glyph.ts`; a watermark and line numbers have none (0). */
export interface Artifact {
  readonly kind: ArtifactKind;
  readonly text: string;
  readonly x0: number;
  readonly y: number;
  /** Where it is painted; absent unless it is asked for. */
  readonly printed?: PrintedLine;
}

/** A page in reading order. */
export interface PageLayout {
  /** Page number, from 1. */
  readonly page: number;
  readonly width: number;
  readonly height: number;
  readonly regions: readonly LayoutRegion[];
  /** Lines that are not part of the text: artifacts marked by the producer, watermarks and line numbers. */
  readonly artifacts: readonly Artifact[];
  /** The gutters of this page, or of the last earlier page that has some. */
  readonly gutters?: readonly Strip[];
  /** The visible page in user space and its rotation; absent unless places are asked for. */
  readonly userSpace?: PageSpace;
  /** Areas in which a picture may be shown (`picture-areas.ts`); absent unless places are asked for. */
  readonly pictures?: readonly PrintedLine[];
}

/** How a page is shown. */
export interface PageSpace {
  /** The visible box in user space, in points: left, bottom, right, top. */
  readonly box: readonly number[];
  /** Clockwise turn of the page when it is shown, in degrees: 0, 90, 180 or 270. */
  readonly rotation: number;
}
