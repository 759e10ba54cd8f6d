/** What a change of a document at random is, and how it finds the place where it is made. */
import { childOf, isElement, type XmlElement, type XmlNode } from '../../../service/ooxml/xml-tree.ts';

/** Choices that are the same for the same seed. */
export interface Chance {
  /** An integer from 0 to below `count`. */
  readonly below: (count: number) => number;
}

/** One of a list. */
export function oneOf<T>(list: readonly T[], chance: Chance): T {
  return list[chance.below(list.length)]!;
}

/** A tree with one node exchanged for others. The node is looked for by identity, and stands once. */
export function exchanged(root: XmlElement, target: XmlElement, by: readonly XmlNode[]): XmlElement {
  let found = false as boolean;
  const children = root.children.flatMap((child): XmlNode[] => {
    if (found || !isElement(child)) return [child];
    if (child === target) {
      found = true;
      return [...by];
    }
    const next = exchanged(child, target, by);
    if (next !== child) found = true;
    return [next];
  });
  return found ? { ...root, children } : root;
}

/** All elements below a root of which one holds something, outside of fallbacks. */
export function allOf(
  root: XmlElement,
  accepts: (node: XmlElement) => boolean,
  found: XmlElement[] = [],
): XmlElement[] {
  for (const child of root.children) {
    if (!isElement(child) || child.name === 'mc:Fallback') continue;
    if (accepts(child)) found.push(child);
    allOf(child, accepts, found);
  }
  return found;
}

/** Accepts elements of some names. */
export const named =
  (...names: readonly string[]) =>
  (node: XmlElement): boolean =>
    names.includes(node.name);

/** A copy whose nodes are other objects. */
export function copyOf(node: XmlElement): XmlElement {
  return { ...node, children: node.children.map((child) => (isElement(child) ? copyOf(child) : child)) };
}

/** Changes a tree; null when it has no place for the change. */
export type Mutation = (root: XmlElement, chance: Chance) => XmlElement | null;

/** A mutation of one element of some kind. */
export function each(
  accepts: (node: XmlElement) => boolean,
  change: (node: XmlElement, chance: Chance, root: XmlElement) => readonly XmlNode[] | null,
): Mutation {
  return (root, chance) => {
    const sites = allOf(root, accepts);
    if (sites.length === 0) return null;
    const site = oneOf(sites, chance);
    const by = change(site, chance, root);
    return by === null ? null : exchanged(root, site, by);
  };
}

export const isParagraph = named('w:p');
/** A run with text. */
export const isRun = (node: XmlElement): boolean => node.name === 'w:r' && childOf(node, 'w:t') !== undefined;
export const hasSection = (node: XmlElement): boolean => childOf(childOf(node, 'w:pPr'), 'w:sectPr') !== undefined;
