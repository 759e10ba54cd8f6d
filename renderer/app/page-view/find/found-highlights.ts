import type { PageHit } from './page-hits.ts';

/** Names of the highlights that the browser paints. `PageSheet` defines their colours. */
const FOUND = 'diffsvc-page-found';
const CURRENT = 'diffsvc-page-found-current';

/**
 * Paints the hits of one page on its selectable text. `lines` are the elements of that text, in the order of the items
 * of the page. The result removes the paint. Browsers without the Highlight API show only the count.
 */
export function showHits(lines: readonly HTMLElement[], hits: readonly PageHit[], current: PageHit | null): () => void {
  if (!('highlights' in CSS)) return () => undefined;
  const ends = hits.flatMap((hit) =>
    hit.parts.flatMap(({ item, from, to }) => {
      const node = lines[item]?.firstChild;
      if (!(node instanceof Text)) return [];
      const range = new StaticRange({
        startContainer: node,
        startOffset: Math.min(from, node.length),
        endContainer: node,
        endOffset: Math.min(to, node.length),
      });
      const highlight = highlightOf(hit === current ? CURRENT : FOUND);
      highlight.add(range);
      return [() => highlight.delete(range)];
    }),
  );
  return () => {
    for (const end of ends) end();
  };
}

/** The highlight of this name, which the pages share. */
function highlightOf(name: string): Highlight {
  const known = CSS.highlights.get(name);
  if (known !== undefined) return known;
  const made = new Highlight();
  made.priority = name === CURRENT ? 1 : 0;
  CSS.highlights.set(name, made);
  return made;
}
