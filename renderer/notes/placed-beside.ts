/** How cards and signs beside the paper follow the text: both margins place theirs in the same way. */

/**
 * Calls `place` now, and again whenever the paper, the text on it or one of these cards has another size or other nodes,
 * once a frame at most. The result of `place` takes away what it painted. The result of this ends it all.
 */
export function placedBeside(paper: HTMLElement, place: () => () => void, cards: Iterable<Element> = []): () => void {
  let unpaint: () => void = () => undefined;
  let frame = 0;
  const again = (): void => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => {
      unpaint();
      unpaint = place();
    });
  };
  const sizes = new ResizeObserver(again);
  sizes.observe(paper);
  for (const card of cards) sizes.observe(card);
  const nodes = new MutationObserver(again);
  const text = paper.querySelector('.diffsvc');
  if (text) nodes.observe(text, { childList: true, subtree: true });
  again();
  return () => {
    sizes.disconnect();
    nodes.disconnect();
    cancelAnimationFrame(frame);
    unpaint();
  };
}
