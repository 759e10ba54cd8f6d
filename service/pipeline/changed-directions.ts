/**
 * Lists the texts of a merged document that run in another direction on each side without a change. `dir` is carried,
 * so no change shows it. A fallback carries vertical lines as well.
 */
import type { InventoryItem } from '../../shared/change/uncompared.ts';
import { directionInWords } from '../../shared/document/direction.ts';
import { textOf, type Block, type TextBlock } from '../../shared/document/model.ts';
import { sha256 } from '../formats/sha256.ts';

/** Maximum length of the words that name a text, in UTF-16 units. */
const PLACE_LENGTH = 40;

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
  const words = textOf(block).replaceAll(/\s+/gu, ' ').trim();
  const start = words.length <= PLACE_LENGTH ? words : `${words.slice(0, PLACE_LENGTH).replace(/\s\S*$/u, '')} …`;
  return { kind: 'direction', where: `of “${start}”`, label, sha256: sha256(label), count: 1 };
}
