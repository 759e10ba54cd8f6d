/** In pixels: between an anchor and what belongs to it, and to the edges of the window. */
const GAP = 6;

/** Where a panel opens. `start` and `end` align an edge with the same edge of the anchor. */
export type Align = 'start' | 'center' | 'end';

/**
 * Puts a panel with `position: fixed` below its anchor, or above it where there is more room. It stays in the window.
 * Nothing around the panel may be transformed.
 */
export function placeBeside(panel: HTMLElement, anchor: Element, align: Align): void {
  const box = anchor.getBoundingClientRect();
  const { width, height } = panel.getBoundingClientRect();
  const isLeftToRight = getComputedStyle(panel).direction === 'ltr';
  const left =
    align === 'center'
      ? box.left + (box.width - width) / 2
      : (align === 'start') === isLeftToRight
        ? box.left
        : box.right - width;
  const isBelow = box.bottom + GAP + height <= innerHeight - GAP || box.top < innerHeight - box.bottom;
  panel.style.left = `${Math.max(GAP, Math.min(left, innerWidth - width - GAP))}px`;
  panel.style.top = `${Math.max(GAP, isBelow ? box.bottom + GAP : box.top - GAP - height)}px`;
}
