/** Whether some of an element shows in a frame that scrolls up and down, and in the window. */
export function isWithin(element: Element, { top, bottom }: Pick<DOMRect, 'top' | 'bottom'>): boolean {
  /** In pixels: less of it says nothing. */
  const enough = 8;
  return [...element.getClientRects()].some(
    (box) => box.bottom - Math.max(0, top) > enough && Math.min(innerHeight, bottom) - box.top > enough,
  );
}
