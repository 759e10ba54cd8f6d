/** Final ids: `chg_000001`, `mov_0001`, … in the order in which the fragment names them. */
import { hasChange } from '../../../shared/fragment/change-ids.ts';
import type { Block, Cell, OriginalForm, Row, Run, Standing, TextBlock } from '../../../shared/document/model.ts';

/** The same blocks with their provisional ids replaced, each as it comes. */
export function* numberChanges(blocks: Iterable<Block>): Generator<Block, void, undefined> {
  const numbering = new Numbering();
  for (const block of blocks) yield numbering.block(block);
}

class Numbering {
  readonly #changes = new FinalNames('chg_', 6);
  readonly #moves = new FinalNames('mov_', 4);

  block(block: Block): Block {
    if (!hasChange(block)) return block;
    const { standing, original } = block;
    const numbered = {
      ...block,
      ...(standing && { standing: this.#standing(standing) }),
      ...(original && { original: this.#original(original) }),
    };
    if (numbered.kind === 'text') return this.#text(numbered);
    if (numbered.kind === 'table') return { ...numbered, rows: numbered.rows.map((row) => this.#row(row)) };
    return numbered;
  }

  #text(block: TextBlock): TextBlock {
    const { boundary, runs } = block;
    const noted = runs.some(isNoted);
    if (boundary === undefined && !noted) return block;
    return {
      ...block,
      ...(boundary && { boundary: this.#boundary(boundary) }),
      ...(noted && { runs: runs.map((run) => this.#run(run)) }),
    };
  }

  #boundary(boundary: NonNullable<TextBlock['boundary']>): NonNullable<TextBlock['boundary']> {
    const { changeId } = boundary;
    return changeId === null ? boundary : { ...boundary, changeId: this.#changes.of(changeId) };
  }

  #run(run: Run): Run {
    if (!isNoted(run)) return run;
    return {
      ...run,
      ...(run.edit && { edit: this.#standing(run.edit) }),
      ...(run.format && { format: { ...run.format, changeId: this.#changes.of(run.format.changeId) } }),
      ...(run.link && { link: { ...run.link, changeId: this.#changes.of(run.link.changeId) } }),
    };
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
