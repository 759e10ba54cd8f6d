/**
 * The package of a redline in the making: the original's parts, changed ones in their place, and what only the revised has
 * beside them. Ids and names that are taken already are never given a second meaning.
 */
import { createHash } from 'node:crypto';
import { CONTENT_TYPES_PART, extensionOf } from '../../ooxml/content-types.ts';
import type { OoxmlPackage, Part } from '../../ooxml/package.ts';
import { relationshipsPartOf, relativePartName, type Relationship } from '../../ooxml/relationships.ts';
import { writeArchive, type ArchivePart } from '../../ooxml/write-archive.ts';
import { writeXml } from '../../ooxml/write-xml.ts';
import { element, type XmlElement } from '../../ooxml/xml-tree.ts';
import { Canonical } from './canonical.ts';
import { withoutDrawingId } from './diagram-data.ts';
import { withUniqueShapes } from './unique-shapes.ts';

/** What of a part counts: its bytes, or a text in which `identityOf` its relationships stands for their ids. */
export type ContentOf = (part: Part, from: OoxmlPackage, identityOf: (id: string) => string) => Uint8Array | string;

/** A longer address is known by its SHA-256. */
const ADDRESS_UNITS = 200;

/** What a relationship leads to, as a string that is the same for the same content in any package. */
export class TargetIdentity {
  readonly #hashes = new WeakMap<OoxmlPackage, Map<string, string>>();
  readonly #addresses = new WeakMap<Relationship, string>();
  readonly #contentOf: ContentOf;
  readonly #addressOf: (target: string) => string;

  /** `addressOf`: what of the target of an external relationship counts. */
  constructor(contentOf: ContentOf = withoutDrawingId, addressOf: (target: string) => string = (target) => target) {
    this.#contentOf = contentOf;
    this.#addressOf = addressOf;
  }

  /** Of a relationship of a package. */
  of(relationship: Relationship, from: OoxmlPackage): string {
    return relationship.external
      ? `external ${relationship.type} ${this.#address(relationship)}`
      : `part ${relationship.type} ${this.#hash(relationship.target, from)}`;
  }

  /** Of an address: itself, or what is as long for all of them; a long one may stand behind thousands of links. */
  #address(relationship: Relationship): string {
    let address = this.#addresses.get(relationship);
    if (address === undefined) {
      address = this.#addressOf(relationship.target);
      if (address.length > ADDRESS_UNITS) address = createHash('sha256').update(address).digest('hex');
      this.#addresses.set(relationship, address);
    }
    return address;
  }

  /** Of a part: its content, and what all that it refers to is; a diagram differs when only its data do. */
  #hash(partName: string, from: OoxmlPackage): string {
    let hashes = this.#hashes.get(from);
    if (hashes === undefined) {
      hashes = new Map();
      this.#hashes.set(from, hashes);
    }
    let hash = hashes.get(partName);
    if (hash === undefined) {
      const part = from.part(partName);
      // A missing part is only the same as one of its name.
      if (part === undefined) hash = `missing ${partName}`;
      else {
        // Parts may refer to each other in a circle.
        hashes.set(partName, 'itself');
        const relationships = from.relationshipsOf(partName);
        const identityOf = (id: string): string => {
          const relationship = relationships.get(id);
          return relationship === undefined ? `none ${id}` : this.of(relationship, from);
        };
        const content = this.#contentOf(part, from, identityOf);
        const sum = createHash('sha256').update(content);
        if (typeof content !== 'string')
          for (const { id } of [...relationships.values()].sort(byId)) sum.update(`${id} ${identityOf(id)}\n`);
        hash = sum.digest('hex');
      }
      hashes.set(partName, hash);
    }
    return hash;
  }
}

const byId = (a: Relationship, b: Relationship): number => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

/** The relationship of a package to its digital signatures (ECMA-376 part 2, 12.2.4). */
const SIGNATURES = /\/digital-signature\/origin$/;

/** Names of parts compare without case (ECMA-376 part 2, 9.1.1). */
const keyOf = (partName: string): string => partName.toLowerCase();

/** The package that is written in the end. */
export class ResultPackage {
  readonly #original: OoxmlPackage;
  readonly #identity: TargetIdentity;
  readonly #trees = new Map<string, XmlElement>();
  readonly #added = new Map<string, ArchivePart>();
  readonly #relationships = new Map<string, Map<string, Relationship>>();
  readonly #identities = new Map<string, Map<string, string>>();
  readonly #ids = new WeakMap<ReadonlyMap<string, string>, Map<string, string>>();
  readonly #copies = new Map<string, string>();
  /** By part: where to look on for a free id. */
  readonly #nextIds = new Map<string, number>();
  readonly #types;
  #typesChanged = false;

  constructor(original: OoxmlPackage, identity: TargetIdentity) {
    this.#original = original;
    this.#identity = identity;
    this.#types = original.contentTypes();
  }

  /** Whether anything differs from the original package. */
  get changed(): boolean {
    return this.#trees.size > 0 || this.#added.size > 0 || this.#typesChanged || this.#relationships.size > 0;
  }

  /** Whether the original is digitally signed. What is written is not: a signature holds for the bytes that were signed. */
  get wasSigned(): boolean {
    return this.#signatures().length > 0;
  }

  /** The trees that were put in the place of parts. */
  get changedTrees(): Iterable<XmlElement> {
    return this.#trees.values();
  }

  /** The tree of a part as it is by now. */
  tree(partName: string): XmlElement | undefined {
    return this.#trees.get(partName) ?? this.#original.tree(partName);
  }

  /** Puts a tree in the place of a part's. */
  setTree(partName: string, root: XmlElement): void {
    this.#trees.set(partName, root);
  }

  /** What an id of a part leads to; the id itself when it leads nowhere. */
  identityOf(partName: string, id: string): string {
    let identities = this.#identities.get(partName);
    if (identities === undefined) {
      identities = this.#identitiesOf(this.#original.relationshipsOf(partName));
      this.#identities.set(partName, identities);
    }
    return identities.get(id) ?? `none ${id}`;
  }

  /** Strings of the nodes of a part of another package, in which what its relationships lead to stands for their ids. */
  canonicalOf(partName: string, from: OoxmlPackage): Canonical {
    const relationships = from.relationshipsOf(partName);
    return new Canonical((id) => {
      const relationship = relationships.get(id);
      return relationship === undefined ? `none ${id}` : this.#identity.of(relationship, from);
    });
  }

  /** The id by which a part of the result refers to what a relationship of another package leads to. */
  adopt(partName: string, relationship: Relationship, from: OoxmlPackage): string {
    const identity = this.#identity.of(relationship, from);
    const ids = this.#idsOf(partName);
    const known = ids.get(identity);
    if (known !== undefined) return known;
    const target = relationship.external ? relationship.target : this.copyPart(relationship.target, from);
    const id = this.relate(partName, relationship.type, target, relationship.external, relationship.id);
    this.#identities.get(partName)!.set(id, identity);
    ids.set(identity, id);
    return id;
  }

  /** The first id of a part that leads to each identity. */
  #idsOf(partName: string): Map<string, string> {
    this.identityOf(partName, '');
    const identities = this.#identities.get(partName)!;
    let ids = this.#ids.get(identities);
    if (ids === undefined) {
      ids = new Map([...identities].reverse().map(([id, identity]) => [identity, id]));
      this.#ids.set(identities, ids);
    }
    return ids;
  }

  /** Adds a relationship under an id that is free, `wanted` if that one is. */
  relate(partName: string, type: string, target: string, external: boolean, wanted?: string): string {
    const own = this.#ownRelationships(partName);
    const id = wanted === undefined || own.has(wanted) ? this.#freeId(partName, own) : wanted;
    own.set(id, { id, type, target, external });
    return id;
  }

  /** An id that no relationship of a part has. */
  #freeId(partName: string, own: ReadonlyMap<string, Relationship>): string {
    // What was taken before stays taken.
    let number = Math.max(own.size + 1, this.#nextIds.get(partName) ?? 0);
    while (own.has(`rId${number}`)) number += 1;
    this.#nextIds.set(partName, number + 1);
    return `rId${number}`;
  }

  /** Relationships of a part as they are by now. */
  relationshipsOf(partName: string): ReadonlyMap<string, Relationship> {
    return this.#relationships.get(partName) ?? this.#original.relationshipsOf(partName);
  }

  /** Brings a part of another package in, with all that it refers to; its name in the result. */
  copyPart(partName: string, from: OoxmlPackage): string {
    const known = this.#copies.get(partName);
    if (known !== undefined) return known;
    const part = from.part(partName);
    const name = this.freeName(partName);
    this.#copies.set(partName, name);
    if (part === undefined) return name;
    this.addPart({ ...part, name }, from.contentTypes().typeOf(part.name));
    const relationships = from.relationshipsOf(part.name);
    if (relationships.size > 0) {
      const own = this.#ownRelationships(name);
      for (const [id, relationship] of relationships) {
        const target = relationship.external ? relationship.target : this.copyPart(relationship.target, from);
        own.set(id, { ...relationship, target });
      }
    }
    return name;
  }

  /** A second copy of a part of the original, with the same relationships under the same ids; its name. */
  duplicate(partName: string): string {
    const part = this.#original.part(partName);
    const name = this.freeName(partName);
    this.addPart({ bytes: new Uint8Array(), ...part, name }, this.#original.contentTypes().typeOf(partName));
    const relationships = this.#original.relationshipsOf(partName);
    if (relationships.size > 0) this.#relationships.set(name, new Map(relationships));
    // What the part itself has come to refer to since is not among them.
    this.#identities.set(name, this.#identitiesOf(relationships));
    return name;
  }

  /** Whether a part is one that the original has not. */
  isAdded(partName: string): boolean {
    return this.#original.part(partName) === undefined;
  }

  /** Gives a part that the original has not other bytes. */
  replaceAdded(partName: string, bytes: Uint8Array): void {
    const part = this.#added.get(keyOf(partName));
    if (part === undefined) throw new Error(`${partName} was not added`);
    this.#added.set(keyOf(partName), { name: part.name, bytes });
  }

  /** Adds a part. Its name must be free. */
  addPart(part: ArchivePart, contentType: string): void {
    const { name } = part;
    this.#added.set(keyOf(name), part);
    if (contentType !== '' && this.#types.typeOf(name) !== contentType) {
      this.#types.set(name, contentType);
      this.#typesChanged = true;
    }
  }

  /** The name, or one like it that no part has. */
  freeName(partName: string): string {
    const taken = (name: string): boolean => this.#original.part(name) !== undefined || this.#added.has(keyOf(name));
    if (!taken(partName)) return partName;
    const extension = extensionOf(partName);
    const stem = extension === '' ? partName : partName.slice(0, -extension.length - 1);
    for (let number = 2; ; number += 1) {
      const name = `${stem}-${number}${extension === '' ? '' : `.${extension}`}`;
      if (!taken(name)) return name;
    }
  }

  /** The archive: parts without a change are the bytes of the original, packed as they were. */
  write(): Uint8Array {
    const { namespaces, parts: originals } = this.#original;
    const parts = new Map(
      [...originals, ...this.#added.values()].map((part): [string, ArchivePart] => [keyOf(part.name), part]),
    );
    this.#leaveOutSignatures(parts);
    const put = (name: string, root: XmlElement): void => {
      const key = keyOf(name);
      parts.set(key, { name: parts.get(key)?.name ?? name, bytes: writeXml(root, namespaces) });
    };
    for (const [name, root] of this.#trees) put(name, withUniqueShapes(root));
    if (this.#typesChanged) put(CONTENT_TYPES_PART, this.#types.write());
    for (const [partName, relationships] of this.#relationships) {
      const children = [...relationships.values()].map(({ id, type, target, external }) =>
        element('rel:Relationship', {
          Id: id,
          Type: type,
          Target: external ? target : relativePartName(target, partName),
          ...(external && { TargetMode: 'External' }),
        }),
      );
      put(relationshipsPartOf(partName), element('rel:Relationships', {}, children));
    }
    return writeArchive([...parts.values()]);
  }

  #signatures(): Relationship[] {
    return [...this.#original.relationshipsOf('').values()].filter(({ type }) => SIGNATURES.test(type));
  }

  /** Takes what the signatures are made of out of the parts: their origin, and the signatures and certificates that it leads to. */
  #leaveOutSignatures(parts: Map<string, ArchivePart>): void {
    const leaveOut = ({ id, target, external }: Relationship, source: string): void => {
      this.#ownRelationships(source).delete(id);
      if (external || !parts.delete(keyOf(target))) return;
      parts.delete(keyOf(relationshipsPartOf(target)));
      if (this.#types.delete(target)) this.#typesChanged = true;
      for (const inner of this.#original.relationshipsOf(target).values()) leaveOut(inner, target);
      this.#relationships.delete(target);
    };
    for (const signature of this.#signatures()) leaveOut(signature, '');
  }

  #identitiesOf(relationships: ReadonlyMap<string, Relationship>): Map<string, string> {
    return new Map(
      [...relationships].map(([id, relationship]) => [id, this.#identity.of(relationship, this.#original)]),
    );
  }

  #ownRelationships(partName: string): Map<string, Relationship> {
    let own = this.#relationships.get(partName);
    if (own === undefined) {
      own = new Map(this.#original.relationshipsOf(partName));
      this.#relationships.set(partName, own);
    }
    return own;
  }
}
