/** Which id each style of the revised document gets in the result. */
import type { WordPackage } from '../../ooxml/package.ts';
import { childrenOf, isElement, valueOf, type XmlElement } from '../../ooxml/xml-tree.ts';
import type { Adoption } from './adoption.ts';
import { PartPair } from '../package/part-pair.ts';
import { textRoots } from '../package/text-roots.ts';

/**
 * Elements that refer to the style of a paragraph, a run or a table (ECMA-376 part 1, 17.3.1.27, 17.3.2.29, 17.4.62).
 */
const NAMES_A_STYLE: ReadonlySet<string> = new Set(['w:pStyle', 'w:rStyle', 'w:tblStyle']);

/** What two styles must have in common to be partners: the first that finds one counts. */
const KEYS: readonly ((style: XmlElement) => string)[] = [
  // Some files give several styles one name.
  (style) => `${idOf(style)}|${nameOf(style)}`,
  nameOf,
  idOf,
  (style) => nameOf(style).toLowerCase(),
];

/**
 * Maps style ids of the revised document to ids of the result. Styles are paired by name, then by id, then by name
 * without case and spaces. Programs write the names of built-in styles differently. Each style of the original has at
 * most one partner.
 */
export function styleIds(adoption: Adoption): Map<string, string> {
  const pair = new PartPair(adoption.original, adoption.revised, 'styles');
  if (pair.isSame) return new Map();
  const [own, other] = [childrenOf(pair.original, 'w:style'), childrenOf(pair.revised, 'w:style')];
  const ids = idsOfPartners(own, other);
  const taken = new Set(own.map(idOf));
  const unpaired = other.map(idOf).filter((id) => !ids.has(id));
  // References of the original that lead to no style lead to none in the result.
  if (unpaired.length > 0) for (const id of stylesNamedBy(adoption.original, pair.original)) taken.add(id);
  for (const id of unpaired) if (!ids.has(id)) ids.set(id, takeFree(id, taken));
  // So do the styles of the revised document. An id that no style of the result has stays as it is.
  const styles = new Set([...own.map(idOf), ...ids.values()]);
  for (const id of stylesNamedBy(adoption.revised, pair.revised))
    if (!ids.has(id) && styles.has(id)) ids.set(id, takeFree(id, taken));
  return ids;
}

/** The ids of the original's styles by those of their partners in the revised document. */
function idsOfPartners(own: readonly XmlElement[], other: readonly XmlElement[]): Map<string, string> {
  const ids = new Map<string, string>();
  const free = new Set(own);
  for (const keyOf of KEYS) {
    const known = new Map([...free].map((style) => [`${typeOf(style)}|${keyOf(style)}`, style]));
    for (const style of other) {
      const same = known.get(`${typeOf(style)}|${keyOf(style)}`);
      if (ids.has(idOf(style)) || same === undefined || !free.delete(same)) continue;
      ids.set(idOf(style), idOf(same));
    }
  }
  return ids;
}

/** An id that is not taken yet: the id itself, or with the lowest number from 2. It is taken then. */
function takeFree(id: string, taken: Set<string>): string {
  let target = id;
  for (let number = 2; taken.has(target); number += 1) target = `${id}${number}`;
  taken.add(target);
  return target;
}

/** Ids of the styles that the text of a document refers to, or another style is based on, defined or not. */
export function stylesNamedBy(document: WordPackage, styles: XmlElement | undefined): Set<string> {
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

/** The id of a style. */
export function idOf(style: XmlElement): string {
  return style.attributes.get('w:styleId') ?? '';
}

function typeOf(style: XmlElement): string {
  return style.attributes.get('w:type') ?? 'paragraph';
}

function nameOf(style: XmlElement): string {
  return valueOf(style, 'w:name') ?? '';
}
