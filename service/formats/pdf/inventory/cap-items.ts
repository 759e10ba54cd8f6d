import type { InventoryItem } from '../../../../shared/change/uncompared.ts';
import { sha256 } from '../../../sha256.ts';

/** Maximum number of items of one kind on a page. Scans come in strips, and a page may have some hundred of them. */
export const PAGE_ITEMS_MAX = 1000;

/** The items of one kind on a page. The items beyond the cap become one item, which represents all of them. */
export function capItems(items: readonly InventoryItem[], page: string): readonly InventoryItem[] {
  const rest = items.slice(PAGE_ITEMS_MAX);
  const [first] = rest;
  if (!first) return items;
  const digest = sha256(rest.map((item) => item.sha256).join(' '));
  return [...items.slice(0, PAGE_ITEMS_MAX), { kind: first.kind, where: page, sha256: digest, count: rest.length }];
}
