/**
 * Replies to comments, and which comments are resolved. Word keeps both in a part of its own ([MS-DOCX] 2.5.1.7), by the
 * ids of the comments' paragraphs.
 */
import type { WordPackage } from '../../ooxml/package.ts';
import { childrenOf, element, isElement, type XmlElement, type XmlNode } from '../../ooxml/xml-tree.ts';
import { withIgnorable } from '../package/ignorable.ts';
import { textRoots } from '../package/text-roots.ts';
import type { Adoption } from './adoption.ts';

const EXTENDED = 'http://schemas.microsoft.com/office/2011/relationships/commentsExtended';
const CONTENT_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.commentsExtended+xml';
const TRUE = /^(?:1|true|on)$/;
/** Ids are hexadecimal and below this ([MS-DOCX] 2.2.4, `paraId`). */
const ID_END = 0x80000000;

/** A comment of the revised document, and what it is in the result. */
export interface CommentPair {
  readonly revised: XmlElement;
  /** With paragraph ids of the result. */
  readonly result: XmlElement;
  /** Whether the original does not have it. */
  readonly isNew: boolean;
}

/** What a document says about its comments, by the id of a paragraph. */
export class CommentThreads {
  /** Name of the part; undefined: there is none. */
  readonly partName: string | undefined;
  readonly root: XmlElement | undefined;
  readonly #entries: ReadonlyMap<string, XmlElement>;

  constructor({ package: archive, mainPart }: WordPackage) {
    const own = [...archive.relationshipsOf(mainPart).values()];
    this.partName = own.find(({ type, external }) => !external && type === EXTENDED)?.target;
    this.root = this.partName === undefined ? undefined : archive.tree(this.partName);
    const entries = childrenOf(this.root, 'w15:commentEx');
    this.#entries = new Map(entries.map((entry) => [entry.attributes.get('w15:paraId') ?? '', entry]));
  }

  /** The entry of a comment. */
  of(comment: XmlElement): XmlElement | undefined {
    return paragraphIds(comment).flatMap((id) => this.#entries.get(id ?? '') ?? [])[0];
  }
}

/** Gives adopted comments paragraph ids that nothing else of the result has. */
export class ParagraphIds {
  readonly #taken: Set<string>;

  constructor({ original }: Adoption, comments: XmlElement | undefined) {
    this.#taken = new Set();
    for (const root of textRoots(original)) collectIds(root, this.#taken);
    if (comments !== undefined) collectIds(comments, this.#taken);
  }

  /** The comment with its own ids where they are free, and with the next free ones elsewhere. */
  renew(comment: XmlElement): XmlElement {
    return withIds(comment, (id) => this.#free(id));
  }

  #free(wanted: string): string {
    let id = wanted.toUpperCase();
    for (let number = Number.parseInt(wanted, 16) || 0; this.#taken.has(id);) {
      number = (number + 1) % ID_END || 1;
      id = number.toString(16).toUpperCase().padStart(8, '0');
    }
    this.#taken.add(id);
    return id;
  }
}

/** A comment without paragraph ids. The original's comment may be an earlier wording and have the same ids. */
export function withoutIds(comment: XmlElement): XmlElement {
  return withIds(comment, () => null);
}

/**
 * Writes the entries of adopted comments into the result. Returns whether the entry of a common comment differs, which
 * stays the original's.
 */
export function adoptThreads(adoption: Adoption, revised: CommentThreads, pairs: readonly CommentPair[]): boolean {
  const own = new CommentThreads(adoption.original);
  const ids = resultIds(pairs);
  const fresh = pairs.flatMap((pair) => (pair.isNew ? (revised.of(pair.revised) ?? []) : []));
  const answered = new Set(fresh.map(({ attributes }) => attributes.get('w15:paraIdParent')));
  // A reply needs the entry of the comment that it answers.
  const missing = pairs.flatMap(({ revised: comment, result, isNew }) => {
    const entry = isNew || own.of(result) !== undefined ? undefined : revised.of(comment);
    return entry !== undefined && answered.has(entry.attributes.get('w15:paraId')) ? [entry] : [];
  });
  append(
    adoption,
    own,
    revised,
    [...missing, ...fresh].map((entry) => withResultIds(entry, ids)),
  );
  return pairs.some(
    ({ revised: comment, result, isNew }) => !isNew && stateOf(revised.of(comment), ids) !== stateOf(own.of(result)),
  );
}

/** Paragraph ids of the revised document's comments → ids of the result. */
function resultIds(pairs: readonly CommentPair[]): Map<string, string> {
  const ids = new Map<string, string>();
  for (const { revised, result } of pairs) {
    const to = paragraphIds(result);
    paragraphIds(revised).forEach((id, at) => {
      const target = to[at];
      if (id !== null && target != null) ids.set(id, target);
    });
  }
  return ids;
}

/** An entry with ids of the result. A comment that the result does not have is answered by nothing. */
function withResultIds(entry: XmlElement, ids: ReadonlyMap<string, string>): XmlElement {
  const attributes = [...entry.attributes].flatMap(([name, value]): [string, string][] => {
    if (name !== 'w15:paraId' && name !== 'w15:paraIdParent') return [[name, value]];
    const id = ids.get(value);
    return id === undefined ? [] : [[name, id]];
  });
  return { ...entry, attributes: new Map(attributes) };
}

function append(
  { original, result }: Adoption,
  own: CommentThreads,
  revised: CommentThreads,
  added: readonly XmlElement[],
): void {
  if (added.length === 0) return;
  const name = own.partName ?? result.newPart('commentsExtended');
  const known = result.tree(name);
  if (known === undefined) {
    result.addPart({ name, bytes: new Uint8Array() }, CONTENT_TYPE);
    result.relate(original.mainPart, EXTENDED, name, false);
  }
  const base = known ?? element('w15:commentsEx');
  const attributes = withIgnorable(base, revised.root);
  result.setTree(name, { ...base, attributes, children: [...base.children, ...added] });
}

/** What an entry says: the comment that it answers, and whether it is resolved. */
function stateOf(entry: XmlElement | undefined, ids: ReadonlyMap<string, string> = new Map()): string {
  const parent = entry?.attributes.get('w15:paraIdParent') ?? '';
  return `${ids.get(parent) ?? parent} ${TRUE.test(entry?.attributes.get('w15:done') ?? '')}`;
}

/** The id of each paragraph of a comment; null where it has none. */
function paragraphIds(comment: XmlElement): (string | null)[] {
  return childrenOf(comment, 'w:p').map(({ attributes }) => attributes.get('w14:paraId') ?? null);
}

function withIds(comment: XmlElement, idOf: (id: string) => string | null): XmlElement {
  const children = comment.children.map((child): XmlNode => {
    const id = isElement(child, 'w:p') ? child.attributes.get('w14:paraId') : undefined;
    if (id === undefined || !isElement(child)) return child;
    const attributes = new Map(child.attributes);
    const next = idOf(id);
    if (next === null) attributes.delete('w14:paraId');
    else attributes.set('w14:paraId', next);
    return { ...child, attributes };
  });
  return { ...comment, children };
}

function collectIds(node: XmlElement, found: Set<string>): void {
  const id = node.attributes.get('w14:paraId');
  if (id !== undefined) found.add(id.toUpperCase());
  for (const child of node.children) if (isElement(child)) collectIds(child, found);
}
