import { childrenOf, integerOf, isElement, type XmlElement } from '../../ooxml/xml-tree.ts';
import { nameOf, type Adoption } from './adoption.ts';
import type { Canonical } from '../package/canonical.ts';
import type { PartPair } from '../package/part-pair.ts';

/** Adopts picture bullets with the lists that use them (17.9.20). */
export class PictureBullets {
  readonly added: XmlElement[] = [];
  readonly #adoption: Adoption;
  readonly #pair: PartPair;
  readonly #ids = new Map<string, string>();
  #next: number;

  constructor(adoption: Adoption, pair: PartPair) {
    this.#adoption = adoption;
    this.#pair = pair;
    const own = childrenOf(pair.original, 'w:numPicBullet').map((node) => node.attributes.get('w:numPicBulletId'));
    this.#next = own.reduce((next, id) => Math.max(next, 1 + (integerOf(id) ?? 0)), 0);
  }

  /** The result's id of a bullet of the revised document; undefined if there is no such bullet. */
  idOf(id: string): string | undefined {
    const known = this.#ids.get(id);
    if (known !== undefined) return known;
    const bullet = childrenOf(this.#pair.revised, 'w:numPicBullet').find(
      (node) => node.attributes.get('w:numPicBulletId') === id,
    );
    if (bullet === undefined) return undefined;
    const target = String(this.#next);
    this.#next += 1;
    this.#ids.set(id, target);
    const placed = this.#placed(bullet);
    this.added.push({ ...placed, attributes: new Map([...placed.attributes, ['w:numPicBulletId', target]]) });
    return target;
  }

  /** A bullet with the relationships of the result. */
  #placed(node: XmlElement): XmlElement {
    const { revised, result } = this.#adoption;
    const part = revised.package.related(revised.mainPart, 'numbering') ?? '';
    const relationships = revised.package.relationshipsOf(part);
    const attributes = new Map(
      [...node.attributes].map(([name, value]): [string, string] => {
        const relationship = name.startsWith('r:') ? relationships.get(value) : undefined;
        return [
          name,
          relationship === undefined
            ? value
            : result.adopt(nameOf(this.#adoption, this.#pair, 'numbering'), relationship, revised.package),
        ];
      }),
    );
    return {
      ...node,
      attributes,
      children: node.children.map((child) => (isElement(child) ? this.#placed(child) : child)),
    };
  }
}

/** The picture of each bullet id (17.9.20), as a canonical string. */
export function bulletPictures(root: XmlElement | undefined, canonical: Canonical): Map<string, string> {
  return new Map(
    childrenOf(root, 'w:numPicBullet').map((node) => [
      node.attributes.get('w:numPicBulletId') ?? '',
      canonical.ofAll(node.children),
    ]),
  );
}

/** A list definition in which pictures replace the ids of bullets. */
export function withPictures(node: XmlElement, pictures: ReadonlyMap<string, string>): XmlElement {
  if (pictures.size === 0) return node;
  const picture = node.name === 'w:lvlPicBulletId' ? pictures.get(node.attributes.get('w:val') ?? '') : undefined;
  if (picture !== undefined) return { ...node, attributes: new Map([['w:val', picture]]) };
  return {
    ...node,
    children: node.children.map((child) => (isElement(child) ? withPictures(child, pictures) : child)),
  };
}
