import { safeNodes } from '../../document-view/safe-nodes.ts';

/** The number of pieces that two lists share at the start and at the end. */
export function commonEnds(
  before: readonly string[],
  after: readonly string[],
): { readonly start: number; readonly end: number } {
  const least = Math.min(before.length, after.length);
  let start = 0;
  while (start < least && before[start] === after[start]) start++;
  let end = 0;
  while (end < least - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  return { start, end };
}

/**
 * Updates an element from the segments in `before`, with one child for each segment. Unchanged children are not
 * touched, so an edit in a long text costs one paragraph.
 */
export function patchSegments(root: Element, before: readonly string[], after: readonly string[]): void {
  const { start, end } = commonEnds(before, after);
  for (let at = before.length - end - 1; at >= start; at--) root.children[at]?.remove();
  const next = root.children[start] ?? null;
  for (const html of after.slice(start, after.length - end)) {
    const part = document.createElement('div');
    part.className = 'part';
    part.append(...safeNodes(html));
    root.insertBefore(part, next);
  }
}
