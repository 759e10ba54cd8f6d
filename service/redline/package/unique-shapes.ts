/**
 * Keeps the ids of VML shapes unique in a part (14.1.2.19). A redline contains a replaced shape twice, deleted and
 * inserted. The inserted shape and its references get a new id.
 */
import { isElement, type XmlElement, type XmlNode } from '../../ooxml/xml-tree.ts';

/** Word's names of shapes and shape types: a prefix and a number. */
const NUMBERED_SHAPE = /^(_x0000_[is])(\d+)$/;

const INSERTED: ReadonlySet<string> = new Set(['w:ins', 'w:moveTo']);

/** A part's tree in which all inserted shapes have unique ids; the same object if they already have. */
export function withUniqueShapes(root: XmlElement): XmlElement {
  const taken = new Set<string>();
  const inserted = collectIds(root, false, taken);
  if (!inserted) return root;
  return renamed(root, false, { taken, names: new Map(), next: new Map() });
}

/** Collects the ids of shapes outside insertions. Returns whether there are shapes inside insertions. */
function collectIds(node: XmlElement, within: boolean, taken: Set<string>): boolean {
  let inserted = false;
  for (const child of node.children) {
    if (!isElement(child)) continue;
    const id = shapeId(child);
    if (id !== undefined && within) inserted = true;
    else if (id !== undefined) taken.add(id);
    if (collectIds(child, within || INSERTED.has(child.name), taken)) inserted = true;
  }
  return inserted;
}

/** Taken ids, new ids, and per prefix the start of the search for a free number. */
interface ShapeNames {
  readonly taken: Set<string>;
  readonly names: Map<string, string>;
  readonly next: Map<string, number>;
}

function renamed(node: XmlElement, within: boolean, names: ShapeNames): XmlElement {
  const attributes = within ? renamedAttributes(node, names) : node.attributes;
  let children: XmlNode[] | undefined;
  node.children.forEach((child, index) => {
    if (!isElement(child)) return;
    const next = renamed(child, within || INSERTED.has(child.name), names);
    if (next === child) return;
    children ??= node.children.slice();
    children[index] = next;
  });
  if (attributes === node.attributes && children === undefined) return node;
  return { name: node.name, attributes, children: children ?? node.children };
}

function renamedAttributes(node: XmlElement, { taken, names, next }: ShapeNames): ReadonlyMap<string, string> {
  const { attributes } = node;
  const changes: [string, string][] = [];
  const id = shapeId(node);
  if (id !== undefined) {
    const own = taken.has(id) ? freeId(id, taken, next) : id;
    taken.add(own);
    names.set(id, own);
    if (own !== id) changes.push(['id', own]);
  }
  const type = attributes.get('type');
  const typeName = type?.startsWith('#') === true ? names.get(type.slice(1)) : undefined;
  if (typeName !== undefined && `#${typeName}` !== type) changes.push(['type', `#${typeName}`]);
  const shape = names.get(attributes.get('ShapeID') ?? '');
  if (shape !== undefined && shape !== attributes.get('ShapeID')) changes.push(['ShapeID', shape]);
  return changes.length === 0 ? attributes : new Map([...attributes, ...changes]);
}

/** Word numbers its shapes. Other ids, and the ids of shape types, get a number appended. */
function freeId(id: string, taken: ReadonlySet<string>, next: ShapeNames['next']): string {
  const [, prefix, digits] = NUMBERED_SHAPE.exec(id) ?? [];
  const stem = prefix ?? `${id}_`;
  for (let number = Math.max(prefix === undefined ? 2 : Number(digits) + 1, next.get(stem) ?? 0); ; number += 1) {
    const candidate = `${stem}${number}`;
    if (taken.has(candidate)) continue;
    next.set(stem, number + 1);
    return candidate;
  }
}

function shapeId(node: XmlElement): string | undefined {
  return node.name.startsWith('v:') ? node.attributes.get('id') : undefined;
}
