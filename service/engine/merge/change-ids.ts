/**
 * Ids of changes and moves. They are provisional during the merge. Final ids follow the order of the fragment:
 * `chg_000001`, `mov_0001`, …
 */
import type { Block, Run, OneSided } from '../../../shared/document/model.ts';

const CHANGE_PREFIX = 'chg_';
const MOVE_PREFIX = 'mov_';
/** Minimum number of digits, so that ids also sort as texts. */
const [CHANGE_DIGITS, MOVE_DIGITS] = [6, 4];

/** The place of a change by its id, from 0, in the order of the fragment. */
export function placeOfChange(id: string): number {
  return Number(id.slice(CHANGE_PREFIX.length)) - 1;
}

/** The id of the change at a place, from 0. */
export function nameOfChange(place: number): string {
  return nameOf(CHANGE_PREFIX, CHANGE_DIGITS, place);
}

function nameOf(prefix: string, digits: number, place: number): string {
  return prefix + String(place + 1).padStart(digits, '0');
}

/**
 * Assigns a provisional number to every change of a comparison. `ChangeNumbering` later numbers them in document
 * order.
 */
export class ChangeIds {
  #changes = 0;
  #moves = 0;

  next(): string {
    this.#changes += 1;
    return String(this.#changes);
  }

  nextMove(): string {
    this.#moves += 1;
    return String(this.#moves);
  }
}

/** The note of a change before its final ids are known. */
interface Note {
  changeId: string | null;
  moveId?: string;
}

/**
 * Assigns final ids to the changes of merged blocks, block by block. The notes belong to the merge alone and are
 * changed in place. Copying a hundred thousand blocks would cost more than everything else here.
 */
export class ChangeNumbering {
  readonly #changes = new FinalNames(CHANGE_PREFIX, CHANGE_DIGITS);
  readonly #moves = new FinalNames(MOVE_PREFIX, MOVE_DIGITS);

  number(block: Block): void {
    this.#name(block.onlyIn);
    this.#name(block.original);
    if (block.kind === 'text') {
      this.#name(block.boundary);
      for (const run of block.runs) this.#run(run);
    } else if (block.kind === 'table') {
      for (const row of block.rows) {
        this.#name(row.onlyIn);
        for (const cell of row.cells) {
          this.#name(cell.onlyIn);
          for (const inner of cell.blocks) this.number(inner);
        }
      }
    }
  }

  #run({ edit, format, link }: Run): void {
    this.#name(edit);
    this.#name(format);
    this.#name(link);
  }

  #name(note: Pick<OneSided, 'changeId' | 'moveId'> | undefined): void {
    if (note === undefined) return;
    const named: Note = note;
    if (named.changeId !== null) named.changeId = this.#changes.of(named.changeId);
    if (named.moveId !== undefined) named.moveId = this.#moves.of(named.moveId);
  }
}

/** Final names by provisional ids, which are numbers in digits (`ChangeIds`). */
class FinalNames {
  readonly #names: string[] = [];
  readonly #prefix: string;
  readonly #digits: number;
  #count = 0;

  constructor(prefix: string, digits: number) {
    this.#prefix = prefix;
    this.#digits = digits;
  }

  /** The final name of an id. A final name maps to itself, because several places may share one note. */
  of(id: string): string {
    if (id.startsWith(this.#prefix)) return id;
    const at = Number(id);
    return (this.#names[at] ??= nameOf(this.#prefix, this.#digits, this.#count++));
  }
}
