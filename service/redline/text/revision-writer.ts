/** Writes the marks of tracked revisions (ECMA-376 part 1, 17.13.5), each with its own id. */
import { element, isElement, type XmlElement, type XmlNode } from '../../ooxml/xml-tree.ts';
import type { AnnotationIds } from '../package/annotation-ids.ts';
import { withContent } from './containers.ts';

/** Author and time of the revisions. Every mark has both. */
export interface RevisionStamp {
  readonly author: string;
  /** ISO 8601 in UTC without fractions, as Word writes it. */
  readonly date: string;
}

/** The kind of a revision. */
export type RevisionKind = 'ins' | 'del';

/** The end of a move. */
export type MoveSide = 'from' | 'to';

/** Writes marks with one stamp. */
export class RevisionWriter {
  readonly #stamp: RevisionStamp;
  readonly #ids: AnnotationIds;

  constructor(stamp: RevisionStamp, ids: AnnotationIds) {
    this.#stamp = stamp;
    this.#ids = ids;
  }

  /** A new, unique id. */
  takeId(): string {
    return this.#ids.take();
  }

  /** A mark of insertion or deletion: around content, or empty in the properties of a paragraph mark or row. */
  mark(kind: RevisionKind, children: readonly XmlNode[] = []): XmlElement {
    return this.#stamped(`w:${kind}`, children);
  }

  /** A mark of one end of a move, like the marks of insertion and deletion. */
  moveMark(side: MoveSide, children: readonly XmlNode[] = []): XmlElement {
    return this.#stamped(side === 'from' ? 'w:moveFrom' : 'w:moveTo', children);
  }

  /** A name that connects the two ends of a move. */
  takeMoveName(): string {
    return `move${this.takeId()}`;
  }

  /** Start and end elements of the range at one end of a move. */
  moveRange(side: MoveSide, name: string): [XmlElement, XmlElement] {
    const range = side === 'from' ? 'w:moveFromRange' : 'w:moveToRange';
    const { author, date } = this.#stamp;
    const id = this.takeId();
    return [
      element(`${range}Start`, { 'w:id': id, 'w:author': author, 'w:date': date, 'w:name': name }),
      element(`${range}End`, { 'w:id': id }),
    ];
  }

  /** The mark of an inserted or deleted cell. */
  cellMark(kind: RevisionKind): XmlElement {
    return this.#stamped(kind === 'ins' ? 'w:cellIns' : 'w:cellDel', []);
  }

  /**
   * Marks a content control or custom markup as inserted or deleted, separately from its content (17.13.5.4 to
   * 17.13.5.7). One range is around its start tag and one around its end tag, as in Word.
   */
  wrapped(container: XmlElement, content: readonly XmlNode[], kind: RevisionKind): XmlElement[] {
    const name = kind === 'ins' ? 'w:customXmlInsRange' : 'w:customXmlDelRange';
    const [start, end] = [this.#stamped(`${name}Start`, []), this.#stamped(`${name}Start`, [])];
    const endOf = (range: XmlElement): XmlElement =>
      element(`${name}End`, { 'w:id': range.attributes.get('w:id') ?? '' });
    return [start, withContent(container, [endOf(start), ...content, end]), endOf(end)];
  }

  /**
   * Properties with their former properties. `name` is `w:rPr`, `w:tcPr` and so on. `former` is an empty list if
   * there were none. The names in `without` are left out of the former list.
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

  /** The columns of a table with the former ones. This mark has an id but no author. */
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

/** Content inside a deletion. Text and instructions have other element names there. Text boxes keep theirs. */
export function asDeleted(node: XmlNode): XmlNode {
  if (!isElement(node) || node.name === 'w:drawing' || node.name === 'w:pict' || node.name === 'mc:AlternateContent')
    return node;
  if (node.name === 'w:t') return { ...node, name: 'w:delText' };
  if (node.name === 'w:instrText') return { ...node, name: 'w:delInstrText' };
  return { ...node, children: node.children.map(asDeleted) };
}
