/**
 * Styles, lists and comments that the revised document has and the original has not, brought into the result. The maps
 * say by which id of the result each id of the revised goes.
 */
import type { WordPackage } from '../ooxml/package.ts';
import { relationshipType } from '../ooxml/relationships.ts';
import {
  childOf,
  childrenOf,
  element,
  integerOf,
  isElement,
  valueOf,
  type XmlElement,
  type XmlNode,
} from '../ooxml/xml-tree.ts';
import { withIgnorable } from './ignorable.ts';
import type { Canonical } from './canonical.ts';
import { PartPair } from './part-pair.ts';
import type { ResultPackage } from './result-package.ts';

const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml';

/** What in the definition of a list names a style. */
const LIST_STYLES: ReadonlySet<string> = new Set(['w:pStyle', 'w:styleLink', 'w:numStyleLink']);
/** Ids that a save gives anew: they say nothing of what a list is. */
const LIST_IDENTITY: ReadonlySet<string> = new Set(['w:nsid', 'w:tmpl']);

/** Both packages and the one in the making. */
export interface Adoption {
  readonly original: WordPackage;
  readonly revised: WordPackage;
  readonly result: ResultPackage;
  readonly canonical: Canonical;
  /** Comments of the revised, by their ids there, that are to be others than the original's even if they say the same. */
  readonly apart: ReadonlySet<string>;
}

/** Ids of the revised → ids of the result; one that is not there is the same in the result. */
export interface DefinitionIds {
  readonly styles: ReadonlyMap<string, string>;
  readonly lists: ReadonlyMap<string, string>;
  readonly comments: ReadonlyMap<string, string>;
  /** Comments that came from the revised, by their ids in the result. */
  readonly newComments: ReadonlySet<string>;
  /** Names of styles that both have with different definitions. The result has the revised's. */
  readonly differingStyles: readonly string[];
  /** Whether the defaults of all styles differ. The result has the revised's. */
  readonly defaultsDiffer: boolean;
}

/** Finds ids for all definitions of the revised, and puts those that are missing into the result. */
export function adoptDefinitions(adoption: Adoption): DefinitionIds {
  const targets = styleIds(adoption);
  const lists = adoptLists(adoption, targets);
  const { differing, defaultsDiffer } = adoptStyles(adoption, targets, lists);
  const comments = adoptComments(adoption);
  return {
    styles: targets,
    lists,
    comments: comments.ids,
    newComments: comments.added,
    differingStyles: differing,
    defaultsDiffer,
  };
}

/** Puts children at the end of a part, which is made when the original has none. */
function extend(adoption: Adoption, pair: PartPair, type: string, root: string, children: readonly XmlNode[]): void {
  if (children.length === 0) return;
  const { result, original } = adoption;
  const name = nameOf(pair, type);
  const known = result.tree(name);
  if (known === undefined) {
    result.addPart({ name, bytes: new Uint8Array() }, `${WORD}.${type}+xml`);
    result.relate(original.mainPart, relationshipType(type), name, false);
  }
  const base = known ?? element(root);
  const attributes = withIgnorable(base, pair.revised);
  result.setTree(name, { ...base, attributes, children: [...base.children, ...children] });
}

/** What the result calls a part. */
function nameOf(pair: PartPair, type: string): string {
  return pair.originalName ?? `word/${type}.xml`;
}

function adoptLists(adoption: Adoption, styles: ReadonlyMap<string, string>): Map<string, string> {
  const pair = new PartPair(adoption.original, adoption.revised, 'numbering');
  const ids = new Map<string, string>();
  if (pair.isSame) return ids;
  ids.set('0', '0');
  const own = new ListDefinitions(pair.original, adoption.canonical);
  const other = new ListDefinitions(pair.revised, adoption.canonical);
  const used = new Set<string>();
  // The same id with the same definition is the same list; then lists that are alike; then the rest comes in anew.
  for (const id of other.ids) {
    if (own.keyOf(id) === null || own.keyOf(id) !== other.keyOf(id)) continue;
    ids.set(id, id);
    used.add(id);
  }
  const abstracts: XmlElement[] = [];
  const numbers: XmlElement[] = [];
  const newAbstracts = new Map<string, string>();
  const bullets = new PictureBullets(adoption, pair);
  let nextAbstract = own.nextAbstractId;
  let nextNumber = own.nextId;
  for (const id of other.ids) {
    if (ids.has(id)) continue;
    const alike = own.ids.find((candidate) => !used.has(candidate) && own.keyOf(candidate) === other.keyOf(id));
    if (alike !== undefined) {
      ids.set(id, alike);
      used.add(alike);
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
    const target = String(nextNumber);
    nextNumber += 1;
    ids.set(id, target);
    numbers.push({
      ...number,
      attributes: new Map([...number.attributes, ['w:numId', target]]),
      children: number.children.map((child) =>
        isElement(child, 'w:abstractNumId') ? element('w:abstractNumId', { 'w:val': newAbstract }) : child,
      ),
    });
  }
  if (numbers.length > 0) {
    extend(adoption, pair, 'numbering', 'w:numbering', [...bullets.added, ...abstracts, ...numbers]);
    const name = nameOf(pair, 'numbering');
    const root = adoption.result.tree(name)!;
    adoption.result.setTree(name, { ...root, children: inNumberingOrder(root.children) });
  }
  return ids;
}

/** A definition of a list with the result's ids of styles and picture bullets in it. */
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

/** Pictures that stand for bullets, brought in with the lists that use them (17.9.20). */
class PictureBullets {
  readonly added: XmlElement[] = [];
  readonly #adoption: Adoption;
  readonly #pair: PartPair;
  readonly #ids = new Map<string, string>();
  #next: number;

  constructor(adoption: Adoption, pair: PartPair) {
    this.#adoption = adoption;
    this.#pair = pair;
    const own = childrenOf(pair.original, 'w:numPicBullet').map((node) => node.attributes.get('w:numPicBulletId'));
    this.#next = 1 + Math.max(-1, ...own.map((id) => integerOf(id) ?? 0));
  }

  /** The result's id of a bullet of the revised; undefined when there is no such bullet. */
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

  /** With the relationships of the result. */
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
            : result.adopt(nameOf(this.#pair, 'numbering'), relationship, revised.package),
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

/** Definitions before lists, as the schema has them (CT_Numbering). */
function inNumberingOrder(children: readonly XmlNode[]): XmlNode[] {
  const rank = (node: XmlNode): number =>
    isElement(node, 'w:numPicBullet') ? 0 : isElement(node, 'w:abstractNum') ? 1 : isElement(node, 'w:num') ? 2 : 3;
  return [...children].sort((a, b) => rank(a) - rank(b));
}

class ListDefinitions {
  readonly #numbers = new Map<string, XmlElement>();
  readonly #abstracts = new Map<string, XmlElement>();
  readonly #canonical: Canonical;

  constructor(root: XmlElement | undefined, canonical: Canonical) {
    this.#canonical = canonical;
    for (const node of childrenOf(root, 'w:num')) this.#numbers.set(node.attributes.get('w:numId') ?? '', node);
    for (const node of childrenOf(root, 'w:abstractNum'))
      this.#abstracts.set(node.attributes.get('w:abstractNumId') ?? '', node);
  }

  get ids(): string[] {
    return [...this.#numbers.keys()];
  }

  get nextId(): number {
    return 1 + Math.max(0, ...[...this.#numbers.keys()].map((id) => integerOf(id) ?? 0));
  }

  get nextAbstractId(): number {
    return 1 + Math.max(-1, ...[...this.#abstracts.keys()].map((id) => integerOf(id) ?? 0));
  }

  number(id: string): XmlElement | undefined {
    return this.#numbers.get(id);
  }

  abstract(id: string): XmlElement | undefined {
    return this.#abstracts.get(id);
  }

  /** What the list is, without its ids; null when it is not defined. */
  keyOf(id: string): string | null {
    const number = this.#numbers.get(id);
    const abstract = this.#abstracts.get(valueOf(number, 'w:abstractNumId') ?? '');
    if (number === undefined || abstract === undefined) return null;
    const levels = abstract.children.filter((child) => isElement(child) && !LIST_IDENTITY.has(child.name));
    const overrides = number.children.filter((child) => isElement(child, 'w:lvlOverride'));
    return `${this.#canonical.ofAll(levels)}|${this.#canonical.ofAll(overrides)}`;
  }
}

/**
 * By which id of the result each style of the revised goes: that of the original's style of its name, else of its id, else of a
 * name that differs in case and spaces alone, as programs write those of built-in styles. One style of the original is one of the revised.
 */
function styleIds(adoption: Adoption): Map<string, string> {
  const pair = new PartPair(adoption.original, adoption.revised, 'styles');
  const ids = new Map<string, string>();
  if (pair.isSame) return ids;
  const [own, other] = [childrenOf(pair.original, 'w:style'), childrenOf(pair.revised, 'w:style')];
  const free = new Set(own);
  const pairBy = (keyOf: (style: XmlElement) => string): void => {
    const known = new Map([...free].map((style) => [`${typeOf(style)}|${keyOf(style)}`, style]));
    for (const style of other) {
      const same = known.get(`${typeOf(style)}|${keyOf(style)}`);
      if (ids.has(idOf(style)) || same === undefined || !free.delete(same)) continue;
      ids.set(idOf(style), idOf(same));
    }
  };
  const styleName = (style: XmlElement): string => valueOf(style, 'w:name') ?? '';
  // Some files give a name to several styles.
  pairBy((style) => `${idOf(style)}|${styleName(style)}`);
  pairBy(styleName);
  pairBy(idOf);
  pairBy(nameKey);
  const taken = new Set(own.map(idOf));
  for (const style of other) {
    const id = idOf(style);
    if (ids.has(id)) continue;
    let target = id;
    for (let number = 2; taken.has(target); number += 1) target = `${id}${number}`;
    taken.add(target);
    ids.set(id, target);
  }
  return ids;
}

function adoptStyles(
  adoption: Adoption,
  ids: ReadonlyMap<string, string>,
  lists: ReadonlyMap<string, string>,
): { differing: string[]; defaultsDiffer: boolean } {
  const pair = new PartPair(adoption.original, adoption.revised, 'styles');
  // The same bytes may mean other lists.
  if (pair.isSame && [...lists].every(([id, target]) => id === target)) return { differing: [], defaultsDiffer: false };
  const own = new Map(childrenOf(pair.original, 'w:style').map((style) => [idOf(style), style]));
  const differing: string[] = [];
  const added: XmlElement[] = [];
  const replaced = new Map<XmlElement, XmlElement>();
  for (const style of childrenOf(pair.revised, 'w:style')) {
    const target = ids.get(idOf(style)) ?? idOf(style);
    const known = own.get(target);
    const attributes = new Map([...style.attributes, ['w:styleId', target]]);
    // The original's default styles stay the default.
    if (own.size > 0) attributes.delete('w:default');
    const isDefault = known?.attributes.get('w:default');
    if (isDefault !== undefined) attributes.set('w:default', isDefault);
    const adopted = { ...renamed(style, ids, lists), attributes };
    if (known === undefined) added.push(adopted);
    else if (styleKey(known, adoption.canonical) !== styleKey(adopted, adoption.canonical)) {
      differing.push(valueOf(style, 'w:name') ?? target);
      replaced.set(known, adopted);
    }
  }
  const [ownDefaults, defaults] = [childOf(pair.original, 'w:docDefaults'), childOf(pair.revised, 'w:docDefaults')];
  const defaultsDiffer =
    ownDefaults !== undefined &&
    defaults !== undefined &&
    adoption.canonical.of(ownDefaults) !== adoption.canonical.of(defaults);
  if (defaultsDiffer) replaced.set(ownDefaults, defaults);
  if (replaced.size > 0 && pair.original !== undefined) {
    const children = pair.original.children.map((child) => (isElement(child) ? (replaced.get(child) ?? child) : child));
    adoption.result.setTree(nameOf(pair, 'styles'), {
      ...pair.original,
      attributes: withIgnorable(pair.original, pair.revised),
      children,
    });
  }
  extend(adoption, pair, 'styles', 'w:styles', added);
  return { differing, defaultsDiffer };
}

/** What a style is, its id and the session in which it was saved aside. */
function styleKey(style: XmlElement, canonical: Canonical): string {
  return canonical.of({ ...style, children: style.children.filter((child) => !isElement(child, 'w:rsid')) });
}

const idOf = (style: XmlElement): string => style.attributes.get('w:styleId') ?? '';
const typeOf = (style: XmlElement): string => style.attributes.get('w:type') ?? 'paragraph';
const nameKey = (style: XmlElement): string => `${typeOf(style)}|${(valueOf(style, 'w:name') ?? '').toLowerCase()}`;

/** A style with the ids of the result in it. */
function renamed(
  style: XmlElement,
  styles: ReadonlyMap<string, string>,
  lists: ReadonlyMap<string, string>,
): XmlElement {
  const children = style.children.map((child): XmlNode => {
    if (!isElement(child)) return child;
    const value = child.attributes.get('w:val') ?? '';
    const map =
      child.name === 'w:basedOn' || child.name === 'w:next' || child.name === 'w:link'
        ? styles
        : child.name === 'w:numId'
          ? lists
          : undefined;
    const target = map?.get(value);
    if (target !== undefined) return { ...child, attributes: new Map([...child.attributes, ['w:val', target]]) };
    return child.children.length === 0 ? child : renamed(child, styles, lists);
  });
  return { ...style, children };
}

function adoptComments(adoption: Adoption): { ids: Map<string, string>; added: Set<string> } {
  const pair = new PartPair(adoption.original, adoption.revised, 'comments');
  const ids = new Map<string, string>();
  const added = new Set<string>();
  const own = new Map<string, string[]>();
  let next = 0;
  for (const comment of childrenOf(pair.original, 'w:comment')) {
    const id = comment.attributes.get('w:id') ?? '';
    next = Math.max(next, (integerOf(id) ?? 0) + 1);
    const key = commentKey(comment, adoption.canonical);
    own.set(key, [...(own.get(key) ?? []), id]);
  }
  const imported: XmlElement[] = [];
  for (const comment of childrenOf(pair.revised, 'w:comment')) {
    const id = comment.attributes.get('w:id') ?? '';
    const same = own.get(commentKey(comment, adoption.canonical))?.shift();
    if (same !== undefined && !adoption.apart.has(id)) {
      ids.set(id, same);
      continue;
    }
    const target = String(next);
    next += 1;
    ids.set(id, target);
    added.add(target);
    imported.push({ ...withoutIds(comment), attributes: new Map([...comment.attributes, ['w:id', target]]) });
  }
  extend(adoption, pair, 'comments', 'w:comments', imported);
  return { ids, added };
}

/** A comment whose paragraphs have no ids of their own: the original's, of which it may be another wording, have them. */
function withoutIds(comment: XmlElement): XmlElement {
  const children = comment.children.map((child): XmlNode => {
    if (!isElement(child, 'w:p') || !child.attributes.has('w14:paraId')) return child;
    return { ...child, attributes: new Map([...child.attributes].filter(([name]) => name !== 'w14:paraId')) };
  });
  return { ...comment, children };
}

/** What a comment is: its author and what it says. */
function commentKey(comment: XmlElement, canonical: Canonical): string {
  return `${comment.attributes.get('w:author') ?? ''}|${canonical.ofAll(comment.children)}`;
}
