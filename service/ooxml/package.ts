/**
 * A WordprocessingML package: its parts by name, their relationships and their content types. A part is parsed on its
 * first use. Unchanged parts are written back as the bytes that were read.
 */
import { ServiceError } from '../../shared/errors.ts';
import { wrongFormat } from '../../shared/wrong-format.ts';
import { ContentTypes, CONTENT_TYPES_PART } from './content-types.ts';
import { Namespaces } from './namespaces.ts';
import { parseXml } from './parse-xml.ts';
import { readArchive, renamed, type ArchiveEntry } from './read-archive.ts';
import { isOfType, readRelationships, relationshipsPartOf, type Relationship } from './relationships.ts';
import { childrenOf, type XmlElement } from './xml-tree.ts';

/** A part: its name without the leading slash, its bytes, and its packed form in the archive. */
export type Part = ArchiveEntry;

/** Whether two parts have the same bytes. Neither is parsed, and equal packed bytes are not inflated. */
export function isSamePart(a: Part, b: Part): boolean {
  const [one, other] = [a.packed, b.packed];
  if (one.crc32 !== other.crc32 || one.sizeBytes !== other.sizeBytes) return false;
  return (
    (one.method === other.method && Buffer.compare(one.bytes, other.bytes) === 0) ||
    Buffer.compare(a.bytes, b.bytes) === 0
  );
}

const NO_RELATIONSHIPS: ReadonlyMap<string, Relationship> = new Map();

/** Word's name for the main part, used if the package states none. */
const USUAL_MAIN_PART = 'word/document.xml';

/**
 * Types of parts with a root of their own. The local name of the root is the name of the type (ECMA-376 part 1, 11.3).
 */
const ROOTED: ReadonlySet<string> = new Set(['styles', 'numbering', 'footnotes', 'endnotes', 'comments', 'settings']);

/** A package that was read. It never changes. A changed copy is made by writing other parts. */
export class OoxmlPackage {
  readonly namespaces: Namespaces;
  readonly #parts = new Map<string, Part>();
  readonly #trees = new Map<string, XmlElement>();
  readonly #relationships = new Map<string, ReadonlyMap<string, Relationship>>();
  #strict = false;

  constructor(parts: Iterable<Part>, namespaces: Namespaces) {
    this.namespaces = namespaces;
    for (const part of parts) {
      const name = part.name.replaceAll('\\', '/').replace(/^\/+/, '');
      this.#parts.set(name.toLowerCase(), name === part.name ? part : renamed(part, name));
    }
  }

  /** All parts in the order of the archive, including the table of content types and the relationships. */
  get parts(): Part[] {
    return [...this.#parts.values()];
  }

  /** Whether one of the parts parsed so far belongs to the Strict variant. */
  get strict(): boolean {
    return this.#strict;
  }

  /** A part by its name; the case of letters does not matter. */
  part(name: string): Part | undefined {
    return this.#parts.get(name.toLowerCase());
  }

  /**
   * The tree of a part; undefined if there is no such part. Throws `document_invalid` if the part is not well-formed.
   */
  tree(name: string): XmlElement | undefined {
    const key = name.toLowerCase();
    const known = this.#trees.get(key);
    if (known !== undefined) return known;
    const part = this.#parts.get(key);
    if (part === undefined) return undefined;
    const { root, strict } = parseXml(part.bytes, part.name, this.namespaces);
    this.#strict ||= strict;
    this.#trees.set(key, root);
    return root;
  }

  /** The same package with other trees of some parts, by their names. Their bytes stay those that were read. */
  withTrees(trees: ReadonlyMap<string, XmlElement>): OoxmlPackage {
    const copy = new OoxmlPackage(this.#parts.values(), this.namespaces);
    copy.#strict = this.#strict;
    for (const [key, tree] of this.#trees) copy.#trees.set(key, tree);
    for (const [name, tree] of trees) copy.#trees.set(name.toLowerCase(), tree);
    return copy;
  }

  /** Relationships of a part by id. The empty name means the package itself. */
  relationshipsOf(partName: string): ReadonlyMap<string, Relationship> {
    const key = partName.toLowerCase();
    let relationships = this.#relationships.get(key);
    if (relationships === undefined) {
      const root = this.tree(relationshipsPartOf(partName));
      relationships = root === undefined ? NO_RELATIONSHIPS : readRelationships(root, partName);
      this.#relationships.set(key, relationships);
    }
    return relationships;
  }

  /**
   * The first internal part that a part refers to by an officeDocument relationship type, such as `styles`. A part with
   * another root than the type asks for counts as missing.
   */
  related(partName: string, type: string): string | undefined {
    for (const relationship of this.relationshipsOf(partName).values()) {
      if (relationship.external || !isOfType(relationship, type)) continue;
      const part = this.part(relationship.target);
      if (part !== undefined && (!ROOTED.has(type) || this.tree(part.name)?.name === `w:${type}`)) return part.name;
    }
    return undefined;
  }

  /** A new copy of the table of content types. */
  contentTypes(): ContentTypes {
    const root = this.tree(CONTENT_TYPES_PART);
    return root === undefined ? new ContentTypes() : ContentTypes.read(root);
  }
}

/** A package that is a Word document. */
export interface WordPackage {
  readonly package: OoxmlPackage;
  /** Name of the main part. */
  readonly mainPart: string;
  /** Root of the main part, `w:document`. */
  readonly document: XmlElement;
}

/**
 * Opens a DOCX (or DOCM, DOTX, DOTM) of either variant. Packages whose trees are merged share one `namespaces`.
 *
 * @throws ServiceError `document_invalid`, `document_encrypted`, `archive_limit_exceeded`, `document_too_complex`
 */
export async function openWordPackage(bytes: Uint8Array, namespaces = new Namespaces()): Promise<WordPackage> {
  const archive = new OoxmlPackage(await readArchive(bytes), namespaces);
  const mainPart = archive.related('', 'officeDocument') ?? archive.part(USUAL_MAIN_PART)?.name;
  const document = mainPart === undefined ? undefined : archive.tree(mainPart);
  if (mainPart === undefined || document?.name !== 'w:document')
    throw wrongFormat(bytes, 'docx') ?? noWordDocument(document?.name);
  const bodies = childrenOf(document, 'w:body').length;
  if (bodies !== 1) throw withoutBody(bodies);
  return { package: archive, mainPart, document };
}

function noWordDocument(found: string | undefined): ServiceError {
  const what = found === undefined ? 'its archive has no main document part' : 'its main part is of another kind';
  return new ServiceError(
    'document_invalid',
    `The file is no Word document: ${what}. Send a DOCX; a workbook or presentation cannot be compared.`,
  );
}

/** A document has exactly one body (17.2.2). A reader cannot know which of several bodies counts. */
function withoutBody(bodies: number): ServiceError {
  return new ServiceError(
    'document_invalid',
    `The DOCX cannot be read: its main part has ${bodies === 0 ? 'no body' : `${bodies} bodies`}, and a document has one. Open it in a word processor, save it again and send that.`,
  );
}
