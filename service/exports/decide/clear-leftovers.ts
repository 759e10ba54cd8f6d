/**
 * Clears what a package says beside its text and what the decisions have removed from the text: document properties,
 * variables, data that controls are bound to, and the picture of the first page.
 */
import type { WordPackage } from '../../ooxml/package.ts';
import { isOfType } from '../../ooxml/relationships.ts';
import { treeOrNone } from '../../ooxml/tree-or-none.ts';
import { childOf, childrenOf, innerText, isElement, type XmlElement, type XmlNode } from '../../ooxml/xml-tree.ts';
import type { ResultPackage } from '../../redline/package/result-package.ts';
import { withoutSpace } from '../../redline/text/guide.ts';

/** Relationship types of parts with document properties (ECMA-376 part 2, 10.1; part 1, 15.2.12), by their end. */
const PROPERTIES = /\/(?:core-properties|extended-properties|custom-properties)$/;
const THUMBNAIL = /\/metadata\/thumbnail$/;
const LETTERS = /\p{L}.*\p{L}.*\p{L}/su;

/** Shorter stretches of removed text are everywhere by chance, in characters. */
const STRETCH_MIN = 8;
/** Most stretches that each value is searched for, the longest ones. */
const STRETCHES_MAX = 500;

/** Tells which texts only the removed content has. */
export class RemovedTexts {
  readonly #before: readonly string[];
  readonly #left: readonly string[];
  readonly #stretches: readonly string[];

  /** Texts without white space: of both sides, of what the decisions leave, and of each change that they remove. */
  constructor(before: readonly string[], left: readonly string[], changes: readonly string[]) {
    this.#before = before;
    this.#left = left;
    this.#stretches = [...new Set(changes)]
      .filter((text) => text.length >= STRETCH_MIN && LETTERS.test(text) && !this.#isLeft(text))
      .sort((x, y) => y.length - x.length)
      .slice(0, STRETCHES_MAX);
  }

  /** Whether decisions removed a text with words, or a change inside it. */
  has(text: string): boolean {
    const words = withoutSpace(text);
    if (!LETTERS.test(words) || this.#isLeft(words)) return false;
    return (
      this.#before.some((each) => each.includes(words)) || this.#stretches.some((stretch) => words.includes(stretch))
    );
  }

  #isLeft(words: string): boolean {
    return this.#left.some((each) => each.includes(words));
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
      replace(target, (root) => withoutElements(titlesGone(root, isGone), (node) => isOrHolds(node, isGone)));
  }
  const settings = archive.related(mainPart, 'settings');
  if (settings !== undefined)
    replace(settings, (root) =>
      withoutElements(
        root,
        (node) => node.name === 'w:docVar' && [...node.attributes.values()].some((value) => removed.has(value)),
      ),
    );
  const glossary = archive.related(mainPart, 'glossaryDocument');
  if (glossary !== undefined)
    replace(glossary, (root) => withoutElements(root, (node) => node.name === 'w:docPart' && holdsText(node, removed)));
  const cleared = new Set<string>();
  for (const relationship of archive.relationshipsOf(mainPart).values()) {
    const { target, external } = relationship;
    if (external || !isOfType(relationship, 'customXml')) continue;
    const root = treeOrNone(() => result.tree(target));
    const emptied = root === undefined ? undefined : withEmptied(root, isGone, removed);
    if (emptied === undefined || emptied === root) continue;
    result.setTree(target, emptied);
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

function isOrHolds(node: XmlElement, is: (node: XmlElement) => boolean): boolean {
  return is(node) || childrenOf(node).some(is);
}

/** Whether a building block has a paragraph that only the removed content has. */
function holdsText(node: XmlElement, removed: RemovedTexts): boolean {
  if (node.name === 'w:p') return removed.has(wordsOf(node));
  return childrenOf(node).some((child) => holdsText(child, removed));
}

function wordsOf(node: XmlElement): string {
  if (node.name === 'w:t') return innerText(node);
  return childrenOf(node).map(wordsOf).join('');
}

/** Properties without the titles of parts and their counts, if one of the titles goes (15.2.12.3). */
function titlesGone(root: XmlElement, isGone: (node: XmlElement) => boolean): XmlElement {
  const isOf = (node: XmlElement, name: string): boolean => node.name.replace(/^.*:/u, '') === name;
  const holdsGone = (node: XmlElement): boolean => isGone(node) || childrenOf(node).some(holdsGone);
  const titles = childrenOf(root).find((node) => isOf(node, 'TitlesOfParts'));
  if (titles === undefined || !holdsGone(titles)) return root;
  return withoutElements(root, (node) => isOf(node, 'TitlesOfParts') || isOf(node, 'HeadingPairs'));
}

/** A tree without some elements; the same object if it has none of them. */
function withoutElements(root: XmlElement, goes: (node: XmlElement) => boolean): XmlElement {
  return mapped(root, (child) => (goes(child) ? [] : [withoutElements(child, goes)]));
}

/** A tree in which some elements have no text, and attributes no removed text; the same object if it has none of both. */
function withEmptied(root: XmlElement, empties: (node: XmlElement) => boolean, removed: RemovedTexts): XmlElement {
  const isLeft = ([name, value]: readonly [string, string]): boolean => name.startsWith('xmlns') || !removed.has(value);
  const attributes = [...root.attributes];
  const own = attributes.every(isLeft)
    ? root
    : { ...root, attributes: new Map(attributes.map((each) => (isLeft(each) ? each : [each[0], '']))) };
  if (empties(own)) return { ...own, children: [] };
  return mapped(own, (child) => [withEmptied(child, empties, removed)]);
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
