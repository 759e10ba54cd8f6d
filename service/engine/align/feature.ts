/** What alignment sees of a block, row, column or cell: keys for equality and a bag of tokens for likeness. */
import { textOf, type Block, type Cell, type TextBlock, type TextType } from '../../../shared/document/model.ts';
import { NO_KEY } from '../tokens/key-numbering.ts';
import type { Vocabulary } from '../tokens/vocabulary.ts';

/** Where a block stands among others that do not simply follow each other. */
export interface BlockPlace {
  /** The same number on both sides: the same place, whatever stands there. -1: not known. */
  readonly place: number;
  /** Blocks of different items are never two states of one. */
  readonly item: number;
}

/** One item as alignment sees it. Keys are numbers of the vocabulary's `keys`. */
export interface Feature {
  /** Equal for things that are the same in kind, form and text. */
  readonly formKey: number;
  /** Equal for things of one kind with the same text. */
  readonly textKey: number;
  /** Equal for what stands at the same place; `NO_KEY` where that is not known. */
  readonly placeKey: number;
  /** Only things of one kind can be two states of one thing. */
  readonly kind: string;
  /** Preferred partner: the text type of a block. */
  readonly type: string;
  /** A text that can be cut in two or joined with the next one: running text, not preformatted. */
  readonly cuttable: boolean;
  /** A line that goes on in the paragraph of the line before it (plain text). */
  readonly continues: boolean;
  /** Made when first asked for: equal items never need it. */
  bag(): Bag;
}

/** The tokens of an item, by their numbers in the vocabulary, in order. */
export interface Bag {
  readonly ids: Int32Array;
  /** Sum of their weights (`Vocabulary.weightOf`). */
  readonly total: number;
}

/** The feature of an item that is to have no partner. `name` is its own among all items of both lists. */
export function unlikeAny(feature: Feature, name: string): Feature {
  return {
    kind: `apart|${name}`,
    type: feature.type,
    formKey: NO_KEY,
    textKey: NO_KEY,
    placeKey: NO_KEY,
    cuttable: false,
    continues: false,
    bag: () => feature.bag(),
  };
}

/** The feature of lines taken together. */
export function featureOfLines(lines: readonly Feature[]): Feature {
  let bag: Bag | undefined;
  return {
    kind: 'lines',
    type: 'lines',
    formKey: NO_KEY,
    textKey: NO_KEY,
    placeKey: NO_KEY,
    cuttable: false,
    continues: false,
    bag: () => (bag ??= joinBags(lines.map((line) => line.bag()))),
  };
}

/** All bags in one; the tokens keep their order. */
export function joinBags(bags: readonly Bag[]): Bag {
  if (bags.length === 1) return bags[0]!;
  const ids = new Int32Array(bags.reduce((sum, bag) => sum + bag.ids.length, 0));
  let [at, total] = [0, 0];
  for (const bag of bags) {
    ids.set(bag.ids, at);
    at += bag.ids.length;
    total += bag.total;
  }
  return { ids, total };
}

/** Types of text blocks that can be cut. A caption belongs to its table, and in preformatted text every line counts. */
const CUTTABLE: ReadonlySet<string> = new Set<TextType>(['p', 'line', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6']);

/** Feature of a block; a table is one item, with all its texts. */
export function featureOfBlock(block: Block, vocabulary: Vocabulary, place?: BlockPlace): Feature {
  const kind = place === undefined ? block.kind : `${block.kind}@${place.item}`;
  const own = keysOfBlock(block, vocabulary);
  if (place === undefined) return new OwnFeature(kind, typeOf(block), own.form, own.text, NO_KEY, [block], vocabulary);
  const { keys } = vocabulary;
  // A place may be unknown, which is -1.
  const form = keys.ofPair(place.place + 1, own.form);
  return new OwnFeature(
    kind,
    typeOf(block),
    form,
    keys.ofPair(place.item, own.text),
    place.place === -1 ? NO_KEY : place.place,
    [block],
    vocabulary,
  );
}

function typeOf(block: Block): string {
  return block.kind === 'text' ? block.type : block.kind;
}

/** Keys of kind, form and text, and of kind and text. */
function keysOfBlock(block: Block, { keys }: Vocabulary): { readonly form: number; readonly text: number } {
  const text = keys.ofText(comparedText(block));
  const path = block.kind === 'text' ? keys.ofKinds(block.path) : NO_KEY;
  const form = keys.ofPair(keys.ofText(typeOf(block)), path + 1);
  return { form: keys.ofPair(form, text), text: keys.ofPair(keys.ofText(block.kind), text) };
}

function comparedText(block: Block): string {
  switch (block.kind) {
    case 'text':
      return textOf(block);
    case 'table':
      return textBlocksOf([block]).map(textOf).join('\u0001');
    case 'image':
      return `${block.image.src}|${block.image.alt}`;
    case 'rule':
      return '';
  }
}

/** Feature of a row, column or single cell: the texts of its cells. */
export function featureOfCells(cells: readonly Cell[], kind: string, vocabulary: Vocabulary): Feature {
  const text = cells.map((cell) => textBlocksOf(cell.blocks).map(textOf).join('\u0002')).join('\u0001');
  const key = vocabulary.keys.ofText(text);
  const blocks = cells.flatMap((cell) => cell.blocks);
  return new OwnFeature(kind, kind, key, key, NO_KEY, blocks, vocabulary);
}

/** All text blocks of a list in order, those of tables included. */
export function textBlocksOf(blocks: readonly Block[]): TextBlock[] {
  const found: TextBlock[] = [];
  collectTexts(blocks, found);
  return found;
}

function collectTexts(blocks: readonly Block[], found: TextBlock[]): void {
  for (const block of blocks) {
    if (block.kind === 'text') found.push(block);
    else if (block.kind === 'table')
      for (const row of block.rows) for (const cell of row.cells) collectTexts(cell.blocks, found);
  }
}

class OwnFeature implements Feature {
  readonly kind: string;
  readonly type: string;
  readonly formKey: number;
  readonly textKey: number;
  readonly placeKey: number;
  readonly cuttable: boolean;
  readonly continues: boolean;
  readonly #blocks: readonly Block[];
  readonly #vocabulary: Vocabulary;
  #bag: Bag | undefined;

  constructor(
    kind: string,
    type: string,
    formKey: number,
    textKey: number,
    placeKey: number,
    blocks: readonly Block[],
    vocabulary: Vocabulary,
  ) {
    this.kind = kind;
    this.type = type;
    this.formKey = formKey;
    this.textKey = textKey;
    this.placeKey = placeKey;
    this.cuttable = CUTTABLE.has(type);
    this.continues = type === 'line' && isInParagraph(blocks[0]);
    this.#blocks = blocks;
    this.#vocabulary = vocabulary;
  }

  bag(): Bag {
    return (this.#bag ??= bagOf(textsOf(this.#blocks), this.#vocabulary));
  }
}

function isInParagraph(block: Block | undefined): boolean {
  const step = block?.kind === 'text' ? block.path.at(-1) : undefined;
  return step?.kind === 'para' && !step.starts;
}

/** As `textBlocksOf`; of a single text, which most items are, itself. */
function textsOf(blocks: readonly Block[]): readonly TextBlock[] {
  const [only] = blocks;
  return blocks.length === 1 && only?.kind === 'text' ? [only] : textBlocksOf(blocks);
}

/** The tokens of all texts. */
export function bagOf(texts: readonly TextBlock[], vocabulary: Vocabulary): Bag {
  return texts.length === 1
    ? bagOfText(texts[0]!, vocabulary)
    : joinBags(texts.map((text) => bagOfText(text, vocabulary)));
}

function bagOfText(text: TextBlock, vocabulary: Vocabulary): Bag {
  const { ids } = vocabulary.tokens(text);
  let total = 0;
  for (let i = 0; i < ids.length; i += 1) total += vocabulary.weightOf(ids[i]!);
  return { ids, total };
}
