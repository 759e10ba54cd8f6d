/** Adopts styles that only the revised document has, or that it defines differently. */
import { childOf, childrenOf, isElement, valueOf, type XmlElement, type XmlNode } from '../../ooxml/xml-tree.ts';
import { extend, nameOf, type Adoption } from './adoption.ts';
import type { Canonical } from '../package/canonical.ts';
import { withIgnorable } from '../package/ignorable.ts';
import { PartPair } from '../package/part-pair.ts';
import { idOf, stylesNamedBy } from './style-ids.ts';

/**
 * Whether the defaults differ, and whether the result has the revised ones (`taken`) or the original ones (`left`).
 * Defaults apply to all text. They include the styles of text that states no style.
 */
export type Defaults = 'same' | 'taken' | 'left';

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
