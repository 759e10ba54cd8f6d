import type { InventoryItem } from '../../../../shared/change/uncompared.ts';
import { sha256 } from '../../../sha256.ts';
import type { FlowBlock, FlowTable } from '../blocks/paragraphs.ts';
import { shortened } from './page-places.ts';

/** Texts of the cells of the rows of a table head. */
type HeadTexts = readonly (readonly string[])[];

/**
 * Lists table heads that pages repeat, one item a table. They are no rows of their table, and how many pages repeat
 * one depends on its place. A page without the head has a part in the digest, so that a head that is missing there
 * differs.
 */
export function repeatedHeadItems(flow: readonly FlowBlock[]): InventoryItem[] {
  return flow.flatMap((block) => (block.kind === 'table' ? itemsOf(block) : []));
}

/** Digest of a head that all pages of its table repeat. */
export function headDigest(head: HeadTexts): string {
  return sha256(head.map((cells) => cells.map((cell) => cell.trim()).join('\t')).join('\n'));
}

function itemsOf({ parts = [] }: FlowTable): InventoryItem[] {
  const repeating = parts.filter(({ head }) => head.length > 0);
  const [first] = repeating;
  if (!first) return [];
  const heads = [...new Map(repeating.map(({ head }) => [headDigest(head), head])).values()];
  const without = parts.filter(({ head }) => head.length === 0).map(({ page }) => page);
  const whole = heads.length === 1 && without.length === 0;
  return [
    {
      kind: 'table_head',
      where: repeating.length === 1 ? `on page ${first.page}` : `from page ${first.page} on`,
      label: shortened(
        heads.map(textOf).join('; ') + (without.length === 0 ? '' : `, not on page ${without.join(', ')}`),
      ),
      sha256: whole ? headDigest(first.head) : sha256([...heads.map(headDigest), without.length].join(' ')),
      count: 1,
    },
  ];
}

function textOf(head: HeadTexts): string {
  return head.map((cells) => cells.filter((cell) => cell !== '').join(' | ')).join(' | ');
}
