/**
 * A moved block that was edited notes its edits at both ends, so that a decision about the move and one about an edit are
 * independent. A reader sees each edit once: at the new place.
 */
import { CODE_BIT, type Block, type Cell, type OneSided, type Row, type Run, type Side } from './model.ts';

/**
 * The merged document with the edits of moves at the new place alone, where the old place has the original text. Where the
 * move is rejected, they are at the old place. The same array if no moved block was edited.
 *
 * @param isRejected whether the change at an end of a move is rejected
 */
export function editsShown(blocks: readonly Block[], isRejected = (_changeId: string) => false): readonly Block[] {
  const plainSide = ({ changeId }: OneSided): Side =>
    changeId !== null && isRejected(changeId) ? 'revised' : 'original';
  return new PlainEnds((end) => end.side === plainSide(end)).blocks(blocks, null);
}

/** The merged document with the text of its own side at each end of a move, and no edit. */
export function movesWithoutEdits(blocks: readonly Block[]): readonly Block[] {
  return new PlainEnds(() => true).blocks(blocks, null);
}

/** The changes of moves that were edited: those at their ends. */
export function editedMoves(blocks: readonly Block[]): readonly string[] {
  const found = new Set<string>();
  new PlainEnds((end) => {
    if (end.changeId !== null) found.add(end.changeId);
    return false;
  }).blocks(blocks, null);
  return [...found];
}

/** Removes the edits inside the ends of moves. Only nested tables recurse. */
class PlainEnds {
  readonly #isPlain: (end: OneSided) => boolean;

  /** `isPlain`: whether an end loses its edits. Asked for ends that have some. */
  constructor(isPlain: (end: OneSided) => boolean) {
    this.#isPlain = isPlain;
  }

  /** `around`: the end that contains the blocks; null: none does. */
  blocks(blocks: readonly Block[], around: OneSided | null): readonly Block[] {
    return mapped(blocks, (block) => this.#block(block, endOf(block.onlyIn) ?? around));
  }

  #block(block: Block, end: OneSided | null): Block {
    if (block.kind === 'table') {
      const rows = mapped(block.rows, (row) => this.#row(row, endOf(row.onlyIn) ?? end));
      return rows === block.rows ? block : { ...block, rows };
    }
    if (block.kind !== 'text' || end === null || !block.runs.some(isNoted) || !this.#isPlain(end)) return block;
    return { ...block, runs: block.runs.flatMap((run) => runOn(run, end.side)) };
  }

  #row(row: Row, end: OneSided | null): Row {
    const cells = mapped(row.cells, (cell): Cell => {
      const blocks = this.blocks(cell.blocks, endOf(cell.onlyIn) ?? end);
      return blocks === cell.blocks ? cell : { ...cell, blocks };
    });
    return cells === row.cells ? row : { ...row, cells };
  }
}

function endOf(onlyIn: OneSided | undefined): OneSided | null {
  return onlyIn?.moveId === undefined ? null : onlyIn;
}

/** Whether a run is in a change of its own. */
function isNoted({ edit, format, link }: Run): boolean {
  return (edit !== undefined && edit.changeId !== null) || format !== undefined || link !== undefined;
}

/** The run as a side has it; nothing if only the other side has it. */
function runOn(run: Run, side: Side): Run[] {
  if (!isNoted(run)) return [run];
  const { edit, format, link, look, ...rest } = run;
  if (edit !== undefined && edit.side !== side) return [];
  if (side === 'revised') return [look === undefined ? rest : { ...rest, look }];
  const ownLook = format?.originalLook ?? look;
  const marks = format === undefined ? run.marks : format.originalMarks | (run.marks & CODE_BIT);
  const href = link === undefined ? run.href : link.originalHref;
  return [ownLook ? { ...rest, marks, href, look: ownLook } : { ...rest, marks, href }];
}

/** The list with each member mapped; the list itself if all stay the same. */
function mapped<T>(list: readonly T[], map: (member: T) => T): readonly T[] {
  let result: T[] | undefined;
  for (const [at, member] of list.entries()) {
    const next = map(member);
    if (next !== member) result ??= list.slice(0, at);
    result?.push(next);
  }
  return result ?? list;
}
