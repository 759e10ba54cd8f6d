import { findPattern, type TextPiece } from '../find/find-text.ts';
import { countMatches } from '../find/search-segments.ts';
import type { Sheet } from '../document-view/sheets.ts';

/** Elements whose text is continuous. */
export const TOGETHER = 'p, h1, h2, h3, h4, h5, h6, pre';
/** More matches are of no use, and each one costs a range. */
const MATCHES_MAX = 5_000;
/** Names of the highlights that the browser paints. `DocumentView` defines their colours. */
const FOUND = 'diffsvc-found';
const CURRENT = 'diffsvc-found-current';

/** The sheets with matches of a pattern, in order, up to the maximum. The sheets need not be on the page. */
export function sheetsToSearch(sheets: readonly Sheet[], pattern: RegExp): number[] {
  const found: number[] = [];
  let total = 0;
  for (const [index, { stretches }] of sheets.entries()) {
    const before = total;
    for (const { segments } of stretches) for (const segment of segments) total += countMatches(segment, pattern);
    if (total > before) found.push(index);
    if (total >= MATCHES_MAX) break;
  }
  return found;
}

/**
 * The matches of a pattern below elements, across changes, in order. The ranges are static, because the browser would
 * update thousands of live ranges at every DOM change.
 */
export function findInDocument(roots: readonly Element[], pattern: RegExp): readonly StaticRange[] {
  const ranges: StaticRange[] = [];
  for (const block of roots.flatMap((root) => [...root.querySelectorAll(TOGETHER)])) {
    const nodes: Text[] = [];
    const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) nodes.push(node as Text);
    for (const { from, to } of findPattern(nodes.map(pieceOf), pattern)) {
      const [start, end] = [nodes[from.piece], nodes[to.piece]];
      if (!start || !end) continue;
      ranges.push(
        new StaticRange({
          startContainer: start,
          startOffset: from.offset,
          endContainer: end,
          endOffset: to.offset,
        }),
      );
      if (ranges.length === MATCHES_MAX) return ranges;
    }
  }
  return ranges;
}

function pieceOf(node: Text): TextPiece {
  const edit = node.parentElement?.closest('ins, del')?.localName;
  return { text: node.data, side: edit === undefined ? null : edit === 'ins' ? 'revised' : 'original' };
}

/** Paints ranges. The result removes the paint. Browsers without the Highlight API show only the count. */
function paint(name: string, ranges: readonly StaticRange[], priority: number): () => void {
  if (ranges.length === 0 || !('highlights' in CSS)) return () => undefined;
  const highlight = new Highlight(...ranges);
  highlight.priority = priority;
  CSS.highlights.set(name, highlight);
  return () => {
    CSS.highlights.delete(name);
  };
}

/** Paints every match. The result removes the paint. */
export function showMatches(ranges: readonly StaticRange[]): () => void {
  return paint(FOUND, ranges, 0);
}

/** Paints the current match over the others. The result removes the paint. */
export function showCurrentMatch(range: StaticRange): () => void {
  return paint(CURRENT, [range], 1);
}
