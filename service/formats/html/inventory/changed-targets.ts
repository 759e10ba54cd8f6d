/**
 * Lists links inside two pages whose address stays and whose target is another one. No change shows them, because the
 * addresses are equal.
 */
import type { InventoryItem } from '../../../../shared/change/uncompared.ts';
import type { LinkTargets } from '../../../../shared/document/link-targets.ts';
import { sha256 } from '../../../sha256.ts';

/** The targets of one side. `hrefs`: addresses that lead to another place on each side. */
export function changedTargets(hrefs: readonly string[], { byHref }: LinkTargets): InventoryItem[] {
  return hrefs.map((href) => {
    const { name, occurrence } = byHref.get(href)!;
    // The address keeps the items of two links that exchanged their targets apart.
    const digest = sha256(`${href}\n${name}\n${occurrence}`);
    return { kind: 'link_target', where: `of “${href}”`, label: name, sha256: digest, count: 1 };
  });
}
