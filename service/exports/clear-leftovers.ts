/**
 * Clears what a package says beside its text and what the decisions have removed from the text: document properties,
 * variables, data that controls are bound to, and the picture of the first page.
 */
import type { WordPackage } from '../ooxml/package.ts';
import { isOfType } from '../ooxml/relationships.ts';
import { treeOrNone } from '../ooxml/tree-or-none.ts';
import { childOf, childrenOf, innerText, isElement, type XmlElement, type XmlNode } from '../ooxml/xml-tree.ts';
import type { ResultPackage } from '../redline/package/result-package.ts';
import { withoutSpace } from '../redline/text/guide.ts';

/** Relationship types of parts with document properties (ECMA-376 part 2, 10.1; part 1, 15.2.12), by their end. */
const PROPERTIES = /\/(?:core-properties|extended-properties|custom-properties)$/;
const THUMBNAIL = /\/metadata\/thumbnail$/;
const LETTERS = /\p{L}.*\p{L}.*\p{L}/su;

/** Tells which texts only the removed content has. */
export class RemovedTexts {
  readonly #before: readonly string[];
  readonly #left: readonly string[];

  /** Texts without white space: of both sides, and of what the decisions leave. */
  constructor(before: readonly string[], left: readonly string[]) {
    this.#before = before;
    this.#left = left;
  }

  /** Whether a text with words was in a document and is in what is left no more. */
  has(text: string): boolean {
    const words = withoutSpace(text);
    const isIn = (each: string): boolean => each.includes(words);
    return LETTERS.test(words) && this.#before.some(isIn) && !this.#left.some(isIn);
  }
}

/** Clears the result, which was made from the package. `parts` are the names of its parts with text. */
export function clearLeftovers(
  { package: archive, mainPart }: WordPackage,
  result: ResultPackage,
  parts: Iterable<string>,
  removed: RemovedTexts,
): void {
  const replace = (name: string, change: (root: XmlElement) => XmlElement): void => {
    const root = treeOrNone(() => result.tree(name));
    const changed = root === undefined ? undefined : change(root);
    if (changed !== undefined && changed !== root) result.setTree(name, changed);
  };
  const isGone = (node: XmlElement): boolean => childrenOf(node).length === 0 && removed.has(innerText(node));
  for (const { id, type, target, external } of [...result.relationshipsOf('').values()]) {
    if (THUMBNAIL.test(type)) result.unrelate('', id);
    else if (!external && PROPERTIES.test(type))
      replace(target, (root) => withoutElements(root, (node) => isGone(node) || childrenOf(node).some(isGone)));
  }
  const settings = archive.related(mainPart, 'settings');
  if (settings !== undefined)
    replace(settings, (root) =>
      withoutElements(root, (node) => node.name === 'w:docVar' && removed.has(node.attributes.get('w:val') ?? '')),
    );
  const cleared = new Set<string>();
  for (const relationship of archive.relationshipsOf(mainPart).values()) {
    const { target, external } = relationship;
    if (external || !isOfType(relationship, 'customXml')) continue;
    const root = treeOrNone(() => result.tree(target));
    if (root === undefined || !holds(root, isGone)) continue;
    result.setTree(target, withEmptied(root, isGone));
    cleared.add(storeId(archive, target));
  }
  for (const name of parts) replace(name, (root) => withoutBindings(root, cleared));
}

/** The id of a store of custom XML, which controls are bound to (15.2.6), in lower case. */
function storeId(archive: WordPackage['package'], store: string): string {
  const name = archive.related(store, 'customXmlProps');
  const root = name === undefined ? undefined : treeOrNone(() => archive.tree(name));
  for (const [key, value] of root?.attributes ?? []) if (key.endsWith('itemID')) return value.toLowerCase();
  return '';
}

function holds(node: XmlElement, is: (node: XmlElement) => boolean): boolean {
  return is(node) || childrenOf(node).some((child) => holds(child, is));
}

/** A tree without some elements; the same object if it has none of them. */
function withoutElements(root: XmlElement, goes: (node: XmlElement) => boolean): XmlElement {
  return mapped(root, (child) => (goes(child) ? [] : [withoutElements(child, goes)]));
}

/** A tree in which some elements have no text. */
function withEmptied(root: XmlElement, empties: (node: XmlElement) => boolean): XmlElement {
  if (empties(root)) return { ...root, children: [] };
  return mapped(root, (child) => [withEmptied(child, empties)]);
}

/** A tree whose controls are not bound to some stores. Word would show the value of the store in place of their text. */
function withoutBindings(root: XmlElement, stores: ReadonlySet<string>): XmlElement {
  return mapped(root, (child) => {
    const binding = child.name === 'w:sdtPr' ? childOf(child, 'w:dataBinding') : undefined;
    const isCleared =
      binding !== undefined && stores.has((binding.attributes.get('w:storeItemID') ?? '').toLowerCase());
    if (isCleared) return [{ ...child, children: child.children.filter((each) => each !== binding) }];
    return [withoutBindings(child, stores)];
  });
}

function mapped(root: XmlElement, of: (child: XmlElement) => readonly XmlNode[]): XmlElement {
  const children = root.children.flatMap((child) => (isElement(child) ? of(child) : [child]));
  const isSame = children.length === root.children.length && children.every((child, at) => child === root.children[at]);
  return isSame ? root : { ...root, children };
}
