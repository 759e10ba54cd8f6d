/** The state that the parts of the DOCX reader share for one document. */
import type { Include } from '../../../shared/api/include.ts';
import type { Block, Warning } from '../../../shared/document/model.ts';
import type { NoteKind } from '../../../shared/document/notes.ts';
import { REPEATED_PICTURES_MAX_BYTES, SHOWN_PICTURES_MAX_BYTES } from './parts/shown-pictures.ts';
import type { OoxmlPackage } from '../../ooxml/package.ts';
import type { BoundValues } from './parts/bound-values.ts';
import type { DocxInventory } from './parts/docx-inventory.ts';
import type { Looks } from './looks/looks.ts';
import type { Numbering } from './numbering/numbering.ts';
import type { DocumentReferences } from './parts/reference-targets.ts';
import type { RepeatedContent } from './parts/repeated-content.ts';
import type { ShownPictures } from './parts/shown-pictures.ts';
import type { StyleTable } from './parts/styles.ts';
import type { ReadMark, TextMarks } from './parts/text-marks.ts';

/** Content of a DOCX that the model cannot represent, with its warning. */
const LOSSES = {
  charts_not_compared: 'charts are left out; their data is not compared',
  drawn_text_not_compared: 'text that is drawn (WordArt, drawing canvases) is left out, as drawings are',
  diagrams_not_compared: 'diagrams (SmartArt) are left out, as drawings are',
  alternative_format_not_compared: 'embedded documents (altChunk) of another format than DOCX are left out',
  ink_not_compared: 'handwriting (ink) is left out, or shown by its picture only',
  computed_text_not_shown:
    'dates and page numbers that a word processor computes when it shows the document are left out',
  embedded_objects_not_compared: 'embedded objects are shown by their picture only, if at all',
  images_not_shown:
    'pictures in a format that browsers do not show, or that are only linked, appear by their description',
  pictures_left_out: `pictures are shown up to ${SHOWN_PICTURES_MAX_BYTES / 1024 / 1024} MiB in all, and repeated ones up to ${REPEATED_PICTURES_MAX_BYTES / 1024 / 1024} MiB more; further places show their description`,
  merged_cell_text_lost: 'text in cells that are covered by a merged cell is left out',
  hidden_text_compared: 'hidden text is compared like visible text',
  comments_not_compared: 'comments are not compared',
  field_without_result: 'fields whose result is not stored in the file are left out',
  field_not_closed: 'a field has no end; its result is read as text',
  revisions_accepted: 'the document has tracked revisions, which are taken as accepted',
  part_missing: 'a part that the document refers to is missing',
} as const;

/** Code of content that could not be kept. */
export type Loss = keyof typeof LOSSES;

/** Collects losses. Each kind gives one warning with its number. */
export class Losses {
  readonly #counts = new Map<Loss, number>();

  add(loss: Loss): void {
    this.#counts.set(loss, (this.#counts.get(loss) ?? 0) + 1);
  }

  /** In the order of first occurrence. */
  warnings(): Warning[] {
    return [...this.#counts].map(([code, count]) => ({
      code,
      message: count === 1 ? `${LOSSES[code]}.` : `${LOSSES[code]} (${count} times).`,
    }));
  }
}

/** The reading of one document. */
export interface Reading {
  readonly package: OoxmlPackage;
  readonly styles: StyleTable;
  readonly numbering: Numbering;
  readonly losses: Losses;
  readonly inventory: DocxInventory;
  readonly include: ReadonlySet<Include>;
  /** Whether a sign replaces page numbers of a table of contents that a word processor computes anew. */
  readonly signs: boolean;
  /** Whether text that is shown in capitals is read as capitals, as its pages print it. */
  readonly printsCapitals: boolean;
  readonly looks: Looks;
  readonly bound: BoundValues;
  /** Notes in the order of their references, each once. */
  readonly notes: NoteReference[];
  /** Comments in the order of their references. */
  readonly comments: CommentReference[];
  readonly references: DocumentReferences;
  /** Places of comments, if they are included, of the signs of notes, and of bookmarks that something leads to. */
  readonly marks: TextMarks;
  readonly pictures: ShownPictures;
  readonly repeated: RepeatedContent;
  /** Readable embedded documents (altChunk), by the name of their part. */
  readonly embedded: ReadonlyMap<string, EmbeddedDocument>;
}

/** The blocks of an embedded document, and the length of their HTML. */
export interface EmbeddedDocument {
  readonly blocks: readonly Block[];
  readonly size: number;
}

/** A comment that the text refers to, with its place for a person. */
export interface CommentReference {
  readonly id: string;
  readonly where: string;
}

/** A note that the text refers to. */
export interface NoteReference {
  readonly kind: NoteKind;
  readonly id: string;
  /** Where its sign is. */
  readonly mark: ReadMark;
}
