/** The text of one side of a merged document with the places of its changes. */
import {
  comparedPicture,
  MARKS,
  type Block,
  type OneSided,
  type Run,
  type Side,
} from '../../../shared/document/model.ts';
import type { PageMark } from '../../../shared/api/page-marks.ts';

/** Kind of a mark. */
export type MarkKind = PageMark['kind'];

/** Half-open range of text that belongs to a change. A range without text is the place of a change. */
export interface ChangedRange {
  readonly changeId: string;
  readonly kind: MarkKind;
  readonly start: number;
  readonly end: number;
}

/**
 * Stands for the sign of a note, which is printed as a number that no document states. It is a noncharacter, so no text
 * has it.
 */
export const NOTE = '\uFDD0';
/** The sign of notes in a document: superscript stars. A row of them belongs to as many notes. */
const NOTE_SIGNS = /^\*+$/;
const SUPERSCRIPT = 1 << MARKS.indexOf('sup');
/** Points in a CSS pixel. */
const POINTS = 0.75;

/** A compared picture with its stated size, in points, and its unit of the text. */
export interface PicturePlace {
  readonly at: number;
  readonly width: number;
  readonly height: number;
}

/** One side: its blocks joined with line feeds, and its changed ranges in order. */
export interface SideText {
  readonly text: string;
  readonly ranges: readonly ChangedRange[];
  /** For each top-level block of the merged document, the start of its text on this side. -1 if the side lacks it. */
  readonly blockStarts: readonly number[];
  /** The pictures that state their size. */
  readonly pictures: readonly PicturePlace[];
  /** The superscripts that are no signs of notes. */
  readonly superscripts: ReadonlySet<string>;
}

interface Note {
  readonly changeId: string;
  readonly kind: MarkKind;
}

/** Collects one side of a merged document. A change without text on this side gets an empty range at its place. */
export function sideTextOf(blocks: readonly Block[], side: Side): SideText {
  const walk = new SideWalk(side);
  const blockStarts: number[] = [];
  for (const block of blocks) {
    const isHere = block.onlyIn === undefined || block.onlyIn.side === side;
    blockStarts.push(isHere ? walk.length : -1);
    walk.block(block, []);
  }
  const { text, ranges, pictures, superscripts } = walk;
  return { text, ranges, blockStarts, pictures, superscripts };
}

class SideWalk {
  readonly ranges: ChangedRange[] = [];
  readonly pictures: PicturePlace[] = [];
  readonly superscripts = new Set<string>();
  readonly #side: Side;
  readonly #parts: string[] = [];
  length = 0;

  constructor(side: Side) {
    this.#side = side;
  }

  get text(): string {
    return this.#parts.join('');
  }

  block(block: Block, around: readonly Note[]): void {
    const own = noteOf(block.onlyIn);
    if (block.onlyIn !== undefined && block.onlyIn.side !== this.#side) {
      if (own) this.#place(own);
      this.#placeInside(block);
      return;
    }
    const notes = [...around, ...(own ? [own] : [])];
    const { original } = block;
    if (original?.changeId != null) notes.push({ changeId: original.changeId, kind: 'format' });
    for (const note of notes) this.#place(note);
    if (block.kind === 'text') this.#text(block.runs, block.boundary, notes);
    if (block.kind === 'table') {
      for (const row of block.rows) {
        const rowNote = noteOf(row.onlyIn);
        if (row.onlyIn !== undefined && row.onlyIn.side !== this.#side) {
          if (rowNote) this.#place(rowNote);
          continue;
        }
        for (const cell of row.cells) {
          const cellNote = noteOf(cell.onlyIn);
          if (cell.onlyIn !== undefined && cell.onlyIn.side !== this.#side) {
            if (cellNote) this.#place(cellNote);
            continue;
          }
          const inner = [...notes, ...(rowNote ? [rowNote] : []), ...(cellNote ? [cellNote] : [])];
          for (const note of inner) this.#place(note);
          for (const child of cell.blocks) this.block(child, inner);
        }
      }
    }
  }

  #text(
    runs: readonly Run[],
    boundary: { readonly side: Side; readonly changeId: string | null } | undefined,
    notes: readonly Note[],
  ): void {
    if (boundary?.changeId != null) this.#place({ changeId: boundary.changeId, kind: 'format' });
    // The side with one block has its pieces on one line.
    if (boundary === undefined || boundary.side === this.#side) this.#add('\n');
    for (const run of runs) {
      const { edit, format, link } = run;
      const edited = noteOf(edit);
      if (edit !== undefined && edit.side !== this.#side) {
        if (edited) this.#place(edited);
        continue;
      }
      const start = this.length;
      this.#run(run);
      for (const note of [
        ...notes,
        ...(edited ? [edited] : []),
        ...(format ? [{ changeId: format.changeId, kind: 'format' as const }] : []),
        ...(link ? [{ changeId: link.changeId, kind: 'format' as const }] : []),
      ])
        this.ranges.push({ ...note, start, end: this.length });
    }
  }

  #run(run: Run): void {
    const { text, marks, format } = run;
    const picture = comparedPicture(run);
    if (picture?.width !== undefined && picture.height !== undefined)
      this.pictures.push({ at: this.length, width: POINTS * picture.width, height: POINTS * picture.height });
    const own = format !== undefined && this.#side === 'original' ? format.originalMarks : marks;
    const isRaised = (own & SUPERSCRIPT) !== 0;
    const isNote = isRaised && NOTE_SIGNS.test(text);
    if (isRaised && !isNote) this.superscripts.add(text.trim());
    this.#add(isNote ? NOTE.repeat(text.length) : text);
  }

  /** Changes inside a block that this side lacks have their place here, too. */
  #placeInside(block: Block): void {
    if (block.kind !== 'table') return;
    for (const row of block.rows) {
      const note = noteOf(row.onlyIn);
      if (note) this.#place(note);
    }
  }

  #place(note: Note): void {
    this.ranges.push({ ...note, start: this.length, end: this.length });
  }

  #add(text: string): void {
    this.#parts.push(text);
    this.length += text.length;
  }
}

function noteOf(onlyIn: OneSided | undefined): Note | null {
  if (onlyIn?.changeId == null) return null;
  const { changeId, moveId, side } = onlyIn;
  return { changeId, kind: moveId !== undefined ? 'move' : side === 'original' ? 'delete' : 'insert' };
}
