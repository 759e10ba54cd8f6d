/**
 * XML as a tree of plain objects. Names have canonical prefixes (`namespaces.ts`). Comments and processing
 * instructions are dropped.
 */

/** Text or an element. */
export type XmlNode = XmlElement | string;

/** Attributes by canonical name, in the order of the file. */
export type XmlAttributes = ReadonlyMap<string, string>;

/** An element. Packages share trees, so trees never change. A change builds a new tree. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: XmlAttributes;
  readonly children: readonly XmlNode[];
}

/** No attributes: one object for the many elements without attributes. */
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

/** The same element with other children; the element itself if the arrays are the same. */
export function withChildren(node: XmlElement, children: readonly XmlNode[]): XmlElement {
  return children === node.children ? node : { name: node.name, attributes: node.attributes, children };
}

/** Whether a node is an element. With a name, whether it is an element of that name. */
export function isElement(node: XmlNode | undefined, name?: string): node is XmlElement {
  return typeof node === 'object' && (name === undefined || node.name === name);
}

/** The first child with a name. */
export function childOf(node: XmlElement | undefined, name: string): XmlElement | undefined {
  if (node === undefined) return undefined;
  for (const child of node.children) if (typeof child === 'object' && child.name === name) return child;
  return undefined;
}

/** All children with a name. Without a name, all child elements. */
export function childrenOf(node: XmlElement | undefined, name?: string): XmlElement[] {
  if (node === undefined) return [];
  return node.children.filter((child): child is XmlElement => isElement(child, name));
}

/** The attribute `w:val` of a child. Most properties of WordprocessingML are stated this way. */
export function valueOf(node: XmlElement | undefined, childName: string): string | undefined {
  return childOf(node, childName)?.attributes.get('w:val');
}

/**
 * An on/off property (ECMA-376 part 1, 17.17.4). Absent is undefined, and present without a value is true. Unknown
 * values are true, as in Word.
 */
export function toggleOf(node: XmlElement | undefined, childName: string): boolean | undefined {
  const child = childOf(node, childName);
  if (child === undefined) return undefined;
  const value = child.attributes.get('w:val');
  return value !== '0' && value !== 'false' && value !== 'off';
}

/** An integer in decimal digits; undefined for anything else. */
export function integerOf(value: string | undefined): number | undefined {
  return value !== undefined && /^[+-]?\d{1,9}$/.test(value) ? Number(value) : undefined;
}

/** All text below an element, in order. */
export function innerText(node: XmlElement): string {
  let text = '';
  for (const child of node.children) text += typeof child === 'string' ? child : innerText(child);
  return text;
}
