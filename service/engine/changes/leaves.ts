/**
 * The merged document as pages show it: its leaves in order. Each has its side, its place in tables and the headings
 * above it. Leaves are texts and rules, including those in table cells.
 */
import type { TableCell } from '../../../shared/change/change.ts';
import type { Block, RuleBlock, TextBlock, TextType } from '../../../shared/document/model.ts';
import type { Spot } from '../../../shared/document/slides.ts';
import type { Path } from '../../../shared/document/path.ts';
import type { ShownLabels } from '../../../shared/document/shown-labels.ts';
import { isStory } from '../../../shared/document/story.ts';
import type { CellPlaces } from '../../../shared/document/cell-places.ts';
import { codePointLength } from './code-points.ts';
import { IntList } from './int-list.ts';
import { sideText, wholeText } from './pieces.ts';
import {
  blockAt,
  oneSidedNoteOf,
  walkLeaves,
  type DecidedOneSided,
  type EnclosingChange,
  type Headings,
  type LeafContext,
} from './walk-leaves.ts';

/** One side of a leaf. */
export interface LeafSide {
  /** Number of the block on its side, from 1. */
  readonly index: number;
  readonly type: string;
  readonly text: string;
  /**
   * Start of the leaf's own part in `text`, in code points. Not 0 in later pieces of a split block, because all
   * pieces name the one block.
   */
  readonly partStart: number;
  readonly path: Path;
  readonly headings: readonly string[];
  /** The label that the side shows before the block; undefined if it shows none. */
  readonly label: string | undefined;
  readonly tableCell: TableCell | undefined;
}

/** A text or rule of the merged document, or the place of an empty cell. */
export interface Leaf {
  /** Number of the leaf in the merged document, from 1. */
  readonly index: number;
  readonly block: TextBlock | RuleBlock;
  readonly source: LeafSide | undefined;
  readonly revised: LeafSide | undefined;
  /** The change that inserts or deletes the leaf, its row, its cell or its table. */
  readonly onlyIn: DecidedOneSided | undefined;
  /** Changes of the form of an enclosing table. */
  readonly enclosing: readonly EnclosingChange[];
}

/** Places of the leaves of one side in its source, by their number on that side, from 0. */
export interface SidePlaces {
  /** RFC 6901, into the canonical JSON. Called only for content of a page. */
  readonly jsonPointerOf?: (leaf: number) => string;
  /** Page numbers, from 1 (PDF). */
  readonly pages?: readonly number[];
  /** Sheets and cells (XLSX). */
  readonly cells?: CellPlaces;
  /** Slides and shapes (PPTX). */
  readonly spots?: readonly Spot[];
}

/** Places of both sides. */
export interface Places {
  readonly source: SidePlaces;
  readonly revised: SidePlaces;
}

/** Name of a side as used in pages. */
export type SideName = 'source' | 'revised';

/**
 * All leaves by their numbers, from 1. There may be a hundred thousand, so a leaf is built only when a page shows it.
 */
export class Leaves {
  readonly #around: LeafContext[] = [];
  readonly #headings: Headings[] = [];
  readonly #labels: (ShownLabels | undefined)[] = [];
  readonly #at = new IntList();
  readonly #numbers = { source: new IntList(), revised: new IntList() };
  /** For each leaf and side, the nearest leaf before it that the side has, and the one after it. Made at first use. */
  #nearest: Record<SideName, { readonly before: Int32Array; readonly after: Int32Array }> | undefined;
  /** Sides of the later pieces of split blocks, which depend on all pieces before them. */
  readonly #parts = { source: new Map<number, LeafSide>(), revised: new Map<number, LeafSide>() };

  constructor(blocks: readonly Block[]) {
    walkLeaves(blocks, (around, at, source, revised, headings, labels) => {
      this.#around.push(around);
      this.#headings.push(headings);
      this.#labels.push(labels);
      this.#at.push(at);
      this.#numbers.source.push(source);
      this.#numbers.revised.push(revised);
    });
  }

  get count(): number {
    return this.#at.length;
  }

  /**
   * Number of a leaf's block on a side, from 1. It is 0 if the side does not have the block, or there is no such leaf.
   */
  numberOn(name: SideName, leaf: number): number {
    return leaf < 1 || leaf > this.count ? 0 : this.#numbers[name].at(leaf - 1);
  }

  /**
   * The nearest leaf that the side has, before or after a leaf; 0: there is none. It takes no walk, because half a
   * million leaves of the other side may lie between.
   */
  nearest(name: SideName, leaf: number, where: 'before' | 'after'): number {
    this.#nearest ??= { source: nearestOf(this.#numbers.source), revised: nearestOf(this.#numbers.revised) };
    return this.#nearest[name][where][leaf - 1] ?? 0;
  }

  /** Number of the last block of a side. */
  blockCount(name: SideName): number {
    let leaf = this.count;
    while (leaf > 0 && this.numberOn(name, leaf) === 0) leaf -= 1;
    return this.numberOn(name, leaf);
  }

  block(leaf: number): TextBlock | RuleBlock {
    return blockAt(this.#around[leaf - 1]!, this.#at.at(leaf - 1));
  }

  onlyIn(leaf: number): DecidedOneSided | undefined {
    return oneSidedNoteOf(this.#around[leaf - 1]!, this.block(leaf));
  }

  enclosing(leaf: number): readonly EnclosingChange[] {
    return this.#around[leaf - 1]!.enclosing;
  }

  leaf(index: number): Leaf {
    return {
      index,
      block: this.block(index),
      source: this.#side('source', index),
      revised: this.#side('revised', index),
      onlyIn: this.onlyIn(index),
      enclosing: this.enclosing(index),
    };
  }

  #side(name: SideName, index: number): LeafSide | undefined {
    if (this.numberOn(name, index) === 0) return undefined;
    const parts = this.#parts[name];
    // Walks back to the start of the block, or to a known piece.
    const pieces: number[] = [];
    let first = index;
    for (; !parts.has(first) && this.#goesOn(name, first); first = this.#before(name, first)) pieces.push(first);
    let part = parts.get(first) ?? this.#whole(name, first);
    for (let at = pieces.length - 1, before = first; at >= 0; before = pieces[at]!, at -= 1) {
      const length = codePointLength(sideText(this.block(before) as TextBlock, originOf(name)));
      part = { ...part, partStart: part.partStart + length };
      parts.set(pieces[at]!, part);
    }
    return part;
  }

  /** Whether a leaf belongs to the same block as the leaf before it on that side. */
  #goesOn(name: SideName, leaf: number): boolean {
    const block = this.block(leaf);
    return block.kind === 'text' && block.boundary?.side === (name === 'source' ? 'revised' : 'original');
  }

  /** The leaf before on the same side. */
  #before(name: SideName, leaf: number): number {
    let before = leaf - 1;
    while (this.numberOn(name, before) === 0) before -= 1;
    return before;
  }

  /** The side of a leaf that begins its block. */
  #whole(name: SideName, index: number): LeafSide {
    const { cell, blocks } = this.#around[index - 1]!;
    const block = this.block(index);
    const isSource = name === 'source';
    const path = isSource ? (block.original?.path ?? block.path) : block.path;
    const side = {
      index: this.numberOn(name, index),
      partStart: 0,
      path,
      headings: this.#headings[index - 1]![name],
      label: this.#labels[index - 1]?.[originOf(name)] ?? undefined,
      tableCell: cell?.[name],
    };
    if (block.kind === 'rule') return { ...side, type: 'hr', text: '' };
    const at = this.#at.at(index - 1);
    const type = isSource ? (block.original?.type ?? block.type) : block.type;
    const form = cell === null ? null : isSource ? (cell.form.carried ?? cell.form) : cell.form;
    return {
      ...side,
      type: blockTypeOf(type, path, form),
      text: at === -1 ? '' : wholeText(blocks, at, originOf(name)),
    };
  }
}

function nearestOf(numbers: IntList): { readonly before: Int32Array; readonly after: Int32Array } {
  const [before, after] = [new Int32Array(numbers.length), new Int32Array(numbers.length)];
  for (let at = 1; at < numbers.length; at += 1) before[at] = numbers.at(at - 1) === 0 ? before[at - 1]! : at;
  for (let at = numbers.length - 2; at >= 0; at -= 1) after[at] = numbers.at(at + 1) === 0 ? after[at + 1]! : at + 2;
  return { before, after };
}

function originOf(name: SideName): 'original' | 'revised' {
  return name === 'source' ? 'original' : 'revised';
}

/** HTML block type of a text: its own element, or the item, quotation or cell that contains it. */
function blockTypeOf(type: TextType, path: Path, cell: { readonly header: boolean } | null): string {
  if (type === 'line') return 'p';
  if (type === 'code-line') return 'pre';
  if (type !== 'p') return type;
  const step = path.step;
  if (step === null) return cell === null ? 'p' : cell.header ? 'th' : 'td';
  if (step.kind === 'quote') return 'blockquote';
  if (step.kind === 'para' || isStory(step.kind) || !step.starts) return 'p';
  return step.kind === 'ul' || step.kind === 'ol' ? 'li' : step.kind;
}
