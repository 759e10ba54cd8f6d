import { findPattern, type TextPiece } from '../find/find-text.ts';
import { countMatches } from '../find/search-segments.ts';
import type { Sheet } from '../document-view/sheets.ts';

/** What text stands in together. */
const TOGETHER = 'p, h1, h2, h3, h4, h5, h6, pre';
/** More matches help nobody, and each costs a range. */
const MATCHES_MAX = 5_000;
/** Names under which the browser paints matches; `DocumentView` has their colours. */
const FOUND = 'diffsvc-found';
const CURRENT = 'diffsvc-found-current';

/** The sheets with matches of a pattern, in order, as far as there are not too many. The sheets need not be on the page. */
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
 * The places of a pattern below elements, with the changes in them, in their order. Static ranges: the browser would keep
 * thousands of live ones up to date with every node that comes or goes.
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

/** Paints ranges; the returned function takes the paint away. Browsers without the interface show the count alone. */
function paint(name: string, ranges: readonly StaticRange[], priority: number): () => void {
  if (ranges.length === 0 || !('highlights' in CSS)) return () => undefined;
  const highlight = new Highlight(...ranges);
  highlight.priority = priority;
  CSS.highlights.set(name, highlight);
  return () => {
    CSS.highlights.delete(name);
  };
}

/** Paints every match; the returned function takes the paint away. */
export function showMatches(ranges: readonly StaticRange[]): () => void {
  return paint(FOUND, ranges, 0);
}

/** Paints the current match over the others; the returned function takes the paint away. */
export function showCurrentMatch(range: StaticRange): () => void {
  return paint(CURRENT, [range], 1);
}
