/** Writes threads of messages into the parts of a DOCX with comments (ECMA-376 part 1, 17.13.4.2; [MS-DOCX] 2.5.1.7). */
import type { NoteMessage } from '../../../shared/review-file/notes.ts';
import type { WordPackage } from '../../ooxml/package.ts';
import { childrenOf, element, integerOf, type XmlElement, type XmlNode } from '../../ooxml/xml-tree.ts';
import type { ResultPackage } from '../../redline/package/result-package.ts';
import { textRoots } from '../../redline/package/text-roots.ts';

/** A part with comments or about them: the end of its relationship's type, its root, and its content type. */
interface PartKind {
  readonly type: string;
  readonly relationship: string;
  readonly root: string;
  readonly contentType: string;
}

const WORDPROCESSING = 'application/vnd.openxmlformats-officedocument.wordprocessingml';
const COMMENTS: PartKind = {
  type: 'comments',
  relationship: 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/comments',
  root: 'w:comments',
  contentType: `${WORDPROCESSING}.comments+xml`,
};
const EXTENDED: PartKind = {
  type: 'commentsExtended',
  relationship: 'http://schemas.microsoft.com/office/2011/relationships/commentsExtended',
  root: 'w15:commentsEx',
  contentType: `${WORDPROCESSING}.commentsExtended+xml`,
};

/** Adds threads to the comments of a document. `author` is who wrote the messages without a name. Returns their ids. */
export class CommentWriter {
  readonly #opened: WordPackage;
  readonly #result: ResultPackage;
  readonly #author: string;
  readonly #paragraphs = new Set<string>();
  readonly #comments: XmlElement[] = [];
  readonly #entries: XmlElement[] = [];
  #nextId = 0;
  #nextParagraph = 1;

  constructor(opened: WordPackage, result: ResultPackage, author: string) {
    this.#opened = opened;
    this.#result = result;
    this.#author = author;
    const known = opened.package.related(opened.mainPart, 'comments');
    const tree = known === undefined ? undefined : opened.package.tree(known);
    for (const root of [...textRoots(opened), ...(tree === undefined ? [] : [tree])]) this.#takeIds(root);
  }

  /** Adds a thread. Returns the ids of its comments; the first one is answered by the others. */
  add(messages: readonly NoteMessage[]): readonly string[] {
    const paragraphs = messages.map(() => this.#freeParagraph());
    return messages.map((message, at) => {
      const id = String(this.#nextId++);
      const paragraph = paragraphs[at]!;
      this.#comments.push(commentOf(message, id, paragraph, this.#author));
      const parent = at === 0 ? {} : { 'w15:paraIdParent': paragraphs[0]! };
      this.#entries.push(element('w15:commentEx', { 'w15:paraId': paragraph, ...parent, 'w15:done': '0' }));
      return id;
    });
  }

  /** Puts the added comments into the result. */
  write(): void {
    this.#extend(COMMENTS, this.#comments);
    this.#extend(EXTENDED, this.#entries);
  }

  #extend({ type, relationship, root, contentType }: PartKind, added: readonly XmlElement[]): void {
    const { package: archive, mainPart } = this.#opened;
    const known = [...archive.relationshipsOf(mainPart).values()].find(
      (each) => !each.external && each.type.endsWith(`/${type}`),
    );
    const name = known?.target ?? this.#result.newPart(type);
    const base = this.#result.tree(name) ?? element(root);
    if (known === undefined) {
      this.#result.addPart({ name, bytes: new Uint8Array() }, contentType);
      this.#result.relate(mainPart, relationship, name, false);
    }
    this.#result.setTree(name, { ...base, children: [...base.children, ...added] });
  }

  #freeParagraph(): string {
    let id: string;
    do id = (this.#nextParagraph++).toString(16).toUpperCase().padStart(8, '0');
    while (this.#paragraphs.has(id));
    return id;
  }

  #takeIds(node: XmlElement): void {
    const paragraph = node.attributes.get('w14:paraId');
    if (paragraph !== undefined) this.#paragraphs.add(paragraph.toUpperCase());
    if (node.name === 'w:comment' || node.name === 'w:commentReference')
      this.#nextId = Math.max(this.#nextId, (integerOf(node.attributes.get('w:id')) ?? -1) + 1);
    for (const child of childrenOf(node)) this.#takeIds(child);
  }
}

function commentOf({ author, at, text }: NoteMessage, id: string, paragraph: string, fallback: string): XmlElement {
  const name = author === '' ? fallback : author;
  const lines = text
    .split('\n')
    .flatMap((line, index): XmlNode[] => [
      ...(index === 0 ? [] : [element('w:br')]),
      element('w:t', { 'xml:space': 'preserve' }, [line]),
    ]);
  return element(
    'w:comment',
    {
      'w:id': id,
      'w:author': name,
      ...(at !== null && { 'w:date': at.replace(/\.\d+Z$/u, 'Z') }),
      'w:initials': initialsOf(name),
    },
    [element('w:p', { 'w14:paraId': paragraph }, [element('w:r', {}, lines)])],
  );
}

/** The first letters of up to three words. */
function initialsOf(name: string): string {
  const words = name.split(/\s+/u).filter((word) => word !== '');
  return words
    .map((word) => [...word][0]!)
    .slice(0, 3)
    .join('');
}
