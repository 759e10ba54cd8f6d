/**
 * The labels of a document with decisions. A word processor counts what is left: without clause 2, clause 3 becomes 2. A
 * merged document states only the labels of both sides. From these follow the lists, and where they begin anew.
 */
import { labelOf, withLabel } from '../label.ts';
import { BOTH_SIDES, type Block, type Side, type TextBlock } from '../model.ts';
import { noteIn } from '../notes.ts';
import { stepsOf } from '../path.ts';
import { shownLabels, type ShownLabels } from '../shown-labels.ts';
import { storyOf } from '../story.ts';
import { SideCount, type CountedLabel, type CountedList, type Resets } from './counted-side.ts';
import { labelParts } from './label-parts.ts';
import { Recount, type BothCounts } from './recount.ts';

/** The attribute by which a decided block names its merged block. It is never written. */
const NUMBER = 'counted';

/** A block of the merged document that a side counts. */
interface Counted {
  readonly counts: BothCounts;
  /** The last numbers of the outer levels on each side, of a bullet that is in them. */
  readonly around: Readonly<Record<Side, readonly CountedLabel[]>>;
  /** The side that has the block; null: both. */
  readonly only: Side | null;
  /** What the original's form of the block is, if it may be decided for. */
  readonly originalForm: string | null;
}

/** Counts anew after decisions on a merged document. */
export class DecidedLabels {
  /** The merged document. Decisions are applied to these blocks, so that `of` knows them again. */
  readonly blocks: readonly Block[];
  readonly #counted: readonly (Counted | null)[];
  readonly #resets: Resets = new Map();
  /** Keys whose labels do not follow from the labels before them, even without decisions. They stay as they are. */
  readonly #unclear = new Set<string>();
  /** The last labels of each decided block. */
  readonly #shown = new WeakMap<TextBlock, { readonly labels: ShownLabels; readonly block: TextBlock }>();

  constructor(merged: readonly Block[]) {
    this.#counted = this.#count(merged);
    this.blocks = this.#isEmpty ? merged : merged.map((block, at) => this.#named(block, at));
    for (const side of BOTH_SIDES) this.#findUnclear(side);
  }

  /** The decided blocks with the labels that their document shows. Undecided changes keep the labels of both sides. */
  of(decided: readonly Block[]): readonly Block[] {
    if (this.#isEmpty) return decided;
    const before = shownLabels(decided);
    const [original, revised] = BOTH_SIDES.map((side) => this.#labelsOn(side, decided)) as [Labels, Labels];
    return decided.map((block, at) => {
      if (block.kind !== 'text' || (original[at] === null && revised[at] === null)) return block;
      const shown = before[at]!;
      const labels = { original: original[at] ?? shown.original, revised: revised[at] ?? shown.revised };
      return areSame(shown, labels) ? block : this.#labelled(block, labels);
    });
  }

  get #isEmpty(): boolean {
    return this.#counted.every((counted) => counted === null);
  }

  #count(merged: readonly Block[]): (Counted | null)[] {
    const sides = {
      original: new SideCount('original', this.#resets),
      revised: new SideCount('revised', this.#resets),
    };
    const labels = shownLabels(merged);
    let inNotes = false;
    const counted = merged.map((block, at): Counted | null => {
      inNotes ||= block.kind === 'text' && noteIn(block.attributes) !== null;
      if (block.kind !== 'text' || inNotes || storyOf(block.path) !== null) return null;
      const first = { type: block.original?.type ?? block.type, path: block.original?.path ?? block.path };
      const countOn = (side: Side): BothCounts[Side] => {
        const parts = labelParts(labels[at]![side] ?? '', side === 'original' ? first : block);
        return parts === null ? null : sides[side].next(parts);
      };
      const counts = { original: countOn('original'), revised: countOn('revised') };
      const around = {
        original: sides.original.around(bulletLevel(first)),
        revised: sides.revised.around(bulletLevel(block)),
      };
      const { original, revised } = counts;
      if (original === null && revised === null && around.original.length + around.revised.length === 0) return null;
      if (original !== null && revised?.key === original.key) original.list.join(revised.list);
      const mayBeOriginal = block.original !== undefined && formOf(first) !== formOf(block);
      return { counts, around, only: sideOf(block), originalForm: mayBeOriginal ? formOf(first) : null };
    });
    joinOnlyLists(sides.original.onlyLists(), sides.revised.onlyLists());
    return counted;
  }

  /** Finds the labels of a side that counting does not give. */
  #findUnclear(side: Side): void {
    const recount = new Recount(this.#resets);
    for (const counted of this.#counted) {
      const label = counted?.counts[side] ?? null;
      if (counted === null || label === null) continue;
      if (recount.next(label, counted.counts) !== label.text) this.#unclear.add(label.key);
    }
  }

  /** The labels of one side of a decided document; null where nothing is counted. */
  #labelsOn(side: Side, decided: readonly Block[]): Labels {
    const recount = new Recount(this.#resets);
    return decided.map((block) => {
      const counted = block.kind === 'text' ? this.#counted[Number(block.attributes[NUMBER] ?? -1)] : undefined;
      if (counted === undefined || counted === null || block.kind !== 'text') return null;
      if ((sideOf(block) ?? side) !== side) return null;
      const { counts, around, only, originalForm } = counted;
      const isOpen = block.original !== undefined && block.original.changeId !== null;
      const isOriginal = isOpen
        ? side === 'original'
        : statesOriginal(block, counts) || (originalForm !== null && formOf(block) === originalForm);
      const form = only ?? (isOriginal ? 'original' : 'revised');
      const label = counts[form];
      if (label === null) {
        recount.begin(around[form]);
        return null;
      }
      const shown = recount.next(label, counts);
      return this.#unclear.has(label.key) ? null : shown;
    });
  }

  /** A block with its labels; the same object as for the decisions before, if its labels are the same. */
  #labelled(block: TextBlock, labels: ShownLabels): TextBlock {
    const known = this.#shown.get(block);
    if (known !== undefined && areSame(known.labels, labels)) return known.block;
    const shown = labelled(block, labels);
    this.#shown.set(block, { labels, block: shown });
    return shown;
  }

  #named(block: Block, at: number): Block {
    if (block.kind !== 'text' || this.#counted[at] === null) return block;
    const name = { [NUMBER]: String(at) };
    const { carried } = block;
    return {
      ...block,
      attributes: { ...block.attributes, ...name },
      ...(carried && { carried: { ...carried, attributes: { ...carried.attributes, ...name } } }),
    };
  }
}

/** Joins the lists of labels that each document has one list of. They may share no block. */
function joinOnlyLists(original: ReadonlyMap<string, CountedList>, revised: ReadonlyMap<string, CountedList>): void {
  for (const [key, list] of original) {
    const other = revised.get(key);
    if (other !== undefined) list.join(other);
  }
}

type Labels = readonly (string | null)[];

/** The side that alone shows a label before the block. */
function sideOf({ onlyIn, boundary }: TextBlock): Side | null {
  return onlyIn?.side ?? boundary?.side ?? null;
}

/** Whether a block has got back the label of the original: everything was rejected. */
function statesOriginal(block: TextBlock, { original, revised }: BothCounts): boolean {
  const stated = labelOf(block);
  return stated !== undefined && stated === original?.text && stated !== revised?.text;
}

/** How many lists a bullet is in; 0: the block is no bullet. */
function bulletLevel({ path }: Pick<TextBlock, 'path'>): number {
  const { step } = path;
  if (step?.kind !== 'ul' || !step.starts) return 0;
  return stepsOf(path).filter(({ kind }) => kind === 'ol' || kind === 'ul').length - 1;
}

/** Type and containers of a block, as far as they tell its list. */
function formOf({ type, path }: Pick<TextBlock, 'type' | 'path'>): string {
  return [type, ...stepsOf(path).map(({ kind }) => kind)].join(' ');
}

function areSame(x: ShownLabels, y: ShownLabels): boolean {
  return x.original === y.original && x.revised === y.revised;
}

function labelled(block: TextBlock, labels: ShownLabels): TextBlock {
  const attributes = withLabel(block.attributes, labels.revised ?? labels.original ?? '');
  if (sideOf(block) !== null || (block.carried === undefined && labels.original === labels.revised))
    return { ...block, attributes };
  const layer = block.carried ?? { attributes: block.attributes, code: [], images: [] };
  return {
    ...block,
    attributes,
    carried: { ...layer, attributes: withLabel(layer.attributes, labels.original ?? '') },
  };
}
