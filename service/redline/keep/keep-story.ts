/** Puts the revisions of both inputs into a story of their redline. */
import { childOf, element, isElement, type XmlElement, type XmlNode } from '../../ooxml/xml-tree.ts';
import { holdsTextBox } from '../text/paragraph-text.ts';
import { asDeleted } from '../text/revision-writer.ts';
import {
  acceptedContent,
  alignStory,
  marksIn,
  type AlignedLeaf,
  type Alignment,
  type Marks,
  type StoryTrio,
} from './align-story.ts';
import { changeIn, withOwnChanges } from './own-changes.ts';
import { markKey, withMarksAround, type Item } from './marks-around.ts';
import { keptProperties } from './paragraph-properties.ts';
import { stamped, withoutOurs, withStampedProperties } from './stamps.ts';
import {
  bare,
  insertionsOf,
  isBeside,
  isMark,
  isMoveRange,
  isText,
  isWhole,
  keysIn,
  sideOfWrapper,
  UnknownStory,
} from './story-leaves.ts';

/** A story with the revisions of both documents. */
export interface KeptStory {
  readonly story: XmlElement;
  readonly leaves: readonly AlignedLeaf[];
  /** As in `Alignment`, with those in text boxes. */
  readonly unclaimed: number;
  /** Marks of the original in properties and equations that the redline changes again. They are not in the story. */
  readonly displaced: ReadonlySet<XmlElement>;
}

/**
 * The story with the original's revisions in their places. Marks of ours that a new revision of the revised document
 * covers get its author and date. Throws `UnknownStory` if the stories cannot be followed side by side.
 */
export function keepStory(trio: StoryTrio, marks: Marks): KeptStory {
  const alignment = alignStory(trio, marks.isNew);
  const writer = new StoryWriter(alignment, trio, marks);
  const written = writer.story(trio.merged);
  const story = alignment.declares === null ? written : withoutOurs(written, alignment.declares, marks);
  const unclaimed = alignment.unclaimed + writer.unclaimed;
  return { story, leaves: alignment.leaves, unclaimed, displaced: writer.displaced };
}

class StoryWriter {
  /** Number of new revisions in text boxes that declare no mark. */
  unclaimed = 0;
  /** As in `KeptStory`. */
  readonly displaced = new Set<XmlElement>();
  readonly #alignment: Alignment;
  readonly #isSame: StoryTrio['isSame'];
  readonly #marks: Marks;
  /** Number of leaves of the redline so far, and of those that the original has. */
  #at = 0;
  #place = 0;
  #next = 0;

  constructor(alignment: Alignment, { isSame }: StoryTrio, marks: Marks) {
    this.#alignment = alignment;
    this.#isSame = isSame;
    this.#marks = marks;
  }

  story(story: XmlElement): XmlElement {
    const children = this.#blocks(story.children, 0);
    if (this.#next < this.#alignment.pending.length) throw new UnknownStory('a revision has no place');
    return this.#withChanges({ ...story, children }, this.#leaf);
  }

  get #leaf(): AlignedLeaf {
    return this.#alignment.leaves[this.#at]!;
  }

  #step(): AlignedLeaf {
    const leaf = this.#leaf;
    this.#at += 1;
    if (leaf.own !== null) this.#place += 1;
    return leaf;
  }

  /** An element whose changes of properties have the stamps of its leaf in the revised document. */
  #withStamps(node: XmlElement, { partner }: AlignedLeaf): XmlElement {
    return withStampedProperties(node, partner?.node, this.#marks.isNew);
  }

  /** An element with the changes of properties of both documents. */
  #withChanges(node: XmlElement, leaf: AlignedLeaf): XmlElement {
    const stamped = this.#withStamps(node, leaf);
    return leaf.own === null ? stamped : withOwnChanges(stamped, leaf.own.node, this.displaced);
  }

  /** Pending content at this place: all of it, or only what is at the same depth. */
  #due(depth: number, all = false): Item[] {
    const due: Item[] = [];
    for (;;) {
      const next = this.#alignment.pending[this.#next];
      if (next === undefined || next.at > this.#place || (!all && next.depth !== depth)) return due;
      this.#next += 1;
      due.push({ kind: next.kind, node: next.node });
    }
  }

  #blocks(children: readonly XmlNode[], depth: number): XmlNode[] {
    const blocks: XmlNode[] = [];
    /** Takes whole blocks; a part of a paragraph waits for its paragraph. */
    const put = (): void => {
      while (this.#alignment.pending[this.#next]?.kind === 'block') {
        const before = this.#next;
        const next = this.#alignment.pending[before]!;
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
        const start = this.#at;
        const container = { ...child, children: this.#blocks(child.children, depth + 1) };
        if (child.name === 'w:tr') blocks.push(this.#row(container));
        else if (child.name === 'w:tc') blocks.push(this.#cell(container));
        else blocks.push(child.name === 'w:tbl' ? this.#table(container, child, start) : container);
      }
    }
    put();
    return blocks;
  }

  /** A table whose rows are written. `merged` is how the redline has it, from the leaf `start` on. */
  #table(table: XmlElement, merged: XmlElement, start: number): XmlElement {
    const rows = this.#alignment.leaves.slice(start, this.#at).filter(({ leaf }) => leaf.table === merged);
    const theirs = rows.findLast(({ partner }) => partner !== null)?.partner?.table;
    const own = rows.findLast((row) => row.own !== null)?.own?.table;
    const stamped = withStampedProperties(table, theirs, this.#marks.isNew);
    return own === undefined ? stamped : withOwnChanges(stamped, own, this.displaced);
  }

  #row(merged: XmlElement): XmlElement {
    const leaf = this.#step();
    const { own, stamp } = leaf;
    const row = this.#withChanges(merged, leaf);
    const before = childOf(row, 'w:trPr');
    const marks = insertionsOf(own).map(bare);
    if (before === undefined && marks.length === 0) return row;
    const ours = (before?.children ?? []).map((child) => (isMark(child) ? stamped(child, stamp) : child));
    const change = changeIn(before);
    const properties = element('w:trPr', before?.attributes, [
      ...ours.filter((child) => child !== change && !isMark(child)),
      ...marks,
      ...ours.filter(isMark),
      ...(change === undefined ? [] : [change]),
    ]);
    const rest = row.children.filter((child) => child !== before);
    const first = rest.findIndex((child) => !isElement(child, 'w:tblPrEx'));
    return { ...row, children: [...rest.slice(0, first), properties, ...rest.slice(first)] };
  }

  #cell(merged: XmlElement): XmlElement {
    const leaf = this.#step();
    const stampedMarks = merged.children.map((child) => {
      if (!isElement(child, 'w:tcPr')) return child;
      const marks = child.children.map((mark) =>
        isElement(mark) && /^w:cell(?:Ins|Del)$/.test(mark.name) ? stamped(mark, leaf.stamp) : mark,
      );
      return { ...child, children: marks };
    });
    return this.#withChanges({ ...merged, children: stampedMarks }, leaf);
  }

  /** One paragraph, or several where the original has a deleted paragraph mark. */
  #paragraph(merged: XmlElement, depth: number): XmlNode[] {
    const items = this.#inline(
      merged.children.filter((child) => !isElement(child, 'w:pPr')),
      depth + 1,
      undefined,
    );
    if (this.#leaf.own !== null) items.push(...this.#due(depth + 1, true));
    const leaf = this.#step();
    const paragraph = this.#withStamps(merged, leaf);
    const properties = childOf(paragraph, 'w:pPr');
    const result: XmlNode[] = [];
    let content: Item[] = [];
    for (const item of items) {
      if (item.kind === 'content') content.push(item);
      else if (item.kind === 'properties') {
        result.push({ ...paragraph, attributes: new Map(), children: [item.node, ...withMarksAround(content)] });
        content = [];
      } else if (content.length > 0) throw new UnknownStory('a block inside a paragraph');
      else result.push(item.node);
    }
    const [first, second] = keptProperties(properties, leaf, this.displaced);
    result.push({ ...paragraph, children: [...(first === undefined ? [] : [first]), ...withMarksAround(content)] });
    if (second !== undefined) result.push(element('w:p', {}, [second]));
    return result;
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
        if (this.#leaf.own !== null) items.push(...this.#due(depth, true));
        const leaf = this.#step();
        items.push(this.#item(this.#object(child, leaf), leaf, ours));
      } else {
        if (this.#leaf.own !== null) items.push(...this.#due(depth));
        const inside = this.#inline(child.children, depth + 1, ours);
        inside.push(...this.#due(depth + 1));
        if (inside.some(({ kind }) => kind !== 'content')) throw new UnknownStory('a break inside a container');
        items.push({ kind: 'content', node: { ...child, children: withMarksAround(inside) } });
      }
    }
    return items;
  }

  /** A run, cut where its leaves have other revisions. */
  #run(run: XmlElement, depth: number, ours: XmlElement | undefined): Item[] {
    const items: Item[] = [];
    const properties = childOf(run, 'w:rPr');
    let piece: XmlNode[] = [];
    let state: AlignedLeaf | undefined;
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
      const isCut = isText(child);
      const flush = (): void => {
        if (text !== '') piece.push({ ...child, attributes: SPACED, children: [text] });
        text = '';
      };
      for (const key of keys) {
        const next = this.#leaf;
        const due = next.own === null ? [] : this.#due(depth, true);
        if (due.length > 0 || (state !== undefined && !isSameState(state, next))) {
          flush();
          finish();
        }
        items.push(...due);
        state = next;
        this.#step();
        if (isCut) text += key;
        else piece.push(this.#object(child, next));
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
    state: AlignedLeaf | undefined,
    ours: XmlElement | undefined,
  ): Item[] {
    const stamp = state?.stamp ?? null;
    const format = state?.own?.format ?? null;
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
      const mark = (name: string): XmlElement => stamped(element(name, change.attributes), author);
      return [
        this.#item(runOf([...former, format], content.map(asDeleted)), state, mark('w:del'), null),
        this.#item(runOf(present), undefined, mark('w:ins')),
      ];
    }
    const last = format ?? (change === undefined ? null : stamped(change, stamp));
    return [this.#item(runOf(last === null ? present : [...present, last]), state, ours)];
  }

  #item(node: XmlNode, leaf: AlignedLeaf | undefined, ours: XmlElement | undefined, stamp = leaf?.stamp ?? null): Item {
    const [kept] = insertionsOf(leaf?.own ?? null);
    return { kind: 'content', node, ours: ours ? stamped(ours, stamp) : undefined, kept };
  }

  /** An object of both documents. Its text boxes are stories. The same equation is the original's. */
  #object(node: XmlElement, { own, leaf, partner }: AlignedLeaf): XmlElement {
    if (own === null) return node;
    if (node.name.startsWith('m:')) return this.#equation(node, own.node);
    if (!holdsTextBox(node)) return node;
    return this.#boxes(node, own.node, leaf.deleted === null ? partner?.node : undefined);
  }

  #equation(node: XmlElement, own: XmlElement): XmlElement {
    const marks = marksIn(own);
    if (marks.length === 0) return node;
    const [ours, theirs] = [node, own].map((each) => acceptedContent(element('w:p', {}, [each])));
    if (ours === theirs) return own;
    for (const mark of marks) this.displaced.add(mark);
    return node;
  }

  #boxes(merged: XmlElement, original: XmlElement, revised: XmlElement | undefined): XmlElement {
    if (merged.name === 'w:txbxContent') {
      const { story, unclaimed, displaced } = keepStory(
        { merged, original, revised, declaration: null, isSame: this.#isSame },
        this.#marks,
      );
      this.unclaimed += unclaimed;
      for (const change of displaced) this.displaced.add(change);
      return story;
    }
    const children = merged.children.map((child, at) => {
      const [own, other] = [original.children[at], revised?.children[at]];
      if (!isElement(child) || !isElement(own) || !holdsTextBox(child)) return child;
      return this.#boxes(child, own, isElement(other) ? other : undefined);
    });
    return { ...merged, children };
  }
}

const SPACED: ReadonlyMap<string, string> = new Map([['xml:space', 'preserve']]);

function isSameState(a: AlignedLeaf, b: AlignedLeaf): boolean {
  const marksOf = ({ own, stamp }: AlignedLeaf): string =>
    [insertionsOf(own)[0], own?.format ?? undefined, stamp ?? undefined].map(markKey).join('\n');
  return marksOf(a) === marksOf(b) && a.own?.format === b.own?.format;
}
