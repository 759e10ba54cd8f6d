/** Identities of the targets of relationships. They say whether two packages refer to equal content. */
import { createHash } from 'node:crypto';
import type { OoxmlPackage, Part } from '../../ooxml/package.ts';
import type { Relationship } from '../../ooxml/relationships.ts';
import { withoutDrawingId } from './diagram-data.ts';
import { sha256 } from '../../sha256.ts';

/**
 * The identity of a part as a relationship uses it. It is the part's bytes, or a text in which `identityOf` replaces
 * relationship ids.
 */
export type ContentOf = (
  part: Part,
  use: Relationship,
  from: OoxmlPackage,
  identityOf: (id: string) => string,
) => Uint8Array | string;

/** Identity of a reference that leads nowhere. Its id has no meaning. */
export const NOWHERE = 'nowhere';

/** A longer address is identified by its SHA-256. */
const ADDRESS_UNITS = 200;

/** Identifies targets of relationships by strings. Equal content has equal strings in any package. */
export class TargetIdentity {
  readonly #hashes = new WeakMap<OoxmlPackage, Map<string, string>>();
  readonly #addresses = new WeakMap<Relationship, string>();
  readonly #contentOf: ContentOf;
  readonly #addressOf: (target: string) => string;

  /** `addressOf` gives the significant part of an external address. */
  constructor(contentOf: ContentOf = withoutDrawingId, addressOf: (target: string) => string = (target) => target) {
    this.#contentOf = contentOf;
    this.#addressOf = addressOf;
  }

  /** The identity of a relationship's target. */
  of(relationship: Relationship, from: OoxmlPackage): string {
    return relationship.external
      ? `external ${relationship.type} ${this.#address(relationship)}`
      : `part ${relationship.type} ${this.#hash(relationship, from)}`;
  }

  /** The identity of an address. Long addresses become short, because thousands of links may share one. */
  #address(relationship: Relationship): string {
    let address = this.#addresses.get(relationship);
    if (address === undefined) {
      address = this.#addressOf(relationship.target);
      if (address.length > ADDRESS_UNITS) address = sha256(address);
      this.#addresses.set(relationship, address);
    }
    return address;
  }

  /**
   * The identity of a part: its content and all parts that it refers to. A diagram differs even if only its data
   * differ.
   */
  #hash(use: Relationship, from: OoxmlPackage): string {
    const partName = use.target;
    const key = `${use.type} ${partName}`;
    let hashes = this.#hashes.get(from);
    if (hashes === undefined) {
      hashes = new Map();
      this.#hashes.set(from, hashes);
    }
    let hash = hashes.get(key);
    if (hash === undefined) {
      const part = from.part(partName);
      // A missing part equals every other missing part.
      if (part === undefined) hash = 'missing';
      else {
        // Parts may refer to each other in a circle.
        hashes.set(key, 'itself');
        const relationships = from.relationshipsOf(partName);
        const identityOf = (id: string): string => {
          const relationship = relationships.get(id);
          return relationship === undefined ? NOWHERE : this.of(relationship, from);
        };
        const content = this.#contentOf(part, use, from, identityOf);
        const sum = createHash('sha256').update(content);
        if (typeof content !== 'string')
          for (const { id } of [...relationships.values()].sort(byId)) sum.update(`${id} ${identityOf(id)}\n`);
        hash = sum.digest('hex');
      }
      hashes.set(key, hash);
    }
    return hash;
  }
}

const byId = (a: Relationship, b: Relationship): number => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
