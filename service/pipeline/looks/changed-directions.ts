/**
 * Lists the texts of a merged document that run in another direction on each side without a change. `dir` is carried,
 * so no change shows it. A fallback carries vertical lines as well.
 */
import type { InventoryItem } from '../../../shared/change/uncompared.ts';
import { directionInWords } from '../../../shared/document/direction.ts';
import type { Block, TextBlock } from '../../../shared/document/model.ts';
import { sha256 } from '../../sha256.ts';
import { startOf } from './start-of.ts';

/** The directions of one side, in reading order. */
export interface ChangedDirections {
  readonly original: readonly InventoryItem[];
  readonly revised: readonly InventoryItem[];
}

/** The directions that differ, one item for each text on each side. */
export function changedDirections(blocks: readonly Block[]): ChangedDirections {
  const changed = { original: [] as InventoryItem[], revised: [] as InventoryItem[] };
  const visit = (list: readonly Block[]): void => {
    for (const block of list) {
      if (block.kind === 'table') for (const { cells } of block.rows) for (const cell of cells) visit(cell.blocks);
      if (block.kind !== 'text' || block.carried === undefined || block.onlyIn !== undefined) continue;
      const { original: form, carried } = block;
      const [was, is] = [carried.attributes, form?.look ? { ...block.attributes, ...form.look } : block.attributes];
      const [original, revised] = [directionInWords(was), directionInWords(is)];
      if (original === revised) continue;
      changed.original.push(itemOf(block, original));
      changed.revised.push(itemOf(block, revised));
    }
  };
  visit(blocks);
  return changed;
}

function itemOf(block: TextBlock, label: string): InventoryItem {
  return { kind: 'direction', where: `of “${startOf(block)}”`, label, sha256: sha256(label), count: 1 };
}
