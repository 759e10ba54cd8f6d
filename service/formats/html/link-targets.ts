/** Links inside a page, by what they point to. */
import { composeText } from '../normalise/compose.ts';
import { collapseWhiteSpace, isBlank } from '../normalise/white-space.ts';
import { isText, type ChildNode, type ParentNode } from './html-tree.ts';
import { traitsOf } from './tags.ts';

/** Maximum length of the text that names a target, in UTF-16 units. */
const NAME_LENGTH = 80;
const CELLS: ReadonlySet<string> = new Set(['td', 'th', 'caption']);

/** A place that links of the page point to. */
export interface LinkTarget {
  /** Text of the block at the place; a part of a long one. */
  readonly text: string;
}

/** The targets of the links of a page. */
export interface LinkTargets {
  /** By the address as written, `#` and the id. Links to nowhere are missing. */
  readonly byHref: ReadonlyMap<string, LinkTarget>;
  /** The texts of all blocks of the page. */
  readonly texts: ReadonlySet<string>;
}

/** The targets of a page, found in one walk. Undefined without links inside the page. */
export function linkTargetsOf(document: ParentNode): LinkTargets | undefined {
  const finder = new TargetFinder();
  for (let node: ChildNode | null = document.first; node !== null;) {
    if (finder.enter(node) && !isText(node) && node.first !== null) {
      node = node.first;
      continue;
    }
    while (node.next === null && node.parent !== null && node.parent !== document) {
      node = node.parent;
      finder.leave(node);
    }
    node = node.next;
  }
  return finder.take();
}

class TargetFinder {
  readonly #hrefs = new Set<string>();
  readonly #places = new Map<string, LinkTarget>();
  readonly #texts = new Set<string>();
  /** Ids since the last block that had a text. */
  #ids: string[] = [];
  #block = '';

  /** False: its content is not read. */
  enter(node: ChildNode): boolean {
    if (isText(node)) {
      if (this.#block.length < 2 * NAME_LENGTH && !(this.#block === '' && isBlank(node.text)))
        this.#block += node.text.slice(0, 2 * NAME_LENGTH);
      return false;
    }
    this.leave(node);
    for (const { name, value } of node.attributes) {
      if (value !== '' && (name === 'id' || (name === 'name' && node.name === 'a'))) this.#ids.push(value);
      if (name === 'href' && node.name === 'a' && value.trim().startsWith('#')) this.#hrefs.add(value.trim());
    }
    const { dropped, listed } = traitsOf(node.name);
    return !dropped && listed === undefined;
  }

  /** Ends the block, if the element is one. */
  leave(element: ParentNode): void {
    const { block, tablePart } = traitsOf(element.name);
    if (block || tablePart || CELLS.has(element.name)) this.#endBlock();
  }

  take(): LinkTargets | undefined {
    this.#endBlock();
    if (this.#hrefs.size === 0) return undefined;
    const byHref = new Map<string, LinkTarget>();
    for (const href of this.#hrefs) {
      const target = this.#places.get(href.slice(1)) ?? this.#places.get(decoded(href.slice(1)));
      if (target !== undefined) byHref.set(href, target);
    }
    return { byHref, texts: this.#texts };
  }

  #endBlock(): void {
    if (this.#block === '') return;
    const text = composeText(collapseWhiteSpace(this.#block).trim()).slice(0, NAME_LENGTH).toWellFormed().trim();
    this.#block = '';
    this.#texts.add(text);
    for (const id of this.#ids) if (!this.#places.has(id)) this.#places.set(id, { text });
    this.#ids = [];
  }
}

/** An id as a link spells it, with percent signs. */
function decoded(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}
