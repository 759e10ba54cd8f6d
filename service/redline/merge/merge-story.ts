/**
 * Merges two stories into one with revisions. Blocks are paired. A block without a partner is inserted or deleted
 * whole. Rejecting gives the original's blocks and accepting the revised document's, by construction. Each stretch of
 * content and each paragraph mark belongs to one side or to both. In either reading, the remaining marks have that
 * side's properties.
 */
import type { Aligned } from '../../engine/align/align-items.ts';
import { append } from '../../../shared/iterables.ts';
import { element, isElement, type XmlElement, type XmlNode } from '../../ooxml/xml-tree.ts';
import { resolveRevisions } from '../../ooxml/resolve-revisions.ts';
import { differsInMarksAlone, keptUnits, matchText } from '../text/match-text.ts';
import { mergedContent, type MergeContext } from '../text/merge-content.ts';
import { mergeTable, type TableContext } from './merge-table.ts';
import { oneSidedMark, sectionOf, sharedMark } from '../text/paragraph-mark.ts';
import { contentOf, withContent } from '../text/containers.ts';
import { controlGroups, groupContent, loneTables } from './one-sided-blocks.ts';
import { holdsTextBox, joinParagraphTexts } from '../text/paragraph-text.ts';
import type { RevisionKind } from '../text/revision-writer.ts';
import { alignTexts, readBlocks, type StoryBlock } from '../text/story-blocks.ts';
import { isChangedParagraph, paragraphsTogether, type Entry, type Pair } from './story-entries.ts';
import type { StoryContext } from './story-context.ts';
import { storyKey } from '../text/story-key.ts';
import { BlockWriter, paragraph, positionsFor } from './write-blocks.ts';

/**
 * Paragraphs are merged as one text if this keeps at least this many more UTF-16 units. Fewer words may match by
 * chance.
 */
const SPLIT_GAIN = 20;
/** Only runs of this many units count for that. Unrelated texts share single words. */
const LONG_RUN = 24;

/**
 * Maximum depth of nested stories (cells, text boxes, content controls) that are merged in detail. Deeper differences
 * are replaced whole. Each level costs a pass over its content, and documents have few levels.
 */
const DEPTH_MAX = 12;

/** Merges the children of two stories. With `coarse` only equal blocks are paired. */
export function mergeStory(
  aChildren: readonly XmlNode[],
  bChildren: readonly XmlNode[],
  context: StoryContext,
  coarse = false,
): XmlNode[] {
  return new StoryMerger(context, coarse, 0).merge(aChildren, bChildren);
}

/** Marks all blocks of a story as inserted or deleted. With `lastMarkStays` its last paragraph mark is not marked. */
export function markStory(
  children: readonly XmlNode[],
  kind: RevisionKind,
  context: StoryContext,
  lastMarkStays: boolean,
): XmlNode[] {
  const { blocks, trailing } = readBlocks(children, context);
  const { writer } = new StoryMerger(context, false, 0);
  const out = blocks.flatMap((block, index) => [
    ...positionsFor(block.positions, kind, context),
    ...(lastMarkStays && index === blocks.length - 1 && block.kind === 'paragraph'
      ? [writer.paragraphWithSharedMark(block, kind)]
      : writer.oneSided(block, kind)),
  ]);
  return [...out, ...positionsFor(trailing, kind, context)];
}

/** A thing of both sides, such as a drawing, with the revisions inside its text boxes. */
export function mergeTextBoxes(a: XmlElement, b: XmlElement, context: StoryContext): XmlElement {
  return new StoryMerger(context, false, 0).boxes(a, b);
}

/** Whether a paragraph ends a section. */
function endsSection({ kind, node }: StoryBlock): boolean {
  return kind === 'paragraph' && sectionOf(node) !== undefined;
}

class StoryMerger {
  readonly #context: StoryContext;
  readonly #coarse: boolean;
  /** Number of stories around this one. */
  readonly #depth: number;
  readonly #merge: MergeContext;
  readonly #tables: TableContext;
  readonly #writer: BlockWriter;
  /** Paragraphs that ended inside the text that is being merged. */
  #finished: XmlNode[] = [];

  constructor(context: StoryContext, coarse: boolean, depth: number) {
    this.#context = context;
    this.#coarse = coarse || depth > DEPTH_MAX;
    this.#depth = depth;
    this.#merge = {
      revisions: context.revisions,
      swapped: context.swapped,
      changesOf: (text, side) => context.guide?.changesOf(text, side) ?? null,
      isNew: context.isNew,
      // In a header, each page shows its own number. A table of contents has the revised document's.
      pageNumber: (a, b) => (context.canonical.isPageStory ? a : b),
      onUntrackable: (name) => context.report.addUntrackable(name),
      mergeBoxes: (a, b) => this.boxes(a, b),
      endParagraph: (content, a, b) => {
        const mark =
          a !== null && b !== null
            ? sharedMark(a, b, context)
            : oneSidedMark((a ?? b)!, a === null ? 'ins' : 'del', context);
        this.#finished.push(paragraph((a ?? b)!, mark, content));
      },
    };
    this.#tables = {
      revisions: context.revisions,
      canonical: context.canonical,
      isNew: context.isNew,
      swapped: context.swapped,
      things: context.things,
      vocabulary: context.vocabulary,
      guide: context.guide,
      mergeCell: (a, b) => this.#within(a, b),
      markCell: (children, kind) => markStory(children, kind, context, true),
    };
    this.#writer = new BlockWriter({
      context,
      merge: this.#merge,
      tables: this.#tables,
      markContent: (children, kind) => markStory(children, kind, context, false),
    });
  }

  get writer(): BlockWriter {
    return this.#writer;
  }

  /** Merges two nested stories. */
  #within(a: readonly XmlNode[], b: readonly XmlNode[]): XmlNode[] {
    return new StoryMerger(this.#context, this.#coarse, this.#depth + 1).merge(a, b);
  }

  merge(aChildren: readonly XmlNode[], bChildren: readonly XmlNode[]): XmlNode[] {
    const a = readBlocks(aChildren, this.#context);
    const b = readBlocks(bChildren, this.#context);
    const entries = this.#joinSplits(this.#entries(a.blocks, b.blocks));
    const out: XmlNode[] = [];
    let at = 0;
    while (at < entries.length) {
      // A pair with no gap before it, then the gap after it. A gap is entries without a partner up to the next pair.
      let first = entries[at]!;
      let gapStart = at;
      if (first.kind === 'pair') gapStart = at + 1;
      let gapEnd = gapStart;
      while (gapEnd < entries.length && entries[gapEnd]!.kind !== 'pair') gapEnd += 1;
      const next = entries[gapEnd];
      const gap = entries.slice(gapStart, gapEnd);
      const closed = next?.kind === 'pair' && next.pair.a.kind === 'paragraph';
      this.#writer.gap(first.kind === 'pair' ? first : null, gap, closed, out);
      at = gapEnd;
      first = entries[at]!;
    }
    append(out, [...a.trailing, ...positionsFor(b.trailing, 'ins', this.#context)]);
    return out;
  }

  #entries(a: readonly StoryBlock[], b: readonly StoryBlock[]): Entry[] {
    const aligned = alignTexts(
      a.map(({ feature }) => feature),
      b.map(({ feature }) => feature),
      this.#context,
    );
    const entries = aligned.flatMap((row: Aligned): Entry[] => {
      if (row.a === undefined) return [{ kind: 'ins', block: b[row.b]! }];
      if (row.b === undefined) return [{ kind: 'del', block: a[row.a]! }];
      const pair = { a: a[row.a]!, b: b[row.b]! };
      if (pair.a.feature.formKey === pair.b.feature.formKey) return [{ kind: 'pair', pair, merged: null, before: [] }];
      if (endsSection(pair.a) !== endsSection(pair.b)) {
        const isLast = row.a === a.length - 1 || row.b === b.length - 1;
        return [...this.#brokenPair(pair, this.#coarse || isLast)];
      }
      const merged = this.#coarse ? null : this.#mergedPair(pair);
      if (merged !== null) return [{ kind: 'pair', pair, merged, before: [] }];
      if ((!this.#coarse || this.#depth > DEPTH_MAX) && a[row.a]!.kind !== 'other')
        this.#context.report.degradedBlocks += 1;
      return [
        { kind: 'ins', block: pair.b },
        { kind: 'del', block: pair.a },
      ];
    });
    return this.#coarse ? entries : this.#pairControls(entries);
  }

  /**
   * A paragraph that ends a section on one side alone. Properties that a mark had before cannot hold a section
   * (CT_PPrBase). So the end of the section is a mark of one side, and an empty paragraph with the mark of the other side
   * follows it. With `whole` there may be no paragraph that it can join.
   */
  #brokenPair(pair: Pair, whole: boolean): readonly Entry[] {
    const { a, b } = pair;
    const apart: readonly Entry[] = [
      { kind: 'ins', block: b },
      { kind: 'del', block: a },
    ];
    if (whole) return apart;
    const content = mergedContent(a.text!, b.text!, matchText(a.text!, b.text!, this.#context), this.#merge);
    const [own, other] = [oneSidedMark(a.node, 'del', this.#context), oneSidedMark(b.node, 'ins', this.#context)];
    const [broken, mark] = endsSection(b)
      ? [paragraph(b.node, other, content), own]
      : [paragraph(a.node, own, content), other];
    const last = endsSection(b) ? a : b;
    if (!this.#keepsLaws([broken, paragraph(last.node, mark, [])], [a], [b])) return apart;
    return [
      {
        kind: 'pair',
        pair,
        merged: [],
        before: [...a.positions, ...positionsFor(b.positions, 'ins', this.#context), broken],
        mark,
      },
    ];
  }

  /** Pairs one-sided content controls with the other side's content at the same place. */
  #pairControls(entries: readonly Entry[]): Entry[] {
    const out: Entry[] = [];
    for (let at = 0; at < entries.length;) {
      let end = at;
      while (end < entries.length && entries[end]!.kind !== 'pair') end += 1;
      append(out, this.#pairControlsOf(entries.slice(at, end)));
      if (end < entries.length) out.push(entries[end]!);
      at = end + 1;
    }
    return out;
  }

  #pairControlsOf(gap: readonly Entry[]): readonly Entry[] {
    const blocksOf = (kind: RevisionKind): StoryBlock[] =>
      gap.flatMap((entry) => (entry.kind === kind ? [entry.block] : []));
    const [a, b] = [blocksOf('del'), blocksOf('ins')];
    const out: Entry[] = [];
    let [i, j] = [0, 0];
    const rest = (aEnd: number, bEnd: number): void => {
      for (const block of b.slice(j, bEnd)) out.push({ kind: 'ins', block });
      for (const block of a.slice(i, aEnd)) out.push({ kind: 'del', block });
    };
    for (const { aStart, aEnd, bStart, bEnd } of controlGroups(a, b, this.#context)) {
      const entry = this.#mergedControls(a.slice(aStart, aEnd), b.slice(bStart, bEnd));
      if (entry === null) continue;
      rest(aStart, bStart);
      out.push(entry);
      [i, j] = [aEnd, bEnd];
    }
    if (out.length === 0) {
      const tables = loneTables(a, b);
      const entry = tables === null ? null : this.#mergedEntry(a[tables.a]!, b[tables.b]!);
      if (tables === null || entry === null) return gap;
      rest(tables.a, tables.b);
      out.push(entry);
      [i, j] = [tables.a + 1, tables.b + 1];
    }
    rest(a.length, b.length);
    return out;
  }

  #mergedEntry(a: StoryBlock, b: StoryBlock): Entry | null {
    const merged = this.#mergedPair({ a, b });
    return merged === null ? null : { kind: 'pair', pair: { a, b }, merged, before: [] };
  }

  #mergedControls(a: readonly StoryBlock[], b: readonly StoryBlock[]): Entry | null {
    const { revisions } = this.#context;
    const [own, other] = [groupContent(a), groupContent(b)];
    let merged: readonly XmlNode[] = this.#within(own.content, other.content);
    if (own.control !== null) merged = revisions.wrapped(own.control, merged, 'del');
    if (other.control !== null) merged = revisions.wrapped(other.control, merged, 'ins');
    if (!this.#keepsLaws(merged as XmlElement[], a, b)) return null;
    const [aFirst, bFirst] = [a[0]!, b[0]!];
    return { kind: 'pair', pair: { a: { ...aFirst, kind: 'control' }, b: bFirst }, merged, before: [] };
  }

  /**
   * Merges split and joined paragraphs. A stretch of changed paragraphs is merged as one text, marks included, if it
   * keeps more text that way.
   */
  #joinSplits(unordered: readonly Entry[]): Entry[] {
    if (this.#coarse) return [...unordered];
    const entries = paragraphsTogether(unordered);
    const joined: Entry[] = [];
    for (let at = 0; at < entries.length;) {
      let end = at;
      while (end < entries.length && isChangedParagraph(entries[end]!)) end += 1;
      const stretch = entries.slice(at, end);
      const whole = stretch.some(({ kind }) => kind !== 'pair') ? this.#mergedStretch(stretch) : null;
      append(joined, whole === null ? stretch : [whole]);
      if (end < entries.length) joined.push(entries[end]!);
      at = end + 1;
    }
    return joined;
  }

  #mergedStretch(stretch: readonly Entry[]): Entry | null {
    const a = stretch.flatMap((entry) =>
      entry.kind === 'pair' ? [entry.pair.a] : entry.kind === 'del' ? [entry.block] : [],
    );
    const b = stretch.flatMap((entry) =>
      entry.kind === 'pair' ? [entry.pair.b] : entry.kind === 'ins' ? [entry.block] : [],
    );
    const [aLast, bLast] = [a.at(-1), b.at(-1)];
    if (aLast === undefined || bLast === undefined) return null;
    const { things } = this.#context;
    const textOf = (block: StoryBlock) => ({ node: block.node, text: block.text!, before: block.positions });
    const [aText, bText] = [joinParagraphTexts(a.map(textOf), things), joinParagraphTexts(b.map(textOf), things)];
    const partner = matchText(aText, bText, this.#context);
    let apart = 0;
    for (const entry of stretch) {
      if (entry.kind !== 'pair') continue;
      apart += keptUnits(matchText(entry.pair.a.text!, entry.pair.b.text!, this.#context), 1);
    }
    // If only marks differ, the match is certain for any length of text.
    if (!differsInMarksAlone(aText, bText, partner) && keptUnits(partner, LONG_RUN) < apart + SPLIT_GAIN) return null;
    this.#finished = [];
    const content = mergedContent(aText, bText, partner, this.#merge);
    const before = this.#finished;
    this.#finished = [];
    const last = paragraph(aLast.node, sharedMark(aLast.node, bLast.node, this.#context), content);
    if (!this.#keepsLaws([...before, last] as XmlElement[], a, b)) return null;
    return { kind: 'pair', pair: { a: aLast, b: bLast }, merged: content, before: [...a[0]!.positions, ...before] };
  }

  /** The content of a merged paragraph, or the merged table or control; null if the result would not round-trip. */
  #mergedPair({ a, b }: Pair): readonly XmlNode[] | null {
    switch (a.kind) {
      case 'paragraph': {
        const content = mergedContent(a.text!, b.text!, matchText(a.text!, b.text!, this.#context), this.#merge);
        const whole = paragraph(a.node, sharedMark(a.node, b.node, this.#context), content);
        return this.#keepsLaws([whole], [a], [b]) ? content : null;
      }
      case 'table': {
        const table = mergeTable(a.node, b.node, this.#tables);
        return this.#keepsLaws([table], [a], [b]) ? [table] : null;
      }
      case 'control': {
        const control = withContent(a.node, this.#within(contentOf(a.node), contentOf(b.node)));
        return this.#keepsLaws([control], [a], [b]) ? [control] : null;
      }
      case 'other':
        return null;
    }
  }

  #keepsLaws(merged: readonly XmlElement[], a: readonly StoryBlock[], b: readonly StoryBlock[]): boolean {
    const { canonical } = this.#context;
    const holder = element('w:body', {}, merged);
    const keyOf = (blocks: readonly StoryBlock[]): string =>
      storyKey(
        blocks.map(({ node }) => node),
        canonical,
      );
    return (
      storyKey(resolveRevisions(holder, 'original').children, canonical) === keyOf(a) &&
      storyKey(resolveRevisions(holder, 'revised').children, canonical) === keyOf(b)
    );
  }

  /** A thing of both sides whose text boxes may differ. */
  boxes(a: XmlElement, b: XmlElement): XmlElement {
    if (a.name === 'w:footnoteReference' || a.name === 'w:endnoteReference') this.#context.notes.pair(a, b);
    if (!holdsTextBox(a)) return a;
    if (a.name === 'w:txbxContent') return { ...a, children: this.#within(a.children, b.children) };
    const children = a.children.map((child, index) => {
      const other = b.children[index];
      return isElement(child) && isElement(other) ? this.boxes(child, other) : child;
    });
    return { ...a, children };
  }
}
