/**
 * Rewrites a part of the revised document with the ids of the result. Later stages then compare and copy plain XML.
 * The ids identify relationships, styles, lists, comments, notes and bookmarks.
 */
import type { OoxmlPackage } from '../../ooxml/package.ts';
import { isElement, type XmlElement, type XmlNode } from '../../ooxml/xml-tree.ts';
import type { DefinitionIds } from './definitions.ts';
import type { AnnotationIds } from '../package/annotation-ids.ts';
import { adoptDrawing } from '../package/diagram-drawing.ts';
import type { KnownRanges } from '../package/known-ranges.ts';
import type { ResultPackage } from '../package/result-package.ts';

const STYLE_REFERENCES: ReadonlySet<string> = new Set(['w:pStyle', 'w:rStyle', 'w:tblStyle']);
const COMMENT_REFERENCES: ReadonlySet<string> = new Set([
  'w:commentRangeStart',
  'w:commentRangeEnd',
  'w:commentReference',
]);
const NOTE_REFERENCES: ReadonlySet<string> = new Set(['w:footnoteReference', 'w:endnoteReference']);
/** Sections adopt their headers and footers separately. */
const SECTION_REFERENCES: ReadonlySet<string> = new Set(['w:headerReference', 'w:footerReference']);

/** Translates ids of the revised document to ids of the result. A comparison has one. */
export class Translation {
  readonly #revised: OoxmlPackage;
  readonly #result: ResultPackage;
  readonly #ids: DefinitionIds;
  readonly #annotationIds: AnnotationIds;
  readonly #knownRanges: KnownRanges;
  /** Ids of adopted bookmarks and permissions in the result → their start elements. */
  readonly #newPositions = new Map<string, XmlElement>();
  /** Note ids of the result → note ids of the revised document. */
  readonly #notes = new Map<string, string>();
  /** The inverse map. */
  readonly #noteIds = new Map<string, string>();
  /** Notes have their own numbers. Word accepts no note id above 32,767. */
  #nextNote: number;
  /** Drawings have their own numbers too (20.4.2.5). */
  #nextDrawing: number;

  constructor(
    revised: OoxmlPackage,
    result: ResultPackage,
    ids: DefinitionIds,
    knownRanges: KnownRanges,
    annotationIds: AnnotationIds,
    firstNoteId: number,
    firstDrawingId: number,
  ) {
    this.#revised = revised;
    this.#result = result;
    this.#ids = ids;
    this.#knownRanges = knownRanges;
    this.#annotationIds = annotationIds;
    this.#nextNote = firstNoteId;
    this.#nextDrawing = firstDrawingId;
  }

  /** The revised document's id of a translated note; undefined for notes of the original. */
  noteOf(kind: 'footnote' | 'endnote', id: string): string | undefined {
    return this.#notes.get(`${kind} ${id}`);
  }

  /** The result's id of a comment of the revised document. A reference to no comment leads to none in the result. */
  commentOf(id: string): string {
    return this.#ids.comments.get(id) ?? (this.#ids.resultComments.has(id) ? this.#ids.noComment : id);
  }

  /** Whether the original does not have a translated bookmark, permission or comment range. */
  isNew(position: XmlElement): boolean {
    const id = position.attributes.get('w:id') ?? '';
    if (position.name.startsWith('w:comment')) return this.#ids.newComments.has(id);
    return this.#newPositions.has(id);
  }

  /** The starts of bookmarks and permissions that the original does not have, as in the revised document. */
  get newRanges(): XmlElement[] {
    return [...this.#newPositions.values()];
  }

  /** Names of bookmarks that the result has twice, once of each document, until they are joined. */
  get doubledBookmarks(): ReadonlySet<string> {
    return this.#knownRanges.doubled;
  }

  /** A rewritten tree of a part. `resultPart` is its target in the result. */
  part(root: XmlElement, revisedPart: string, resultPart: string): XmlElement {
    const positions = new Map<string, string>();
    const relationships = this.#revised.relationshipsOf(revisedPart);
    const node = (child: XmlNode): XmlNode => (isElement(child) ? visit(child) : child);
    const visit = (current: XmlElement): XmlElement => {
      const attributes = this.#attributes(current, positions, (id) => {
        const relationship = relationships.get(id);
        if (relationship === undefined) return this.#result.danglingId(resultPart, id);
        const own = this.#result.adopt(resultPart, relationship, this.#revised);
        adoptDrawing(
          { relationship, revised: this.#revised, revisedPart },
          { result: this.#result, resultPart, id: own },
        );
        return own;
      });
      let children: XmlNode[] | undefined;
      current.children.forEach((child, index) => {
        const next = node(child);
        if (next !== child) children ??= current.children.slice();
        if (children !== undefined) children[index] = next;
      });
      if (attributes === current.attributes && children === undefined) return current;
      return { name: current.name, attributes, children: children ?? current.children };
    };
    return visit(root);
  }

  #attributes(
    node: XmlElement,
    positions: Map<string, string>,
    relationshipId: (id: string) => string,
  ): XmlElement['attributes'] {
    const { name, attributes } = node;
    const replace = (attribute: string, value: string | undefined): XmlElement['attributes'] =>
      value === undefined || value === attributes.get(attribute)
        ? attributes
        : new Map([...attributes, [attribute, value]]);
    if (STYLE_REFERENCES.has(name)) return replace('w:val', this.#ids.styles.get(attributes.get('w:val') ?? ''));
    if (name === 'w:numId') return replace('w:val', this.#ids.lists.get(attributes.get('w:val') ?? ''));
    if (COMMENT_REFERENCES.has(name)) return replace('w:id', this.commentOf(attributes.get('w:id') ?? ''));
    if (NOTE_REFERENCES.has(name)) {
      const kind = name === 'w:footnoteReference' ? 'footnote' : 'endnote';
      const own = attributes.get('w:id');
      if (own === undefined) return attributes;
      // A note with several references is adopted once.
      let id = this.#noteIds.get(`${kind} ${own}`);
      if (id === undefined) {
        id = String(this.#nextNote);
        this.#nextNote += 1;
        this.#noteIds.set(`${kind} ${own}`, id);
        this.#notes.set(`${kind} ${id}`, own);
      }
      return replace('w:id', id);
    }
    if (name === 'w:bookmarkStart' || name === 'w:permStart') {
      const id = this.#annotationIds.take();
      positions.set(`${name.slice(2, 6)} ${attributes.get('w:id') ?? ''}`, id);
      if (!this.#knownRanges.has(node)) this.#newPositions.set(id, node);
      return replace('w:id', id);
    }
    if (name === 'w:bookmarkEnd' || name === 'w:permEnd')
      return replace('w:id', positions.get(`${name.slice(2, 6)} ${attributes.get('w:id') ?? ''}`));
    if (name === 'wp:docPr') {
      const id = this.#nextDrawing;
      this.#nextDrawing += 1;
      return replace('id', String(id));
    }
    if (SECTION_REFERENCES.has(name)) return attributes;
    let replaced = attributes;
    for (const [attribute, value] of attributes) {
      if (!attribute.startsWith('r:') || value === '') continue;
      const target = relationshipId(value);
      if (target !== value) replaced = new Map([...replaced, [attribute, target]]);
    }
    return replaced;
  }
}
