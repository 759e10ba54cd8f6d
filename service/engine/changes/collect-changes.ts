/** Collects changes from the leaves that name them: the removed, added or altered content, and its place. */
import { DIRECTION } from '../../../shared/document/direction.ts';
import { FORMULA, LOOK_ATTRIBUTES, withLook, VALUE } from '../../../shared/document/looks.ts';
import {
  COMPARED_MARKS,
  isCarried,
  MARKS,
  type Attributes,
  type RuleBlock,
  type Run,
  type TableBlock,
  type TextBlock,
} from '../../../shared/document/model.ts';
import { paragraphBoundary } from '../../../shared/document/paragraph-boundary.ts';
import { stepsOf, TOP, type Path } from '../../../shared/document/path.ts';
import type { ChangeFormat } from '../../../shared/change/change.ts';
import { codePointLength } from './code-points.ts';
import type { Leaf, LeafSide } from './leaves.ts';

/** One side of a change, collected leaf by leaf. Ranges count code points in the text of the first leaf. */
export interface ChangedSide {
  readonly leaf: LeafSide;
  start: number;
  end: number;
  text: string;
  /** The changed stretches as plain runs, if part of a block changed. */
  runs: Run[] | undefined;
  /**
   * The merged block if it changed whole (see `plainBlock`) and is a text. `moreBlocks` holds later blocks of the same
   * change.
   */
  readonly block: TextBlock | undefined;
  moreBlocks: TextBlock[] | undefined;
  format?: ChangeFormat;
  href?: string;
}

/** One change with everything that it touches. Insertions have no `before`, deletions no `after`. */
export interface CollectedChange {
  readonly id: string;
  readonly moveId: string | undefined;
  before: ChangedSide | undefined;
  after: ChangedSide | undefined;
}

/**
 * The changes that leaves name, by their ids. A change is complete if all leaves that it touches are passed.
 *
 * @param leaves in ascending order
 */
export function collectChanges(leaves: readonly Leaf[]): ReadonlyMap<string, CollectedChange> {
  const collector = new Collector();
  for (const leaf of leaves) collector.leaf(leaf);
  return collector.changes;
}

class Collector {
  readonly changes = new Map<string, CollectedChange>();

  leaf(leaf: Leaf): void {
    for (const { changeId, table } of leaf.enclosing) this.#blockFormat(changeId, leaf, table);
    if (leaf.onlyIn !== undefined) this.#onlyIn(leaf, leaf.onlyIn);
    if (leaf.block.original?.changeId != null) this.#form(leaf.block.original.changeId, leaf);
    if (leaf.block.kind === 'text') this.#text(leaf, leaf.block);
  }

  #change(id: string, moveId?: string): CollectedChange {
    let change = this.changes.get(id);
    if (change === undefined) {
      change = { id, moveId, before: undefined, after: undefined };
      this.changes.set(id, change);
    }
    return change;
  }

  /** A whole block, or one block of an inserted or deleted row, column or table. */
  #onlyIn(leaf: Leaf, { side, changeId, moveId }: NonNullable<Leaf['onlyIn']>): void {
    const change = this.#change(changeId, moveId);
    if (side === 'original') addBlock(change, 'before', leaf.source!, leaf);
    else addBlock(change, 'after', leaf.revised!, leaf);
  }

  #form(changeId: string, leaf: Leaf): void {
    const side = paragraphBoundary(leaf.block);
    if (side === null) this.#blockFormat(changeId, leaf, leaf.block);
    else this.#boundary(changeId, leaf, side === 'original' ? 'before' : 'after');
  }

  #boundary(changeId: string, leaf: Leaf, side: 'before' | 'after'): void {
    const change = this.#change(changeId);
    const own = (side === 'before' ? leaf.source : leaf.revised)!;
    change[side] = {
      leaf: own,
      start: own.partStart,
      end: own.partStart,
      text: '\n',
      runs: undefined,
      block: undefined,
      moreBlocks: undefined,
    };
  }

  /** `owner`: the leaf's own block, or a table around it. */
  #blockFormat(changeId: string, leaf: Leaf, owner: TextBlock | RuleBlock | TableBlock): void {
    const change = this.#change(changeId);
    if (leaf.source !== undefined) addBlock(change, 'before', leaf.source, leaf);
    if (leaf.revised !== undefined) addBlock(change, 'after', leaf.revised, leaf);
    if (change.before === undefined || change.after === undefined) return;
    const [before, after] = owner.kind === 'table' ? [{}, {}] : blockFormats(leaf.source!, leaf.revised!);
    const look = owner.original?.look;
    if (look !== undefined && owner.kind !== 'rule') addLooks(before, after, look, owner.attributes ?? {});
    if (owner.kind === 'table' && look === undefined) return;
    change.before.format = before;
    change.after.format = after;
  }

  #text(leaf: Leaf, block: TextBlock): void {
    const boundary = block.boundary;
    if (boundary !== undefined && boundary.changeId !== null) {
      this.#boundary(boundary.changeId, leaf, boundary.side === 'original' ? 'before' : 'after');
    }
    let sourceAt = leaf.source?.partStart ?? 0;
    let revisedAt = leaf.revised?.partStart ?? 0;
    /** Edits since the last text of both sides. A format change that goes on after them contains them. */
    let passed: { readonly side: 'before' | 'after'; readonly run: Run; at: number; length: number }[] = [];
    for (const run of block.runs) {
      if (isCarried(run)) continue;
      const length = codePointLength(run.text);
      if (run.edit !== undefined) {
        const isOriginal = run.edit.side === 'original';
        const at = isOriginal ? sourceAt : revisedAt;
        passed.push({ side: isOriginal ? 'before' : 'after', run: plain(run), at, length });
      }
      if (run.edit !== undefined && run.edit.changeId !== null) {
        if (run.edit.changeId !== boundary?.changeId)
          this.#edit(leaf, run, run.edit.changeId, run.edit.side === 'original' ? sourceAt : revisedAt, length);
        if (run.edit.side === 'original') sourceAt += length;
        else revisedAt += length;
        continue;
      }
      if (run.format !== undefined) {
        const change = this.#change(run.format.changeId);
        const hasBegun = (leaf.source === undefined ? change.after : change.before) !== undefined;
        if (hasBegun)
          for (const { side, run, at, length } of passed)
            addText(change, side, side === 'before' ? leaf.source : leaf.revised, run, at, length);
        addText(change, 'before', leaf.source, originalRun(run, run.format.originalMarks), sourceAt, length);
        addText(change, 'after', leaf.revised, plain(run), revisedAt, length);
        const [before, after] = markFormats(run.format.originalMarks, run.marks & COMPARED_MARKS);
        if (run.format.originalLook !== undefined) {
          if (run.format.originalLook !== '') before.style = run.format.originalLook;
          if (run.look !== undefined) after.style = run.look;
        }
        if (change.before !== undefined) change.before.format = before;
        if (change.after !== undefined) change.after.format = after;
      }
      if (run.link !== undefined) {
        const change = this.#change(run.link.changeId);
        addText(change, 'before', leaf.source, { ...plain(run), href: run.link.originalHref }, sourceAt, length);
        addText(change, 'after', leaf.revised, plain(run), revisedAt, length);
        if (change.before !== undefined && run.link.originalHref !== null) change.before.href = run.link.originalHref;
        if (change.after !== undefined && run.href !== null) change.after.href = run.href;
      }
      passed = [];
      sourceAt += length;
      revisedAt += length;
    }
  }

  #edit(leaf: Leaf, run: Run, changeId: string, at: number, length: number): void {
    const onOriginal = run.edit!.side === 'original';
    const side = onOriginal ? 'before' : 'after';
    addText(this.#change(changeId), side, onOriginal ? leaf.source : leaf.revised, plain(run), at, length);
  }
}

function plain({ text, marks, href, look, image }: Run): Run {
  return { text, marks, href, ...(image !== undefined && { image }), ...(look !== undefined && { look }) };
}

/** A run as the original has it. `marks`: the original's. */
function originalRun(run: Run, marks: number): Run {
  const { href, link, format, look = '' } = run;
  const { look: _, ...rest } = plain(run);
  const ownLook = format?.originalLook ?? look;
  return {
    ...rest,
    marks,
    href: link === undefined ? href : link.originalHref,
    ...(ownLook !== '' && { look: ownLook }),
  };
}

/** Adds a stretch of a side. Without a leaf there is nothing to add: the other end of a move has this side. */
function addText(
  change: CollectedChange,
  side: 'before' | 'after',
  leaf: LeafSide | undefined,
  run: Run,
  at: number,
  length: number,
): void {
  if (leaf === undefined) return;
  const known = change[side];
  if (known === undefined) {
    const end = at + length;
    change[side] = { leaf, start: at, end, text: run.text, runs: [run], block: undefined, moreBlocks: undefined };
  } else {
    known.end = at + length;
    known.text += run.text;
    (known.runs ??= []).push(run);
  }
}

/** Adds a whole block of a side. Line feeds separate several blocks of one change in its text. */
function addBlock(change: CollectedChange, side: 'before' | 'after', leaf: LeafSide, owner: Leaf): void {
  const known = change[side];
  const block = owner.block.kind === 'text' ? owner.block : undefined;
  if (known === undefined) {
    const { text } = leaf;
    const end = codePointLength(text);
    change[side] = { leaf, start: 0, end, text, runs: undefined, block, moreBlocks: undefined };
  } else {
    known.text += `\n${leaf.text}`;
    if (block !== undefined) (known.moreBlocks ??= []).push(block);
  }
}

/** One side of a merged text block, without changes and without a path. */
export function plainBlock(block: TextBlock, side: 'original' | 'revised'): TextBlock {
  const type = side === 'original' ? (block.original?.type ?? block.type) : block.type;
  const runs: Run[] = [];
  for (const run of block.runs) {
    if (run.edit !== undefined && run.edit.side !== side) continue;
    if (isCarried(run)) runs.push(plain(run));
    else if (side === 'original') {
      const marks = run.format === undefined ? run.marks : (run.marks & ~COMPARED_MARKS) | run.format.originalMarks;
      runs.push(originalRun(run, marks));
    } else runs.push(plain(run));
  }
  const look = side === 'original' ? block.original?.look : undefined;
  const attributes = look === undefined ? block.attributes : withLook(block.attributes, look);
  return { kind: 'text', type, path: TOP, attributes, runs };
}

function markFormats(before: number, after: number): [ChangeFormat, ChangeFormat] {
  const formats: [ChangeFormat, ChangeFormat] = [{}, {}];
  MARKS.forEach((name, bit) => {
    if (name === 'code' || ((before ^ after) & (1 << bit)) === 0) return;
    formats[0][name] = (before & (1 << bit)) !== 0;
    formats[1][name] = (after & (1 << bit)) !== 0;
  });
  return formats;
}

/**
 * Adds the differences between the looks of both sides. A side without alignment, class or style has no such member.
 */
function addLooks(before: ChangeFormat, after: ChangeFormat, source: Attributes, revised: Attributes): void {
  for (const attribute of LOOK_ATTRIBUTES) {
    const [was, is] = [source[attribute], revised[attribute]];
    if (was === is) continue;
    if (was !== undefined) before[LOOK_NAMES[attribute]] = was;
    if (is !== undefined) after[LOOK_NAMES[attribute]] = is;
  }
}

const LOOK_NAMES = {
  [DIRECTION]: 'direction',
  'data-align': 'align',
  'data-class': 'class',
  'data-style': 'style',
  [FORMULA]: 'formula',
  [VALUE]: 'value',
} as const;

/** Formats with the differences in block type, list kind, list depth and quotation depth. */
function blockFormats(source: LeafSide, revised: LeafSide): [ChangeFormat, ChangeFormat] {
  const before: ChangeFormat = {};
  const after: ChangeFormat = {};
  if (source.type !== revised.type) {
    before.blockType = source.type;
    after.blockType = revised.type;
  }
  const lists = [listOf(source.path), listOf(revised.path)] as const;
  if (lists[0].type !== lists[1].type) {
    if (lists[0].type !== null) before.listType = lists[0].type;
    if (lists[1].type !== null) after.listType = lists[1].type;
  }
  if (lists[0].level !== lists[1].level) {
    before.listLevel = lists[0].level;
    after.listLevel = lists[1].level;
  }
  return [before, after];
}

/** Kind of the innermost list, and number of lists around a block. */
function listOf(path: Path): { type: string | null; level: number } {
  const lists = stepsOf(path).filter((step) => step.kind === 'ul' || step.kind === 'ol');
  return { type: lists.at(-1)?.kind ?? null, level: lists.length };
}
