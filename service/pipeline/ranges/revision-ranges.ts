/** The places of a DOCX's tracked revisions in the texts of both sides. */
import type { Side } from '../../../shared/document/model.ts';
import { childOf, isElement, type XmlElement } from '../../ooxml/xml-tree.ts';
import { signOf, WITHOUT_TEXT, withoutSpace, type RangeKind } from '../../redline/text/guide.ts';

/** A revision: its marking element and its range, counted like `ChangeRange`. */
export interface RevisionRange {
  readonly mark: XmlElement;
  readonly kind: RangeKind;
  readonly side: Side;
  readonly start: number;
  readonly end: number;
  /** Where the range begins in the revised text. */
  readonly place: number;
}

/** A piece of text: its element, and where it begins in the text of each side, in characters without white space. */
export interface TextPiece extends Readonly<Record<Side, number>> {
  readonly node: XmlElement;
  readonly length: number;
  /** The only side that has it; undefined: both have. */
  readonly inside: Side | undefined;
}

/** The side that has what a mark is around, by the name of the mark. */
export const SIDE_OF_MARK: ReadonlyMap<string, Side> = new Map([
  ['w:ins', 'revised'],
  ['w:moveTo', 'revised'],
  ['w:cellIns', 'revised'],
  ['w:del', 'original'],
  ['w:moveFrom', 'original'],
  ['w:cellDel', 'original'],
]);

/** Property elements whose marks concern their parent, by the parent's name. */
const PROPERTIES: Readonly<Record<string, string>> = { 'w:tr': 'w:trPr', 'w:tc': 'w:tcPr' };

/** A text box that waits for the end of its paragraph, and the marks around it. */
interface Box {
  readonly node: XmlElement;
  readonly inside: Side | undefined;
  readonly marks: readonly XmlElement[];
}

/** Reads one part after another. A text box follows its paragraph, as in a fragment. Offsets continue from part to part. */
export class RevisionReader {
  readonly #hasPictures: boolean;
  readonly ranges: RevisionRange[] = [];
  /** The text so far, in the order of reading. */
  readonly pieces: TextPiece[] = [];
  readonly #parts: Record<Side, string[]> = { original: [], revised: [] };
  readonly #lengths: Record<Side, number> = { original: 0, revised: 0 };
  /** Text boxes of the paragraph that is being read; null outside of paragraphs. */
  #boxes: Box[] | null = null;
  /** The marks around what is being read, outermost first. */
  readonly #open: XmlElement[] = [];

  /** `hasPictures`: the fragment has compared pictures, so that each picture counts as a character. */
  constructor(hasPictures: boolean) {
    this.#hasPictures = hasPictures;
  }

  /** The text of a side so far, without white space. */
  text(side: Side): string {
    return this.#parts[side].join('');
  }

  /** Reads a tree, whose depth the parser limits. `inside` is the side of a surrounding revision. */
  read(node: XmlElement, inside?: Side): void {
    if (WITHOUT_TEXT.has(node.name)) return;
    const own = SIDE_OF_MARK.get(node.name);
    if (own !== undefined) {
      // An edit of the other side, inside one end of a move, stands at the other end as well.
      if (inside === undefined || inside === own) this.#around(node, node, 'text', own);
      return;
    }
    switch (node.name) {
      case 'w:t':
      case 'w:delText':
      case 'm:t':
        this.#text(node, node.children.filter((child) => typeof child === 'string').join(''), inside);
        return;
      case 'w:tr':
      case 'w:tc': {
        const mark = markIn(childOf(node, PROPERTIES[node.name]!));
        if (mark === undefined) break;
        this.#around(node, mark, 'block', SIDE_OF_MARK.get(mark.name)!);
        return;
      }
      case 'w:txbxContent':
        if (this.#boxes === null) break;
        this.#boxes.push({ node, inside, marks: [...this.#open] });
        return;
      case 'w:p': {
        const outer = this.#boxes;
        const boxes: Box[] = [];
        this.#boxes = boxes;
        this.#withProperties(node, inside);
        this.#boxes = outer;
        for (const box of boxes) this.#box(box);
        return;
      }
      case 'w:r':
        this.#withProperties(node, inside);
        return;
      default:
    }
    this.#text(node, signOf(node, this.#hasPictures) ?? '', inside);
    this.#children(node, inside);
  }

  #children(node: XmlElement, inside: Side | undefined): void {
    for (const child of node.children) if (isElement(child)) this.read(child, inside);
  }

  #around(node: XmlElement, mark: XmlElement, kind: RangeKind, side: Side): void {
    const start = this.#lengths[side];
    const place = this.#lengths.revised;
    this.#open.push(mark);
    this.#children(node, side);
    this.#open.pop();
    this.ranges.push({ mark, kind, side, start, end: this.#lengths[side], place });
  }

  /** Reads a text box. Marks around it that have no other text have its text. */
  #box({ node, inside, marks }: Box): void {
    const starts = { ...this.#lengths };
    this.#children(node, inside);
    for (const mark of marks) {
      const at = this.ranges.findIndex((range) => range.mark === mark && range.start === range.end);
      const range = this.ranges[at];
      if (range === undefined) continue;
      this.ranges[at] = { ...range, start: starts[range.side], end: this.#lengths[range.side], place: starts.revised };
    }
  }

  /** A paragraph or a run: its property change and, for a paragraph, its mark. */
  #withProperties(node: XmlElement, inside: Side | undefined): void {
    const start = this.#lengths.revised;
    for (const child of node.children) {
      if (isElement(child) && child.name !== 'w:pPr' && child.name !== 'w:rPr') this.read(child, inside);
    }
    const properties = childOf(node, node.name === 'w:p' ? 'w:pPr' : 'w:rPr');
    const change = childOf(properties, `${node.name === 'w:p' ? 'w:pPr' : 'w:rPr'}Change`);
    if (change !== undefined) {
      this.ranges.push({
        mark: change,
        kind: 'format',
        side: 'revised',
        start,
        end: this.#lengths.revised,
        place: start,
      });
    }
    const numbering = node.name === 'w:p' ? childOf(childOf(properties, 'w:numPr'), 'w:ins') : undefined;
    if (numbering !== undefined) {
      const end = this.#lengths.revised;
      this.ranges.push({ mark: numbering, kind: 'format', side: 'revised', start, end, place: start });
    }
    const mark = node.name === 'w:p' ? markIn(childOf(properties, 'w:rPr')) : undefined;
    if (mark === undefined) return;
    const side = SIDE_OF_MARK.get(mark.name)!;
    const at = this.#lengths[side];
    this.ranges.push({ mark, kind: 'boundary', side, start: at, end: at, place: this.#lengths.revised });
  }

  #text(node: XmlElement, written: string, inside: Side | undefined): void {
    const text = withoutSpace(written);
    if (text !== '') this.pieces.push({ node, length: text.length, inside, ...this.#lengths });
    for (const side of ['original', 'revised'] as const) {
      if (inside !== undefined && inside !== side) continue;
      this.#parts[side].push(text);
      this.#lengths[side] += text.length;
    }
  }
}

function markIn(properties: XmlElement | undefined): XmlElement | undefined {
  return properties?.children.find((child): child is XmlElement => isElement(child) && SIDE_OF_MARK.has(child.name));
}
