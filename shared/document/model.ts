/**
 * The document model: what every reader produces, what the engine compares and what the fragment carries.
 *
 * A document is a flat list of blocks in reading order. Lists, definition lists and quotations are a *path* on the
 * block, not nested objects, so that an indent is a changed attribute and not a rewritten subtree. Only tables nest.
 *
 * The same types describe a plain document (no block or run carries a change) and a merged one, in which every
 * difference of two documents is noted where it stands. `resolve` turns the latter into the former.
 *
 * Offsets are UTF-16 code units into `textOf(block)`; they become code points only on the wire.
 */
import type { Path } from './path.ts';

/** The seven compared marks (specification section 1), and `code`, which is carried but not compared. */
export const MARKS = ['strong', 'em', 'u', 's', 'sup', 'sub', 'mark', 'code'] as const;
/** Name of a mark, also the name of its element. */
export type MarkName = (typeof MARKS)[number];

/** Bit of a mark in `Run.marks`: `1 << MARKS.indexOf(name)`. */
export const CODE_BIT = 1 << 7;
/** The bits of the seven marks that are compared. */
export const COMPARED_MARKS = CODE_BIT - 1;

/**
 * What a text block is. `line` is one line of plain text and `code-line` one line of canonical JSON: white space in
 * them is kept, as in `pre`. `caption` is the caption of the table that follows.
 */
export type TextType = 'p' | 'h1' | 'h2' | 'h3' | 'h4' | 'h5' | 'h6' | 'pre' | 'line' | 'code-line' | 'caption';

/**
 * Attributes of a block. `dir` and `lang` are shown and not compared. A look (`looks.ts`) is compared where a comparison
 * asks for presentation, and nowhere else is there one.
 */
export type Attributes = Readonly<Record<string, string>>;

/** No attributes: one object for all the blocks that have none. */
export const PLAIN_ATTRIBUTES: Attributes = {};

/** An image: shown when `src` is a `data:` URL, otherwise its alternative text and a link. Never compared. */
export interface Image {
  readonly src: string;
  readonly alt: string;
}

/** One of the two documents; of a thing that only one of them holds, the one that does. */
export type Side = 'original' | 'revised';

/**
 * A thing that stands on one side only. `changeId` is null for carried things (images), which no one decides about:
 * the revised form is shown, and rejecting everything restores the original's.
 */
export interface OneSided {
  readonly side: Side;
  readonly changeId: string | null;
  /** Pairs the two ends of a moved block. */
  readonly moveId?: string;
}

/**
 * A stretch of text with one format, or one image (then `text` is empty). "\n" is a line break: `br` outside
 * preserved text.
 */
export interface Run {
  readonly text: string;
  /** Bit set over `MARKS`. */
  readonly marks: number;
  readonly href: string | null;
  readonly image?: Image;
  /** CSS declarations that the source has for this text, where a comparison asks for presentation; never empty. */
  readonly look?: string;
  /** Text that only one side has. `changeId` is null only for an image of one side. */
  readonly edit?: OneSided;
  /**
   * The marks or the look differ: `marks` and `look` are the revised ones, `originalMarks` the original's (compared bits
   * only). `originalLook` is there when the looks differ; empty: the original has none.
   */
  readonly format?: { readonly changeId: string; readonly originalMarks: number; readonly originalLook?: string };
  /** The destination differs: `href` is the revised one. */
  readonly link?: { readonly changeId: string; readonly originalHref: string | null };
}

/**
 * The original's block type and path, where they differ from the revised ones that the block shows. Its presence also
 * says that both paths are exact: the block takes over nothing from removed neighbours.
 */
export interface OriginalForm {
  /**
   * Null: no change. Only carried attributes of the path differ (`value`), or the paths must not be touched, or the
   * change has been decided while others of the fragment have not.
   */
  readonly changeId: string | null;
  readonly type?: TextType;
  readonly path: Path;
  /** The original's look, all of it, where it differs; only with a change. */
  readonly look?: Attributes;
}

/** The original's carried layer of a block, restored when everything is rejected. Offsets into the original's text. */
export interface CarriedLayer {
  readonly attributes: Attributes;
  /** Half-open ranges of `code`. */
  readonly code: readonly (readonly [start: number, end: number])[];
  readonly images: readonly { readonly at: number; readonly image: Image; readonly href?: string }[];
}

interface BlockCommon {
  readonly path: Path;
  /** Present when the block stands on one side only. */
  readonly onlyIn?: OneSided;
  /**
   * Present when both sides have the block in different type or path. Together with `standing` only without a change, as
   * a mark that the path is exact and inherits nothing.
   */
  readonly original?: OriginalForm;
}

/** A paragraph, heading, line or other stretch of running text. */
export interface TextBlock extends BlockCommon {
  readonly kind: 'text';
  readonly type: TextType;
  readonly attributes: Attributes;
  readonly runs: readonly Run[];
  readonly carried?: CarriedLayer;
  /**
   * The boundary before this block is itself a change. `revised`: the original has this block and the one before it in
   * one (a split); `original`: the revised has (a merge). Whatever joins the two is an edit at the start of `runs`
   * with the same change id. `changeId` is null when it has been decided that the two join, and the block before is
   * itself still undecided; the engine never writes that. Never together with `standing` or a
   * format change.
   */
  readonly boundary?: { readonly side: Side; readonly changeId: string | null };
}

/** A thematic break. Compared as a block; it has no text. */
export interface RuleBlock extends BlockCommon {
  readonly kind: 'rule';
}

/** An image that is a block of its own. Carried: `standing.changeId` is always null. */
export interface ImageBlock extends BlockCommon {
  readonly kind: 'image';
  readonly image: Image;
  readonly href?: string;
  /** The original's image where it differs. */
  readonly carried?: { readonly image: Image; readonly href?: string };
}

/** What of a cell is shown and not compared. */
export interface CellForm {
  readonly header: boolean;
  readonly colspan: number;
  readonly rowspan: number;
}

/** A cell with a list of blocks of its own; their paths begin anew inside it. */
export interface Cell extends CellForm {
  readonly blocks: readonly Block[];
  /** The cell's own or its column's change. A cell of an inserted or deleted row names only what its row does not. */
  readonly onlyIn?: OneSided;
  readonly carried?: CellForm;
}

/** Part of a table that a row stands in. */
export type RowSection = 'head' | 'body' | 'foot';

/** A row; it has one cell at least. */
export interface Row {
  readonly section: RowSection;
  readonly cells: readonly Cell[];
  readonly onlyIn?: OneSided;
  /** The original's section where it differs. */
  readonly carried?: RowSection;
}

/** A table. Its caption, if any, is the text block of type `caption` before it. */
export interface TableBlock extends BlockCommon {
  readonly kind: 'table';
  /** A look, if any. */
  readonly attributes?: Attributes;
  readonly rows: readonly Row[];
}

/** Anything a document is made of. */
export type Block = TextBlock | RuleBlock | ImageBlock | TableBlock;

/** What a reader could not keep, said beside the result instead of thrown. */
export interface Warning {
  readonly code: string;
  readonly message: string;
}

/** What a reader makes of an input: blocks in reading order, and what could not be kept. */
export interface Document {
  readonly blocks: readonly Block[];
  readonly warnings: readonly Warning[];
}

/** The text of a block as compared: its runs in order. */
export function textOf(block: TextBlock): string {
  let text = '';
  for (const run of block.runs) text += run.text;
  return text;
}

/** Whether white space in a block of this type is text rather than layout. */
export function preservesSpace(type: TextType): boolean {
  return type === 'pre' || type === 'line' || type === 'code-line';
}
