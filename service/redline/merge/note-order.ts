/** The order of notes and of their ids. Programs show the right notes only if both follow the references. */
import { isElement, type XmlElement, type XmlNode } from '../../ooxml/xml-tree.ts';
import { isSeparator } from '../package/is-separator.ts';
import { noteKey } from './note-pairs.ts';

/** The marking of a note reference in the result. */
export type Marking = 'same' | 'ins' | 'del';

const INSERTED: ReadonlySet<string> = new Set(['w:ins', 'w:moveTo']);
const DELETED: ReadonlySet<string> = new Set(['w:del', 'w:moveFrom']);

/**
 * Sorts notes by their references, because some programs count notes and ignore their ids. Separators stay first, and
 * notes without a reference go last.
 */
export function inReferenceOrder(notes: readonly XmlElement[], references: ReadonlyMap<string, Marking>): XmlElement[] {
  const rank = new Map([...references.keys()].map((id, index) => [id, index]));
  const rankOf = (note: XmlElement): number =>
    isSeparator(note) ? -1 : (rank.get(note.attributes.get('w:id') ?? '') ?? rank.size);
  return [...notes].sort((x, y) => rankOf(x) - rankOf(y));
}

/**
 * Renumbers ids so that they ascend in the order of references: old id → new id. Empty if they already ascend or are
 * not numbers. LibreOffice assigns notes to references by ascending id, and would otherwise show the wrong note.
 */
export function ascendingIds(ids: readonly string[]): Map<string, string> {
  const numbers = ids.map(Number);
  if (!numbers.every(Number.isInteger) || numbers.every((id, index) => index === 0 || id > numbers[index - 1]!))
    return new Map();
  const sorted = [...numbers].sort((x, y) => x - y);
  return new Map(ids.map((id, index) => [id, String(sorted[index])]));
}

/** A tree in which the elements of one name have new ids. Nodes without them stay the same objects. */
export function withIds(node: XmlElement, name: string, ids: ReadonlyMap<string, string>): XmlElement {
  const id = node.name === name ? ids.get(node.attributes.get('w:id') ?? '') : undefined;
  const attributes = id === undefined ? node.attributes : new Map([...node.attributes, ['w:id', id]]);
  let children: XmlNode[] | undefined;
  node.children.forEach((child, index) => {
    const next = isElement(child) ? withIds(child, name, ids) : child;
    if (next !== child) children ??= node.children.slice();
    if (children !== undefined) children[index] = next;
  });
  return id === undefined && children === undefined
    ? node
    : { ...node, attributes, children: children ?? node.children };
}

/** Ids of the notes that a body refers to, with the side of the reference. */
export function referencesIn(root: XmlElement | undefined, kind: string): Map<string, Marking> {
  const found = new Map<string, Marking>();
  const visit = (node: XmlElement, marking: Marking): void => {
    for (const child of node.children) {
      if (!isElement(child)) continue;
      if (child.name === `w:${kind}Reference`) {
        // A reference without an id leads nowhere.
        if (!child.attributes.has('w:id')) continue;
        const id = noteKey(child).split(' ')[1] ?? '';
        if (found.get(id) !== 'same') found.set(id, marking);
      } else visit(child, INSERTED.has(child.name) ? 'ins' : DELETED.has(child.name) ? 'del' : marking);
    }
  };
  if (root !== undefined) visit(root, 'same');
  return found;
}
