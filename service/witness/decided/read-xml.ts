/** Trees of XML parts, by a parser that no writer of the service uses. */
import { DOMParser } from '@xmldom/xmldom';

/** An element. Its name has the usual prefix of its namespace, whatever prefix the part uses. */
export interface Node {
  readonly name: string;
  /** By their names with the usual prefixes. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: (Node | string)[];
}

/** Namespaces of both variants of the format (ECMA-376 part 1 and part 4), and their usual prefixes. */
const PREFIXES: Readonly<Record<string, string>> = {
  'http://schemas.openxmlformats.org/wordprocessingml/2006/main': 'w:',
  'http://purl.oclc.org/ooxml/wordprocessingml/main': 'w:',
  'http://schemas.openxmlformats.org/officeDocument/2006/relationships': 'r:',
  'http://purl.oclc.org/ooxml/officeDocument/relationships': 'r:',
  'http://schemas.openxmlformats.org/officeDocument/2006/math': 'm:',
  'http://purl.oclc.org/ooxml/officeDocument/math': 'm:',
  'http://schemas.openxmlformats.org/drawingml/2006/main': 'a:',
  'http://purl.oclc.org/ooxml/drawingml/main': 'a:',
  'http://schemas.openxmlformats.org/markup-compatibility/2006': 'mc:',
  'urn:schemas-microsoft-com:vml': 'v:',
};

/** The events of the parser, as far as a tree needs them. */
interface Events {
  startElement(uri: string | null, local: string, name: string, attributes: ParsedAttributes): void;
  endElement(): void;
  characters(text: string, start: number, length: number): void;
}

interface ParsedAttributes {
  readonly length: number;
  getURI(at: number): string | null;
  getLocalName(at: number): string;
  getQName(at: number): string;
  getValue(at: number): string;
}

/** Events that add nothing to the tree. */
const SILENT = [
  'startDocument',
  'endDocument',
  'startPrefixMapping',
  'endPrefixMapping',
  'processingInstruction',
  'ignorableWhitespace',
  'setDocumentLocator',
  'comment',
  'startCDATA',
  'endCDATA',
  'startDTD',
  'endDTD',
  'skippedEntity',
  'warning',
] as const;

/** The root element. @throws Error if the text is not well-formed XML */
export function readXml(text: string): Node {
  const builder = new TreeBuilder();
  const silent = Object.fromEntries(SILENT.map((name) => [name, () => undefined]));
  const refuse = (message: string): never => {
    throw new Error(message);
  };
  const domBuilder = {
    ...silent,
    error: refuse,
    fatalError: refuse,
    startElement: builder.startElement.bind(builder),
    endElement: builder.endElement.bind(builder),
    characters: builder.characters.bind(builder),
  };
  // The parser tells its events to any builder; its type declaration does not say so.
  new DOMParser({ domBuilder } as unknown as ConstructorParameters<typeof DOMParser>[0]).parseFromString(
    text,
    'text/xml',
  );
  return builder.root();
}

class TreeBuilder implements Events {
  readonly #open: Node[] = [];
  #root: Node | undefined;

  startElement(uri: string | null, local: string, name: string, attributes: ParsedAttributes): void {
    const node: Node = { name: prefixed(uri, local, name), attributes: attributesOf(attributes), children: [] };
    this.#open.at(-1)?.children.push(node);
    this.#root ??= node;
    this.#open.push(node);
  }

  endElement(): void {
    this.#open.pop();
  }

  characters(text: string, start: number, length: number): void {
    this.#open.at(-1)?.children.push(text.substring(start, start + length));
  }

  root(): Node {
    if (this.#root === undefined) throw new Error('the part has no element');
    return this.#root;
  }
}

function prefixed(uri: string | null, local: string, name: string): string {
  const prefix = uri === null ? undefined : PREFIXES[uri];
  return prefix === undefined ? name : prefix + local;
}

function attributesOf(parsed: ParsedAttributes): ReadonlyMap<string, string> {
  const attributes = new Map<string, string>();
  for (let at = 0; at < parsed.length; at += 1)
    attributes.set(prefixed(parsed.getURI(at), parsed.getLocalName(at), parsed.getQName(at)), parsed.getValue(at));
  return attributes;
}

/** The child elements, or those with a name. */
export function elementsOf(node: Node | undefined, name?: string): Node[] {
  const found: Node[] = [];
  for (const child of node?.children ?? [])
    if (typeof child === 'object' && (name === undefined || child.name === name)) found.push(child);
  return found;
}

/** The first child with a name. */
export function elementOf(node: Node | undefined, name: string): Node | undefined {
  return elementsOf(node, name)[0];
}

/** All text inside. */
export function allText(node: Node): string {
  let text = '';
  for (const child of node.children) text += typeof child === 'string' ? child : allText(child);
  return text;
}

/** All elements with a name, at any depth, in order; those inside a found one as well. */
export function findAll(node: Node, name: string, found: Node[] = []): Node[] {
  for (const child of elementsOf(node)) {
    if (child.name === name) found.push(child);
    findAll(child, name, found);
  }
  return found;
}
