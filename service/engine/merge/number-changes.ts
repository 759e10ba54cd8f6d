/** Final ids: `chg_000001`, `mov_0001`, … in the order in which the fragment names them. */
import type { Block, Run, OneSided } from '../../../shared/document/model.ts';

const CHANGE_PREFIX = 'chg_';
const MOVE_PREFIX = 'mov_';
/** Digits at least, so that ids in order are so as texts, too. */
const [CHANGE_DIGITS, MOVE_DIGITS] = [6, 4];

/** Which change an id names, from 0, in the order in which the fragment names them. */
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

/** What a note of a change has, while it may be named. */
interface Note {
  changeId: string | null;
  moveId?: string;
}

/**
 * Names the changes of merged blocks, each block as it comes. The notes of changes are the merge's own and are still nobody
 * else's, so that they are named in place: copies of a hundred thousand blocks would cost more than everything else here.
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

  /** Of a name, the name itself: a note may stand in several places. */
  of(id: string): string {
    if (id.startsWith(this.#prefix)) return id;
    const at = Number(id);
    return (this.#names[at] ??= nameOf(this.#prefix, this.#digits, this.#count++));
  }
}
