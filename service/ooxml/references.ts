/**
 * References inside a document: links to a place, and fields that show the text, the page or the note at a place. The
 * place is a bookmark, which they name (ECMA-376 part 1, 17.16.22 and 17.16.5).
 */
import { instructionWords } from './instruction-words.ts';
import { innerText, isElement, type XmlElement } from './xml-tree.ts';

/** A link or a field that leads to a bookmark. */
export interface Reference {
  /** Name of the bookmark. */
  readonly name: string;
  /** The first words that it shows; empty if it shows nothing. */
  readonly shown: string;
}

/** Maximum length of the shown words, in UTF-16 units. */
const SHOWN_LENGTH = 120;

/** Fields whose first argument is a bookmark. FTNREF is an earlier name of NOTEREF. */
const NAMES_FIRST = /^(?:REF|PAGEREF|NOTEREF|FTNREF|GOTOBUTTON)$/;

/** The bookmark that a field leads to; null for a field that leads to none. */
export function bookmarkOfField(instruction: string): string | null {
  const words = instructionWords(instruction);
  const kind = words[0] ?? '';
  // The name of a generated bookmark alone is a field, too.
  if (kind.startsWith('_')) return kind;
  if (NAMES_FIRST.test(kind.toUpperCase())) return words[1] ?? null;
  if (kind.toUpperCase() !== 'HYPERLINK') return null;
  const place = words.findIndex((word) => word.toLowerCase() === '\\l');
  const leadsOut = words[1] !== undefined && !words[1].startsWith('\\');
  return place === -1 || leadsOut ? null : (words[place + 1] ?? null);
}

/** The bookmark that a link leads to; null for a link out of the document. */
export function bookmarkOfLink({ attributes }: XmlElement): string | null {
  const name = attributes.get('w:anchor') ?? '';
  return name === '' || attributes.has('r:id') ? null : name;
}

/** The references in a tree without revisions, in the order of their ends. */
export function referencesIn(root: XmlElement): Reference[] {
  const finder = new ReferenceFinder();
  finder.visit(root);
  return finder.references;
}

/** The names of the bookmarks in a tree. */
export function bookmarksIn(root: XmlElement): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (node: XmlElement): void => {
    if (node.name === 'w:bookmarkStart') names.add(node.attributes.get('w:name') ?? '');
    for (const child of node.children) if (isElement(child)) visit(child);
  };
  visit(root);
  return names;
}

/** What a link or the result of a field shows, while it is read. */
interface Showing {
  shown: string;
}

/** An open field. */
interface OpenField extends Showing {
  instruction: string;
  inResult: boolean;
}

class ReferenceFinder {
  readonly references: Reference[] = [];
  readonly #fields: OpenField[] = [];
  /** The links and simple fields around the current place. */
  readonly #around: Showing[] = [];

  visit(node: XmlElement): void {
    switch (node.name) {
      case 'mc:Fallback':
        return;
      case 'w:fldChar':
        this.#fieldCharacter(node.attributes.get('w:fldCharType') ?? '');
        return;
      case 'w:instrText': {
        const field = this.#fields.at(-1);
        if (field?.inResult === false) field.instruction += innerText(node);
        return;
      }
      case 'w:t':
        this.#show(innerText(node));
        return;
      case 'w:hyperlink':
        this.#container(node, bookmarkOfLink(node));
        return;
      case 'w:fldSimple':
        this.#container(node, bookmarkOfField(node.attributes.get('w:instr') ?? ''));
        return;
      default:
        this.#children(node);
    }
  }

  #children(node: XmlElement): void {
    for (const child of node.children) if (isElement(child)) this.visit(child);
  }

  #container(node: XmlElement, name: string | null): void {
    const own = { shown: '' };
    this.#around.push(own);
    this.#children(node);
    this.#around.pop();
    if (name !== null) this.references.push({ name, shown: own.shown });
  }

  #fieldCharacter(type: string): void {
    if (type === 'begin') this.#fields.push({ instruction: '', inResult: false, shown: '' });
    const field = this.#fields.at(-1);
    if (field === undefined) return;
    if (type === 'separate') field.inResult = true;
    if (type !== 'end') return;
    this.#fields.pop();
    const name = bookmarkOfField(field.instruction);
    if (name !== null) this.references.push({ name, shown: field.shown });
  }

  #show(text: string): void {
    const showing = [...this.#around, ...this.#fields.filter(({ inResult }) => inResult)];
    for (const each of showing)
      if (each.shown.length < SHOWN_LENGTH) each.shown = (each.shown + text).slice(0, SHOWN_LENGTH);
  }
}
