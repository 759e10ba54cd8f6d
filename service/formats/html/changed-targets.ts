/**
 * Finds links inside two pages whose address stays and whose target is another one. The addresses are compared as they
 * are written, so a reader would see no change of such a link.
 */
import type { InventoryItem } from '../../../shared/change/uncompared.ts';
import { sha256 } from '../sha256.ts';
import type { LinkTarget, LinkTargets } from './link-targets.ts';

/** The changed targets, one item a side for each address, in the order of the addresses. */
export function changedTargets(
  original: LinkTargets | undefined,
  revised: LinkTargets | undefined,
): [original: InventoryItem[], revised: InventoryItem[]] {
  if (original === undefined || revised === undefined) return [[], []];
  const hrefs = [...original.byHref.keys()].filter((href) => {
    const [own, other] = [original.byHref.get(href)!, revised.byHref.get(href)];
    return other !== undefined && !isSameTarget(own, other, original, revised);
  });
  hrefs.sort();
  const itemsOf = ({ byHref }: LinkTargets): InventoryItem[] => hrefs.map((href) => itemOf(href, byHref.get(href)!));
  return [itemsOf(original), itemsOf(revised)];
}

/** Whether one id has one target on both sides: its text is the same, or it was edited and is on neither other side. */
function isSameTarget(own: LinkTarget, other: LinkTarget, a: LinkTargets, b: LinkTargets): boolean {
  return own.text === other.text || (!b.texts.has(own.text) && !a.texts.has(other.text));
}

function itemOf(href: string, { text }: LinkTarget): InventoryItem {
  return { kind: 'link_target', where: `of “${href}”`, label: text, sha256: sha256(text), count: 1 };
}
