/** Final ids: `chg_000001`, `mov_0001`, … in the order in which the fragment names them. */
import { hasChange } from '../../../shared/fragment/change-ids.ts';
import type { Block, Cell, OriginalForm, Row, Run, Standing, TextBlock } from '../../../shared/document/model.ts';

/** The same blocks with their provisional ids replaced, each as it comes. */
export function* numberChanges(blocks: Iterable<Block>): Generator<Block, void, undefined> {
  const numbering = new Numbering();
  for (const block of blocks) yield numbering.block(block);
}

class Numbering {
  readonly #changes = new Map<string, string>();
  readonly #moves = new Map<string, string>();

  block(block: Block): Block {
    if (!hasChange(block)) return block;
    const marked = {
      ...block,
      ...(block.standing === undefined ? {} : { standing: this.#standing(block.standing) }),
      ...(block.original === undefined ? {} : { original: this.#original(block.original) }),
    };
    if (marked.kind === 'text') return this.#text(marked);
    if (marked.kind === 'table') return { ...marked, rows: marked.rows.map((row) => this.#row(row)) };
    return marked;
  }

  #text(block: TextBlock): TextBlock {
    const { boundary } = block;
    const numberedBoundary =
      boundary === undefined || boundary.changeId === null
        ? boundary
        : { ...boundary, changeId: this.#change(boundary.changeId) };
    return {
      ...block,
      ...(numberedBoundary && { boundary: numberedBoundary }),
      runs: block.runs.map((run) => this.#run(run)),
    };
  }

  #run(run: Run): Run {
    if (run.edit === undefined && run.format === undefined && run.link === undefined) return run;
    return {
      ...run,
      ...(run.edit && { edit: this.#standing(run.edit) }),
      ...(run.format && { format: { ...run.format, changeId: this.#change(run.format.changeId) } }),
      ...(run.link && { link: { ...run.link, changeId: this.#change(run.link.changeId) } }),
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

  #standing(standing: Standing): Standing {
    const changeId = standing.changeId === null ? null : this.#change(standing.changeId);
    if (standing.moveId === undefined) return { side: standing.side, changeId };
    return { side: standing.side, changeId, moveId: numbered(this.#moves, standing.moveId, 'mov_', 4) };
  }

  #original(original: OriginalForm): OriginalForm {
    return original.changeId === null ? original : { ...original, changeId: this.#change(original.changeId) };
  }

  #change(id: string): string {
    return numbered(this.#changes, id, 'chg_', 6);
  }
}

function numbered(known: Map<string, string>, id: string, prefix: string, digits: number): string {
  let name = known.get(id);
  if (name === undefined) {
    name = prefix + String(known.size + 1).padStart(digits, '0');
    known.set(id, name);
  }
  return name;
}
