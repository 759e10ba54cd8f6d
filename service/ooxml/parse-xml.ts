/**
 * The XML parser of OOXML parts: saxes (strict, no network, no files) with stricter rules. It refuses a DOCTYPE, so
 * only the five entities of XML exist. It limits the depth and the number of elements.
 */
import { SaxesParser } from 'saxes';
import { ServiceError } from '../../shared/errors.ts';
import { isStrictNamespace, type Namespaces } from './namespaces.ts';
import { SharedProperties } from './shared-properties.ts';
import { isElement, NO_ATTRIBUTES, NO_CHILDREN, type XmlElement, type XmlNode } from './xml-tree.ts';

/** Maximum depth of elements. Word itself stops at a few hundred. A recursion over a thousand levels fits any stack. */
const DEPTH_MAX = 1_000;
/**
 * Maximum number of elements in a part. A document of 1,000 pages has about a million, each of about 200 bytes of
 * memory.
 */
const ELEMENTS_MAX = 3_000_000;
/** The parser gets text in pieces of this many UTF-16 units. So it does not copy the whole rest each time. */
const CHUNK_UNITS = 64 * 1024;

/** Attributes whose value is a list of prefixes (ECMA-376 part 3, 7 and 8). */
const PREFIX_LISTS: ReadonlySet<string> = new Set([
  'mc:Ignorable',
  'mc:MustUnderstand',
  'mc:ProcessContent',
  'mc:PreserveElements',
  'mc:PreserveAttributes',
]);

/** A parsed part. */
export interface ParsedXml {
  readonly root: XmlElement;
  /** Whether the file uses namespaces of the Strict variant. The tree does not show it. */
  readonly strict: boolean;
}

/** Property lists have no text of their own. In other elements white space may be content. */
const PROPERTIES = /^w:\w*Pr$/;

interface OpenElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: XmlNode[];
  hasElements: boolean;
  /** Prefixes that the element declares. */
  readonly declared: readonly string[];
}

/** The last resolution of a name in the file. */
interface ResolvedName {
  readonly prefix: string;
  /** The meaning of its prefix at that time; undefined for none. */
  readonly canonical: string | undefined;
  readonly name: string;
}

const NONE_DECLARED: readonly string[] = [];

/**
 * Parses a part. It drops white space between elements and keeps all text in elements without child elements.
 *
 * @throws ServiceError `document_invalid` with the part's name, `document_too_complex`
 */
export function parseXml(bytes: Uint8Array, partName: string, namespaces: Namespaces): ParsedXml {
  const text = decodePart(bytes, partName);
  const builder = new TreeBuilder(partName, namespaces);
  for (let at = 0; at < text.length; at += CHUNK_UNITS) builder.write(text.slice(at, at + CHUNK_UNITS));
  return builder.close();
}

/** Decodes UTF-8 or UTF-16, chosen by the byte order mark. OPC allows no other encoding (ECMA-376 part 2, 9.1.4). */
export function decodePart(bytes: Uint8Array, partName: string): string {
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw notReadable(partName, `it is not valid ${encoding.toUpperCase()}`);
  }
}

class TreeBuilder {
  readonly #parser = new SaxesParser({ xmlns: false, position: true, fragment: false });
  readonly #partName: string;
  readonly #namespaces: Namespaces;
  readonly #open: OpenElement[] = [];
  readonly #properties = new SharedProperties();
  /**
   * Prefix in the file → its canonical prefixes, the innermost declaration last; undefined for a prefix that was
   * undeclared.
   */
  readonly #prefixes = new Map<string, (string | undefined)[]>([['xml', ['xml']]]);
  readonly #names = new Map<string, ResolvedName>();
  #root: XmlElement | undefined;
  #elements = 0;
  /** The element that ended last, or that should have ended. */
  #lastClosed: string | undefined;
  #strict = false;

  constructor(partName: string, namespaces: Namespaces) {
    this.#partName = partName;
    this.#namespaces = namespaces;
    this.#parser.on('error', (fault) => {
      throw notReadable(partName, this.#inWords(fault.message));
    });
    this.#parser.on('doctype', () => {
      throw notReadable(partName, 'it has a DOCTYPE, which OOXML does not allow');
    });
    this.#parser.on('opentag', (tag) => this.#openTag(tag.name, tag.attributes));
    this.#parser.on('closetag', () => this.#closeTag());
    this.#parser.on('text', (text) => this.#text(text));
    this.#parser.on('cdata', (text) => this.#text(text));
  }

  /** The parser's message with its position as a phrase. */
  #inWords(message: string): string {
    const [, line, column, what = message] = /^(\d+):(\d+): (.*?)\.?$/s.exec(message) ?? [];
    const place = line === undefined ? '' : `line ${line}, column ${column}: `;
    if (what !== 'unexpected close tag' || this.#lastClosed === undefined) return place + what;
    return `${place}an end tag does not match ${this.#lastClosed}, which is still open`;
  }

  write(chunk: string): void {
    this.#parser.write(chunk);
  }

  close(): ParsedXml {
    this.#parser.close();
    if (this.#root === undefined) throw notReadable(this.#partName, 'it has no element');
    return { root: this.#root, strict: this.#strict };
  }

  #openTag(rawName: string, rawAttributes: Readonly<Record<string, string>>): void {
    this.#elements += 1;
    if (this.#elements > ELEMENTS_MAX) throw tooComplex(this.#partName, 'elements', ELEMENTS_MAX);
    if (this.#open.length >= DEPTH_MAX) throw tooComplex(this.#partName, 'levels of elements', DEPTH_MAX);
    const names = Object.keys(rawAttributes);
    const declared = this.#declare(names, rawAttributes);
    let attributes: Map<string, string> | undefined;
    for (const rawAttribute of names) {
      if (rawAttribute === 'xmlns' || rawAttribute.startsWith('xmlns:')) continue;
      const name = rawAttribute.includes(':') ? this.#resolve(rawAttribute) : rawAttribute;
      const value = rawAttributes[rawAttribute]!;
      attributes ??= new Map();
      attributes.set(name, PREFIX_LISTS.has(name) ? this.#canonicalPrefixes(value) : value);
    }
    const name = this.#resolve(rawName);
    if (name === 'mc:Choice' && attributes?.has('Requires'))
      attributes.set('Requires', this.#canonicalPrefixes(attributes.get('Requires') ?? ''));
    const parent = this.#open.at(-1);
    if (parent) parent.hasElements = true;
    this.#open.push({ name, attributes: attributes ?? NO_ATTRIBUTES, children: [], hasElements: false, declared });
  }

  #closeTag(): void {
    const open = this.#open.pop()!;
    this.#lastClosed = open.name;
    for (const prefix of open.declared) this.#prefixes.get(prefix)!.pop();
    const children =
      open.hasElements || PROPERTIES.test(open.name)
        ? open.children.filter((child) => typeof child === 'object' || child.trim() !== '')
        : open.children;
    const node = this.#properties.of({
      name: open.name,
      attributes: open.attributes,
      children: children.length === 0 ? NO_CHILDREN : open.name === 'w:sdt' ? inControl(children) : children,
    });
    const parent = this.#open.at(-1);
    if (parent) parent.children.push(node);
    else this.#root = node;
  }

  #text(text: string): void {
    const children = this.#open.at(-1)?.children;
    if (children === undefined || text === '') return;
    const last = children.at(-1);
    if (typeof last === 'string') children[children.length - 1] = last + text;
    else children.push(text);
  }

  /** Adds the prefixes that an element declares. */
  #declare(names: readonly string[], rawAttributes: Readonly<Record<string, string>>): readonly string[] {
    let declared: string[] | undefined;
    for (const name of names) {
      if (name !== 'xmlns' && !name.startsWith('xmlns:')) continue;
      const prefix = name === 'xmlns' ? '' : name.slice('xmlns:'.length);
      const uri = rawAttributes[name]!;
      this.#strict ||= isStrictNamespace(uri);
      const canonical = uri === '' ? undefined : this.#namespaces.prefixOf(uri, prefix);
      const bindings = this.#prefixes.get(prefix);
      if (bindings === undefined) this.#prefixes.set(prefix, [canonical]);
      else bindings.push(canonical);
      (declared ??= []).push(prefix);
    }
    return declared ?? NONE_DECLARED;
  }

  /** The meaning of a prefix at this place; undefined if it is not declared. */
  #canonicalOf(prefix: string): string | undefined {
    return this.#prefixes.get(prefix)?.at(-1);
  }

  #resolve(rawName: string): string {
    const known = this.#names.get(rawName);
    if (known !== undefined && this.#canonicalOf(known.prefix) === known.canonical) return known.name;
    const colon = rawName.indexOf(':');
    const prefix = colon < 0 ? '' : rawName.slice(0, colon);
    const canonical = this.#canonicalOf(prefix);
    if (canonical === undefined && prefix !== '')
      throw notReadable(this.#partName, 'it uses a namespace prefix that is not declared');
    const name = canonical === undefined ? rawName : `${canonical}:${rawName.slice(colon + 1)}`;
    this.#names.set(rawName, { prefix, canonical, name });
    return name;
  }

  /**
   * Replaces the prefixes in a list by canonical ones and drops undeclared prefixes. In `prefix:name` the name stays.
   */
  #canonicalPrefixes(list: string): string {
    const canonical: string[] = [];
    for (const item of list.split(/\s+/)) {
      const colon = item.indexOf(':');
      const prefix = this.#canonicalOf(colon < 0 ? item : item.slice(0, colon));
      if (prefix !== undefined && prefix !== 'xml') canonical.push(colon < 0 ? prefix : prefix + item.slice(colon));
    }
    return canonical.join(' ');
  }
}

/** The refusal of a part that is not well-formed. */
export function notReadable(partName: string, reason: string): ServiceError {
  return new ServiceError(
    'document_invalid',
    `The file cannot be read: its part ${partName} is not well-formed (${reason}). Open it in its program, save it again and send that.`,
    { part: partName },
  );
}

/** The refusal of a part that exceeds a limit. */
export function tooComplex(partName: string, what: string, limit: number): ServiceError {
  return new ServiceError(
    'document_too_complex',
    `The part ${partName} of the file has more than ${limit} ${what}, which is the limit. Compare the document in parts.`,
    { part: partName, limit },
  );
}

/**
 * The children of a content control. What a damaged one has beside its properties, and not in `w:sdtContent`
 * (17.5.2.34), is its content.
 */
function inControl(children: readonly XmlNode[]): readonly XmlNode[] {
  if (children.some((child) => isElement(child, 'w:sdtContent'))) return children;
  const isProperties = (child: XmlNode): boolean => isElement(child) && child.name.endsWith('Pr');
  const content = children.filter((child) => !isProperties(child));
  if (content.length === 0) return children;
  return [...children.filter(isProperties), { name: 'w:sdtContent', attributes: NO_ATTRIBUTES, children: content }];
}
