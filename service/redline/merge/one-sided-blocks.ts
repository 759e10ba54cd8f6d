/**
 * Pairs blocks that differ but correspond: single tables at the same place, and content controls around blocks. Such
 * a control is one-sided or has different properties. The control is marked separately, and its content is compared
 * with the other side's blocks.
 */
import { childOf, childrenOf, type XmlElement, type XmlNode } from '../../ooxml/xml-tree.ts';
import { contentOf } from '../text/containers.ts';
import { alignTexts, readBlocks, type BlockReading, type StoryBlock } from '../text/story-blocks.ts';

/** Blocks of both sides that become one. At least one side is a single control. */
export interface ControlGroup {
  /** The range among the blocks of the gap, half-open. */
  readonly aStart: number;
  readonly aEnd: number;
  readonly bStart: number;
  readonly bEnd: number;
}

/** A block at some depth in a control, and the block of the gap that contains it. */
interface Inner {
  readonly block: StoryBlock;
  readonly at: number;
}

/** The groups in a gap between two pairs of blocks, in order. */
export function controlGroups(
  a: readonly StoryBlock[],
  b: readonly StoryBlock[],
  reading: BlockReading,
): ControlGroup[] {
  if (a.length === 0 || b.length === 0 || ![...a, ...b].some(isControl)) return [];
  const [aInner, bInner] = [innerOf(a, reading), innerOf(b, reading)];
  const links = alignTexts(
    aInner.map(({ block }) => block.feature),
    bInner.map(({ block }) => block.feature),
    reading,
  ).flatMap((row) =>
    row.a === undefined || row.b === undefined ? [] : [{ a: aInner[row.a]!.at, b: bInner[row.b]!.at }],
  );
  const groups: ControlGroup[] = [];
  for (const link of links) {
    const last = groups.at(-1);
    if (last !== undefined && (link.a < last.aEnd || link.b < last.bEnd))
      groups[groups.length - 1] = {
        ...last,
        aEnd: Math.max(last.aEnd, link.a + 1),
        bEnd: Math.max(last.bEnd, link.b + 1),
      };
    else groups.push({ aStart: link.a, aEnd: link.a + 1, bStart: link.b, bEnd: link.b + 1 });
  }
  return groups.filter(({ aStart, aEnd, bStart, bEnd }) => {
    const [own, other] = [a.slice(aStart, aEnd), b.slice(bStart, bEnd)];
    const [ownControls, otherControls] = [own.filter(isControl).length, other.filter(isControl).length];
    return (
      ownControls + otherControls > 0 &&
      (ownControls === 0 || own.length === 1) &&
      (otherControls === 0 || other.length === 1)
    );
  });
}

/** The content that a group compares: the content of its control, or its blocks with everything between them. */
export function groupContent(blocks: readonly StoryBlock[]): {
  control: XmlElement | null;
  content: readonly XmlNode[];
} {
  const [first] = blocks;
  if (first !== undefined && isControl(first)) return { control: first.node, content: contentOf(first.node) };
  return {
    control: null,
    content: blocks.flatMap(({ positions, node }, index) => (index === 0 ? [node] : [...positions, node])),
  };
}

/**
 * The only tables of a gap, by index, if they have the same number of columns; otherwise null. They are merged
 * however little text they share, instead of being replaced whole.
 */
export function loneTables(a: readonly StoryBlock[], b: readonly StoryBlock[]): { a: number; b: number } | null {
  const [own, other] = [onlyTable(a), onlyTable(b)];
  if (own < 0 || other < 0 || columnsOf(a[own]!) !== columnsOf(b[other]!)) return null;
  return { a: own, b: other };
}

function onlyTable(blocks: readonly StoryBlock[]): number {
  const first = blocks.findIndex(({ kind }) => kind === 'table');
  return blocks.findLastIndex(({ kind }) => kind === 'table') === first ? first : -1;
}

function columnsOf({ node }: StoryBlock): number {
  return childrenOf(childOf(node, 'w:tblGrid'), 'w:gridCol').length;
}

function isControl(block: StoryBlock): boolean {
  return block.kind === 'control';
}

function innerOf(blocks: readonly StoryBlock[], reading: BlockReading): Inner[] {
  return blocks.flatMap((block, at): Inner[] =>
    isControl(block)
      ? readBlocks(contentOf(block.node), reading).blocks.map((inner) => ({ block: inner, at }))
      : [{ block, at }],
  );
}
