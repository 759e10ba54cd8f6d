/** Final ids: `chg_000001`, `mov_0001`, … in the order in which the fragment names them. */
import { isPlain } from '../../../shared/fragment/is-plain.ts';
import type { Block, Cell, OriginalForm, Row, Run, Standing, TextBlock } from '../../../shared/document/model.ts';

/** The same blocks with their provisional ids replaced, each as it comes. */
export function* numberChanges(blocks: Iterable<Block>): Generator<Block, void, undefined> {
  const numbering = new Numbering();
  for (const block of blocks) yield numbering.block(block);
}

const CHANGE_PREFIX = 'chg_';

/** Which change an id names, from 0, in the order in which the fragment names them. */
export function placeOfChange(id: string): number {
  return Number(id.slice(CHANGE_PREFIX.length)) - 1;
}

type Writable<T> = T extends unknown ? { -readonly [Key in keyof T]: T[Key] } : never;

class Numbering {
  readonly #changes = new FinalNames(CHANGE_PREFIX, 6);
  readonly #moves = new FinalNames('mov_', 4);

  block(block: Block): Block {
    if (isPlain(block)) return block;
    // A copy whose notes are then replaced: conditional spreads would cost more than everything else here.
    const numbered: Writable<Block> = { ...block };
    if (numbered.standing) numbered.standing = this.#standing(numbered.standing);
    if (numbered.original) numbered.original = this.#original(numbered.original);
    if (numbered.kind === 'text') {
      if (numbered.boundary) numbered.boundary = this.#boundary(numbered.boundary);
      if (numbered.runs.some(isNoted)) numbered.runs = numbered.runs.map((run) => this.#run(run));
    } else if (numbered.kind === 'table') numbered.rows = numbered.rows.map((row) => this.#row(row));
    return numbered;
  }

  #boundary(boundary: NonNullable<TextBlock['boundary']>): NonNullable<TextBlock['boundary']> {
    const { changeId } = boundary;
    return changeId === null ? boundary : { ...boundary, changeId: this.#changes.of(changeId) };
  }

  #run(run: Run): Run {
    if (!isNoted(run)) return run;
    const numbered: Writable<Run> = { ...run };
    if (run.edit) numbered.edit = this.#standing(run.edit);
    if (run.format) numbered.format = { ...run.format, changeId: this.#changes.of(run.format.changeId) };
    if (run.link) numbered.link = { ...run.link, changeId: this.#changes.of(run.link.changeId) };
    return numbered;
  }

  #row(row: Row): Row {
    const standing = row.standing && this.#standing(row.standing);
    return { ...row, ...(standing && { standing }), cells: row.cells.map((cell) => this.#cell(cell)) };
  }

  #cell(cell: Cell): Cell {
    const standing = cell.standing && this.#standing(cell.standing);
    return { ...cell, ...(standing && { standing }), blocks: cell.blocks.map((block) => this.block(block)) };
  }

  #standing({ side, changeId: provisional, moveId }: Standing): Standing {
    const changeId = provisional === null ? null : this.#changes.of(provisional);
    return moveId === undefined ? { side, changeId } : { side, changeId, moveId: this.#moves.of(moveId) };
  }

  #original(original: OriginalForm): OriginalForm {
    const { changeId } = original;
    return changeId === null ? original : { ...original, changeId: this.#changes.of(changeId) };
  }
}

function isNoted({ edit, format, link }: Run): boolean {
  return edit !== undefined || format !== undefined || link !== undefined;
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

  of(id: string): string {
    const at = Number(id);
    return (this.#names[at] ??= this.#prefix + String(++this.#count).padStart(this.#digits, '0'));
  }
}
