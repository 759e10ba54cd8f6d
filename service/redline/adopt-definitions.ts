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
import type { ResultPackage } from './result-package.ts';

const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml';

/** Ids that a save gives anew: they say nothing of what a list is. */
const LIST_IDENTITY: ReadonlySet<string> = new Set(['w:nsid', 'w:tmpl']);

/** Both packages and the one in the making. */
export interface Adoption {
  readonly original: WordPackage;
  readonly revised: WordPackage;
  readonly result: ResultPackage;
  readonly canonical: Canonical;
}

/** Ids of the revised → ids of the result. */
export interface DefinitionIds {
  readonly styles: ReadonlyMap<string, string>;
  readonly lists: ReadonlyMap<string, string>;
  readonly comments: ReadonlyMap<string, string>;
  /** Comments that came from the revised, by their ids in the result. */
  readonly newComments: ReadonlySet<string>;
  /** Styles that both have under one id with different definitions. The original's stay. */
  readonly differingStyles: readonly string[];
}

/** A part of both documents, and what to call the result's. */
interface PartPair {
  readonly name: string;
  readonly original: XmlElement | undefined;
  readonly revised: XmlElement | undefined;
}

/** Finds ids for all definitions of the revised, and puts those that are missing into the result. */
export function adoptDefinitions(adoption: Adoption): DefinitionIds {
  const lists = adoptLists(adoption);
  const { styles, differing } = adoptStyles(adoption, lists);
  const comments = adoptComments(adoption);
  return { styles, lists, comments: comments.ids, newComments: comments.added, differingStyles: differing };
}

function pairOf({ original, revised }: Adoption, type: string): PartPair {
  const own = original.package.related(original.mainPart, type);
  const other = revised.package.related(revised.mainPart, type);
  return {
    name: own ?? `word/${type}.xml`,
    original: own === undefined ? undefined : original.package.tree(own),
    revised: other === undefined ? undefined : revised.package.tree(other),
  };
}

/** Puts children at the end of a part, which is made when the original has none. */
function extend(adoption: Adoption, pair: PartPair, type: string, root: string, children: readonly XmlNode[]): void {
  if (children.length === 0) return;
  const { result, original } = adoption;
  const known = result.tree(pair.name);
  if (known === undefined) {
    result.addPart(pair.name, new Uint8Array(), `${WORD}.${type}+xml`);
    result.relate(original.mainPart, relationshipType(type), pair.name, false);
  }
  const base = known ?? element(root);
  const attributes = withIgnorable(base, pair.revised);
  result.setTree(pair.name, { ...base, attributes, children: [...base.children, ...children] });
}

function adoptLists(adoption: Adoption): Map<string, string> {
  const pair = pairOf(adoption, 'numbering');
  const ids = new Map<string, string>([['0', '0']]);
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
      abstracts.push({ ...abstract, attributes: new Map([...abstract.attributes, ['w:abstractNumId', newAbstract]]) });
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
    extend(adoption, pair, 'numbering', 'w:numbering', [...abstracts, ...numbers]);
    const root = adoption.result.tree(pair.name)!;
    adoption.result.setTree(pair.name, { ...root, children: inNumberingOrder(root.children) });
  }
  return ids;
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

function adoptStyles(
  adoption: Adoption,
  lists: ReadonlyMap<string, string>,
): { styles: Map<string, string>; differing: string[] } {
  const pair = pairOf(adoption, 'styles');
  const own = childrenOf(pair.original, 'w:style');
  const byId = new Map(own.map((style) => [style.attributes.get('w:styleId') ?? '', style]));
  const byName = new Map(own.map((style) => [nameKey(style), style]));
  const ids = new Map<string, string>();
  const differing: string[] = [];
  const added: XmlElement[] = [];
  for (const style of childrenOf(pair.revised, 'w:style')) {
    const id = style.attributes.get('w:styleId') ?? '';
    const same = byId.get(id);
    if (same !== undefined && typeOf(same) === typeOf(style)) {
      ids.set(id, id);
      if (adoption.canonical.of(same) !== adoption.canonical.of(style)) differing.push(id);
      continue;
    }
    // One name is one style (17.7.4.9), whatever id it has in either document.
    const named = byName.get(nameKey(style));
    if (named !== undefined) {
      ids.set(id, named.attributes.get('w:styleId') ?? '');
      continue;
    }
    let target = id;
    for (let number = 2; byId.has(target); number += 1) target = `${id}${number}`;
    ids.set(id, target);
    byId.set(target, style);
    added.push(style);
  }
  const imported = added.map((style) => {
    const id = ids.get(style.attributes.get('w:styleId') ?? '') ?? '';
    const attributes = new Map([...style.attributes, ['w:styleId', id]]);
    // The original's default styles stay the default.
    if (own.length > 0) attributes.delete('w:default');
    return { ...renamed(style, ids, lists), attributes };
  });
  extend(adoption, pair, 'styles', 'w:styles', imported);
  return { styles: ids, differing };
}

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
  const pair = pairOf(adoption, 'comments');
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
    if (same !== undefined) {
      ids.set(id, same);
      continue;
    }
    const target = String(next);
    next += 1;
    ids.set(id, target);
    added.add(target);
    imported.push({ ...comment, attributes: new Map([...comment.attributes, ['w:id', target]]) });
  }
  extend(adoption, pair, 'comments', 'w:comments', imported);
  return { ids, added };
}

/** What a comment is: its author and what it says. */
function commentKey(comment: XmlElement, canonical: Canonical): string {
  return `${comment.attributes.get('w:author') ?? ''}|${canonical.ofAll(comment.children)}`;
}

/** The root of the styles part, for callers that need the document's defaults. */
export function defaultsOf(opened: WordPackage): XmlElement | undefined {
  const name = opened.package.related(opened.mainPart, 'styles');
  return childOf(name === undefined ? undefined : opened.package.tree(name), 'w:docDefaults');
}
