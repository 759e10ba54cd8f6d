/** XML as a tree of plain objects. Names have canonical prefixes (`namespaces.ts`); comments and instructions are gone. */

/** Text or an element. */
export type XmlNode = XmlElement | string;

/** Attributes by canonical name, in the order of the file. */
export type XmlAttributes = ReadonlyMap<string, string>;

/** An element. Trees are shared between packages and never changed: who changes one builds a new one. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: XmlAttributes;
  readonly children: readonly XmlNode[];
}

/** No attributes; one object for the many elements without any. */
export const NO_ATTRIBUTES: XmlAttributes = new Map();
/** No children. */
export const NO_CHILDREN: readonly XmlNode[] = [];

/** An element from its parts. */
export function element(
  name: string,
  attributes: XmlAttributes | Readonly<Record<string, string>> = NO_ATTRIBUTES,
  children: readonly XmlNode[] = NO_CHILDREN,
): XmlElement {
  return {
    name,
    attributes: attributes instanceof Map ? (attributes as XmlAttributes) : new Map(Object.entries(attributes)),
    children,
  };
}

/** The same element with other children; the element itself when they are the same array. */
export function withChildren(node: XmlElement, children: readonly XmlNode[]): XmlElement {
  return children === node.children ? node : { name: node.name, attributes: node.attributes, children };
}

/** Whether a node is an element; with a name, whether it is that one. */
export function isElement(node: XmlNode | undefined, name?: string): node is XmlElement {
  return typeof node === 'object' && (name === undefined || node.name === name);
}

/** The first child of a name. */
export function childOf(node: XmlElement | undefined, name: string): XmlElement | undefined {
  if (node === undefined) return undefined;
  for (const child of node.children) if (typeof child === 'object' && child.name === name) return child;
  return undefined;
}

/** All children of a name; without one, all elements among the children. */
export function childrenOf(node: XmlElement | undefined, name?: string): XmlElement[] {
  if (node === undefined) return [];
  return node.children.filter((child): child is XmlElement => isElement(child, name));
}

/** The attribute `w:val` of a child, the commonest way of WordprocessingML to state a property. */
export function valueOf(node: XmlElement | undefined, childName: string): string | undefined {
  return childOf(node, childName)?.attributes.get('w:val');
}

/**
 * An on/off property (ECMA-376 part 1, 17.17.4): absent is undefined, present without value is true. Unknown values
 * count as true, as Word reads them.
 */
export function toggleOf(node: XmlElement | undefined, childName: string): boolean | undefined {
  const child = childOf(node, childName);
  if (child === undefined) return undefined;
  const value = child.attributes.get('w:val');
  return value !== '0' && value !== 'false' && value !== 'off';
}

/** An integer written in decimal digits; undefined when it is something else. */
export function integerOf(value: string | undefined): number | undefined {
  return value !== undefined && /^[+-]?\d{1,9}$/.test(value) ? Number(value) : undefined;
}

/** All text below an element, in order. */
export function innerText(node: XmlElement): string {
  let text = '';
  for (const child of node.children) text += typeof child === 'string' ? child : innerText(child);
  return text;
}
