const CHANGE = '[data-change-id], [data-boundary-id]';

/** The ids of the changes in a range of the shown document, in its order, each once. What is not laid out is left out. */
export function changesIn(range: Range, root: Element): readonly string[] {
  if (range.collapsed || !root.contains(range.startContainer)) return [];
  const ids = new Set<string>();
  for (const element of root.querySelectorAll(CHANGE)) {
    if (element.getClientRects().length === 0 || !overlaps(range, element)) continue;
    for (const name of ['data-change-id', 'data-boundary-id']) {
      const id = element.getAttribute(name);
      if (id !== null) ids.add(id);
    }
  }
  return [...ids];
}

/** Whether a range has some of an element, and not only touches it. */
function overlaps(range: Range, element: Element): boolean {
  const own = document.createRange();
  if (element.hasChildNodes()) own.selectNodeContents(element);
  else own.selectNode(element);
  const [endsAfterStart, startsBeforeEnd] = [
    range.compareBoundaryPoints(Range.START_TO_END, own) > 0,
    range.compareBoundaryPoints(Range.END_TO_START, own) < 0,
  ];
  return endsAfterStart && startsBeforeEnd;
}
