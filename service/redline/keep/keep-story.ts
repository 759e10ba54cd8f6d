/**
 * Puts the revisions of both inputs into a story of their redline. It is over 400 lines long, because one walk follows
 * both stories side by side and every step needs the place that it has reached.
 */
import { childOf, element, isElement, type XmlElement, type XmlNode } from '../../ooxml/xml-tree.ts';
import { declaredStamps } from './declared-stamps.ts';
import { asDeleted } from '../text/revision-writer.ts';
import {
  isBeside,
  isMoveRange,
  isWhole,
  keysIn,
  leavesOf,
  markOf,
  markProperties,
  pendingOf,
  sameKeys,
  sideOfWrapper,
  UnknownStory,
  type Leaf,
  type Pending,
} from './story-leaves.ts';

/** What a story is made of. */
export interface KeptStory {
  /** The story of the redline, whose marks are all ours. */
  readonly merged: XmlElement;
  /** The original's story, with its revisions. */
  readonly original: XmlElement;
  /** The revised document's story, with its revisions. Undefined: none of its revisions is kept. */
  readonly revised: XmlElement | undefined;
  /** Whether a mark of the revised document declares something new. */
  readonly isNew: (mark: XmlElement) => boolean;
  readonly takeId: () => string;
}

/**
 * The story with the original's revisions in their places. Marks of ours that a new revision of the revised document
 * covers get its author and date. Throws `UnknownStory` if the stories cannot be followed side by side.
 */
export function keepStory(story: KeptStory): XmlElement {
  const leaves = leavesOf(story.merged);
  const original = leavesOf(story.original).filter(({ deleted }) => deleted === null);
  const ofOriginal = leaves.filter(({ inserted }) => inserted === null);
  if (!sameKeys(ofOriginal, original)) throw new UnknownStory('the original reads differently in the redline');
  let at = 0;
  const own = leaves.map(({ inserted }) => (inserted === null ? original[at++]! : null));
  const writer = new StoryWriter(
    own,
    declaredStamps(leaves, story.revised, story.isNew),
    pendingOf(story.original),
    story.takeId,
  );
  return writer.story(story.merged);
}

/** A part of a paragraph on its way: content with marks around it, or a break that the original has there. */
type Item =
  | { readonly kind: 'content'; readonly node: XmlNode; readonly ours?: XmlElement; readonly kept?: XmlElement }
  | { readonly kind: 'properties' | 'block'; readonly node: XmlElement };

/** Neighbours with the same marks. */
interface Group {
  readonly key: string;
  readonly ours: XmlElement | undefined;
  readonly kept: XmlElement | undefined;
  readonly nodes: XmlNode[];
}

class StoryWriter {
  readonly #own: readonly (Leaf | null)[];
  readonly #stamps: readonly (XmlElement | null)[];
  readonly #pending: readonly Pending[];
  readonly #takeId: () => string;
  /** Number of leaves of the redline so far, and of those that the original has. */
  #at = 0;
  #place = 0;
  #next = 0;

  constructor(
    own: readonly (Leaf | null)[],
    stamps: readonly (XmlElement | null)[],
    pending: readonly Pending[],
    takeId: () => string,
  ) {
    this.#own = own;
    this.#stamps = stamps;
    this.#pending = pending;
    this.#takeId = takeId;
  }

  story(story: XmlElement): XmlElement {
    const children = this.#blocks(story.children, 0);
    if (this.#next < this.#pending.length) throw new UnknownStory('a revision has no place');
    return { ...story, children };
  }

  #step(): { own: Leaf | null; stamp: XmlElement | null } {
    const found = { own: this.#own[this.#at] ?? null, stamp: this.#stamps[this.#at] ?? null };
    this.#at += 1;
    if (found.own !== null) this.#place += 1;
    return found;
  }

  /** Pending content at this place: all of it, or only what is at the same depth. */
  #due(depth: number, all = false): Item[] {
    const due: Item[] = [];
    for (;;) {
      const next = this.#pending[this.#next];
      if (next === undefined || next.at > this.#place || (!all && next.depth !== depth)) return due;
      this.#next += 1;
      due.push({ kind: next.kind, node: next.node });
    }
  }

  #blocks(children: readonly XmlNode[], depth: number): XmlNode[] {
    const blocks: XmlNode[] = [];
    /** Takes whole blocks; a part of a paragraph waits for its paragraph. */
    const put = (): void => {
      while (this.#pending[this.#next]?.kind === 'block') {
        const before = this.#next;
        const next = this.#pending[before]!;
        if (next.at > this.#place || next.depth !== depth) return;
        this.#next += 1;
        blocks.push(next.node);
      }
    };
    for (const child of children) {
      if (!isElement(child)) {
        blocks.push(child);
        continue;
      }
      if (isBeside(child) || isMoveRange(child)) {
        if (child.name === 'w:sectPr') put();
        blocks.push(child);
        continue;
      }
      put();
      if (child.name === 'w:p') blocks.push(...this.#paragraph(child, depth));
      else if (isWhole(child) || sideOfWrapper(child) !== null) throw new UnknownStory('a revision around blocks');
      else {
        const inside = this.#blocks(child.children, depth + 1);
        blocks.push(child.name === 'w:tr' ? this.#row(child, inside) : { ...child, children: inside });
        if (child.name === 'w:tc') this.#step();
      }
    }
    put();
    return blocks;
  }

  #row(row: XmlElement, children: readonly XmlNode[]): XmlElement {
    const { own, stamp } = this.#step();
    const before = childOf(row, 'w:trPr');
    const marks = [own?.inserted].flatMap((mark) => (mark == null ? [] : [bare(mark)]));
    const stamped = (before?.children ?? []).map((child) =>
      isElement(child) && sideOfWrapper(child) !== null ? this.#stamped(child, stamp) : child,
    );
    if (before === undefined && marks.length === 0) return { ...row, children };
    const properties = element('w:trPr', before?.attributes, [
      ...stamped.filter((child) => !isMark(child)),
      ...marks,
      ...stamped.filter(isMark),
    ]);
    const rest = children.filter((child) => child !== before && !isElement(child, 'w:trPr'));
    const first = rest.findIndex((child) => !isElement(child, 'w:tblPrEx'));
    return { ...row, children: [...rest.slice(0, first), properties, ...rest.slice(first)] };
  }

  /** One paragraph, or several where the original has a deleted paragraph mark. */
  #paragraph(paragraph: XmlElement, depth: number): XmlNode[] {
    const properties = childOf(paragraph, 'w:pPr');
    const items = this.#inline(
      paragraph.children.filter((child) => child !== properties),
      depth + 1,
      undefined,
    );
    const isShared = this.#own[this.#at] !== null;
    if (isShared) items.push(...this.#due(depth + 1, true));
    const { own, stamp } = this.#step();
    const result: XmlNode[] = [];
    let content: Item[] = [];
    for (const item of items) {
      if (item.kind === 'content') content.push(item);
      else if (item.kind === 'properties') {
        result.push({ ...paragraph, attributes: new Map(), children: [item.node, ...this.#wrapped(content)] });
        content = [];
      } else if (content.length > 0) throw new UnknownStory('a block inside a paragraph');
      else result.push(item.node);
    }
    const [first, second] = this.#properties(properties, markProperties(paragraph), own, stamp);
    result.push({ ...paragraph, children: [...(first === undefined ? [] : [first]), ...this.#wrapped(content)] });
    if (second !== undefined) result.push(element('w:p', {}, [second]));
    return result;
  }

  #properties(
    properties: XmlElement | undefined,
    mark: XmlElement | undefined,
    own: Leaf | null,
    stamp: XmlElement | null,
  ): [first?: XmlElement, second?: XmlElement] {
    const change = childOf(properties, 'w:pPrChange');
    if (properties !== undefined && change !== undefined && own?.format != null)
      return this.#twoMarks(properties, mark, change, own, stamp);
    const kept = own?.inserted == null ? [] : [bare(own.inserted)];
    const last = change === undefined ? own?.format : this.#stamped(change, stamp);
    if (properties === undefined && kept.length === 0 && last == null) return [];
    const marks = (mark?.children ?? []).map((child) =>
      isElement(child) && sideOfWrapper(child) !== null ? this.#stamped(child, stamp) : child,
    );
    const ofMark =
      mark === undefined && kept.length === 0 ? [] : [element('w:rPr', mark?.attributes, [...kept, ...marks])];
    const rest = (properties?.children ?? []).filter((child) => child !== mark && child !== change);
    const section = rest.filter((child) => isElement(child, 'w:sectPr'));
    const former = rest.filter((child) => !isElement(child, 'w:sectPr'));
    return [
      element('w:pPr', properties?.attributes, [...former, ...ofMark, ...section, ...(last == null ? [] : [last])]),
    ];
  }

  /**
   * A paragraph states one former formatting. So the mark with the original's change is deleted, and a mark with the new
   * formatting is inserted behind it.
   */
  #twoMarks(
    properties: XmlElement,
    mark: XmlElement | undefined,
    change: XmlElement,
    own: Leaf,
    stamp: XmlElement | null,
  ): [first: XmlElement, second?: XmlElement] {
    if (childOf(properties, 'w:sectPr') !== undefined) throw new UnknownStory('two changes at the end of a section');
    const gone = markOf(mark, 'deleted');
    const ours = (name: string): XmlElement => this.#renumbered(this.#stamped(element(name, change.attributes), stamp));
    const plain = (mark?.children ?? []).filter((child) => !isMark(child));
    const kept = own.inserted === null ? [] : [bare(own.inserted)];
    const deleted = gone === null ? ours('w:del') : this.#stamped(gone, stamp);
    const first = element('w:pPr', {}, [
      ...(childOf(change, 'w:pPr')?.children ?? []),
      element('w:rPr', {}, [...kept, deleted, ...plain]),
      own.format!,
    ]);
    if (gone !== null) return [first];
    const present = properties.children.filter((child) => child !== change && child !== mark);
    const inserted = element('w:rPr', {}, [ours('w:ins'), ...plain]);
    return [first, element('w:pPr', properties.attributes, [...present, inserted])];
  }

  #inline(children: readonly XmlNode[], depth: number, ours: XmlElement | undefined): Item[] {
    const items: Item[] = [];
    for (const child of children) {
      if (!isElement(child)) continue;
      const side = sideOfWrapper(child);
      if (side !== null) {
        items.push(...this.#inline(child.children, depth, child));
      } else if (child.name === 'w:r') {
        items.push(...this.#run(child, depth, ours));
      } else if (isBeside(child) || isMoveRange(child)) {
        items.push({ kind: 'content', node: child });
      } else if (isWhole(child)) {
        if (this.#own[this.#at] !== null) items.push(...this.#due(depth, true));
        const { own, stamp } = this.#step();
        items.push(this.#item(child, own, stamp, ours));
      } else {
        if (this.#own[this.#at] !== null) items.push(...this.#due(depth));
        const inside = this.#inline(child.children, depth + 1, ours);
        inside.push(...this.#due(depth + 1));
        if (inside.some(({ kind }) => kind !== 'content')) throw new UnknownStory('a break inside a container');
        items.push({ kind: 'content', node: { ...child, children: this.#wrapped(inside) } });
      }
    }
    return items;
  }

  /** A run, cut where its leaves have other revisions. */
  #run(run: XmlElement, depth: number, ours: XmlElement | undefined): Item[] {
    const items: Item[] = [];
    const properties = childOf(run, 'w:rPr');
    let piece: XmlNode[] = [];
    let state: { own: Leaf | null; stamp: XmlElement | null } | undefined;
    const finish = (): void => {
      if (piece.length > 0) items.push(...this.#piece(run, properties, piece, state, ours));
      piece = [];
    };
    for (const child of run.children) {
      if (!isElement(child) || child === properties) continue;
      if (isBeside(child)) {
        piece.push(child);
        continue;
      }
      const keys = keysIn(child);
      let text = '';
      const isText = child.children.length > 0 && child.children.every((each) => typeof each === 'string');
      const isCut = isText && keys.length > 0 && keys[0] !== child.name;
      const flush = (): void => {
        if (text !== '') piece.push({ ...child, attributes: SPACED, children: [text] });
        text = '';
      };
      for (const key of keys) {
        const isShared = this.#own[this.#at] !== null;
        const due = isShared ? this.#due(depth, true) : [];
        const next = { own: this.#own[this.#at] ?? null, stamp: this.#stamps[this.#at] ?? null };
        if (due.length > 0 || (state !== undefined && !isSameState(state, next))) {
          flush();
          finish();
        }
        items.push(...due);
        state = next;
        this.#step();
        if (isCut) text += key;
        else piece.push(child);
      }
      flush();
    }
    finish();
    return items;
  }

  #piece(
    run: XmlElement,
    properties: XmlElement | undefined,
    content: readonly XmlNode[],
    state: { own: Leaf | null; stamp: XmlElement | null } | undefined,
    ours: XmlElement | undefined,
  ): Item[] {
    const { own, stamp } = state ?? { own: null, stamp: null };
    const format = own?.format ?? null;
    const change = childOf(properties, 'w:rPrChange');
    const runOf = (inside: readonly XmlNode[], nodes: readonly XmlNode[] = content): XmlElement => ({
      ...run,
      children: [...(inside.length === 0 ? [] : [element('w:rPr', {}, inside)]), ...nodes],
    });
    const present = (properties?.children ?? []).filter((child) => child !== change);
    if (change !== undefined && format !== null) {
      // A run has one former formatting. So ours becomes a deletion and an insertion.
      const former = childOf(change, 'w:rPr')?.children ?? [];
      const author = stamp ?? change;
      const mark = (name: string): XmlElement => this.#stamped(element(name, change.attributes), author);
      return [
        this.#item(runOf([...former, format], content.map(asDeleted)), own, null, mark('w:del')),
        this.#item(runOf(present), null, null, mark('w:ins')),
      ];
    }
    const last = format ?? (change === undefined ? null : this.#stamped(change, stamp));
    return [this.#item(runOf(last === null ? present : [...present, last]), own, stamp, ours)];
  }

  #item(node: XmlNode, own: Leaf | null, stamp: XmlElement | null, ours: XmlElement | undefined): Item {
    return {
      kind: 'content',
      node,
      ...(ours && { ours: stamp === null ? ours : this.#stamped(ours, stamp) }),
      ...(own?.inserted != null && { kept: own.inserted }),
    };
  }

  /** The content with its marks around it. Neighbours with the same marks share them. */
  #wrapped(items: readonly Item[]): XmlNode[] {
    const result: XmlNode[] = [];
    let group: Group | undefined;
    const finish = (): void => {
      if (group === undefined) return;
      const { ours, kept, nodes } = group;
      const inner = ours === undefined ? nodes : [this.#renumbered({ ...ours, children: nodes })];
      if (kept === undefined) result.push(...inner);
      else result.push(this.#renumbered({ ...kept, children: inner }));
      group = undefined;
    };
    for (const item of items) {
      if (item.kind !== 'content') throw new UnknownStory('a break inside a container');
      const { node, ours, kept } = item;
      const key = ours === undefined && kept === undefined ? '' : `${keyOf(ours)}\n${keyOf(kept)}`;
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

  #renumbered(mark: XmlElement): XmlElement {
    return { ...mark, attributes: new Map([...mark.attributes, ['w:id', this.#takeId()]]) };
  }

  /** A mark of ours with the author and the date of another one. */
  #stamped(mark: XmlElement, stamp: XmlElement | null): XmlElement {
    if (stamp === null) return mark;
    const attributes = new Map(mark.attributes);
    for (const name of ['w:author', 'w:date']) {
      const value = stamp.attributes.get(name);
      if (value === undefined) attributes.delete(name);
      else attributes.set(name, value);
    }
    return { ...mark, attributes };
  }
}

const SPACED: ReadonlyMap<string, string> = new Map([['xml:space', 'preserve']]);

function keyOf(mark: XmlElement | undefined): string {
  if (mark === undefined) return '';
  return [mark.name, mark.attributes.get('w:author'), mark.attributes.get('w:date')].join('\t');
}

function isSameState(
  a: { own: Leaf | null; stamp: XmlElement | null },
  b: { own: Leaf | null; stamp: XmlElement | null },
): boolean {
  const marksOf = ({ own, stamp }: typeof a): string =>
    [own?.inserted ?? undefined, own?.format ?? undefined, stamp ?? undefined].map(keyOf).join('\n');
  return marksOf(a) === marksOf(b) && a.own?.format === b.own?.format;
}

function isMark(node: XmlNode): boolean {
  return isElement(node) && sideOfWrapper(node) !== null;
}

/** A mark without content. */
function bare(mark: XmlElement): XmlElement {
  return { ...mark, children: [] };
}
