/** The texts of a SmartArt diagram as a nested list (ECMA-376 part 1, 21.4.3). */
import type { Block } from '../../../../shared/document/model.ts';
import { append } from '../../../../shared/iterables.ts';
import { childOf, childrenOf, innerText, integerOf, isElement, type XmlElement } from '../../../ooxml/xml-tree.ts';
import { listItem } from '../text/plain-blocks.ts';

/** Types of points with a text of their own; a point without a type is a node. */
const NODES: ReadonlySet<string> = new Set(['node', 'asst']);
/** Deepest level of the list. Programs draw fewer. */
const DEPTH_MAX = 20;

/** The texts of the points, each under the point that it belongs to. Points outside of the tree follow. */
export function diagramBlocks(root: XmlElement): Block[] {
  const points = childrenOf(childOf(root, 'dgm:ptLst'), 'dgm:pt');
  const byId = new Map(points.map((point) => [idOf(point), point]));
  const children = childrenById(root);
  const visited = new Set<string>();
  const blocks: Block[] = [];
  const visit = (first: string, at: number): void => {
    const open = [{ id: first, depth: at }];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const { id, depth } = next;
      const point = byId.get(id);
      // Connections of a damaged file may go in circles.
      if (point === undefined || visited.has(id)) continue;
      visited.add(id);
      const text = isNode(point) ? textOf(point) : '';
      append(blocks, listItem(text, Math.min(DEPTH_MAX, Math.max(1, depth))));
      const below = text !== '' || !isNode(point) ? depth + 1 : depth;
      for (const to of children.get(id)?.toReversed() ?? []) open.push({ id: to, depth: below });
    }
  };
  for (const point of points) if (point.attributes.get('type') === 'doc') visit(idOf(point), 0);
  for (const point of points) if (isNode(point)) visit(idOf(point), 1);
  return blocks;
}

/** The points that belong to each point, in their order. */
function childrenById(root: XmlElement): ReadonlyMap<string, readonly string[]> {
  const connections = childrenOf(childOf(root, 'dgm:cxnLst'), 'dgm:cxn')
    .filter(({ attributes }) => (attributes.get('type') ?? 'parOf') === 'parOf')
    .map(({ attributes }) => ({
      from: attributes.get('srcId') ?? '',
      to: attributes.get('destId') ?? '',
      order: integerOf(attributes.get('srcOrd')) ?? 0,
    }))
    .sort((one, other) => one.order - other.order);
  const children = new Map<string, string[]>();
  for (const { from, to } of connections) {
    const known = children.get(from);
    if (known === undefined) children.set(from, [to]);
    else known.push(to);
  }
  return children;
}

function idOf(point: XmlElement): string {
  return point.attributes.get('modelId') ?? '';
}

/** A point that shows the words of its layout, such as "[Text]", has none of its own. */
function isNode(point: XmlElement): boolean {
  const isPrompt = childOf(point, 'dgm:prSet')?.attributes.get('phldr') === '1';
  return NODES.has(point.attributes.get('type') ?? 'node') && !isPrompt;
}

function textOf(point: XmlElement): string {
  const body = childOf(point, 'dgm:t');
  return childrenOf(body, 'a:p')
    .map(paragraphText)
    .filter((text) => text !== '')
    .join(' ');
}

function paragraphText(paragraph: XmlElement): string {
  const pieces = paragraph.children.map((child) => {
    if (!isElement(child)) return '';
    if (child.name === 'a:br') return ' ';
    const text = childOf(child, 'a:t');
    return text === undefined ? '' : innerText(text);
  });
  return pieces.join('');
}
