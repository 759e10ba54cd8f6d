import { createHash } from 'node:crypto';
import { childrenOf, isElement, valueOf, type XmlElement } from '../../../service/ooxml/xml-tree.ts';
import { FORMAT, NO_IDS, SAVE_ID } from './counted-names.ts';

/**
 * Names of lists that do not depend on ids. A name is the definition and the list's number among the lists of this
 * definition, in text order.
 */
export class Lists {
  readonly #numbers = new Map<string, XmlElement>();
  readonly #abstracts = new Map<string, XmlElement>();
  readonly #names = new Map<string, string>();
  /** Pictures that are used as bullets, by their ids (17.9.20). */
  readonly #bullets = new Map<string, string>();

  /** `pictureOf`: what a relationship of the part leads to. */
  constructor(root: XmlElement | undefined, pictureOf: (relationshipId: string) => string) {
    const picturesIn = (node: XmlElement): string[] => [
      ...[...node.attributes].flatMap(([key, value]) => (key.startsWith('r:') ? [pictureOf(value)] : [])),
      ...childrenOf(node).flatMap(picturesIn),
    ];
    for (const node of childrenOf(root, 'w:numPicBullet'))
      this.#bullets.set(node.attributes.get('w:numPicBulletId') ?? '', picturesIn(node).join(' '));
    for (const node of childrenOf(root, 'w:num')) this.#numbers.set(node.attributes.get('w:numId') ?? '', node);
    for (const node of childrenOf(root, 'w:abstractNum'))
      this.#abstracts.set(node.attributes.get('w:abstractNumId') ?? '', node);
  }

  nameOf(id: string): string {
    if (id === '0') return 'none';
    const number = this.#numbers.get(id);
    const abstract = this.#abstracts.get(valueOf(number, 'w:abstractNumId') ?? '');
    if (number === undefined || abstract === undefined) return 'undefined';
    const known = this.#names.get(id);
    if (known !== undefined) return known;
    const plain = (node: XmlElement): string =>
      node.name === 'w:lvlPicBulletId'
        ? `picture ${this.#bullets.get(node.attributes.get('w:val') ?? '') ?? 'missing'}`
        : NO_IDS.has(node.name) || node.name === 'w:abstractNumId'
          ? ''
          : `${node.name}${[...node.attributes]
              .filter(
                ([key]) => FORMAT.test(key) && !SAVE_ID.test(key) && !/w:(?:abstractNumId|numId|tplc)|w15/.test(key),
              )
              .map(([key, value]) => `${key}=${value}`)
              .sort()
              .join(' ')}(${node.children.map((child) => (isElement(child) ? plain(child) : child)).join('')})`;
    const hash = createHash('sha256').update(plain(abstract)).update(plain(number)).digest('hex').slice(0, 10);
    const name = `${hash} no. ${new Set([...this.#names.values()].filter((each) => each.startsWith(hash))).size + 1}`;
    this.#names.set(id, name);
    return name;
  }
}
