import { html, type Token } from 'parse5';

/** A text node. Neighbouring texts of one parent are one node. */
export interface TextNode {
  text: string;
  parent: ParentNode | null;
  previous: ChildNode | null;
  next: ChildNode | null;
}

/** A node with children. They form a linked list, so that the parser moves them in constant time. */
export interface ParentNode {
  /** Lower-case name; `#document` for the document, `#content` for the content of a `template`. */
  readonly name: string;
  readonly namespace: html.NS;
  attributes: readonly Token.Attribute[];
  parent: ParentNode | null;
  previous: ChildNode | null;
  next: ChildNode | null;
  first: ChildNode | null;
  last: ChildNode | null;
}

/** A node inside another one. */
export type ChildNode = TextNode | ParentNode;

const NO_ATTRIBUTES: readonly Token.Attribute[] = [];

/** A node that is not in the tree yet. */
export function newNode(
  name: string,
  namespace: html.NS = html.NS.HTML,
  attributes: readonly Token.Attribute[] = NO_ATTRIBUTES,
): ParentNode {
  return { name, namespace, attributes, parent: null, previous: null, next: null, first: null, last: null };
}

/** Whether a node is a text. */
export function isText(node: ChildNode): node is TextNode {
  return 'text' in node;
}

/** Inserts a node before a child; without one at the end. */
export function insert(parent: ParentNode, node: ChildNode, before: ChildNode | null): void {
  const previous = before === null ? parent.last : before.previous;
  // No more text joins the one before.
  if (previous !== null && isText(previous)) makeFlat(previous.text);
  node.parent = parent;
  node.previous = previous;
  node.next = before;
  if (previous === null) parent.first = node;
  else previous.next = node;
  if (before === null) parent.last = node;
  else before.previous = node;
}

/** Inserts a text before a child; without one at the end. It joins the text that precedes it. */
export function insertText(parent: ParentNode, text: string, before: ChildNode | null): void {
  const previous = before === null ? parent.last : before.previous;
  if (previous !== null && isText(previous)) previous.text += text;
  else insert(parent, { text, parent: null, previous: null, next: null }, before);
}

/**
 * Makes the engine store a string in one piece. The parser adds one character after the other. V8 keeps such a string
 * as a tree of parts with some 20 bytes for each. Reading a character of it replaces the tree.
 */
export function makeFlat(text: string): void {
  text.charCodeAt(0);
}

/** Removes a node from its parent. */
export function detach(node: ChildNode): void {
  const { parent, previous, next } = node;
  if (parent === null) return;
  if (previous === null) parent.first = next;
  else previous.next = next;
  if (next === null) parent.last = previous;
  else next.previous = previous;
  node.parent = null;
  node.previous = null;
  node.next = null;
}

/** The value of an attribute; undefined if it is missing. */
export function attributeOf({ attributes }: ParentNode, name: string): string | undefined {
  return attributes.find((attribute) => attribute.name === name)?.value;
}

/** The node after another one inside `root` in document order; null at the end. `below`: its content comes first. */
export function nextInside(root: ParentNode, node: ChildNode, below: boolean): ChildNode | null {
  if (below && !isText(node) && node.first !== null) return node.first;
  let at: ChildNode = node;
  while (at.next === null) {
    if (at === root || at.parent === null || at.parent === root) return null;
    at = at.parent;
  }
  return at === root ? null : at.next;
}
