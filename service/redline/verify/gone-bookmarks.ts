/**
 * Finds the bookmarks that go when revisions are accepted or rejected. A word processor removes a bookmark together with
 * all of its text. Of a bookmark that covers more, it keeps the rest.
 */
import type { RevisionSide } from '../../ooxml/resolve-revisions.ts';
import { childOf, isElement, type XmlElement } from '../../ooxml/xml-tree.ts';

const GONE: Readonly<Record<RevisionSide, ReadonlySet<string>>> = {
  original: new Set(['w:ins', 'w:moveTo', 'w:cellIns']),
  revised: new Set(['w:del', 'w:moveFrom', 'w:cellDel']),
};

/** Property lists with the mark of a row, a cell or a paragraph. */
const PROPERTIES: Readonly<Record<string, string>> = { 'w:tr': 'w:trPr', 'w:tc': 'w:tcPr' };

/** The names of bookmarks that go on one side. */
export function goneBookmarks(root: XmlElement, side: RevisionSide): ReadonlySet<string> {
  const walk = new BookmarkWalk(GONE[side]);
  walk.visit(root, false);
  return walk.gone;
}

interface BookmarkStart {
  readonly name: string;
  /** Amounts of content before it. */
  readonly staying: number;
  readonly going: number;
  readonly paragraphGoes: boolean;
}

class BookmarkWalk {
  readonly gone = new Set<string>();
  readonly #marks: ReadonlySet<string>;
  /** Amounts of content so far: what stays, and what goes. Marks of paragraphs count. */
  #staying = 0;
  #going = 0;
  /** Whether the mark of the paragraph around the current place goes. */
  #paragraphGoes = false;
  readonly #open = new Map<string, BookmarkStart>();

  constructor(marks: ReadonlySet<string>) {
    this.#marks = marks;
  }

  /** `isGone`: the element goes with something around it. */
  visit(node: XmlElement, isGone: boolean): void {
    const { name, attributes } = node;
    if (name === 'mc:Fallback' || name === 'w:pPr' || name === 'w:rPr') return;
    if (name === 'w:bookmarkStart') {
      this.#open.set(attributes.get('w:id') ?? '', {
        name: attributes.get('w:name') ?? '',
        staying: this.#staying,
        going: this.#going,
        paragraphGoes: this.#paragraphGoes,
      });
      return;
    }
    if (name === 'w:bookmarkEnd') {
      const start = this.#open.get(attributes.get('w:id') ?? '');
      if (start?.staying !== this.#staying) return;
      if (start.paragraphGoes || start.going < this.#going) this.gone.add(start.name);
      return;
    }
    const own = isGone || this.#marks.has(name) || this.#isMarked(node);
    if (name === 'w:r') {
      this.#count(own, node.children.filter((child) => isElement(child) && child.name !== 'w:rPr').length);
      return;
    }
    if (name === 'w:p') {
      this.#paragraph(node, own);
      return;
    }
    for (const child of node.children) if (isElement(child)) this.visit(child, own);
  }

  #paragraph(node: XmlElement, isGone: boolean): void {
    const outer = this.#paragraphGoes;
    const goes = isGone || this.#hasMark(childOf(childOf(node, 'w:pPr'), 'w:rPr'));
    this.#paragraphGoes = goes;
    for (const child of node.children) if (isElement(child)) this.visit(child, isGone);
    this.#paragraphGoes = outer;
    this.#count(goes, 1);
  }

  /** Whether a row or a cell goes. */
  #isMarked(node: XmlElement): boolean {
    const list = PROPERTIES[node.name];
    return list !== undefined && this.#hasMark(childOf(node, list));
  }

  #hasMark(list: XmlElement | undefined): boolean {
    return list?.children.some((child) => isElement(child) && this.#marks.has(child.name)) === true;
  }

  #count(isGone: boolean, amount: number): void {
    if (isGone) this.#going += amount;
    else this.#staying += amount;
  }
}
