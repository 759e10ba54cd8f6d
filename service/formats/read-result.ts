import type { CellPlaces } from '../../shared/document/cell-places.ts';
import type { JsonValue } from './json/parse-json.ts';
import type { Complexity } from '../../shared/api/complexity.ts';
import type { InventoryItem } from '../../shared/change/uncompared.ts';
import type { LinkTargets } from '../../shared/document/link-targets.ts';
import type { Spot } from '../../shared/document/slides.ts';
import type { Document } from '../../shared/document/model.ts';
import type { TextPlace } from '../../shared/document/text-place.ts';
import type { LookRecord } from './look-record.ts';

/** Formats of text inputs, without aliases. */
export type TextFormat = 'html' | 'markdown' | 'txt' | 'json' | 'csv' | 'tsv';

/** Measures for the DOM envelope, taken on the side's HTML after conversion. */
export interface Envelope {
  /** UTF-8 bytes. */
  readonly htmlBytes: number;
  readonly blockElements: number;
  readonly startTags: number;
  /** Data in tables keep their structure up to these limits at least, whatever is asked for. Absent: as asked for. */
  readonly least?: Complexity;
}

/** The lines of canonical JSON, by number from 0. */
export interface JsonLineValues {
  /** The value that a line contains, begins or ends. */
  readonly values: readonly JsonValue[];
  /** They are separate, because the values need not stay in memory for them. */
  readonly pointers: LinePointers;
}

/** The JSON Pointers of lines. */
export interface LinePointers {
  /** JSON Pointer (RFC 6901) of the value of a line. */
  of(line: number): string;
}

/** How a document looks beyond what is compared. */
export interface Appearance {
  /** The looks of its letters. Absent: they are in its blocks, and compared. */
  readonly looks?: LookRecord;
  /** For DOCX: size, margins, columns, borders and numbers of the pages, as SHA-256 in lower-case hexadecimal digits. */
  readonly pages?: string;
  /** The reader guesses the forms of cells, so they say nothing. Absent: the file states them. */
  readonly guessesCells?: true;
  /** For HTML: the title in the tab of a browser. Absent: there is none. */
  readonly title?: string;
  /** For HTML: the base of relative addresses, as the page states it. Absent: the page states none. */
  readonly base?: string;
  /** For HTML: something has a relative address. */
  readonly hasRelative?: true;
  /** For HTML: number of its style sheets, and the SHA-256 of what is known of them. Absent: there are none. */
  readonly sheets?: { readonly count: number; readonly sha256: string };
}

/** What links and cross-references with one name lead to. */
export interface ReferenceTarget {
  /** Name of the bookmark. */
  readonly name: string;
  /** The first words that a reference shows; empty if it shows nothing. */
  readonly shown: string;
  /** Where they lead; null: the document has no such bookmark. */
  readonly place: TextPlace | null;
  /** The first words at the place, up to the end of its block; empty without a place. */
  readonly quote: string;
  /** The first words of the block; empty without a place. */
  readonly block: string;
}

/** The cells of a workbook by the leaves of its document. */
export interface CellEntries {
  readonly own: CellPlaces;
  /** The same if the document is compared as text. */
  readonly flat: CellPlaces;
  /** Formulas with relative references (`xlsx/relative-formula.ts`). */
  readonly formulas: ReadonlyMap<number, string>;
  /** Numbers of cells that show fewer digits. */
  readonly values: ReadonlyMap<number, number>;
}

/** What a reader returns. */
export interface ReadResult {
  readonly document: Document;
  readonly envelope: Envelope;
  /** What the reader saw and did not put into the document. Absent: nothing. */
  readonly inventory?: readonly InventoryItem[];
  /** For all but JSON; a PDF has the looks of its letters (`read-pdf.ts`). */
  readonly appearance?: Appearance;
  /** For HTML and Markdown: what the links inside the page point to. Absent: there are none. */
  readonly linkTargets?: LinkTargets;
  /** For DOCX: what its links and cross-references lead to, each name once. */
  readonly references?: readonly ReferenceTarget[];
  /** For a DOCX beside a print: the words of its charts and diagrams. Absent: there are none. */
  readonly drawnTexts?: readonly string[];
  /** For presentations only: the spots of the blocks. */
  readonly spots?: readonly Spot[];
  /** For workbooks: the cells of the leaves, and what they contain beyond what they show. */
  readonly cells?: CellEntries;
  /** For JSON only: the lines of the blocks. */
  readonly jsonLines?: JsonLineValues;
}
