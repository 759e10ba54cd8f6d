/** Passages of the shown document: from a selection, and found again by their text. */
import { findInDocument, TOGETHER } from './find-in-document.ts';
import { patternOf } from '../find/find-text.ts';
import type { Passage } from '../../shared/review-file/notes.ts';

/** Longest quote and context in UTF-16 units. */
const QUOTE_LENGTH = 400;
const CONTEXT_LENGTH = 40;
/** Name of the highlight of passages with notes, and of the passage that is shown. `Paper` defines their colours. */
const NOTED = 'diffsvc-noted';
const SHOWN = 'diffsvc-passage';

/** The passage of a selection. It ends with the paragraph in which it begins. Null outside of the document's text. */
export function passageOf(range: Range, paper: Element): Passage | null {
  if (range.collapsed || !paper.contains(range.startContainer)) return null;
  const block = elementOf(range.startContainer)?.closest(TOGETHER);
  if (!block || !paper.contains(block)) return null;
  const start = offsetIn(block, range.startContainer, range.startOffset);
  const end = block.contains(range.endContainer)
    ? offsetIn(block, range.endContainer, range.endOffset)
    : block.textContent.length;
  const text = block.textContent;
  const quote = spaced(text.slice(start, Math.min(end, start + QUOTE_LENGTH)));
  if (quote.trim() === '') return null;
  return {
    quote: quote.trim(),
    before: spaced(text.slice(Math.max(0, start - CONTEXT_LENGTH), start)),
    after: spaced(text.slice(end, end + CONTEXT_LENGTH)),
  };
}

function elementOf(node: Node): Element | null {
  return node instanceof Element ? node : node.parentElement;
}

function offsetIn(block: Element, node: Node, offset: number): number {
  const before = document.createRange();
  before.setStart(block, 0);
  before.setEnd(node, offset);
  return before.toString().length;
}

function spaced(text: string): string {
  return text.replace(/\s+/gu, ' ');
}

/** Where a passage is below some elements. Of several equal texts, the one whose surroundings fit best. */
export function findPassage(roots: readonly Element[], passage: Passage): StaticRange | null {
  const pattern = patternOf(passage.quote);
  if (pattern === null) return null;
  let best: StaticRange | null = null;
  let bestFit = -1;
  for (const range of findInDocument(roots, pattern)) {
    const fit = fitOf(range, passage);
    if (fit <= bestFit) continue;
    [best, bestFit] = [range, fit];
  }
  return best;
}

/** Number of characters around a range that are as around the passage. */
function fitOf({ startContainer, startOffset, endContainer, endOffset }: StaticRange, passage: Passage): number {
  const block = elementOf(startContainer)?.closest(TOGETHER);
  if (!block) return 0;
  const text = block.textContent;
  const before = spaced(text.slice(0, offsetIn(block, startContainer, startOffset)));
  const after = spaced(text.slice(offsetIn(block, endContainer, endOffset)));
  let fit = 0;
  while (fit < passage.before.length && before.at(-1 - fit) === passage.before.at(-1 - fit)) fit += 1;
  let following = 0;
  while (following < passage.after.length && after[following] === passage.after[following]) following += 1;
  return fit + following;
}

/** Paints passages with notes. The result removes the paint. */
export function paintNoted(ranges: readonly StaticRange[]): () => void {
  return paint(NOTED, ranges);
}

/** Paints the passage that is shown. The result removes the paint. */
export function paintShown(range: StaticRange): () => void {
  return paint(SHOWN, [range]);
}

function paint(name: string, ranges: readonly StaticRange[]): () => void {
  if (ranges.length === 0 || !('highlights' in CSS)) return () => undefined;
  const highlight = new Highlight(...ranges);
  CSS.highlights.set(name, highlight);
  return () => {
    if (CSS.highlights.get(name) === highlight) CSS.highlights.delete(name);
  };
}

/** The box of a range in the window. */
export function boxOf({ startContainer, startOffset, endContainer, endOffset }: StaticRange): DOMRect {
  const live = document.createRange();
  live.setStart(startContainer, startOffset);
  live.setEnd(endContainer, endOffset);
  return live.getClientRects()[0] ?? live.getBoundingClientRect();
}
