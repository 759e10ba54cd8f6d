/**
 * Leaves out the parts of a page that CSS selectors name. If parts are selected, it also leaves out everything around
 * them.
 */
import { compile, type Options } from 'css-select';
import type { Selection } from '../../../../shared/api/selection.ts';
import { ServiceError } from '../../../../shared/errors.ts';
import {
  attributeOf,
  detach,
  insert,
  isText,
  newNode,
  nextInside,
  type ChildNode,
  type ParentNode,
} from './html-tree.ts';
import { drawnMarkup, textBelow } from './subtree.ts';

/**
 * Maximum number of nodes that all selectors together look at. A selector such as `:has(~ p)` looks at every sibling of
 * every element.
 */
const STEPS_MAX = 20_000_000;

/** Name of the node that replaces a part that is left out, so that the reader knows its place. */
export const LEFT_OUT = '#left-out';

/** A part that a selector left out. */
export interface LeftOutPart {
  /** The part that a reader would see. */
  readonly content: string;
  /** The selector. */
  readonly label: string;
}

/** The parts that were left out of a tree. */
export interface LeftOutParts {
  /** By the node that replaces each. */
  readonly parts: ReadonlyMap<ParentNode, LeftOutPart>;
  /** Everything outside of the selected parts; null without a selection, or if there is nothing. */
  readonly outside: LeftOutPart | null;
}

/**
 * Takes the parts out of the tree. Selectors see the whole page, whichever part is taken out before. A page without
 * any element is left alone. Throws `invalid_request` for a selector that is none, or that selects nothing, and
 * `document_too_complex` for one that takes too long.
 */
export function selectParts(document: ParentNode, { select, ignoreSelectors = [] }: Selection): LeftOutParts {
  const page = new Page(document);
  const chosen = select === undefined ? null : page.matches(select);
  const ignored = ignoreSelectors.map((selector) => [selector, page.matches(selector)] as const);
  if (select !== undefined && chosen?.length === 0 && textBelow(document).trim() !== '')
    throw new ServiceError(
      'invalid_request',
      `The selector "${select}" selects 0 of ${page.size} elements, and at least 1 must be compared. Check its spelling.`,
      { issues: [{ in: 'body', path: '/select', message: 'selects nothing' }] },
    );
  const outside = select === undefined || chosen === null ? null : keepOnly(document, chosen, select);
  const parts = new Map<ParentNode, LeftOutPart>();
  for (const [selector, elements] of ignored)
    for (const element of elements) {
      const { parent } = element;
      // It is part of something that was left out before.
      if (parent === null) continue;
      const mark = newNode(LEFT_OUT);
      insert(parent, mark, element);
      detach(element);
      parts.set(mark, { content: shownContent(element), label: selector });
    }
  return { parts, outside };
}

/** Removes everything outside of these elements. Elements around them stay, because a row needs its table. */
function keepOnly(document: ParentNode, chosen: readonly ParentNode[], selector: string): LeftOutPart | null {
  const kept = new Set<ChildNode>(chosen);
  const around = new Set<ChildNode>();
  for (const element of chosen)
    for (let at = element.parent; at !== null && !around.has(at); at = at.parent) around.add(at);
  const contents: string[] = [];
  for (let node = document.first; node !== null;) {
    const isAround = around.has(node);
    const next = nextInside(document, node, isAround);
    if (!isAround && !kept.has(node)) {
      if (!isText(node)) contents.push(...(node.name === 'head' ? [] : [shownContent(node)]));
      else if (node.text.trim() !== '') contents.push(node.text.replaceAll(/\s+/gu, ' '));
      detach(node);
    }
    node = next;
  }
  return contents.length === 0 ? null : { content: contents.join('\n'), label: `everything outside ${selector}` };
}

/** Elements whose white space is shown. */
const PRESERVED: ReadonlySet<string> = new Set(['pre', 'textarea', 'listing', 'xmp']);

/** All that a reader may see of a part. It is the markup, and the exact text of the elements that show white space. */
function shownContent(root: ParentNode): string {
  const isPreserved = (node: ChildNode): node is ParentNode => !isText(node) && PRESERVED.has(node.name);
  const contents = [drawnMarkup(root, isPreserved)];
  for (let node: ChildNode | null = root, below = true; node !== null; node = nextInside(root, node, below)) {
    below = !isPreserved(node);
    if (isPreserved(node)) contents.push(drawnMarkup(node), textBelow(node));
  }
  return contents.join('\n');
}

/** A form of CSS Selectors 4 that css-select does not know. */
const POSITION_AMONG_SOME = /:nth-(?:last-)?child\([^()]*\sof\s/iu;

/** The elements of a page, as css-select asks for them. Nothing here recurses: pages nest as deep as they like. */
class Page {
  readonly #document: ParentNode;
  readonly #children = new WeakMap<ParentNode, ChildNode[]>();
  #steps = 0;
  #selector = '';

  constructor(document: ParentNode) {
    this.#document = document;
  }

  /** Number of elements. */
  get size(): number {
    let size = 0;
    this.#visit(() => {
      size += 1;
      return true;
    });
    return size;
  }

  /** The elements that a selector names, without those inside of another one, in document order. */
  matches(selector: string): ParentNode[] {
    this.#selector = selector;
    const test = this.#compile(selector);
    const found: ParentNode[] = [];
    this.#visit((element) => {
      this.#step(1);
      const isFound = test(element);
      if (isFound) found.push(element);
      return !isFound;
    });
    return found;
  }

  /** Visits every element, and those inside of it if the visitor returns true. No page shows the content of a `template`. */
  #visit(visit: (element: ParentNode) => boolean): void {
    for (let node = this.#document.first, below = true; node !== null; node = nextInside(this.#document, node, below))
      below = isElement(node) && visit(node) && node.name !== 'template';
  }

  #compile(selector: string): (element: ParentNode) => boolean {
    try {
      return compile<ChildNode, ParentNode>(selector, this.#options);
    } catch (fault) {
      if (fault instanceof ServiceError) throw fault;
      const reason = reasonOf(selector, fault);
      throw new ServiceError(
        'invalid_request',
        `"${selector}" is no CSS selector that can be used here: ${reason}. Correct it, or use a simpler one.`,
        { issues: [{ in: 'body', path: '/select', message: 'is no CSS selector' }] },
      );
    }
  }

  readonly #options: Options<ChildNode, ParentNode> = {
    adapter: {
      // css-select asks about an object without members, too, in place of the element before `:has`.
      isTag: (node): node is ParentNode => 'name' in node && isElement(node),
      existsOne: (test, nodes) => this.#find(test, nodes) !== null,
      findOne: (test, nodes) => this.#find(test, nodes),
      findAll: (test, nodes) => {
        const found: ParentNode[] = [];
        this.#walk(nodes, (element) => {
          if (test(element)) found.push(element);
          return false;
        });
        return found;
      },
      getAttributeValue: attributeOf,
      getChildren: (node) => this.#childrenOf(node),
      getName: ({ name }) => name,
      getParent: ({ parent }) => {
        this.#step(1);
        return parent;
      },
      getSiblings: (node) => (node.parent === null ? [node] : this.#childrenOf(node.parent)),
      prevElementSibling: ({ previous }) => {
        this.#step(1);
        let at = previous;
        while (at !== null && !isElement(at)) at = at.previous;
        return at;
      },
      getText: (node) => {
        if (isText(node)) return node.text;
        this.#walk([node], () => false);
        return textBelow(node);
      },
      hasAttrib: ({ attributes }, name) => attributes.some((attribute) => attribute.name === name),
      removeSubsets: (nodes) => nodes,
    },
  };

  #find(test: (element: ParentNode) => boolean, nodes: readonly ChildNode[]): ParentNode | null {
    let found: ParentNode | null = null;
    this.#walk(nodes, (element) => {
      if (test(element)) found = element;
      return found !== null;
    });
    return found;
  }

  /** Visits elements in document order until the visitor returns true. */
  #walk(nodes: readonly ChildNode[], visit: (element: ParentNode) => boolean): void {
    for (const root of nodes) {
      if (isText(root)) continue;
      for (let node: ChildNode | null = root; node !== null; node = nextInside(root, node, true)) {
        this.#step(1);
        if (isElement(node) && visit(node)) return;
      }
    }
  }

  #childrenOf(node: ChildNode): ChildNode[] {
    if (isText(node)) return [];
    let children = this.#children.get(node);
    if (children === undefined) {
      children = [];
      for (let child = node.first; child !== null; child = child.next) children.push(child);
      this.#children.set(node, children);
    }
    this.#step(children.length);
    return children;
  }

  #step(count: number): void {
    this.#steps += count;
    if (this.#steps <= STEPS_MAX) return;
    throw new ServiceError(
      'document_too_complex',
      `The selectors up to "${this.#selector}" look at more than ${STEPS_MAX} nodes of this page, which is the limit. ` +
        'Select by an id, a class or a name of elements.',
      { steps: this.#steps, limit: STEPS_MAX },
    );
  }
}

/** Why a selector cannot be used. A `TypeError` of css-select is about its own code, and tells nobody anything. */
function reasonOf(selector: string, fault: unknown): string {
  if (POSITION_AMONG_SOME.test(selector))
    return ':nth-child and :nth-last-child count all elements, and with “of” none can be used';
  return fault instanceof Error && !(fault instanceof TypeError)
    ? fault.message
    : 'a part of it is incomplete or unknown';
}

function isElement(node: ChildNode): node is ParentNode {
  return !isText(node) && !node.name.startsWith('#');
}
