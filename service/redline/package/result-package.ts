/**
 * The package of a redline in the making. It has the original's parts, changed parts in their place, and parts that
 * only the revised document has. Ids and names keep one meaning.
 */
import { renamed } from '../../ooxml/read-archive.ts';
import { CONTENT_TYPES_PART, extensionOf } from '../../ooxml/content-types.ts';
import type { OoxmlPackage } from '../../ooxml/package.ts';
import {
  relationshipsPartOf,
  relativePartName,
  sourceOfRelationships,
  type Relationship,
} from '../../ooxml/relationships.ts';
import { writeArchive, type ArchivePart } from '../../ooxml/write-archive.ts';
import { writeXml } from '../../ooxml/write-xml.ts';
import { treeOrNone } from '../../ooxml/tree-or-none.ts';
import { element, isElement, type XmlElement } from '../../ooxml/xml-tree.ts';
import { Canonical } from './canonical.ts';
import { NOWHERE, type TargetIdentity } from './target-identity.ts';
import { withPartedInsertions } from './parted-insertions.ts';
import { withUniqueParagraphs } from './unique-paragraphs.ts';
import { withUniqueShapes } from './unique-shapes.ts';
import { withoutUndefined } from '../../../shared/without-undefined.ts';

/** The relationship of a package to its digital signatures (ECMA-376 part 2, 12.2.4). */
const SIGNATURES = /\/digital-signature\/origin$/;

/** Names of parts compare without case (ECMA-376 part 2, 9.1.1). */
const keyOf = (partName: string): string => partName.toLowerCase();

/** The package that is finally written. */
export class ResultPackage {
  readonly #original: OoxmlPackage;
  readonly #identity: TargetIdentity;
  readonly #trees = new Map<string, XmlElement>();
  readonly #added = new Map<string, ArchivePart>();
  readonly #relationships = new Map<string, Map<string, Relationship>>();
  readonly #identities = new Map<string, Map<string, string>>();
  readonly #ids = new WeakMap<ReadonlyMap<string, string>, Map<string, string>>();
  readonly #copies = new Map<string, string>();
  /** Names of removed parts, in lower case. */
  readonly #removed = new Set<string>();
  readonly #newParts = new Map<string, string>();
  /** Per part, the ids that it refers to and that lead nowhere. */
  readonly #dangling = new Map<string, Set<string>>();
  /** Names of parts that the original refers to and does not have; found on first use. */
  #missing: ReadonlySet<string> | undefined;
  /** Per part, the start of the search for a free id. */
  readonly #nextIds = new Map<string, number>();
  readonly #types;
  #typesChanged = false;

  constructor(original: OoxmlPackage, identity: TargetIdentity) {
    this.#original = original;
    this.#identity = identity;
    this.#types = original.contentTypes();
  }

  /** Whether the package differs from the original. */
  get changed(): boolean {
    return (
      this.#trees.size > 0 ||
      this.#added.size > 0 ||
      this.#typesChanged ||
      this.#relationships.size > 0 ||
      this.#removed.size > 0
    );
  }

  /** Whether the original is digitally signed. The result is not, because a signature covers the signed bytes only. */
  get wasSigned(): boolean {
    return this.#signatures().length > 0;
  }

  /** Names of the parts whose trees were replaced. */
  get changedParts(): readonly string[] {
    return [...this.#trees.keys()];
  }

  /** The trees that replaced parts. */
  get changedTrees(): Iterable<XmlElement> {
    return this.#trees.values();
  }

  /** The current tree of a part. */
  tree(partName: string): XmlElement | undefined {
    return this.#trees.get(partName) ?? this.#original.tree(partName);
  }

  /** Replaces the tree of a part. */
  setTree(partName: string, root: XmlElement): void {
    this.#trees.set(partName, root);
  }

  /** The identity of an id's target. */
  identityOf(partName: string, id: string): string {
    let identities = this.#identities.get(partName);
    if (identities === undefined) {
      identities = this.#identitiesOf(this.#original.relationshipsOf(partName));
      this.#identities.set(partName, identities);
    }
    return identities.get(id) ?? NOWHERE;
  }

  /** Canonical strings for a part of another package. Identities of targets replace relationship ids. */
  canonicalOf(partName: string, from: OoxmlPackage): Canonical {
    const relationships = from.relationshipsOf(partName);
    return new Canonical((id) => {
      const relationship = relationships.get(id);
      return relationship === undefined ? NOWHERE : this.#identity.of(relationship, from);
    });
  }

  /** The id in a part of the result for the target of another package's relationship. */
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

  /** The first id in a part for each target identity. */
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

  /** Adds a relationship under a free id, preferably `wanted`. */
  relate(partName: string, type: string, target: string, external: boolean, wanted?: string): string {
    const own = this.#ownRelationships(partName);
    const dangling = this.#danglingIds(partName);
    const isTaken = wanted === undefined || own.has(wanted) || dangling.has(wanted);
    const id = isTaken ? this.#freeId(partName, own, dangling) : wanted;
    own.set(id, { id, type, target, external });
    return id;
  }

  /** Removes a relationship of a part. */
  unrelate(partName: string, id: string): void {
    if (this.relationshipsOf(partName).has(id)) this.#ownRelationships(partName).delete(id);
  }

  /** Removes a part with its relationships. */
  remove(partName: string): void {
    this.#removed.add(keyOf(partName));
    if (this.#types.delete(partName)) this.#typesChanged = true;
  }

  /** An id of a part that leads nowhere, now and later, for a reference that does so in another package. */
  danglingId(partName: string, wanted: string): string {
    const dangling = this.#danglingIds(partName);
    const own = this.relationshipsOf(partName);
    const id = own.has(wanted) ? this.#freeId(partName, own, dangling) : wanted;
    dangling.add(id);
    return id;
  }

  /** Ids that a part refers to and that lead nowhere. */
  #danglingIds(partName: string): Set<string> {
    let dangling = this.#dangling.get(partName);
    if (dangling === undefined) {
      const root = treeOrNone(() => this.#original.tree(partName));
      dangling = new Set(root === undefined ? [] : relationshipIdsIn(root));
      for (const id of this.#original.relationshipsOf(partName).keys()) dangling.delete(id);
      this.#dangling.set(partName, dangling);
    }
    return dangling;
  }

  /** An id that no relationship of a part has, and that the part does not refer to. */
  #freeId(partName: string, own: ReadonlyMap<string, Relationship>, dangling: ReadonlySet<string>): string {
    // Ids of removed relationships stay taken.
    let number = Math.max(own.size + 1, this.#nextIds.get(partName) ?? 0);
    while (own.has(`rId${number}`) || dangling.has(`rId${number}`)) number += 1;
    this.#nextIds.set(partName, number + 1);
    return `rId${number}`;
  }

  /** The current relationships of a part. */
  relationshipsOf(partName: string): ReadonlyMap<string, Relationship> {
    return this.#relationships.get(partName) ?? this.#original.relationshipsOf(partName);
  }

  /** Copies a part of another package with everything it refers to. Returns its name in the result. */
  copyPart(partName: string, from: OoxmlPackage): string {
    const known = this.#copies.get(partName);
    if (known !== undefined) return known;
    const part = from.part(partName);
    const name = this.freeName(partName);
    this.#copies.set(partName, name);
    if (part === undefined) return name;
    this.addPart(renamed(part, name), from.contentTypes().typeOf(part.name));
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

  /** Makes a second copy of an original part, with the same relationships under the same ids. Returns its name. */
  duplicate(partName: string): string {
    const part = this.#original.part(partName);
    const name = this.freeName(partName);
    const copy = part === undefined ? { name, bytes: new Uint8Array() } : renamed(part, name);
    this.addPart(copy, this.#original.contentTypes().typeOf(partName));
    const relationships = this.#original.relationshipsOf(partName);
    if (relationships.size > 0) this.#relationships.set(name, new Map(relationships));
    // Relationships that were later added to the part are not included.
    this.#identities.set(name, this.#identitiesOf(relationships));
    return name;
  }

  /** Whether the original does not have a part. */
  isAdded(partName: string): boolean {
    return this.#original.part(partName) === undefined;
  }

  /** Replaces the bytes of an added part. */
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

  /** The name of a new part of a type that the original does not have, such as `styles`. It is the same each time. */
  newPart(type: string): string {
    let name = this.#newParts.get(type);
    if (name === undefined) {
      name = this.freeName(`word/${type}.xml`);
      this.#newParts.set(type, name);
    }
    return name;
  }

  /** The name, or a similar name that is free. */
  freeName(partName: string): string {
    const missing = (this.#missing ??= missingParts(this.#original));
    const taken = (name: string): boolean =>
      this.#original.part(name) !== undefined || this.#added.has(keyOf(name)) || missing.has(keyOf(name));
    if (!taken(partName)) return partName;
    const extension = extensionOf(partName);
    const stem = extension === '' ? partName : partName.slice(0, -extension.length - 1);
    for (let number = 2; ; number += 1) {
      const name = `${stem}-${number}${extension === '' ? '' : `.${extension}`}`;
      if (!taken(name)) return name;
    }
  }

  /** Keeps insertions apart that meet. Every insertion has to be one of the redline. */
  partInsertions(): void {
    for (const [name, root] of this.#trees) this.#trees.set(name, withPartedInsertions(root));
  }

  /** The archive. Unchanged parts keep the original's packed bytes. */
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
    const paragraphIds = new Set<string>();
    for (const [name, root] of this.#trees) put(name, withUniqueParagraphs(withUniqueShapes(root), paragraphIds));
    if (this.#typesChanged) put(CONTENT_TYPES_PART, this.#types.write());
    for (const [partName, relationships] of this.#relationships) {
      const children = [...relationships.values()].map(({ id, type, target, external }) =>
        element(
          'rel:Relationship',
          withoutUndefined({
            Id: id,
            Type: type,
            Target: external ? target : relativePartName(target, partName),
            TargetMode: external ? 'External' : undefined,
          }),
        ),
      );
      put(relationshipsPartOf(partName), element('rel:Relationships', {}, children));
    }
    for (const key of this.#removed) {
      parts.delete(key);
      parts.delete(keyOf(relationshipsPartOf(key)));
    }
    return writeArchive([...parts.values()]);
  }

  #signatures(): Relationship[] {
    return [...this.#original.relationshipsOf('').values()].filter(({ type }) => SIGNATURES.test(type));
  }

  /** Removes signatures from the parts: their origin, the signatures and their certificates. */
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

/** The relationship ids that a tree refers to. */
export function relationshipIdsIn(root: XmlElement): string[] {
  const ids: string[] = [];
  const visit = ({ attributes, children }: XmlElement): void => {
    for (const [name, value] of attributes) if (name.startsWith('r:') || name === 'o:relid') ids.push(value);
    for (const child of children) if (isElement(child)) visit(child);
  };
  visit(root);
  return ids;
}

/** The names of parts that relationships of a package lead to and that it does not have. */
function missingParts(archive: OoxmlPackage): Set<string> {
  const missing = new Set<string>();
  for (const { name } of archive.parts) {
    const source = sourceOfRelationships(name);
    if (source === undefined) continue;
    const relationships = treeOrNone(() => archive.relationshipsOf(source));
    for (const { target, external } of relationships?.values() ?? [])
      if (!external && archive.part(target) === undefined) missing.add(keyOf(target));
  }
  return missing;
}
