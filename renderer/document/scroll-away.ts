/** A scroll to something else than the current change, which the document must not take back. */
const NAME = 'diffsvc-scroll-away';

/** Brings an element into view. Whoever keeps the current change in view lets go of it. */
export function scrollAwayTo(element: HTMLElement): void {
  dispatchEvent(new Event(NAME));
  element.scrollIntoView({ block: 'center' });
}

/** Calls `listener` before each such scroll. The result ends this. */
export function onScrollAway(listener: () => void): () => void {
  addEventListener(NAME, listener);
  return () => removeEventListener(NAME, listener);
}
