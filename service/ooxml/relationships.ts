/** Relationships of a part (ECMA-376 part 2, 9.3): the parts and outside addresses that it refers to, by id. */
import { transitionalType } from './namespaces.ts';
import { childrenOf, type XmlElement } from './xml-tree.ts';

/** One relationship. An external one has an address, which this service never opens. */
export interface Relationship {
  readonly id: string;
  /** URI in its Transitional spelling. */
  readonly type: string;
  /** Internal: name of a part, absolute without the leading slash. External: the address as written. */
  readonly target: string;
  readonly external: boolean;
}

const TYPE_PREFIX = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/';

/** Whether a relationship has a certain officeDocument type, such as `styles`. */
export function isOfType(relationship: Relationship, name: string): boolean {
  return relationship.type === TYPE_PREFIX + name;
}

/** URI of an officeDocument relationship type. */
export function relationshipType(name: string): string {
  return TYPE_PREFIX + name;
}

/** Name of the part with the relationships of a part. The empty name means the package itself. */
export function relationshipsPartOf(partName: string): string {
  const slash = partName.lastIndexOf('/');
  return `${partName.slice(0, slash + 1)}_rels/${partName.slice(slash + 1)}.rels`;
}

/** The part whose relationships a part holds; undefined for every other part. The empty name means the package. */
export function sourceOfRelationships(partName: string): string | undefined {
  const [, folder, name] = /^(.*\/|)_rels\/([^/]*)\.rels$/i.exec(partName) ?? [];
  return folder === undefined || name === undefined ? undefined : folder + name;
}

/** Reads a relationships part. `source` is the part that owns the relationships. */
export function readRelationships(root: XmlElement, source: string): Map<string, Relationship> {
  const relationships = new Map<string, Relationship>();
  for (const child of childrenOf(root, 'rel:Relationship')) {
    const id = child.attributes.get('Id');
    const target = child.attributes.get('Target');
    // Nothing can refer to an empty id.
    if (id === undefined || id === '' || target === undefined) continue;
    const external = child.attributes.get('TargetMode') === 'External';
    relationships.set(id, {
      id,
      type: transitionalType(child.attributes.get('Type') ?? ''),
      target: external ? target : resolvePartName(target, source),
      external,
    });
  }
  return relationships;
}

/**
 * The name of the part that `target` refers to from `source`. The target is relative to the folder of `source`. `..`
 * never leads above the root.
 */
function resolvePartName(target: string, source: string): string {
  const path = target.split('#')[0]!.replaceAll('\\', '/');
  const folder = path.startsWith('/') ? [] : source.split('/').slice(0, -1);
  for (const segment of path.split('/')) {
    if (segment === '..') folder.pop();
    else if (segment !== '' && segment !== '.') folder.push(segment);
  }
  return folder.join('/');
}

/** The path by which `source` refers to a part: relative in the same folder or below, else absolute. */
export function relativePartName(partName: string, source: string): string {
  const folder = source.slice(0, source.lastIndexOf('/') + 1);
  return partName.startsWith(folder) ? partName.slice(folder.length) : `/${partName}`;
}
