/** Writes the marks of tracked revisions (ECMA-376 part 1, 17.13.5), each with an id of its own. */
import { element, isElement, type XmlElement, type XmlNode } from '../../ooxml/xml-tree.ts';
import { withContent } from './containers.ts';

/** Who made the revisions, and when; both go into every mark. */
export interface RevisionStamp {
  readonly author: string;
  /** ISO 8601 in UTC without fractions, as Word writes it. */
  readonly date: string;
}

/** Which kind of revision a stretch is. */
export type RevisionKind = 'ins' | 'del';

/** Which end of a move. */
export type MoveSide = 'from' | 'to';

/** Gives out ids from `firstId` on. */
export class RevisionWriter {
  readonly #stamp: RevisionStamp;
  #nextId: number;

  constructor(stamp: RevisionStamp, firstId: number) {
    this.#stamp = stamp;
    this.#nextId = firstId;
  }

  /** An id that nothing else has. */
  takeId(): string {
    this.#nextId += 1;
    return String(this.#nextId - 1);
  }

  /** A mark of insertion or deletion: around content, or empty in the properties of a paragraph mark or row. */
  mark(kind: RevisionKind, children: readonly XmlNode[] = []): XmlElement {
    return this.#stamped(`w:${kind}`, children);
  }

  /** A mark of one end of a move, like those of insertion and deletion. */
  moveMark(side: MoveSide, children: readonly XmlNode[] = []): XmlElement {
    return this.#stamped(side === 'from' ? 'w:moveFrom' : 'w:moveTo', children);
  }

  /** A name that ties the two ends of a move together. */
  takeMoveName(): string {
    return `move${this.takeId()}`;
  }

  /** Begin and end of the stretch at one end of a move. */
  moveRange(side: MoveSide, name: string): [XmlElement, XmlElement] {
    const range = side === 'from' ? 'w:moveFromRange' : 'w:moveToRange';
    const { author, date } = this.#stamp;
    const id = this.takeId();
    return [
      element(`${range}Start`, { 'w:id': id, 'w:author': author, 'w:date': date, 'w:name': name }),
      element(`${range}End`, { 'w:id': id }),
    ];
  }

  /** A cell that was inserted or deleted. */
  cellMark(kind: RevisionKind): XmlElement {
    return this.#stamped(kind === 'ins' ? 'w:cellIns' : 'w:cellDel', []);
  }

  /**
   * A content control or custom markup that is itself inserted or deleted, while what it holds stays or changes by itself
   * (17.13.5.4 to 17.13.5.7): one range around its start tag and one around its end tag, as Word writes them.
   */
  wrapped(container: XmlElement, content: readonly XmlNode[], kind: RevisionKind): XmlElement[] {
    const name = kind === 'ins' ? 'w:customXmlInsRange' : 'w:customXmlDelRange';
    const [start, end] = [this.#stamped(`${name}Start`, []), this.#stamped(`${name}Start`, [])];
    const endOf = (range: XmlElement): XmlElement =>
      element(`${name}End`, { 'w:id': range.attributes.get('w:id') ?? '' });
    return [start, withContent(container, [endOf(start), ...content, end]), endOf(end)];
  }

  /**
   * Properties with the ones before them. `name`: `w:rPr`, `w:tcPr` and so on. `former`: what they were, an empty list
   * where there were none. What the former list must not hold (`without`) is left out of it.
   */
  changed(
    name: string,
    present: readonly XmlNode[],
    former: readonly XmlNode[],
    without: ReadonlySet<string> = new Set(),
  ): XmlElement {
    const kept = former.filter((child) => !isElement(child) || !without.has(child.name));
    return element(name, {}, [...present, this.#stamped(`${name}Change`, [element(name, {}, kept)])]);
  }

  /** The columns of a table with the ones before them. Only an id: this change has no author. */
  changedGrid(present: XmlElement | undefined, former: XmlElement | undefined): XmlElement {
    const change = element('w:tblGridChange', { 'w:id': this.takeId() }, [
      element('w:tblGrid', {}, former?.children ?? []),
    ]);
    return element('w:tblGrid', {}, [...(present?.children ?? []), change]);
  }

  #stamped(name: string, children: readonly XmlNode[]): XmlElement {
    const { author, date } = this.#stamp;
    return element(name, { 'w:id': this.takeId(), 'w:author': author, 'w:date': date }, children);
  }
}

/** Content as it stands in a deletion: text and instructions have names of their own there. Text boxes keep theirs. */
export function asDeleted(node: XmlNode): XmlNode {
  if (!isElement(node) || node.name === 'w:drawing' || node.name === 'w:pict' || node.name === 'mc:AlternateContent')
    return node;
  if (node.name === 'w:t') return { ...node, name: 'w:delText' };
  if (node.name === 'w:instrText') return { ...node, name: 'w:delInstrText' };
  return { ...node, children: node.children.map(asDeleted) };
}
