/**
 * Writes the blocks of a merged story: pairs, and what stands on one side between them. The one thing to look after is a mark before
 * something that is no paragraph (a table, the end of a cell): such a mark cannot go by itself, so it is shared where both sides have one there.
 */
import { append } from '../../../shared/iterables.ts';
import { isElement, type XmlElement, type XmlNode } from '../../ooxml/xml-tree.ts';
import { contentOf } from '../text/containers.ts';
import { matchText } from '../text/match-text.ts';
import { mergedContent, mixedContent, oneSidedContent, type MergeContext } from '../text/merge-content.ts';
import { markTable, type TableContext } from './merge-table.ts';
import type { StoryContext } from './story-context.ts';
import { oneSidedMark, sectionOf, sharedMark, sharedSection } from '../text/paragraph-mark.ts';
import type { RevisionKind } from '../text/revision-writer.ts';
import type { StoryBlock } from '../text/story-blocks.ts';
import type { Entry, Pair } from './story-entries.ts';

/** What writing blocks needs from outside. */
export interface BlockWriting {
  readonly context: StoryContext;
  readonly merge: MergeContext;
  readonly tables: TableContext;
  /** Marks all blocks of a container that stands on one side. */
  readonly markContent: (children: readonly XmlNode[], kind: RevisionKind) => XmlNode[];
}

/** Writes blocks of both sides, and of one. */
export class BlockWriter {
  readonly #context: StoryContext;
  readonly #merge: MergeContext;
  readonly #tables: TableContext;
  readonly #markContent: BlockWriting['markContent'];

  constructor({ context, merge, tables, markContent }: BlockWriting) {
    this.#context = context;
    this.#merge = merge;
    this.#tables = tables;
    this.#markContent = markContent;
  }

  /** A block that stands on one side. */
  oneSided(block: StoryBlock, kind: RevisionKind): XmlNode[] {
    switch (block.kind) {
      case 'paragraph':
        return [paragraph(block.node, oneSidedMark(block.node, kind, this.#context), this.#content(block, kind))];
      case 'table':
        return [markTable(block.node, kind, this.#tables)];
      case 'control':
        return this.#context.revisions.wrapped(block.node, this.#markContent(contentOf(block.node), kind), kind);
      case 'other':
        // Nothing marks it: the original's stays, and the revised's does not come.
        this.#context.report.addUntrackable(block.node.name);
        return kind === 'del' ? [block.node] : [];
    }
  }

  /** A paragraph whose content stands on one side, and whose mark does not go. */
  paragraphWithSharedMark(block: StoryBlock, kind: RevisionKind): XmlElement {
    return paragraph(block.node, sharedMark(block.node, block.node, this.#context), this.#content(block, kind));
  }

  /**
   * Writes a pair and what stands without a partner after it. `closed`: a paragraph that both sides have follows, with
   * which marks can join; otherwise the last mark has to be shared.
   */
  gap(pair: Extract<Entry, { kind: 'pair' }> | null, gap: readonly Entry[], closed: boolean, out: XmlNode[]): void {
    const blocksOf = (kind: RevisionKind): StoryBlock[] =>
      gap.flatMap((entry) => (entry.kind === kind ? [entry.block] : []));
    const inserted = blocksOf('ins');
    const deleted = blocksOf('del');
    const pairIsParagraph =
      pair !== null && pair.pair.a.kind === 'paragraph' && sectionOf(pair.pair.a.node) === undefined;
    // The paragraphs at the end of the gap: the mark of the last one is shared with the other side's last, or with the pair's.
    const [insertedEnds, deletedEnds] = [paragraphsAt(inserted), paragraphsAt(deleted)];
    const [insertedTail, deletedTail] = [inserted.slice(insertedEnds), deleted.slice(deletedEnds)];

    if (!closed && insertedTail.length > 0 && deletedTail.length > 0) {
      if (pair !== null) this.#pair(pair, out);
      this.#both(inserted.slice(0, insertedEnds), deleted.slice(0, deletedEnds), out);
      this.#end(insertedTail, deletedTail, out);
      return;
    }
    const isOneSided = inserted.length === 0 || deleted.length === 0;
    const end = isOneSided ? (insertedTail.at(-1) ?? deletedTail.at(-1)) : undefined;
    if (!closed && end !== undefined && pairIsParagraph) {
      // The mark of the pair goes or comes, and the last mark of the gap is the one that both sides have.
      const kind: RevisionKind = deleted.length > 0 ? 'del' : 'ins';
      const blocks = kind === 'del' ? deleted : inserted;
      const { a, b } = pair.pair;
      this.#positions(pair, out);
      out.push(
        paragraph(a.node, oneSidedMark(kind === 'del' ? a.node : b.node, kind, this.#context), this.#pairContent(pair)),
      );
      this.#all(blocks.slice(0, -1), kind, out);
      append(out, positionsFor(end.positions, kind, this.#context));
      const mark =
        kind === 'del' ? sharedMark(end.node, b.node, this.#context) : sharedMark(a.node, end.node, this.#context);
      out.push(paragraph(end.node, mark, this.#content(end, kind)));
      return;
    }
    if (pair !== null) this.#pair(pair, out);
    // Tables that a story ends with stay behind all paragraphs: a mark that goes needs something of either side after it.
    const [insertedEnd, deletedEnd] = closed
      ? [inserted.length, deleted.length]
      : [tablesAt(inserted), tablesAt(deleted)];
    this.#both(inserted.slice(0, insertedEnd), deleted.slice(0, deletedEnd), out);
    this.#both(inserted.slice(insertedEnd), deleted.slice(deletedEnd), out);
  }

  /** The paragraphs that a story ends with on either side; neither is empty. The last mark is the one that both have. */
  #end(inserted: readonly StoryBlock[], deleted: readonly StoryBlock[], out: XmlNode[]): void {
    const [d, i] = [deleted.at(-1)!, inserted.at(-1)!];
    const shared = sharedMark(d.node, i.node, this.#context);
    const isGuided = this.#context.guide !== null;
    const [first] = inserted;
    if (!isGuided) this.#all(inserted.slice(0, -1), 'ins', out);
    this.#all(deleted.slice(0, -1), 'del', out);
    if (!isGuided || first === undefined || first === i) {
      append(out, [...d.positions, ...positionsFor(i.positions, 'ins', this.#context)]);
      out.push(paragraph(d.node, shared, mixedContent(d.text!, i.text!, isGuided, this.#merge)));
      return;
    }
    // What is deleted stands first here: its last paragraph goes on in the first inserted one, whose mark is inserted.
    append(out, [...d.positions, ...positionsFor(first.positions, 'ins', this.#context)]);
    const mark = oneSidedMark(first.node, 'ins', this.#context);
    out.push(paragraph(first.node, mark, mixedContent(d.text!, first.text!, true, this.#merge)));
    this.#all(inserted.slice(1, -1), 'ins', out);
    append(out, positionsFor(i.positions, 'ins', this.#context));
    out.push(paragraph(i.node, shared, this.#content(i, 'ins')));
  }

  /** What is inserted comes first, as Word writes it; after a guide what is deleted, as a fragment has it: both may stay. */
  #both(inserted: readonly StoryBlock[], deleted: readonly StoryBlock[], out: XmlNode[]): void {
    if (this.#context.guide !== null) this.#all(deleted, 'del', out);
    this.#all(inserted, 'ins', out);
    if (this.#context.guide === null) this.#all(deleted, 'del', out);
  }

  #all(blocks: readonly StoryBlock[], kind: RevisionKind, out: XmlNode[]): void {
    for (const block of blocks)
      append(out, [...positionsFor(block.positions, kind, this.#context), ...this.oneSided(block, kind)]);
  }

  #pair(entry: Extract<Entry, { kind: 'pair' }>, out: XmlNode[]): void {
    const { a, b } = entry.pair;
    this.#positions(entry, out);
    if (entry.merged === null) out.push(this.#withNewPositions(entry.pair));
    else if (a.kind === 'paragraph')
      out.push(paragraph(a.node, sharedMark(a.node, b.node, this.#context), entry.merged));
    else append(out, entry.merged);
  }

  #positions({ pair: { a, b }, before }: Extract<Entry, { kind: 'pair' }>, out: XmlNode[]): void {
    append(out, before);
    if (before.length === 0) append(out, [...a.positions, ...positionsFor(b.positions, 'ins', this.#context)]);
  }

  #pairContent(entry: Extract<Entry, { kind: 'pair' }>): readonly XmlNode[] {
    if (entry.merged === null) this.#context.notes.pairWithin(entry.pair.a.node, entry.pair.b.node);
    return entry.merged ?? entry.pair.a.node.children.filter((child) => !isElement(child, 'w:pPr'));
  }

  /** The original's block, with the revised's bookmarks where it has some of its own. */
  #withNewPositions({ a, b }: Pair): XmlElement {
    this.#context.notes.pairWithin(a.node, b.node);
    sharedSection(sectionOf(a.node), sectionOf(b.node), this.#context);
    if (a.kind !== 'paragraph' || !b.text!.positions.some(({ node }) => this.#context.isNew(node))) return a.node;
    const content = mergedContent(a.text!, b.text!, matchText(a.text!, b.text!, this.#context), this.#merge);
    return paragraph(a.node, sharedMark(a.node, b.node, this.#context), content);
  }

  #content(block: StoryBlock, kind: RevisionKind): XmlNode[] {
    return oneSidedContent(block.text!, kind, this.#merge);
  }
}

/** Where the blocks at the end begin that are paragraphs without a section. */
function paragraphsAt(blocks: readonly StoryBlock[]): number {
  return blocks.findLastIndex(({ kind, node }) => kind !== 'paragraph' || sectionOf(node) !== undefined) + 1;
}

/** Where the blocks at the end begin that are no paragraphs. */
function tablesAt(blocks: readonly StoryBlock[]): number {
  return blocks.findLastIndex(({ kind }) => kind === 'paragraph') + 1;
}

/** A paragraph with other properties and content. */
export function paragraph(
  base: XmlElement,
  properties: XmlElement | undefined,
  content: readonly XmlNode[],
): XmlElement {
  return {
    name: 'w:p',
    attributes: base.attributes,
    children: properties === undefined ? content : [properties, ...content],
  };
}

/** The positions of one side that go into the result. */
export function positionsFor(
  positions: readonly XmlElement[],
  kind: RevisionKind,
  context: StoryContext,
): readonly XmlElement[] {
  return kind === 'del' ? positions : positions.filter((position) => context.isNew(position));
}
