import type { PageAnchor } from '../../../shared/api/page-marks.ts';

/** Pages that stand side by side, from 1. Null: this side has no page there. */
export type PagePair = readonly [original: number | null, revised: number | null];

/**
 * Pairs the pages of both sides in order, so that as much equal text as possible stands side by side. Pages between two
 * pairs are paired in order.
 */
export function pairPages(originals: number, reviseds: number, anchors: readonly PageAnchor[]): PagePair[] {
  const pairs: PagePair[] = [];
  let [original, revised] = [1, 1];
  for (const [page, other] of [...bestChain(originals, reviseds, anchors), [originals + 1, reviseds + 1] as const]) {
    while (original < page || revised < other)
      pairs.push([original < page ? original++ : null, revised < other ? revised++ : null]);
    if (page <= originals) pairs.push([original++, revised++]);
  }
  return pairs;
}

/** The ascending pairs of pages with the most anchors in common. */
function bestChain(originals: number, reviseds: number, anchors: readonly PageAnchor[]): [number, number][] {
  const width = reviseds + 1;
  const shared = new Float64Array((originals + 1) * width);
  for (const [page = 0, , other = 0] of anchors)
    if (page >= 1 && page <= originals && other >= 1 && other <= reviseds) shared[page * width + other]! += 1;
  const best = new Float64Array((originals + 1) * width);
  for (let page = 1; page <= originals; page++)
    for (let other = 1; other <= reviseds; other++) {
      const at = page * width + other;
      best[at] = Math.max(best[at - width]!, best[at - 1]!, best[at - width - 1]! + shared[at]!);
    }
  const chain: [number, number][] = [];
  for (let page = originals, other = reviseds; page > 0 && other > 0;) {
    const at = page * width + other;
    if (shared[at]! > 0 && best[at] === best[at - width - 1]! + shared[at]!) chain.push([page--, other--]);
    else if (best[at] === best[at - width]) page--;
    else other--;
  }
  return chain.reverse();
}
