/**
 * The document model: readers produce it, the engine compares it, and the fragment carries it.
 *
 * A document is a flat list of blocks in reading order. Lists, definition lists and quotations are a *path* on the
 * block, not nested objects. An indent is therefore a changed attribute and not a rewritten subtree. Only tables
 * nest.
 *
 * The same types describe plain and merged documents. In a plain document no block or run carries a change. A merged
 * document notes every difference of two documents in its place. `resolveBlocks` turns a merged document into a plain
 * one.
 *
 * Offsets are UTF-16 code units into `textOf(block)`; they become code points only on the wire.
 */
import type { Path } from './path.ts';

/** The seven compared marks, and `code`, which is carried but not compared. */
export const MARKS = ['strong', 'em', 'u', 's', 'sup', 'sub', 'mark', 'code'] as const;
/** Name of a mark, also the name of its element. */
export type MarkName = (typeof MARKS)[number];

/** Bit of `code` in `Run.marks`. The bit of any mark is `1 << MARKS.indexOf(name)`. */
export const CODE_BIT = 1 << 7;
/** The bits of the seven marks that are compared. */
export const COMPARED_MARKS = CODE_BIT - 1;

/**
 * Type of a text block. `line` is one line of plain text and `code-line` one line of canonical JSON. Their white space
 * is kept, as in `pre`. `caption` is the caption of the table that follows.
 */
export type TextType = 'p' | 'h1' | 'h2' | 'h3' | 'h4' | 'h5' | 'h6' | 'pre' | 'line' | 'code-line' | 'caption';

/**
 * Attributes of a block. `dir` and `lang` are shown and not compared; `data-toc` (`contents.ts`) and
 * `data-title` (`titles.ts`) are carried. A look (`looks.ts`) is compared. Except for its direction, it exists only where a comparison asks for presentation.
 */
export type Attributes = Readonly<Record<string, string>>;

/** No attributes: one object for all blocks without any. */
export const PLAIN_ATTRIBUTES: Attributes = {};

/**
 * An image. It is shown if `src` is a `data:` URL; otherwise its alternative text and a link are. The other members
 * count only where a comparison includes pictures.
 */
export interface Image {
  readonly src: string;
  readonly alt: string;
  /** SHA-256 of its bytes, or of its address if the document has only that. Every compared picture has one. */
  readonly sha256?: string;
  /** Displayed size in CSS pixels (1/96 inch), at most two decimals; absent: the document does not state it. */
  readonly width?: number;
  readonly height?: number;
}

/**
 * The text of a compared picture: one object replacement character. It gives the picture a place of its own in the text
 * of its block. So the picture is aligned, changed, decided and moved as a word is.
 */
export const PICTURE = '\uFFFC';

/** One of the two documents. For a thing that only one document holds, `Side` names that document. */
export type Side = 'original' | 'revised';
/** Both sides in their order. */
export const BOTH_SIDES = ['original', 'revised'] as const satisfies readonly Side[];

/**
 * Note on a thing that only one side has. `changeId` is null for carried things (images), about which nobody decides.
 * The revised form is shown, and rejecting everything restores the original form.
 */
export interface OneSided {
  readonly side: Side;
  readonly changeId: string | null;
  /** Pairs the two ends of a moved block. */
  readonly moveId?: string;
}

/**
 * A stretch of text with one format, or one image. The text of an image is `PICTURE` if the image is compared, and
 * empty if it is carried. The text "\n" is a line break, which is `br` outside preserved text.
 */
export interface Run {
  readonly text: string;
  /** Bit set over `MARKS`. */
  readonly marks: number;
  readonly href: string | null;
  readonly image?: Image;
  /** CSS declarations that the source has for this text, where a comparison asks for presentation; never empty. */
  readonly look?: string;
  /** Note on text that only one side has. `changeId` is null only for a carried image of one side. */
  readonly edit?: OneSided;
  /**
   * Note that the marks or the look differ. `marks` and `look` of the run are the revised ones; `originalMarks` holds
   * compared bits only. `originalLook` is present if the looks differ; empty: the original has none.
   */
  readonly format?: { readonly changeId: string; readonly originalMarks: number; readonly originalLook?: string };
  /** Note that the link destination differs. `href` of the run is the revised one. */
  readonly link?: { readonly changeId: string; readonly originalHref: string | null };
}

/**
 * The original's block type and path, where they differ from the revised ones that the block shows. Its presence also
 * says that both paths are exact: the block takes no item start from removed neighbours.
 */
export interface OriginalForm {
  /**
   * Null: no change. There are three cases. Only carried attributes of the path differ (`value`). The paths must stay
   * exact. Or the change has been decided while other changes of the fragment have not.
   */
  readonly changeId: string | null;
  readonly type?: TextType;
  readonly path: Path;
  /** The whole look of the original, where it differs; only together with a change. */
  readonly look?: Attributes;
  /**
   * The original's label, where it differs and no carried layer states it, because something was accepted. Empty: it
   * states none. Only together with a change.
   */
  readonly label?: string;
}

/**
 * The original's carried layer of a block, restored when everything is rejected. Offsets refer to the original's
 * text.
 */
export interface CarriedLayer {
  readonly attributes: Attributes;
  /** Half-open ranges of `code`. */
  readonly code: readonly (readonly [start: number, end: number])[];
  readonly images: readonly { readonly at: number; readonly image: Image; readonly href?: string }[];
  /**
   * Half-open ranges of links with the original's address. The revised address is another one and leads to the same
   * place of the page. Absent: there are none.
   */
  readonly links?: readonly (readonly [start: number, end: number, href: string])[];
}

interface BlockCommon {
  readonly path: Path;
  /** Present if only one side has the block. */
  readonly onlyIn?: OneSided;
  /**
   * Present if both sides have the block with different type or path. Beside `onlyIn` it has no change and only marks
   * the path as exact.
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
   * Note that the boundary before this block is itself a change. `revised`: the original has this block and the one
   * before it as one block (a split). `original`: the revised document has them as one (a merge). Text that joins the
   * two is an edit at the start of `runs` with the same change id. `changeId` is null if the join has been decided
   * while the block before is still undecided. The engine never writes that. Never together with `onlyIn` or a format
   * change.
   */
  readonly boundary?: { readonly side: Side; readonly changeId: string | null };
}

/** A thematic break. It is compared as a block and has no text. */
export interface RuleBlock extends BlockCommon {
  readonly kind: 'rule';
}

/**
 * An image that is a block of its own. It is carried: `onlyIn.changeId` is always null. A compared picture is a run,
 * in a paragraph of its own if need be.
 */
export interface ImageBlock extends BlockCommon {
  readonly kind: 'image';
  readonly image: Image;
  readonly href?: string;
  /** The original's image, where it differs. */
  readonly carried?: { readonly image: Image; readonly href?: string };
}

/** The properties of a cell that are shown and not compared. */
export interface CellForm {
  readonly header: boolean;
  readonly colspan: number;
  readonly rowspan: number;
}

/** A cell with a list of blocks of its own. The paths of these blocks start at the cell. */
export interface Cell extends CellForm {
  readonly blocks: readonly Block[];
  /** Note on the cell or its column. A cell of an inserted or deleted row notes only what its row does not. */
  readonly onlyIn?: OneSided;
  readonly carried?: CellForm;
}

/** Part of a table that contains a row. */
export type RowSection = 'head' | 'body' | 'foot';

/** A row; it has at least one cell. */
export interface Row {
  readonly section: RowSection;
  readonly cells: readonly Cell[];
  readonly onlyIn?: OneSided;
  /** The original's section, where it differs. */
  readonly carried?: RowSection;
}

/** A table. Its caption, if any, is the text block of type `caption` before it. */
export interface TableBlock extends BlockCommon {
  readonly kind: 'table';
  /** The look of the table, if any: among others the order of its columns (`direction.ts`). */
  readonly attributes?: Attributes;
  readonly rows: readonly Row[];
}

/** Any block of a document. */
export type Block = TextBlock | RuleBlock | ImageBlock | TableBlock;

/** Something that a reader could not keep. A warning is returned beside the result instead of thrown. */
export interface Warning {
  readonly code: string;
  readonly message: string;
}

/** The result of a reader: blocks in reading order, and warnings about anything that could not be kept. */
export interface Document {
  readonly blocks: readonly Block[];
  readonly warnings: readonly Warning[];
}

/** Whether a run is an image that is shown and not compared. */
export function isCarried({ image, text }: Run): boolean {
  return image !== undefined && text === '';
}

/** The image of a run that is a compared picture. */
export function comparedPicture({ image, text }: Run): Image | undefined {
  return text === '' ? undefined : image;
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
