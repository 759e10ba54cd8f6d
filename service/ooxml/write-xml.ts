/**
 * Writes a tree as a part: UTF-8, with one declaration of each namespace at the root. The same tree gives the same
 * bytes.
 */
import type { Namespaces } from './namespaces.ts';
import type { XmlElement } from './xml-tree.ts';

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** Attribute values that contain prefixes. Their namespaces are declared too. */
const PREFIX_LIST = /^(?:mc:\w+|Requires)$/;

/**
 * Relationships and content types are written in the default namespace. LibreOffice reads their names without a
 * namespace and treats prefixed ones as damage.
 */
const WITHOUT_PREFIX: ReadonlySet<string> = new Set(['rel', 'ct']);

/** The bytes of a part. */
export function writeXml(root: XmlElement, namespaces: Namespaces): Uint8Array {
  const ownPrefix = root.name.split(':')[0]!;
  if (WITHOUT_PREFIX.has(ownPrefix)) {
    const parts: string[] = [DECLARATION];
    write(
      withoutPrefix(root, `${ownPrefix}:`),
      parts,
      ` xmlns="${escapeAttribute(namespaces.uriOf(ownPrefix) ?? '')}"`,
    );
    return Buffer.from(parts.join(''), 'utf8');
  }
  const prefixes = new Set<string>();
  collectPrefixes(root, prefixes);
  let declarations = '';
  for (const prefix of [...prefixes].sort()) {
    const uri = namespaces.uriOf(prefix);
    if (uri !== undefined && prefix !== 'xml') declarations += ` xmlns:${prefix}="${escapeAttribute(uri)}"`;
  }
  const parts: string[] = [DECLARATION];
  write(root, parts, declarations);
  return Buffer.from(parts.join(''), 'utf8');
}

function withoutPrefix(node: XmlElement, prefix: string): XmlElement {
  return {
    name: node.name.startsWith(prefix) ? node.name.slice(prefix.length) : node.name,
    attributes: node.attributes,
    children: node.children.map((child) => (typeof child === 'object' ? withoutPrefix(child, prefix) : child)),
  };
}

function collectPrefixes(node: XmlElement, prefixes: Set<string>): void {
  addPrefix(node.name, prefixes);
  for (const [name, value] of node.attributes) {
    addPrefix(name, prefixes);
    if (PREFIX_LIST.test(name)) for (const item of value.split(' ')) prefixes.add(item.split(':')[0]!);
  }
  for (const child of node.children) if (typeof child === 'object') collectPrefixes(child, prefixes);
}

function addPrefix(name: string, prefixes: Set<string>): void {
  const colon = name.indexOf(':');
  if (colon > 0) prefixes.add(name.slice(0, colon));
}

function write(node: XmlElement, parts: string[], declarations: string): void {
  parts.push('<', node.name, declarations);
  for (const [name, value] of node.attributes) parts.push(' ', name, '="', escapeAttribute(value), '"');
  if (node.children.length === 0) {
    parts.push('/>');
    return;
  }
  parts.push('>');
  for (const child of node.children) {
    if (typeof child === 'string') parts.push(escapeText(child));
    else write(child, parts, '');
  }
  parts.push('</', node.name, '>');
}

/** Text of an element, as it is written. */
export function escapeText(text: string): string {
  if (!/[&<>\r]/.test(text)) return text;
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\r', '&#13;');
}

/** The value of an attribute, as it is written between double quotes. */
export function escapeAttribute(text: string): string {
  if (!/[&<>"\t\n\r]/.test(text)) return text;
  return escapeText(text).replaceAll('"', '&quot;').replaceAll('\t', '&#9;').replaceAll('\n', '&#10;');
}
