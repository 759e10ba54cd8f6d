/**
 * Makes equal property lists of a part one object. A document repeats a few lists in all of its runs and paragraphs, so
 * that a program computes once what it needs of each.
 */
import { isElement, type XmlElement } from './xml-tree.ts';

const LISTS: ReadonlySet<string> = new Set(['w:rPr', 'w:pPr']);
/** A section is known by its element, and a mark of a revision as well. */
const KNOWN_BY_ELEMENT = /^w:(?:sectPr|ins|del|moveFrom|moveTo|\w+Change)$/;

/** The property lists of one part. */
export class SharedProperties {
  readonly #lists = new Map<string, XmlElement>();

  /** The same element, or an equal property list that came before it. */
  of(node: XmlElement): XmlElement {
    if (!LISTS.has(node.name)) return node;
    const key = spelled(node);
    if (key === null) return node;
    const known = this.#lists.get(key);
    if (known === undefined) this.#lists.set(key, node);
    return known ?? node;
  }
}

/** All of an element as a text; null if it may not be shared. */
function spelled({ name, attributes, children }: XmlElement): string | null {
  if (KNOWN_BY_ELEMENT.test(name)) return null;
  let text = `<${name}`;
  for (const [attribute, value] of attributes) text += ` ${attribute}=${JSON.stringify(value)}`;
  text += '>';
  for (const child of children) {
    const own = isElement(child) ? spelled(child) : JSON.stringify(child);
    if (own === null) return null;
    text += own;
  }
  return `${text}</>`;
}
