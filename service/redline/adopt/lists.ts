/** Adopts lists that only the revised document has, with everything they refer to. */
import {
  childrenOf,
  element,
  integerOf,
  isElement,
  valueOf,
  type XmlElement,
  type XmlNode,
} from '../../ooxml/xml-tree.ts';
import { extend, nameOf, type Adoption } from './adoption.ts';
import type { OoxmlPackage } from '../../ooxml/package.ts';
import type { Canonical } from '../package/canonical.ts';
import { PartPair } from '../package/part-pair.ts';
import { bulletPictures, PictureBullets, withPictures } from './picture-bullets.ts';
import { KeyedQueue } from '../package/keyed-queue.ts';
import { textRoots } from '../package/text-roots.ts';

/** Elements of a list definition that refer to a style. */
const LIST_STYLES: ReadonlySet<string> = new Set(['w:pStyle', 'w:styleLink', 'w:numStyleLink']);
/** Ids that change with each save. They are not part of a list's identity. */
const LIST_IDENTITY: ReadonlySet<string> = new Set(['w:nsid', 'w:tmpl']);

/** Maps list ids of the revised document to ids of the result. `styles` is the same map for styles. */
export function adoptLists(adoption: Adoption, styles: ReadonlyMap<string, string>): Map<string, string> {
  const pair = new PartPair(adoption.original, adoption.revised, 'numbering');
  const ids = new Map<string, string>();
  // Equal bytes may refer to different pictures.
  const hasPictures =
    pair.revisedName !== undefined && adoption.revised.package.relationshipsOf(pair.revisedName).size > 0;
  if (pair.isSame && !hasPictures) return ids;
  ids.set('0', '0');
  const { original, revised, result, canonical } = adoption;
  const picturesIn = (
    root: XmlElement | undefined,
    name: string | undefined,
    from: OoxmlPackage,
  ): Map<string, string> => bulletPictures(root, result.canonicalOf(name ?? '', from));
  const own = new ListDefinitions(
    pair.original,
    canonical,
    picturesIn(pair.original, pair.originalName, original.package),
  );
  const other = new ListDefinitions(
    pair.revised,
    canonical,
    picturesIn(pair.revised, pair.revisedName, revised.package),
  );
  const used = new Set<string>();
  // Equal ids with equal definitions are paired first, then equal lists. The other lists are adopted.
  for (const id of other.ids) {
    if (own.keyOf(id) === null || own.keyOf(id) !== other.keyOf(id)) continue;
    ids.set(id, id);
    used.add(id);
  }
  /** Lists of the original without a partner yet, by their identity. */
  const free = new KeyedQueue(
    own.ids.filter((id) => !used.has(id)),
    (id) => own.keyOf(id),
  );
  const abstracts: XmlElement[] = [];
  const numbers: XmlElement[] = [];
  const newAbstracts = new Map<string, string>();
  const bullets = new PictureBullets(adoption, pair);
  let nextAbstract = own.nextAbstractId;
  let nextNumber: number | null = null;
  const takeNumber = (): string => {
    const number: number = nextNumber ?? freeListId(adoption, own);
    nextNumber = number + 1;
    return String(number);
  };
  for (const id of other.ids) {
    if (ids.has(id)) continue;
    const alike = free.take(other.keyOf(id));
    if (alike !== undefined) {
      ids.set(id, alike);
      continue;
    }
    const number = other.number(id);
    const abstractId = valueOf(number, 'w:abstractNumId') ?? '';
    const abstract = other.abstract(abstractId);
    if (number === undefined || abstract === undefined) continue;
    let newAbstract = newAbstracts.get(abstractId);
    if (newAbstract === undefined) {
      newAbstract = String(nextAbstract);
      nextAbstract += 1;
      newAbstracts.set(abstractId, newAbstract);
      const attributes = new Map([...abstract.attributes, ['w:abstractNumId', newAbstract]]);
      abstracts.push({ ...withNames(abstract, styles, bullets), attributes });
    }
    const target = takeNumber();
    ids.set(id, target);
    numbers.push({
      ...number,
      attributes: new Map([...number.attributes, ['w:numId', target]]),
      children: number.children.map((child) =>
        isElement(child, 'w:abstractNumId') ? element('w:abstractNumId', { 'w:val': newAbstract }) : child,
      ),
    });
  }
  // The revised document may refer to undefined lists. Their ids must not find lists of the result.
  const strangers = [...own.ids, ...numbers.map(listId)].filter((id) => !ids.has(id));
  const nowhere = strangers.length === 0 ? '' : takeNumber();
  for (const id of strangers) ids.set(id, nowhere);
  if (numbers.length > 0) {
    extend(adoption, pair, 'numbering', 'w:numbering', [...bullets.added, ...abstracts, ...numbers]);
    const name = nameOf(adoption, pair, 'numbering');
    const root = adoption.result.tree(name)!;
    adoption.result.setTree(name, { ...root, children: inNumberingOrder(root.children) });
  }
  return ids;
}

/** An id above the ids of all lists that the original defines or refers to. */
function freeListId({ original }: Adoption, own: ListDefinitions): number {
  let highest = 0;
  for (const id of own.ids) highest = Math.max(highest, integerOf(id) ?? 0);
  const visit = (node: XmlElement): void => {
    if (node.name === 'w:numId') highest = Math.max(highest, integerOf(node.attributes.get('w:val')) ?? 0);
    for (const child of node.children) if (isElement(child)) visit(child);
  };
  const styles = original.package.related(original.mainPart, 'styles');
  const styleRoot = styles === undefined ? undefined : original.package.tree(styles);
  for (const root of [...textRoots(original), ...(styleRoot === undefined ? [] : [styleRoot])]) visit(root);
  return highest + 1;
}

const listId = (number: XmlElement): string => number.attributes.get('w:numId') ?? '';

/** A list definition with the result's ids of styles and picture bullets. */
function withNames(node: XmlElement, styles: ReadonlyMap<string, string>, bullets: PictureBullets): XmlElement {
  const children = node.children.map((child): XmlNode => {
    if (!isElement(child)) return child;
    const value = child.attributes.get('w:val') ?? '';
    const target = LIST_STYLES.has(child.name)
      ? styles.get(value)
      : child.name === 'w:lvlPicBulletId'
        ? bullets.idOf(value)
        : undefined;
    if (target !== undefined) return { ...child, attributes: new Map([...child.attributes, ['w:val', target]]) };
    return child.children.length === 0 ? child : withNames(child, styles, bullets);
  });
  return { ...node, children };
}

/** Orders definitions before lists, as the schema requires (CT_Numbering). */
function inNumberingOrder(children: readonly XmlNode[]): XmlNode[] {
  const rank = (node: XmlNode): number =>
    isElement(node, 'w:numPicBullet') ? 0 : isElement(node, 'w:abstractNum') ? 1 : isElement(node, 'w:num') ? 2 : 3;
  return [...children].sort((a, b) => rank(a) - rank(b));
}

class ListDefinitions {
  readonly #numbers = new Map<string, XmlElement>();
  readonly #abstracts = new Map<string, XmlElement>();
  readonly #canonical: Canonical;
  readonly #pictures: ReadonlyMap<string, string>;
  readonly #keys = new Map<string, string | null>();

  constructor(root: XmlElement | undefined, canonical: Canonical, pictures: ReadonlyMap<string, string>) {
    this.#canonical = canonical;
    this.#pictures = pictures;
    // The id 0 means no list, whatever is defined (17.9.18).
    for (const node of childrenOf(root, 'w:num')) if (listId(node) !== '0') this.#numbers.set(listId(node), node);
    for (const node of childrenOf(root, 'w:abstractNum'))
      this.#abstracts.set(node.attributes.get('w:abstractNumId') ?? '', node);
  }

  get ids(): string[] {
    return [...this.#numbers.keys()];
  }

  /** An id above the ids of all definitions, including missing ones that a list refers to. */
  get nextAbstractId(): number {
    const named = [...this.#numbers.values()].map((number) => valueOf(number, 'w:abstractNumId'));
    return [...this.#abstracts.keys(), ...named].reduce((next, id) => Math.max(next, 1 + (integerOf(id) ?? 0)), 0);
  }

  number(id: string): XmlElement | undefined {
    return this.#numbers.get(id);
  }

  abstract(id: string): XmlElement | undefined {
    return this.#abstracts.get(id);
  }

  /** The identity of the list, without its ids; null if it is not defined. */
  keyOf(id: string): string | null {
    let key = this.#keys.get(id);
    if (key === undefined) {
      key = this.#writeKey(id);
      this.#keys.set(id, key);
    }
    return key;
  }

  #writeKey(id: string): string | null {
    const number = this.#numbers.get(id);
    const abstract = this.#abstracts.get(valueOf(number, 'w:abstractNumId') ?? '');
    if (number === undefined || abstract === undefined) return null;
    const levels = abstract.children.filter((child) => isElement(child) && !LIST_IDENTITY.has(child.name));
    const overrides = number.children.filter((child) => isElement(child, 'w:lvlOverride'));
    const keyOf = (nodes: readonly XmlNode[]): string =>
      this.#canonical.ofAll(nodes.map((node) => (isElement(node) ? withPictures(node, this.#pictures) : node)));
    return `${keyOf(levels)}|${keyOf(overrides)}`;
  }
}
