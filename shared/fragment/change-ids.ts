import type { Block } from '../document/model.ts';
import { isPlain } from './is-plain.ts';

/** Calls `visit` with the id of every note in document order until it returns true; returns whether it did. */
function someChange(blocks: readonly Block[], visit: (changeId: string) => boolean): boolean {
  const see = (note: { readonly changeId: string | null } | undefined): boolean =>
    note !== undefined && note.changeId !== null && visit(note.changeId);
  for (const block of blocks) {
    if (see(block.onlyIn) || see(block.original)) return true;
    if (block.kind === 'text') {
      if (see(block.boundary)) return true;
      for (const run of block.runs) {
        if (see(run.edit) || see(run.format) || see(run.link)) return true;
      }
    } else if (block.kind === 'table') {
      for (const row of block.rows) {
        if (see(row.onlyIn)) return true;
        for (const cell of row.cells) {
          if (see(cell.onlyIn) || someChange(cell.blocks, visit)) return true;
        }
      }
    }
  }
  return false;
}

/** The ids of all changes, each once, in document order. */
export function changeIdsOf(blocks: readonly Block[]): string[] {
  const ids = new Set<string>();
  someChange(blocks, (changeId) => {
    ids.add(changeId);
    return false;
  });
  return [...ids];
}

/** Whether a block or anything inside it has a change. */
export function hasChange(block: Block): boolean {
  return !isPlain(block) && someChange([block], () => true);
}
