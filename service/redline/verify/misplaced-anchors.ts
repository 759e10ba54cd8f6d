/** Finds the bookmarks to which something leads and that a redline has at another place than the revised document. */
import { isGeneratedName } from '../../ooxml/generated-anchors.ts';
import { referencesIn } from '../../ooxml/references.ts';
import { isElement, type XmlElement } from '../../ooxml/xml-tree.ts';
import type { Comparison } from '../merge/comparison.ts';
import { textRoots } from '../package/text-roots.ts';
import { goneBookmarks } from './gone-bookmarks.ts';

/** Names of bookmarks of the body. */
export interface MisplacedAnchors {
  /** Generated ones that the accepted result has in another paragraph, or not at all. */
  readonly apart: ReadonlySet<string>;
  /** Others that the accepted result does not have. */
  readonly lost: ReadonlySet<string>;
}

/** A generated name that a field can be given anew. */
const REPLACEABLE = /^_\w+$/;

/** Finds them in the merged body. */
export function misplacedAnchors(comparison: Comparison): MisplacedAnchors {
  const { original, revised, result } = comparison;
  const [apart, lost] = [new Set<string>(), new Set<string>()];
  const referred = new Set(
    textRoots(revised).flatMap((root) => referencesIn(comparison.resolved(root, 'revised')).map(({ name }) => name)),
  );
  const merged = result.tree(original.mainPart);
  if (referred.size === 0 || merged === undefined) return { apart, lost };
  const wanted = bookmarkParagraphs(comparison.resolved(revised.document, 'revised'));
  const got = bookmarkParagraphs(comparison.resolved(merged, 'revised'));
  const gone = goneBookmarks(merged, 'revised');
  for (const [name, paragraph] of wanted) {
    if (!referred.has(name) || (got.get(name) === paragraph && !gone.has(name))) continue;
    if (isGeneratedName(name) && REPLACEABLE.test(name)) apart.add(name);
    else if (gone.has(name) || !got.has(name)) lost.add(name);
  }
  return { apart, lost };
}

/** The number of the paragraph that each bookmark begins in or before, by its name. */
function bookmarkParagraphs(root: XmlElement): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  let begun = 0;
  const visit = (node: XmlElement, paragraph: number | null): void => {
    if (node.name === 'mc:Fallback') return;
    let own = paragraph;
    if (node.name === 'w:p') {
      own = begun;
      begun += 1;
    }
    if (node.name === 'w:bookmarkStart') {
      const name = node.attributes.get('w:name') ?? '';
      if (!places.has(name)) places.set(name, own ?? begun);
    }
    for (const child of node.children) if (isElement(child)) visit(child, own);
  };
  visit(root, null);
  return places;
}
