import { findInPieces, type TextPiece } from '../review/find-text.ts';

/** What text stands in together. */
const TOGETHER = 'p, h1, h2, h3, h4, h5, h6, pre';
/** More matches help nobody, and each costs a range. */
const MATCHES_MAX = 5_000;
/** Names under which the browser paints matches; `DocumentView` has their colours. */
const FOUND = 'diffsvc-found';
const CURRENT = 'diffsvc-found-current';

/** The places of a text in a document with its changes, in its order. `_shown`: what the document is made of now. */
export function findInDocument(root: Element, wanted: string, _shown: readonly unknown[]): readonly Range[] {
  const ranges: Range[] = [];
  for (const block of root.querySelectorAll(TOGETHER)) {
    const nodes: Text[] = [];
    const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) nodes.push(node as Text);
    for (const { from, to } of findInPieces(nodes.map(pieceOf), wanted)) {
      const [start, end] = [nodes[from.piece], nodes[to.piece]];
      if (!start || !end) continue;
      const range = document.createRange();
      range.setStart(start, from.offset);
      range.setEnd(end, to.offset);
      ranges.push(range);
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
function paint(name: string, ranges: readonly Range[], priority: number): () => void {
  if (ranges.length === 0 || !('highlights' in CSS)) return () => undefined;
  const highlight = new Highlight(...ranges);
  highlight.priority = priority;
  CSS.highlights.set(name, highlight);
  return () => {
    CSS.highlights.delete(name);
  };
}

/** Paints every match; the returned function takes the paint away. */
export function showMatches(ranges: readonly Range[]): () => void {
  return paint(FOUND, ranges, 0);
}

/** Paints the current match over the others; the returned function takes the paint away. */
export function showCurrentMatch(range: Range): () => void {
  return paint(CURRENT, [range], 1);
}
