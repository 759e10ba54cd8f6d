/** Content controls, links and custom markup, and their content. */
import { childOf, element, isElement, type XmlElement, type XmlNode } from '../../ooxml/xml-tree.ts';
import type { Canonical } from '../package/canonical.ts';

/** Containers whose own insertion or deletion can be marked separately from their content. */
export const WRAPPERS: ReadonlySet<string> = new Set(['w:sdt', 'w:customXml']);

/**
 * The content of a container. For a content control, it is the content of `w:sdtContent`. Otherwise it is the children
 * without properties.
 */
export function contentOf(container: XmlElement): readonly XmlNode[] {
  return container.name === 'w:sdt'
    ? (childOf(container, 'w:sdtContent')?.children ?? [])
    : container.children.filter((child) => !isProperties(child));
}

/** A container with new content. */
export function withContent(container: XmlElement, content: readonly XmlNode[]): XmlElement {
  if (container.name !== 'w:sdt')
    return { ...container, children: [...container.children.filter(isProperties), ...content] };
  const box = childOf(container, 'w:sdtContent') ?? element('w:sdtContent');
  const rest = container.children.filter((child) => isElement(child) && child.name !== 'w:sdtContent');
  return { ...container, children: [...rest, { ...box, children: content }] };
}

/** The identity of a container, without its content. */
export function containerKey(container: XmlElement, canonical: Canonical): string {
  const bare =
    container.name === 'w:sdt'
      ? container.children.filter((child) => isElement(child) && child.name !== 'w:sdtContent')
      : container.children.filter(isProperties);
  return canonical.of({ ...container, children: bare });
}

function isProperties(node: XmlNode): boolean {
  return isElement(node) && node.name.endsWith('Pr');
}
