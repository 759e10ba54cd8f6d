/** The text of one side of a merged document with the places of its changes. */
import type { Block, OneSided, Run, Side } from '../../../shared/document/model.ts';
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

/** One side: its blocks joined with line feeds, and its changed ranges in order. */
export interface SideText {
  readonly text: string;
  readonly ranges: readonly ChangedRange[];
  /** For each top-level block of the merged document, the start of its text on this side. -1 if the side lacks it. */
  readonly blockStarts: readonly number[];
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
  return { text: walk.text, ranges: walk.ranges, blockStarts };
}

class SideWalk {
  readonly ranges: ChangedRange[] = [];
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
      this.#add(run.text);
      for (const note of [
        ...notes,
        ...(edited ? [edited] : []),
        ...(format ? [{ changeId: format.changeId, kind: 'format' as const }] : []),
        ...(link ? [{ changeId: link.changeId, kind: 'format' as const }] : []),
      ])
        this.ranges.push({ ...note, start, end: this.length });
    }
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
