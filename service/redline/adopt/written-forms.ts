/**
 * Fields and links of a list of nodes, in each form that a file has for them. A link is an element or a field
 * (ECMA-376 part 1, 17.16.22 and 17.16.5.25). A field is simple or complex (17.16.19 and 17.16.18).
 */
import { instructionWords } from '../../ooxml/instruction-words.ts';
import type { Relationship } from '../../ooxml/relationships.ts';
import { childrenOf, innerText, isElement, withChildren, type XmlElement, type XmlNode } from '../../ooxml/xml-tree.ts';

/** A field or a link, with everything but its result. */
export interface WrittenForm {
  /** Equal fields have equal keys, in whatever form they are written. */
  readonly key: string;
  /** The element around the result; null for a complex field. */
  readonly container: XmlElement | null;
  /** Runs of a complex field before and after its result. */
  readonly before: readonly XmlNode[];
  readonly after: readonly XmlNode[];
}

/** A field or a link in its place: `[start, end)` in a list of nodes. */
export interface PlacedForm extends WrittenForm {
  readonly end: number;
  readonly result: readonly XmlNode[];
}

type Relationships = ReadonlyMap<string, Relationship>;

/** Switches of a link that an element has as attributes. */
const LINK_SWITCHES: ReadonlyMap<string, string> = new Map([
  ['\\l', 'w:anchor'],
  ['\\o', 'w:tooltip'],
  ['\\t', 'w:tgtFrame'],
]);
/** Whether a link counts as visited is no part of it. */
const LINK_ATTRIBUTE = /^(?:r:id|w:(?:anchor|tooltip|tgtFrame|history))$/;

/**
 * The field or link that begins at a node; null if there is none, or one that has a single form. `nodes` have parted
 * fields.
 */
export function formAt(nodes: readonly XmlNode[], start: number, relationships: Relationships): PlacedForm | null {
  const node = nodes[start];
  if (!isElement(node)) return null;
  switch (node.name) {
    case 'w:hyperlink':
      return containerForm(node, start, linkKeyOf(node, relationships));
    case 'w:fldSimple': {
      const isPlain = node.attributes.size === 1 && !node.children.some((child) => isElement(child, 'w:fldData'));
      return containerForm(node, start, isPlain ? fieldKey(node.attributes.get('w:instr') ?? '') : null);
    }
    case 'w:r':
      return complexForm(nodes, start);
    default:
      return null;
  }
}

/** The same nodes, in which every part of a field has a run of its own. */
export function withPartedFields(nodes: readonly XmlNode[]): readonly XmlNode[] {
  const isMixed = (node: XmlNode): boolean => {
    const parts = partsOf(node) ?? [];
    return parts.some(isFieldPart) && parts.length > 1;
  };
  if (!nodes.some(isMixed)) return nodes;
  return nodes.flatMap((node) => {
    if (!isElement(node) || !isMixed(node)) return [node];
    const properties = childrenOf(node, 'w:rPr');
    return partsOf(node)!.map((part) => withChildren(node, [...properties, part]));
  });
}

/** Whether two forms of one field are written alike. */
export function isSameForm(a: WrittenForm, b: WrittenForm): boolean {
  return a.container?.name === b.container?.name;
}

function containerForm(container: XmlElement, start: number, key: string | null): PlacedForm | null {
  if (key === null) return null;
  return { key, container, before: [], after: [], end: start + 1, result: container.children };
}

/** A complex field, all in one list. Each of its parts has a run of its own. */
function complexForm(nodes: readonly XmlNode[], start: number): PlacedForm | null {
  let [depth, code] = [0, ''];
  let inside = -1;
  for (let at = start; at < nodes.length; at += 1) {
    const [part] = partsOf(nodes[at]!) ?? [];
    const type = part?.name === 'w:fldChar' ? part.attributes.get('w:fldCharType') : undefined;
    if (type === 'begin') depth += 1;
    if (inside === -1) {
      // A field in the code, one that is locked, one with data, and one without a result have no other form.
      if (part === undefined || !isFieldPart(part) || depth !== 1 || type === 'end' || isMore(part)) return null;
      if (type === 'separate') inside = at + 1;
      if (type === undefined) code += innerText(part);
    }
    if (type === 'end') depth -= 1;
    if (depth > 0) continue;
    const [before, result, after] = [nodes.slice(start, inside), nodes.slice(inside, at), nodes.slice(at, at + 1)];
    return { key: fieldKey(code), container: null, before, after, end: at + 1, result };
  }
  return null;
}

/** What a run has beside its properties; null for everything else. */
function partsOf(node: XmlNode): XmlElement[] | null {
  if (!isElement(node, 'w:r')) return null;
  return childrenOf(node).filter(({ name }) => name !== 'w:rPr' && name !== 'w:lastRenderedPageBreak');
}

function isFieldPart({ name }: XmlElement): boolean {
  return name === 'w:fldChar' || name === 'w:instrText';
}

function isMore({ name, attributes, children }: XmlElement): boolean {
  return name === 'w:fldChar' && (attributes.has('w:fldLock') || children.some((child) => isElement(child)));
}

function fieldKey(instruction: string): string {
  const words = instructionWords(instruction);
  return linkKey(words) ?? JSON.stringify(words);
}

/** The key of a field that is a link; null for every other field, and for a link that no element can state. */
function linkKey(words: readonly string[]): string | null {
  if (words[0]?.toUpperCase() !== 'HYPERLINK') return null;
  const parts = new Map<string, string>();
  for (let at = 1; at < words.length; at += 1) {
    const name = at === 1 && !words[at]!.startsWith('\\') ? 'r:id' : LINK_SWITCHES.get(words[at]!.toLowerCase());
    if (name === undefined) return null;
    if (name !== 'r:id') at += 1;
    parts.set(name, words[at] ?? '');
  }
  return keyOfParts(parts);
}

/** The key of a link that is an element; null for one that no field can state. */
function linkKeyOf({ attributes }: XmlElement, relationships: Relationships): string | null {
  if ([...attributes.keys()].some((name) => !LINK_ATTRIBUTE.test(name))) return null;
  const id = attributes.get('r:id');
  const target = id === undefined ? undefined : relationships.get(id);
  if (id !== undefined && target?.external !== true) return null;
  return keyOfParts(target === undefined ? attributes : new Map([...attributes, ['r:id', target.target]]));
}

function keyOfParts(parts: ReadonlyMap<string, string>): string {
  return JSON.stringify(['link', 'r:id', ...LINK_SWITCHES.values()].map((name) => parts.get(name) ?? name));
}
