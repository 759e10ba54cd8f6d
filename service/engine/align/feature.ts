/**
 * Features for the alignment of blocks, rows, columns and cells: keys for equality and a bag of tokens for likeness.
 */
import {
  comparedPicture,
  type Block,
  type Cell,
  type TextBlock,
  type TextType,
} from '../../../shared/document/model.ts';
import { NO_KEY } from '../tokens/content-keys.ts';
import type { Bag } from '../tokens/tokenized-text.ts';
import type { Vocabulary } from '../tokens/vocabulary.ts';
import type { RowOfTable } from './row-cells.ts';
import { textBlocksOf } from './text-blocks-of.ts';

/** Places of the blocks of one side in a nested structure, by block index. */
export interface BlockPlaces {
  /** Equal numbers on both sides mean the same place, even if its content differs. -1: unknown. */
  readonly place: Int32Array;
  /** Blocks of different items are never two states of one block. */
  readonly item: Int32Array;
  /** The last block of the item of the structure that begins with a block. The block itself, if none does. */
  readonly end: Int32Array;
}

/** The feature of one item. Keys are numbers of the vocabulary's `keys`. */
export interface Feature {
  /** Equal for items of the same kind, form and text. */
  readonly formKey: number;
  /** Equal for items of one kind with the same text. */
  readonly textKey: number;
  /** Equal for items at the same place; `NO_KEY` if the place is unknown. */
  readonly placeKey: number;
  /**
   * Only items of one family can be two states of one item. They share the kind and, if blocks have places, the JSON
   * item.
   */
  readonly family: number;
  /** Type of a preferred partner: the text type of a block. */
  readonly type: string;
  /** Whether the text may be split or merged: running text, not preformatted. */
  readonly splittable: boolean;
  /** Whether a line continues the paragraph of the line before it (plain text). */
  readonly continues: boolean;
  /** UTF-16 units of its texts; counted on first use. */
  readonly length: number;
  /** Set for rows of a table. */
  readonly row?: RowOfTable;
  /** The tokens, created on first use: equal items never need them. */
  bag(): Bag;
}

/** One side: its blocks and their features. */
export interface FeaturedBlocks {
  readonly blocks: readonly Block[];
  readonly features: readonly Feature[];
}

/** The feature of an item that must have no partner. `name` is unique among all items of both lists. */
export function unlikeAny(feature: Feature, name: string, { keys }: Vocabulary): Feature {
  return {
    family: keys.ofText(`apart|${name}`),
    type: feature.type,
    formKey: NO_KEY,
    textKey: NO_KEY,
    placeKey: NO_KEY,
    splittable: false,
    continues: false,
    get length() {
      return feature.length;
    },
    bag: () => feature.bag(),
  };
}

/** The feature of several lines taken together. */
export function featureOfLines(lines: readonly Feature[]): Feature {
  let bag: Bag | undefined;
  return {
    family: lines[0]!.family,
    type: 'lines',
    formKey: NO_KEY,
    textKey: NO_KEY,
    placeKey: NO_KEY,
    splittable: false,
    continues: false,
    get length() {
      return lines.reduce((sum, line) => sum + line.length, 0);
    },
    bag: () => (bag ??= joinBags(lines.map((line) => line.bag()))),
  };
}

/** One bag of all tokens, in order. */
export function joinBags(bags: readonly Bag[]): Bag {
  if (bags.length === 1) return bags[0]!;
  const ids: number[] = [];
  let total = 0;
  for (const bag of bags) {
    for (let k = 0; k < bag.ids.length; k += 1) ids.push(bag.ids[k]!);
    total += bag.total;
  }
  return { ids, total };
}

/**
 * Types of text blocks that can be split. A caption belongs to its table, and in preformatted text every line counts.
 */
const SPLITTABLE: ReadonlySet<string> = new Set<TextType>(['p', 'line', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6']);

/** Feature of a block. A table is one item with all its texts. `index`: of the block in `places`. */
export function featureOfBlock(block: Block, vocabulary: Vocabulary, places?: BlockPlaces, index = 0): Feature {
  const { keys } = vocabulary;
  const isText = block.kind === 'text';
  const text = textKeyOf(block, vocabulary);
  const type = typeOf(block);
  const kind = keys.ofText(block.kind);
  const form = keys.ofPair(keys.ofText(type), (isText ? keys.ofKinds(block.path) : NO_KEY) + 1);
  const formKey = keys.ofPair(form, text);
  const textKey = isText ? text : keys.ofPair(kind, text);
  if (places === undefined) return new OwnFeature(kind, type, formKey, textKey, NO_KEY, block, vocabulary);
  const [place, item] = [places.place[index]!, places.item[index]!];
  const isPlaced = place !== -1;
  const isInItem = item !== 0;
  return new OwnFeature(
    isInItem ? keys.ofPair(~item, kind) : kind,
    type,
    // These pairs begin with a negative number, unlike all other pairs above.
    isPlaced ? keys.ofPair(~place, formKey) : formKey,
    isInItem ? keys.ofPair(~item, textKey) : textKey,
    isPlaced ? place : NO_KEY,
    block,
    vocabulary,
  );
}

/** A paragraph of pictures alone is aligned as an image is. */
function typeOf(block: Block): string {
  if (block.kind !== 'text') return block.kind;
  return block.type === 'p' && block.runs.every((run) => comparedPicture(run) !== undefined) ? 'image' : block.type;
}

/** Key of the compared content of a block, among blocks of its kind. */
function textKeyOf(block: Block, { keys }: Vocabulary): number {
  switch (block.kind) {
    case 'text':
      return keys.ofTextBlock(block);
    case 'table':
      return keys.ofTable(block);
    case 'image':
      return keys.ofText(`${block.image.src}|${block.image.alt}`);
    case 'rule':
      return keys.ofText('');
  }
}

/** Feature of a row, column or single cell: the texts of its cells. */
export function featureOfCells(cells: readonly Cell[], kind: string, vocabulary: Vocabulary): Feature {
  const key = vocabulary.keys.ofCells(cells);
  const blocks = cells.flatMap((cell) => cell.blocks);
  return new OwnFeature(vocabulary.keys.ofText(kind), kind, key, key, NO_KEY, blocks, vocabulary);
}

/** Feature of a row among the rows of its table. `cells`: the cells that are compared. */
export function featureOfRow(cells: readonly Cell[], row: RowOfTable, vocabulary: Vocabulary): Feature {
  return new RowFeature(cells, row, vocabulary);
}

class OwnFeature implements Feature {
  readonly family: number;
  readonly type: string;
  readonly formKey: number;
  readonly textKey: number;
  readonly placeKey: number;
  /** A block, or the blocks of cells. */
  readonly #content: Block | readonly Block[];
  readonly #vocabulary: Vocabulary;
  #bag: Bag | undefined;
  #length: number | undefined;

  constructor(
    family: number,
    type: string,
    formKey: number,
    textKey: number,
    placeKey: number,
    content: Block | readonly Block[],
    vocabulary: Vocabulary,
  ) {
    this.family = family;
    this.type = type;
    this.formKey = formKey;
    this.textKey = textKey;
    this.placeKey = placeKey;
    this.#content = content;
    this.#vocabulary = vocabulary;
  }

  get splittable(): boolean {
    return SPLITTABLE.has(this.type);
  }

  get continues(): boolean {
    return this.type === 'line' && 'kind' in this.#content && isInParagraph(this.#content);
  }

  get length(): number {
    return (this.#length ??= lengthOf(this.#content));
  }

  bag(): Bag {
    return (this.#bag ??= bagOf(this.#content, this.#vocabulary));
  }
}

class RowFeature extends OwnFeature {
  readonly row: RowOfTable;

  constructor(cells: readonly Cell[], row: RowOfTable, vocabulary: Vocabulary) {
    const key = vocabulary.keys.ofCells(cells);
    const blocks = cells.flatMap((cell) => cell.blocks);
    super(vocabulary.keys.ofText('row'), 'row', key, key, NO_KEY, blocks, vocabulary);
    this.row = row;
  }
}

function isInParagraph(block: Block): boolean {
  const step = block.kind === 'text' ? block.path.step : undefined;
  return step?.kind === 'para' && !step.starts;
}

function lengthOf(content: Block | readonly Block[]): number {
  let length = 0;
  for (const text of textsOf(content)) for (const run of text.runs) length += run.text.length;
  return length;
}

function textsOf(content: Block | readonly Block[]): readonly TextBlock[] {
  if (!('kind' in content)) return textBlocksOf(content);
  return content.kind === 'text' ? [content] : textBlocksOf([content]);
}

/**
 * The tokens of all texts. A bag lives as long as the comparison. It holds neither the text nor where its tokens are,
 * and its list has no room to grow. These took a quarter of the memory of 600,000 lines by chance.
 */
function bagOf(content: Block | readonly Block[], vocabulary: Vocabulary): Bag {
  if ('kind' in content && content.kind === 'text') {
    const { ids, total } = vocabulary.tokens(content);
    return { ids: ids.slice(), total };
  }
  return joinBags(textsOf(content).map((text) => vocabulary.keptTokens(text)));
}
