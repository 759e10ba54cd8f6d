import type { InventoryItem } from '../../shared/change/uncompared.ts';
import type { Side } from '../../shared/document/model.ts';
import type { Appearance } from '../formats/read-result.ts';

/**
 * The looks that differ between two documents with equal content, as items of their inventories. Between documents with
 * changes they say nothing: each change looks different, too.
 */
export function changedAppearance(
  original: Appearance | undefined,
  revised: Appearance | undefined,
): Readonly<Record<Side, readonly InventoryItem[]>> {
  const changed = { original: [] as InventoryItem[], revised: [] as InventoryItem[] };
  if (original === undefined || revised === undefined) return changed;
  for (const [kind, was, is] of [
    ['formatting', original.formatting, revised.formatting],
    ['page_layout', original.pages, revised.pages],
  ] as const) {
    if (was === is) continue;
    changed.original.push({ kind, where: '', sha256: was, count: 1 });
    changed.revised.push({ kind, where: '', sha256: is, count: 1 });
  }
  return changed;
}
