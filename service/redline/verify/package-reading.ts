/**
 * Reads a DOCX as strings that are equal if and only if the documents are equal. It checks a redline of any tool
 * against its source files. Targets replace ids: style names, list definitions and relationship targets. Differences
 * of spelling between programs do not count, such as a stated default style or a rewritten diagram part.
 */
import { Namespaces } from '../../ooxml/namespaces.ts';
import { openWordPackage, type OoxmlPackage, type Part, type WordPackage } from '../../ooxml/package.ts';
import { isGraphicXml } from '../../ooxml/part-uses.ts';
import { treeOrNone } from '../../ooxml/tree-or-none.ts';
import type { Relationship } from '../../ooxml/relationships.ts';
import { POSITIONS } from '../../ooxml/positions.ts';
import { resolveRevisions, type RevisionSide } from '../../ooxml/resolve-revisions.ts';
import {
  childOf,
  childrenOf,
  innerText,
  isElement,
  valueOf,
  type XmlElement,
  type XmlNode,
} from '../../ooxml/xml-tree.ts';
import { Interner } from '../../engine/tokens/interner.ts';
import { isContentsName, withGeneratedNames } from '../../ooxml/generated-anchors.ts';
import { Canonical } from '../package/canonical.ts';
import { isHeader } from '../merge/merge-headers.ts';
import { HOLDS_SECTION } from '../merge/sections-of.ts';
import { sectionKey } from '../text/paragraph-mark.ts';
import { bulletPictures, withPictures } from '../adopt/picture-bullets.ts';
import { NOWHERE, TargetIdentity } from '../package/target-identity.ts';
import { rootedAddress } from '../package/rooted-address.ts';
import { storyKey } from '../text/story-key.ts';

/** The content of a document, part by part. */
export interface PackageReading {
  /** Blocks with all their properties, and the sections. */
  readonly body: string;
  /** Notes in the order of their references. */
  readonly notes: string;
  /** Headers and footers as each section shows them. Empty ones count as none. */
  readonly headers: string;
}

const REFERENCE = /^w:(header|footer)Reference$/;
const STYLES: ReadonlySet<string> = new Set(['w:pStyle', 'w:rStyle', 'w:tblStyle']);
const NOTHING: ReadonlySet<string> = new Set();
/** Ids that change with each save. */
const LIST_IDENTITY: ReadonlySet<string> = new Set(['w:nsid', 'w:tmpl']);

/**
 * Reads a file. `side` decides on its revisions. Readings that are compared share one `namespaces`, because programs
 * give namespaces of their own any prefix. Throws the ServiceError of the package reader.
 */
export async function readPackage(
  bytes: Uint8Array,
  side: RevisionSide,
  namespaces = new Namespaces(),
): Promise<PackageReading> {
  return readWordPackage(await openWordPackage(bytes, namespaces), side);
}

/** Reads an opened package. `side` decides on its revisions. Elements whose names are in `without` do not count. */
export function readWordPackage(
  opened: WordPackage,
  side: RevisionSide,
  without: ReadonlySet<string> = NOTHING,
): PackageReading {
  const reader = new PackageReader(opened, side, without);
  const document = resolveRevisions(opened.document, side);
  const body = childOf(document, 'w:body');
  const last = childOf(body, 'w:sectPr');
  const text = reader.body(body?.children ?? []);
  const section = last === undefined || without.has('w:sectPr') ? '' : reader.section(last);
  return { body: `${text}\n${section}`, notes: reader.notes(document), headers: reader.headers(document) };
}

const EMPTY_PARAGRAPH = storyKey([{ name: 'w:p', attributes: new Map(), children: [] }], new Canonical((id) => id));

/** Matches the key of a paragraph without content, with any properties. */
const WITHOUT_CONTENT = /^<p .*\|><\/p>$/;

class PackageReader {
  readonly #opened: WordPackage;
  readonly #side: RevisionSide;
  readonly #without: ReadonlySet<string>;
  readonly #identity = new TargetIdentity(contentOf, rootedAddress);
  readonly #styles = new Map<string, string>();
  /** Styles of text that states none (17.7.4.17). */
  readonly #defaults = new Set<string>();
  readonly #lists = new Map<string, string>();
  readonly #comments = new Map<string, string>();
  /** Generated anchors by their names, numbered in the order of their references. Their names have no meaning. */
  readonly #anchors = new Interner();

  constructor(opened: WordPackage, side: RevisionSide, without: ReadonlySet<string>) {
    this.#opened = opened;
    this.#side = side;
    this.#without = without;
    for (const style of childrenOf(this.#related('styles'), 'w:style')) {
      const id = style.attributes.get('w:styleId') ?? '';
      this.#styles.set(id, (valueOf(style, 'w:name') ?? '').toLowerCase().replaceAll(' ', ''));
      if (/^(?:1|true|on)$/.test(style.attributes.get('w:default') ?? '')) this.#defaults.add(id);
    }
    const numbering = this.#related('numbering');
    const bullets = bulletPictures(
      numbering,
      this.#canonical(opened.package.related(opened.mainPart, 'numbering') ?? ''),
    );
    const canonical = new Canonical((id) => id);
    for (const comment of childrenOf(this.#related('comments'), 'w:comment'))
      this.#comments.set(
        comment.attributes.get('w:id') ?? '',
        `${comment.attributes.get('w:author') ?? ''}: ${innerText(comment)}`,
      );
    const abstracts = new Map(
      childrenOf(numbering, 'w:abstractNum').map((node) => [node.attributes.get('w:abstractNumId') ?? '', node]),
    );
    for (const number of childrenOf(numbering, 'w:num')) {
      const abstract = abstracts.get(valueOf(number, 'w:abstractNumId') ?? '');
      const id = number.attributes.get('w:numId') ?? '';
      // The id 0 means no list (17.9.18), and a list without levels numbers nothing.
      if (abstract === undefined || id === '0') continue;
      const stated = [...abstract.children, ...childrenOf(number, 'w:lvlOverride')].filter(
        (child) => isElement(child) && !LIST_IDENTITY.has(child.name),
      );
      this.#lists.set(
        id,
        canonical.ofAll(stated.map((child) => this.#named(isElement(child) ? withPictures(child, bullets) : child))),
      );
    }
  }

  story(children: readonly XmlNode[], part: string): string {
    return storyKey(
      children.filter((child) => this.#counts(child)).map((child) => this.#named(child)),
      this.#canonical(part),
    );
  }

  /**
   * The blocks of the body. An empty paragraph behind a table at the end counts as the one that no file states. Its
   * properties make no difference.
   */
  body(children: readonly XmlNode[]): string {
    const blocks = children.filter(
      (child) => isElement(child) && child.name !== 'w:sectPr' && !POSITIONS.has(child.name),
    );
    const end = blocks.at(-1);
    const text = this.story(children, this.#opened.mainPart);
    if (isElement(end, 'w:tbl')) return `${text}\n${EMPTY_PARAGRAPH}`;
    const lastLine = text.slice(text.lastIndexOf('\n') + 1);
    if (isElement(end, 'w:p') && isElement(blocks.at(-2), 'w:tbl') && WITHOUT_CONTENT.test(lastLine))
      return `${text.slice(0, -lastLine.length)}${EMPTY_PARAGRAPH}`;
    return text || EMPTY_PARAGRAPH;
  }

  /** A section without properties counts as none. */
  section(section: XmlElement): string {
    const key = sectionKey(section, this.#canonical(this.#opened.mainPart));
    return key === sectionKey({ ...section, children: [] }, this.#canonical('')) ? '' : key;
  }

  notes(document: XmlElement): string {
    const keys: string[] = [];
    /** Notes by kind and id, numbered in the order of their first references. Two references may lead to one note. */
    const numbers = new Interner();
    const visit = (node: XmlElement): void => {
      const kind = /^w:(footnote|endnote)Reference$/.exec(node.name)?.[1];
      if (kind !== undefined) {
        const id = node.attributes.get('w:id') ?? '';
        const known = numbers.size;
        const number = numbers.intern(`${kind} ${id}`);
        const note = this.#note(kind, id);
        keys.push(`${number} ${kind} ${this.#noteKey(kind, note)}`);
        // A note may refer to notes, even to itself. Each is read once.
        if (number >= known) note.forEach((child) => isElement(child) && visit(child));
      }
      for (const child of node.children) if (isElement(child)) visit(child);
    };
    visit(document);
    return keys.join('\n');
  }

  headers(document: XmlElement): string {
    const { package: archive, mainPart } = this.#opened;
    const relationships = archive.relationshipsOf(mainPart);
    const shown = new Map<string, string>();
    const keys: string[] = [];
    let section = 0;
    const visit = (node: XmlElement, around: string): void => {
      if (node.name === 'w:sectPr') {
        if (!HOLDS_SECTION.has(around)) return;
        for (const child of childrenOf(node)) {
          const kind = REFERENCE.exec(child.name)?.[1];
          const target = relationships.get(child.attributes.get('r:id') ?? '')?.target;
          if (kind !== undefined && target !== undefined)
            shown.set(`${kind} ${child.attributes.get('w:type') ?? 'default'}`, target);
        }
        for (const [place, part] of [...shown].sort()) {
          const header = this.#header(part);
          if (header !== null) keys.push(`${section} ${place}: ${header}`);
        }
        section += 1;
      } else for (const child of node.children) if (isElement(child)) visit(child, node.name);
    };
    visit(document, '');
    return keys.join('\n');
  }

  /** Null for an empty header. */
  #header(part: string): string | null {
    const root = this.#opened.package.tree(part);
    if (!isHeader(root)) return null;
    const resolved = resolveRevisions(root, this.#side);
    return isBlank(resolved) ? null : this.story(resolved.children, part);
  }

  /** The content of a note; empty if there is no such note. */
  #note(kind: string, id: string): readonly XmlNode[] {
    const note = childrenOf(this.#related(`${kind}s`), `w:${kind}`).find((each) => each.attributes.get('w:id') === id);
    return note === undefined ? [] : resolveRevisions(note, this.#side).children;
  }

  #noteKey(kind: string, note: readonly XmlNode[]): string {
    const part = this.#opened.package.related(this.#opened.mainPart, `${kind}s`) ?? '';
    const key = this.story(note, part);
    // A note without a paragraph is not allowed and counts as one with an empty paragraph.
    return key === EMPTY_PARAGRAPH ? '' : key;
  }

  #related(type: string): XmlElement | undefined {
    const name = this.#opened.package.related(this.#opened.mainPart, type);
    return name === undefined ? undefined : this.#opened.package.tree(name);
  }

  #canonical(part: string): Canonical {
    const { package: archive } = this.#opened;
    const relationships = archive.relationshipsOf(part);
    const identify = (id: string): string => {
      const relationship = relationships.get(id);
      return relationship === undefined ? NOWHERE : this.#identity.of(relationship, archive);
    };
    return new Canonical(identify, { isPageStory: isHeader(treeOrNone(() => archive.tree(part))) });
  }

  /** False for a reference to the style that applies anyway. */
  #counts(node: XmlNode): boolean {
    if (!isElement(node)) return true;
    if (this.#without.has(node.name)) return false;
    return !STYLES.has(node.name) || !this.#defaults.has(node.attributes.get('w:val') ?? '');
  }

  /** A tree in which names and definitions replace ids. */
  #named(node: XmlNode): XmlNode {
    if (!isElement(node)) return node;
    const value = node.attributes.get('w:val') ?? '';
    const name = STYLES.has(node.name)
      ? (this.#styles.get(value) ?? NOWHERE)
      : node.name === 'w:numId'
        ? (this.#lists.get(value) ?? 'none')
        : undefined;
    if (node.name === 'w:commentReference') {
      const id = node.attributes.get('w:id') ?? '';
      return { ...node, attributes: new Map([['w:id', this.#comments.get(id) ?? NOWHERE]]) };
    }
    if (name !== undefined) return { ...node, attributes: new Map([...node.attributes, ['w:val', name]]) };
    // A bookmark itself does not count.
    if (node.name === 'w:bookmarkStart') return node;
    // Names that distinguish entries of a table of contents stay recognizable.
    const own = withGeneratedNames(node, (anchor) => {
      const number = this.#anchors.intern(anchor);
      return isContentsName(anchor) ? `_Toc${number}` : `_${number}`;
    });
    const children = own.children.filter((child) => this.#counts(child)).map((child) => this.#named(child));
    const isSame = children.length === own.children.length && children.every((child, at) => child === own.children[at]);
    return isSame ? own : { ...own, children };
  }
}

/** Charts and diagrams count by their tree, so that spelling does not matter. */
function contentOf(
  { name, bytes }: Part,
  use: Relationship,
  from: OoxmlPackage,
  identityOf: (id: string) => string,
): Uint8Array | string {
  const root = isGraphicXml(use) ? treeOrNone(() => from.tree(name)) : undefined;
  // The id of a diagram's drawing belongs to the main part and has no meaning here.
  return root === undefined
    ? bytes
    : new Canonical(identityOf).of(root).replace(/(<dsp:dataModelExt\b[^>]*?) relId="[^"]*"/, '$1');
}

/** Whether no run of a tree has content. */
function isBlank(node: XmlElement): boolean {
  if (node.name === 'w:r') return !node.children.some((child) => isElement(child) && showsContent(child));
  return node.children.every((child) => !isElement(child) || isBlank(child));
}

function showsContent(node: XmlElement): boolean {
  return node.name !== 'w:rPr' && !(node.name === 'w:t' && innerText(node) === '');
}
