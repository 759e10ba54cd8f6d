/**
 * Keeps the ids of revisions unique. A revision that is written in several pieces, or that stands in two stories, gets
 * new ids.
 */
import { isElement, withChildren, type XmlElement } from '../../ooxml/xml-tree.ts';
import { isRevision } from './align-story.ts';

/** The start of a range, whose end has the same id. */
const RANGE = /RangeStart$/;

/** Ids of the revisions of one file. */
export class RevisionIds {
  readonly #taken = new Set<string>();
  #next: number;

  /** `first` is above every id of the file. */
  constructor(first: number) {
    this.#next = first;
  }

  /** The tree with ids that no tree had before; the same object if its ids are free. The parser limits the depth. */
  unique(node: XmlElement): XmlElement {
    const own = isRevision(node) && !RANGE.test(node.name) ? this.#withOwnId(node) : node;
    const children = own.children.map((child) => (isElement(child) ? this.unique(child) : child));
    return children.every((child, at) => child === own.children[at]) ? own : withChildren(own, children);
  }

  #withOwnId(mark: XmlElement): XmlElement {
    const id = mark.attributes.get('w:id');
    if (id === undefined) return mark;
    if (!this.#taken.has(id)) {
      this.#taken.add(id);
      return mark;
    }
    const free = String(this.#next);
    this.#next += 1;
    return { ...mark, attributes: new Map([...mark.attributes, ['w:id', free]]) };
  }
}
