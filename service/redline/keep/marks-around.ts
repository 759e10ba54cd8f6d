/** The marks of both documents around the content of a paragraph. */
import type { XmlElement, XmlNode } from '../../ooxml/xml-tree.ts';
import { UnknownStory } from './story-leaves.ts';

/** A part of a paragraph on its way: content with marks around it, or a break that the original has there. */
export type Item =
  | {
      readonly kind: 'content';
      readonly node: XmlNode;
      readonly ours?: XmlElement | undefined;
      readonly kept?: XmlElement | undefined;
    }
  | { readonly kind: 'properties' | 'block'; readonly node: XmlElement };

/** Neighbours with the same marks. */
interface Group {
  readonly key: string;
  readonly ours: XmlElement | undefined;
  readonly kept: XmlElement | undefined;
  readonly nodes: XmlNode[];
}

/** The content with its marks around it. Neighbours with the same marks share them. */
export function withMarksAround(items: readonly Item[]): XmlNode[] {
  const result: XmlNode[] = [];
  let group: Group | undefined;
  const finish = (): void => {
    if (group === undefined) return;
    const { ours, kept, nodes } = group;
    const inner = ours === undefined ? nodes : [{ ...ours, children: nodes }];
    if (kept === undefined) result.push(...inner);
    else result.push({ ...kept, children: inner });
    group = undefined;
  };
  for (const item of items) {
    if (item.kind !== 'content') throw new UnknownStory('a break inside a container');
    const { node, ours, kept } = item;
    const key = ours === undefined && kept === undefined ? '' : `${markKey(ours)}\n${markKey(kept)}`;
    if (key === '') {
      finish();
      result.push(node);
      continue;
    }
    let same: Group | undefined = group;
    if (same?.key !== key) {
      finish();
      same = { key, ours, kept, nodes: [] };
      group = same;
    }
    same.nodes.push(node);
  }
  finish();
  return result;
}

/** What marks share that are one: kind, author and date. Empty for no mark. */
export function markKey(mark: XmlElement | undefined): string {
  if (mark === undefined) return '';
  return [mark.name, mark.attributes.get('w:author'), mark.attributes.get('w:date')].join('\t');
}
