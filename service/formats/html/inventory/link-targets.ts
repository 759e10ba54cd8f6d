/** Links inside a page, by what they point to. */
import { nameOfTarget, type LinkTarget, type LinkTargets } from '../../../../shared/document/link-targets.ts';
import { composeText } from '../../normalise/compose.ts';
import { collapseWhiteSpace, isBlank } from '../../normalise/white-space.ts';
import { isText, type ChildNode, type ParentNode } from '../tree/html-tree.ts';
import { traitsOf } from '../tree/tags.ts';

/** How much of a block's text is read, in UTF-16 units. White space is collapsed later. */
const READ_LENGTH = 160;
const CELLS: ReadonlySet<string> = new Set(['td', 'th', 'caption']);

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
  readonly #names = new Map<string, number>();
  /** Ids since the last block that had a text. */
  #ids: string[] = [];
  #block = '';

  /** False: its content is not read. */
  enter(node: ChildNode): boolean {
    if (isText(node)) {
      if (this.#block.length < READ_LENGTH && !(this.#block === '' && isBlank(node.text)))
        this.#block += node.text.slice(0, READ_LENGTH);
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
    return { byHref, names: this.#names };
  }

  #endBlock(): void {
    if (this.#block === '') return;
    const name = nameOfTarget(composeText(collapseWhiteSpace(this.#block).trim()));
    this.#block = '';
    const occurrence = (this.#names.get(name) ?? 0) + 1;
    this.#names.set(name, occurrence);
    for (const id of this.#ids) if (!this.#places.has(id)) this.#places.set(id, { name, occurrence });
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
