/** Adopts styles that only the revised document has, or that it defines differently. */
import type { WordPackage } from '../../ooxml/package.ts';
import { childOf, childrenOf, isElement, valueOf, type XmlElement, type XmlNode } from '../../ooxml/xml-tree.ts';
import { extend, nameOf, type Adoption } from './adoption.ts';
import type { Canonical } from '../package/canonical.ts';
import { withIgnorable } from '../package/ignorable.ts';
import { PartPair } from '../package/part-pair.ts';
import { textRoots } from '../package/text-roots.ts';

/**
 * Elements that refer to the style of a paragraph, a run or a table (ECMA-376 part 1, 17.3.1.27, 17.3.2.29, 17.4.62).
 */
const NAMES_A_STYLE: ReadonlySet<string> = new Set(['w:pStyle', 'w:rStyle', 'w:tblStyle']);

/**
 * Whether the defaults differ, and whether the result has the revised ones (`taken`) or the original ones (`left`).
 * Defaults apply to all text. They include the styles of text that states no style.
 */
export type Defaults = 'same' | 'taken' | 'left';

/**
 * Maps style ids of the revised document to ids of the result. Styles are paired by name, then by id, then by name
 * without case and spaces. Programs write the names of built-in styles differently. Each style of the original has at
 * most one partner.
 */
export function styleIds(adoption: Adoption): Map<string, string> {
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
  // Some files give several styles one name.
  pairBy((style) => `${idOf(style)}|${styleName(style)}`);
  pairBy(styleName);
  pairBy(idOf);
  pairBy(nameKey);
  const taken = new Set(own.map(idOf));
  const isUnpaired = other.some((style) => !ids.has(idOf(style)));
  // References of the original that lead to no style lead to none in the result.
  if (isUnpaired) for (const id of stylesNamedBy(adoption.original, pair.original)) taken.add(id);
  const addFree = (id: string): void => {
    let target = id;
    for (let number = 2; taken.has(target); number += 1) target = `${id}${number}`;
    taken.add(target);
    ids.set(id, target);
  };
  for (const style of other) if (!ids.has(idOf(style))) addFree(idOf(style));
  // So do the styles of the revised document. An id that no style of the result has stays as it is.
  const styles = new Set([...own.map(idOf), ...ids.values()]);
  for (const id of stylesNamedBy(adoption.revised, pair.revised)) if (!ids.has(id) && styles.has(id)) addFree(id);
  return ids;
}

/**
 * Adds the new styles to the result, and replaces those that differ by the revised document's. Returns the names of
 * replaced styles. New styles count too if text of the original already refers to them.
 */
export function adoptStyles(
  adoption: Adoption,
  ids: ReadonlyMap<string, string>,
  lists: ReadonlyMap<string, string>,
): { differing: string[]; defaults: Defaults } {
  const pair = new PartPair(adoption.original, adoption.revised, 'styles');
  // Equal bytes may refer to different lists.
  if (pair.isSame && [...lists].every(([id, target]) => id === target)) return { differing: [], defaults: 'same' };
  const own = new Map(childrenOf(pair.original, 'w:style').map((style) => [idOf(style), style]));
  const differing: string[] = [];
  const added: XmlElement[] = [];
  const replaced = new Map<XmlElement, XmlElement>();
  for (const style of childrenOf(pair.revised, 'w:style')) {
    const target = ids.get(idOf(style)) ?? idOf(style);
    const known = own.get(target);
    const attributes = new Map([...style.attributes, ['w:styleId', target]]);
    // The original's default styles stay the defaults.
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
  const named = added.length === 0 ? null : stylesNamedBy(adoption.original, pair.original);
  for (const style of added) if (named?.has(idOf(style))) differing.push(valueOf(style, 'w:name') ?? idOf(style));
  const [ownDefaults, otherDefaults] = [pair.original, pair.revised].map((root) => childOf(root, 'w:docDefaults'));
  const isTaken =
    otherDefaults !== undefined && adoption.canonical.of(ownDefaults) !== adoption.canonical.of(otherDefaults);
  if (isTaken && ownDefaults !== undefined) replaced.set(ownDefaults, otherDefaults);
  const inFront = isTaken && ownDefaults === undefined ? [otherDefaults] : [];
  if (pair.original === undefined) extend(adoption, pair, 'styles', 'w:styles', [...inFront, ...added]);
  else {
    if (replaced.size > 0 || inFront.length > 0) {
      const children = pair.original.children.map((child) =>
        isElement(child) ? (replaced.get(child) ?? child) : child,
      );
      adoption.result.setTree(nameOf(adoption, pair, 'styles'), {
        ...pair.original,
        attributes: withIgnorable(pair.original, pair.revised),
        children: [...inFront, ...children],
      });
    }
    extend(adoption, pair, 'styles', 'w:styles', added);
  }
  const isLeft =
    (ownDefaults !== undefined && otherDefaults === undefined) || (own.size > 0 && otherDefaultStyles(pair, ids));
  return { differing, defaults: isTaken ? 'taken' : isLeft ? 'left' : 'same' };
}

/** Ids of the styles that the text of a document refers to, or another style is based on, defined or not. */
function stylesNamedBy(document: WordPackage, styles: XmlElement | undefined): Set<string> {
  const ids = new Set<string>();
  const visit = (node: XmlElement): void => {
    if (NAMES_A_STYLE.has(node.name)) ids.add(node.attributes.get('w:val') ?? '');
    for (const child of node.children) if (isElement(child)) visit(child);
  };
  for (const root of textRoots(document)) visit(root);
  for (const style of childrenOf(styles, 'w:style')) {
    const base = valueOf(style, 'w:basedOn');
    if (base !== undefined) ids.add(base);
  }
  return ids;
}

/** Whether text without a style has another style in the revised document. The original's defaults stay. */
function otherDefaultStyles(pair: PartPair, ids: ReadonlyMap<string, string>): boolean {
  const own = new Set(defaultStyles(pair.original).map(idOf));
  return defaultStyles(pair.revised).some((style) => !own.has(ids.get(idOf(style)) ?? idOf(style)));
}

function defaultStyles(root: XmlElement | undefined): XmlElement[] {
  return childrenOf(root, 'w:style').filter((style) => /^(?:1|true|on)$/.test(style.attributes.get('w:default') ?? ''));
}

/** The identity of a style, without its id and its save ids. */
function styleKey(style: XmlElement, canonical: Canonical): string {
  return canonical.of({ ...style, children: style.children.filter((child) => !isElement(child, 'w:rsid')) });
}

const idOf = (style: XmlElement): string => style.attributes.get('w:styleId') ?? '';
const typeOf = (style: XmlElement): string => style.attributes.get('w:type') ?? 'paragraph';
const nameKey = (style: XmlElement): string => `${typeOf(style)}|${(valueOf(style, 'w:name') ?? '').toLowerCase()}`;

/** A style with the ids of the result. */
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
