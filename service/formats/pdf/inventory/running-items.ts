import type { InventoryItem } from '../../../../shared/change/uncompared.ts';
import { sha256 } from '../../../sha256.ts';
import type { RunningText } from '../across-sides/running-texts.ts';
import { shortened } from './page-places.ts';

/**
 * Lists running texts that are not in the document, one item each. The number of their pages counts if all sides have
 * the same number of pages. Otherwise the text was only set anew on other pages.
 *
 * @param isIncluded whether the document contains the text; then only another number of its pages is listed
 */
export function runningItems(
  sides: readonly (readonly RunningText[])[],
  pageCounts: readonly number[],
  isIncluded: (text: RunningText) => boolean,
): InventoryItem[][] {
  const samePages = new Set(pageCounts).size === 1;
  const counts = sides.map((texts) => new Map(texts.map((text) => [keyOf(text), samePages ? text.count : 1])));
  return sides.map((texts, side) =>
    texts.flatMap((running): InventoryItem[] => {
      const { kind, text, page, pages } = running;
      const key = keyOf(running);
      const count = counts[side]!.get(key)!;
      const isElsewhere = counts.some((other) => (other.get(key) ?? count) !== count);
      if (isIncluded(running) && !isElsewhere) return [];
      const where = pages === 1 ? `on page ${page}` : `from page ${page} on`;
      return [{ kind, where, ...(text !== '' && { label: shortened(text) }), sha256: sha256(text), count }];
    }),
  );
}

function keyOf({ kind, text }: RunningText): string {
  return `${kind} ${text}`;
}
