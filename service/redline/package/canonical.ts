/**
 * Canonical strings of OOXML: two things are equal if and only if their strings are equal. Save ids, spelling marks
 * and page break positions do not count.
 */
import { isFormatPrefix } from '../../ooxml/namespaces.ts';
import { POSITIONS } from '../../ooxml/positions.ts';
import { isElement, type XmlElement, type XmlNode } from '../../ooxml/xml-tree.ts';

/** Elements that are not content. */
const IGNORED_ELEMENTS: ReadonlySet<string> = new Set([...POSITIONS, 'w:proofErr', 'w:lastRenderedPageBreak']);

/**
 * Attributes that are not content. They are save ids, ids of paragraphs, drawings and shapes, and the request to
 * compute a field anew (17.16.18).
 */
const IGNORED_ATTRIBUTE =
  /^(?:w:(?:rsid\w*|dirty)|w14:(?:paraId|textId)|wp14:(?:anchorId|editId)|o:(?:gfxdata|spid)|xml:space)$/;

/** Elements whose `id` is a unique number without meaning. */
const NUMBERED: ReadonlySet<string> = new Set(['wp:docPr', 'pic:cNvPr', 'wps:cNvPr', 'wpg:cNvPr', 'a:cNvPr']);

/** Notes are compared as separate stories, so their ids do not matter. It matters whether a reference leads to a note. */
const NOTE_REFERENCES: ReadonlySet<string> = new Set(['w:footnoteReference', 'w:endnoteReference']);

/** Switches of drawings (`xsd:boolean`), which programs write as a word or as a digit. */
const SWITCH =
  /^(?:no(?:Grp|Select|Rot|Change(?:Aspect|Arrowheads|ShapeType)|Move|Resize|EditPoints|AdjustHandles|Crop|Drilldown|Ungrp)|simplePos|locked|layoutInCell|allowOverlap|behindDoc|hidden|flip[HV]|rotWithShape|preferRelativeResize|txBox)$/;
const DIGIT_OF: Readonly<Record<string, string>> = { true: '1', false: '0' };

/** Elements without content of their own. Empty ones equal absent ones. */
const VOID_WHEN_EMPTY = /^w:(?:rPr|pPr|trPr|tcPr|tblPrEx|tblPr)$/;

/** Property lists, in which order has no meaning. */
const UNORDERED = /^w:(?:rPr|pPr|trPr|tcPr|tblPr|tblPrEx)$/;

/** The target of a relationship id of the part, as a string. */
export type Identify = (relationshipId: string) => string;

/** Whether a reference leads to a note of its document. */
export type LeadsToNote = (reference: XmlElement) => boolean;

/** What a part is. */
interface PartFacts {
  readonly leadsToNote?: LeadsToNote;
  readonly isPageStory?: boolean;
}

/** Canonical strings of the nodes of one part, each computed once. */
export class Canonical {
  readonly #identify: Identify;
  readonly #leadsToNote: LeadsToNote;
  readonly #known = new WeakMap<XmlElement, string>();
  readonly #readings = new Map<string, WeakMap<XmlElement, string>>();
  /** Whether the part is a header or a footer, whose page numbers differ on each page. */
  readonly isPageStory: boolean;

  /** Without `leadsToNote`, a reference with an id counts as one to a note. */
  constructor(identify: Identify, { leadsToNote, isPageStory = false }: PartFacts = {}) {
    this.#identify = identify;
    this.#leadsToNote = leadsToNote ?? (({ attributes }) => attributes.has('w:id'));
    this.isPageStory = isPageStory;
  }

  /** The string of an element; empty for elements that are not content, and for empty property lists. */
  of(node: XmlElement | undefined): string {
    if (node === undefined || IGNORED_ELEMENTS.has(node.name)) return '';
    let text = this.#known.get(node);
    if (text === undefined) {
      text = this.#write(node);
      this.#known.set(node, text);
    }
    return text;
  }

  /** The string of a property list of these children; empty without any. */
  ofProperties(name: string, children: readonly XmlNode[]): string {
    const strings = children.flatMap((child) => (isElement(child) ? this.of(child) : [])).sort();
    const text = strings.join('');
    return text === '' ? '' : `<${name}>${text}</>`;
  }

  /** What a reader makes of a property list, computed once for each list. */
  read(reader: string, list: XmlElement, compute: () => string): string {
    let known = this.#readings.get(reader);
    if (known === undefined) this.#readings.set(reader, (known = new WeakMap()));
    let text = known.get(list);
    if (text === undefined) known.set(list, (text = compute()));
    return text;
  }

  /** The strings of several nodes in order. */
  ofAll(nodes: readonly XmlNode[]): string {
    let text = '';
    for (const node of nodes) text += typeof node === 'string' ? `"${node}"` : this.of(node);
    return text;
  }

  #write(node: XmlElement): string {
    let text = `<${node.name}`;
    if (NOTE_REFERENCES.has(node.name) && !this.#leadsToNote(node)) text += ' nowhere';
    const names = [...node.attributes.keys()].filter(counts).sort();
    for (const name of names) {
      if (name === 'id' && NUMBERED.has(node.name)) continue;
      if (name === 'w:id' && NOTE_REFERENCES.has(node.name)) continue;
      if (name === 'ShapeID' || (name === 'id' && node.name.startsWith('v:'))) continue;
      const written = node.attributes.get(name) ?? '';
      const value = name === 'type' && node.name.startsWith('v:') ? shapeType(written) : switched(name, written);
      text += ` ${name}=${JSON.stringify(name.startsWith('r:') ? this.#identify(value) : value)}`;
    }
    // The id of a content control is a unique number without meaning (17.5.2.18).
    const children =
      node.name === 'w:sdtPr'
        ? this.ofAll(node.children.filter((child) => !isElement(child, 'w:id')))
        : UNORDERED.test(node.name)
          ? node.children
              .filter((child) => isElement(child))
              .map((child) => this.of(child))
              .sort()
              .join('')
          : this.ofAll(node.children);
    if (children === '' && VOID_WHEN_EMPTY.test(node.name) && names.length === 0) return '';
    return `${text}>${children}</>`;
  }
}

function switched(name: string, value: string): string {
  return SWITCH.test(name) ? (DIGIT_OF[value] ?? value) : value;
}

/** Word names a shape type by its number. The rest only separates several definitions of it. */
function shapeType(reference: string): string {
  return /^#_x0000_t\d+/.exec(reference)?.[0] ?? reference;
}

/** Attributes of the format, except save ids. Attributes in other programs' namespaces do not count. */
function counts(name: string): boolean {
  const colon = name.indexOf(':');
  return !IGNORED_ATTRIBUTE.test(name) && (colon < 0 || isFormatPrefix(name.slice(0, colon)));
}
