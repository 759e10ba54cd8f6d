/**
 * Writes the blocks of a merged story: pairs, and one-sided blocks between them. A mark before a table or the end of
 * a cell cannot be deleted separately. There both sides share a mark if both have one.
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

/** The dependencies of writing blocks. */
export interface BlockWriting {
  readonly context: StoryContext;
  readonly merge: MergeContext;
  readonly tables: TableContext;
  /** Marks all blocks of a one-sided container. */
  readonly markContent: (children: readonly XmlNode[], kind: RevisionKind) => XmlNode[];
}

type PairEntry = Extract<Entry, { kind: 'pair' }>;

/** Writes blocks of both sides and of one side. */
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

  /** A one-sided block. */
  oneSided(block: StoryBlock, kind: RevisionKind): XmlNode[] {
    switch (block.kind) {
      case 'paragraph':
        return [paragraph(block.node, oneSidedMark(block.node, kind, this.#context), this.#content(block, kind))];
      case 'table':
        return [markTable(block.node, kind, this.#tables)];
      case 'control':
        return this.#context.revisions.wrapped(block.node, this.#markContent(contentOf(block.node), kind), kind);
      case 'other':
        // No mark exists for it. The original's block stays, and the revised one is left out.
        this.#context.report.addUntrackable(block.node.name);
        return kind === 'del' ? [block.node] : [];
    }
  }

  /** A paragraph with one-sided content and a mark that stays. */
  paragraphWithSharedMark(block: StoryBlock, kind: RevisionKind): XmlElement {
    return paragraph(block.node, sharedMark(block.node, block.node, this.#context), this.#content(block, kind));
  }

  /**
   * Writes a pair and the one-sided blocks after it. With `closed`, a paragraph of both sides follows, and marks can
   * join it. Otherwise the last mark is shared.
   */
  gap(pair: PairEntry | null, gap: readonly Entry[], closed: boolean, out: XmlNode[]): void {
    const blocksOf = (kind: RevisionKind): StoryBlock[] =>
      gap.flatMap((entry) => (entry.kind === kind ? [entry.block] : []));
    const inserted = blocksOf('ins');
    const deleted = blocksOf('del');
    const pairIsParagraph =
      pair !== null &&
      pair.mark === undefined &&
      pair.pair.a.kind === 'paragraph' &&
      sectionOf(pair.pair.a.node) === undefined;
    // The paragraphs at the end of the gap. The last one shares its mark with the other side's last one, or with the
    // pair.
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
    const kind: RevisionKind = deleted.length > 0 ? 'del' : 'ins';
    if (!closed && end !== undefined && pairIsParagraph) {
      // The mark of the pair is inserted or deleted, and both sides share the last mark of the gap.
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
    // Tables at the end of a story stay after all paragraphs. A deleted mark needs something of either side after it.
    const [insertedEnd, deletedEnd] = closed
      ? [inserted.length, deleted.length]
      : [tablesAt(inserted), tablesAt(deleted)];
    this.#both(inserted.slice(0, insertedEnd), deleted.slice(0, deletedEnd), out);
    this.#both(inserted.slice(insertedEnd), deleted.slice(deletedEnd), out);
  }

  /** The last paragraphs of a story on either side, at least one each. Both share the last mark. */
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
    // Deleted text is first here. Its last paragraph continues in the first inserted one, whose mark is inserted.
    append(out, [...d.positions, ...positionsFor(first.positions, 'ins', this.#context)]);
    const mark = oneSidedMark(first.node, 'ins', this.#context);
    out.push(paragraph(first.node, mark, mixedContent(d.text!, first.text!, true, this.#merge)));
    this.#all(inserted.slice(1, -1), 'ins', out);
    append(out, positionsFor(i.positions, 'ins', this.#context));
    out.push(paragraph(i.node, shared, this.#content(i, 'ins')));
  }

  /**
   * Inserted text comes first, as in Word. With a guide, deleted text comes first, as in a fragment, because both may
   * stay.
   */
  #both(inserted: readonly StoryBlock[], deleted: readonly StoryBlock[], out: XmlNode[]): void {
    if (this.#context.guide !== null) this.#all(deleted, 'del', out);
    this.#all(inserted, 'ins', out);
    if (this.#context.guide === null) this.#all(deleted, 'del', out);
  }

  #all(blocks: readonly StoryBlock[], kind: RevisionKind, out: XmlNode[]): void {
    for (const block of blocks)
      append(out, [...positionsFor(block.positions, kind, this.#context), ...this.oneSided(block, kind)]);
  }

  #pair(entry: PairEntry, out: XmlNode[]): void {
    const { a, b } = entry.pair;
    this.#positions(entry, out);
    if (entry.merged === null) out.push(this.#withNewPositions(entry.pair));
    else if (a.kind === 'paragraph')
      out.push(paragraph(a.node, entry.mark ?? sharedMark(a.node, b.node, this.#context), entry.merged));
    else append(out, entry.merged);
  }

  #positions({ pair: { a, b }, before }: PairEntry, out: XmlNode[]): void {
    append(out, before);
    if (before.length === 0) append(out, [...a.positions, ...positionsFor(b.positions, 'ins', this.#context)]);
  }

  #pairContent(entry: PairEntry): readonly XmlNode[] {
    if (entry.merged === null) this.#context.notes.pairWithin(entry.pair.a.node, entry.pair.b.node);
    return entry.merged ?? entry.pair.a.node.children.filter((child) => !isElement(child, 'w:pPr'));
  }

  /** The original's block, with new bookmarks of the revised document. */
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

/** The index of the first of the final paragraphs without a section. */
function paragraphsAt(blocks: readonly StoryBlock[]): number {
  return blocks.findLastIndex(({ kind, node }) => kind !== 'paragraph' || sectionOf(node) !== undefined) + 1;
}

/** The index of the first of the final blocks that are not paragraphs. */
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
