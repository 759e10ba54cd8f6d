/**
 * A story as a flat list of leaves: characters, objects, paragraph marks, ends of rows and of cells. Each leaf knows its
 * revisions. Two stories with the same content have the same keys, however their runs are split.
 */
import { childOf, innerText, isElement, type XmlElement, type XmlNode } from '../../ooxml/xml-tree.ts';
import { POSITIONS } from '../../ooxml/positions.ts';
import { textOfT } from '../text/paragraph-text.ts';

/** A leaf with the revision marks on it. */
export interface Leaf {
  /** A character, or the name of what it is. */
  readonly key: string;
  /** The element that it stands for, or that contains the character. */
  readonly node: XmlElement;
  readonly inserted: XmlElement | null;
  /** Whether the mark of its insertion is that of the row or cell around it. */
  readonly isInherited: boolean;
  readonly deleted: XmlElement | null;
  /** The mark of changed properties. */
  readonly format: XmlElement | null;
  /** The mark of a deletion without effect: no paragraph follows that this one could join. */
  readonly idle?: XmlElement;
  /** The table of a row. */
  readonly table?: XmlElement | undefined;
}

/** A piece of content that a story has only while a revision is undecided, and its place. */
export interface Pending {
  /** Number of leaves before it that stay if every revision is accepted. */
  readonly at: number;
  /** Number of containers around it. */
  readonly depth: number;
  /** The properties of a paragraph whose mark is deleted, or whole content. */
  readonly kind: 'properties' | 'content' | 'block';
  readonly node: XmlElement;
}

/** A story that cannot be followed leaf by leaf. */
export class UnknownStory extends Error {}

const TEXTS: ReadonlySet<string> = new Set(['w:t', 'w:delText']);
const INSTRUCTIONS: ReadonlySet<string> = new Set(['w:instrText', 'w:delInstrText']);
const INSERTIONS: ReadonlySet<string> = new Set(['w:ins', 'w:moveTo']);
const DELETIONS: ReadonlySet<string> = new Set(['w:del', 'w:moveFrom']);
const PROPERTIES = /^w:(?:[pr]|sdt|sdtEnd|tbl|tr|tc|smartTag|customXml)Pr$|^w:(?:tblGrid|tblPrEx|sectPr)$/;
const RANGES = /^w:move(?:From|To)Range(?:Start|End)$/;
const NO_LEAVES = /^w:(?:lastRenderedPageBreak|proofErr|annotationRef)$/;

/** Whether an element is part of no leaf and holds none. */
export function isBeside({ name }: XmlElement): boolean {
  return POSITIONS.has(name) || PROPERTIES.test(name) || NO_LEAVES.test(name);
}

/** Whether an element only states where a move begins or ends. */
export function isMoveRange({ name }: XmlElement): boolean {
  return RANGES.test(name);
}

/** Whether an element marks its content as inserted, or as deleted. */
export function sideOfWrapper({ name }: XmlElement): 'inserted' | 'deleted' | null {
  return INSERTIONS.has(name) ? 'inserted' : DELETIONS.has(name) ? 'deleted' : null;
}

/** The mark of an inserted or deleted paragraph mark or row. */
export function markOf(properties: XmlElement | undefined, side: 'inserted' | 'deleted'): XmlElement | null {
  const names = side === 'inserted' ? INSERTIONS : DELETIONS;
  const own = properties?.children.find((child) => isElement(child) && names.has(child.name));
  return isElement(own) ? own : null;
}

/** Whether a node marks its content, or a paragraph or row, as inserted or deleted. */
export function isMark(node: XmlNode): node is XmlElement {
  return isElement(node) && sideOfWrapper(node) !== null;
}

/** A mark without content. */
export function bare(mark: XmlElement): XmlElement {
  return { ...mark, children: [] };
}

/** The insertion mark of the original's leaf; empty without one, or if the row or cell around it has the mark. */
export function insertionsOf(own: Leaf | null): XmlElement[] {
  return own === null || own.inserted === null || own.isInherited ? [] : [own.inserted];
}

/** The run properties of a paragraph's mark. */
export function markProperties(paragraph: XmlElement): XmlElement | undefined {
  return childOf(childOf(paragraph, 'w:pPr'), 'w:rPr');
}

/** Whether an element of a paragraph is not divided further: a run, an equation, alternatives. */
export function isWhole({ name }: XmlElement): boolean {
  return name === 'w:r' || name.startsWith('m:') || name.startsWith('mc:');
}

/**
 * The keys of the leaves in a child of a run: the characters of a text, or one object. White space counts as in `textOfT`.
 * An instruction of a field is one object, because two of them would be another one.
 */
export function keysIn(node: XmlElement): string[] {
  if (isText(node)) return [...textOfT(node)];
  return [INSTRUCTIONS.has(node.name) ? `instruction ${innerText(node)}` : node.name];
}

/** Whether a child of a run is divided into characters. */
export function isText({ name }: XmlElement): boolean {
  return TEXTS.has(name);
}

/** The state around a node while a story is read. */
interface Around {
  readonly inserted: XmlElement | null;
  readonly isInherited: boolean;
  readonly deleted: XmlElement | null;
  readonly table?: XmlElement | undefined;
}

const NOTHING_AROUND: Around = { inserted: null, isInherited: false, deleted: null };

/** Reads a story: all its leaves, in order. */
export function leavesOf(story: XmlElement): Leaf[] {
  const leaves: Leaf[] = [];
  const put = (key: string, node: XmlElement, around: Around, format: XmlElement | null = null): void => {
    const { inserted, isInherited, deleted } = around;
    leaves.push({ key, node, inserted, isInherited, deleted, format });
  };
  const read = (node: XmlElement, around: Around): void => {
    if (isBeside(node) || isMoveRange(node)) return;
    const side = sideOfWrapper(node);
    if (side !== null) {
      const inside = { ...around, [side]: node, isInherited: side !== 'inserted' && around.isInherited };
      for (const child of node.children) if (isElement(child)) read(child, inside);
      return;
    }
    if (node.name === 'w:r') {
      const format = childOf(childOf(node, 'w:rPr'), 'w:rPrChange') ?? null;
      for (const child of node.children)
        if (isElement(child) && !isBeside(child)) for (const key of keysIn(child)) put(key, child, around, format);
      return;
    }
    if (isWhole(node)) {
      put(node.name, node, around);
      return;
    }
    const own = node.name === 'w:tr' ? childOf(node, 'w:trPr') : undefined;
    const cell = node.name === 'w:tc' ? childOf(node, 'w:tcPr') : undefined;
    const mark = markOf(own, 'inserted') ?? childOf(cell, 'w:cellIns') ?? null;
    const inside = {
      inserted: mark ?? around.inserted,
      isInherited: mark !== null || around.isInherited,
      deleted: markOf(own, 'deleted') ?? childOf(cell, 'w:cellDel') ?? around.deleted,
      table: node.name === 'w:tbl' ? node : around.table,
    };
    const start = leaves.length;
    for (const child of node.children) if (isElement(child)) read(child, inside);
    if (inside.deleted === null && (node.name === 'w:tc' || node === story)) settleLast(leaves, start);
    if (node.name === 'w:p') {
      const properties = markProperties(node);
      const inserted = markOf(properties, 'inserted');
      const marks = {
        inserted: inserted ?? around.inserted,
        isInherited: inserted === null && around.isInherited,
        deleted: markOf(properties, 'deleted') ?? around.deleted,
      };
      put('¶', node, marks, childOf(childOf(node, 'w:pPr'), 'w:pPrChange'));
    } else if (node.name === 'w:tr' || node.name === 'w:tc') {
      const isInherited = mark === null && around.isInherited;
      leaves.push({ key: node.name, node, ...inside, isInherited, format: null });
    }
  };
  read(story, NOTHING_AROUND);
  put('end', story, NOTHING_AROUND);
  return leaves;
}

/**
 * Lets the last paragraph mark of a story or cell stand if its paragraph stays. It does so with content, as the only
 * block, and behind a table.
 */
function settleLast(leaves: Leaf[], start: number): void {
  const last = leaves.at(-1);
  if (leaves.length === start || last?.key !== '¶' || last.deleted === null) return;
  const before = leaves.slice(start).findLast(({ deleted }) => deleted === null);
  if (before?.key !== '¶') leaves[leaves.length - 1] = { ...last, deleted: null, idle: last.deleted };
}

/** Whether two lists have the same content. */
export function sameKeys(a: readonly Leaf[], b: readonly Leaf[]): boolean {
  return a.length === b.length && a.every(({ key }, at) => key === b[at]!.key);
}

/** What a story has beside its accepted leaves, in order. Throws `UnknownStory`. */
export function pendingOf(story: XmlElement): Pending[] {
  const pending: Pending[] = [];
  const idle = new Set(leavesOf(story).flatMap((leaf) => (leaf.idle === undefined ? [] : [leaf.node])));
  let at = 0;
  const stands = (node: XmlElement): number => leavesOf(node).filter(({ deleted }) => deleted === null).length - 1;
  const put = (kind: Pending['kind'], node: XmlElement, depth: number): void => {
    pending.push({ at, depth, kind, node });
  };
  const read = (children: readonly XmlNode[], depth: number, inserted: XmlElement | null, isBlocks: boolean): void => {
    for (const child of children) {
      if (!isElement(child)) continue;
      if (isMoveRange(child)) {
        put(isBlocks ? 'block' : 'content', child, depth);
        continue;
      }
      if (isBeside(child)) continue;
      const side = sideOfWrapper(child);
      if (side !== null && isBlocks) throw new UnknownStory('a revision around blocks');
      if (side === 'deleted') {
        put('content', inserted === null ? child : { ...inserted, children: [child] }, depth);
      } else if (side === 'inserted') {
        read(child.children, depth, child, false);
      } else if (isWhole(child)) {
        at += stands(child);
      } else if (!idle.has(child) && stands(child) === 0 && leavesOf(child).length > 1) {
        put(isBlocks ? 'block' : 'content', child, depth);
      } else if (child.name === 'w:p') {
        read(child.children, depth + 1, null, false);
        if (idle.has(child) || markOf(markProperties(child), 'deleted') === null) at += 1;
        else put('properties', childOf(child, 'w:pPr')!, depth + 1);
      } else {
        read(child.children, depth + 1, inserted, isBlocks);
        if (child.name === 'w:tr' || child.name === 'w:tc') at += 1;
      }
    }
  };
  read(story.children, 0, null, true);
  return pending;
}
