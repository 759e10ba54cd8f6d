/**
 * Joins bookmarks that a story has twice, as the original and as the revised document have them. A bookmark in deleted
 * text goes with it. So the two become one that begins at the first place and ends at the second. One of the ends is
 * left whatever is accepted or rejected, and the bookmark stays.
 */
import { isElement, withChildren, type XmlElement, type XmlNode } from '../../ooxml/xml-tree.ts';

/** The story with one bookmark for each of these names. */
export function joinBookmarks(root: XmlElement, names: ReadonlySet<string>): XmlElement {
  if (names.size === 0) return root;
  const starts = new Map<string, string[]>();
  collect(root, names, starts);
  /** Ids of second bookmarks whose end gets another id, and of those that lose an end. */
  const renamed = new Map<string, string>();
  const withoutEnd = new Set<string>();
  for (const [first, second] of starts.values()) {
    if (first === undefined || second === undefined) continue;
    renamed.set(second, first);
    withoutEnd.add(first);
  }
  return renamed.size === 0 ? root : rebuilt(root, renamed, withoutEnd);
}

/** The ids of the bookmarks of each name, in order. */
function collect(node: XmlElement, names: ReadonlySet<string>, starts: Map<string, string[]>): void {
  const name = node.name === 'w:bookmarkStart' ? (node.attributes.get('w:name') ?? '') : '';
  if (names.has(name)) starts.set(name, [...(starts.get(name) ?? []), node.attributes.get('w:id') ?? '']);
  for (const child of node.children) if (isElement(child)) collect(child, names, starts);
}

function rebuilt(node: XmlElement, renamed: ReadonlyMap<string, string>, withoutEnd: ReadonlySet<string>): XmlElement {
  const children = node.children.flatMap((child): XmlNode[] => {
    if (!isElement(child)) return [child];
    const id = child.attributes.get('w:id') ?? '';
    if (child.name === 'w:bookmarkStart' && renamed.has(id)) return [];
    if (child.name !== 'w:bookmarkEnd') return [rebuilt(child, renamed, withoutEnd)];
    if (withoutEnd.has(id)) return [];
    const own = renamed.get(id);
    return [own === undefined ? child : { ...child, attributes: new Map([...child.attributes, ['w:id', own]]) }];
  });
  const isSame = children.length === node.children.length && children.every((child, at) => child === node.children[at]);
  return isSame ? node : withChildren(node, children);
}
