/** What alignment sees of a block, row, column or cell: keys for equality and a bag of tokens for likeness. */
import { textOf, type Block, type Cell, type TextBlock, type TextType } from '../../../shared/document/model.ts';
import type { Vocabulary, Weighted } from '../tokens/vocabulary.ts';

/** Where a block stands among others that do not simply follow each other. */
export interface BlockPlace {
  /** The same number on both sides: the same place, whatever stands there. -1: not known. */
  readonly place: number;
  /** Blocks of different items are never two states of one. */
  readonly item: number;
}

/** One item as alignment sees it. The bag is made when first asked for: equal items never need it. */
export interface Feature {
  /** Equal for things that are the same in kind, form and text. */
  readonly formKey: string;
  /** Equal for things of one kind with the same text. */
  readonly textKey: string;
  /** Equal for what stands at the same place; null where that is not known. */
  readonly placeKey: string | null;
  /** Only things of one kind can be two states of one thing. */
  readonly kind: string;
  /** Preferred partner: the text type of a block. */
  readonly type: string;
  /** A text that can be cut in two or joined with the next one: running text, not preformatted. */
  readonly cuttable: boolean;
  readonly bag: () => Bag;
}

/** The tokens of an item with their weights and the sum of these. */
export interface Bag extends Weighted {
  /** Sum of the weights. */
  readonly total: number;
}

/** The feature of an item that is to have no partner. `name` is its own among all items of both lists. */
export function unlikeAny(feature: Feature, name: string): Feature {
  const key = `apart|${name}`;
  return { ...feature, kind: key, formKey: key, textKey: key, placeKey: null, cuttable: false };
}

/** Both bags in one; the tokens keep their order. */
export function joinBags(x: Bag, y: Bag): Bag {
  const ids = new Int32Array(x.ids.length + y.ids.length);
  const weights = new Int32Array(ids.length);
  ids.set(x.ids);
  ids.set(y.ids, x.ids.length);
  weights.set(x.weights);
  weights.set(y.weights, x.ids.length);
  return { ids, weights, total: x.total + y.total };
}

/** Types of text blocks that can be cut. A caption belongs to its table, and in preformatted text every line counts. */
const CUTTABLE: ReadonlySet<string> = new Set<TextType>(['p', 'line', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6']);

const EMPTY_BAG: Bag = { ids: new Int32Array(0), weights: new Int32Array(0), total: 0 };

/** Feature of a block; a table is one item, with all its texts. */
export function featureOfBlock(block: Block, vocabulary: Vocabulary, place?: BlockPlace): Feature {
  const own = featureOfForm(block, vocabulary);
  if (place === undefined) return own;
  const { kind, formKey, textKey } = own;
  return {
    ...own,
    kind: `${kind}@${place.item}`,
    formKey: `${place.place}|${formKey}`,
    textKey: `${place.item}|${textKey}`,
    placeKey: place.place === -1 ? null : String(place.place),
  };
}

function featureOfForm(block: Block, vocabulary: Vocabulary): Feature {
  switch (block.kind) {
    case 'text': {
      const text = textOf(block);
      const path = block.path.map((step) => step.kind).join('>');
      return feature('text', block.type, `${block.type}|${path}|${text}`, `t|${text}`, () =>
        bagOf([block], vocabulary),
      );
    }
    case 'table': {
      const texts = textBlocksOf([block]);
      const text = texts.map(textOf).join('\u0001');
      return feature('table', 'table', `table|${text}`, `table|${text}`, () => bagOf(texts, vocabulary));
    }
    case 'image': {
      const key = `image|${block.image.src}|${block.image.alt}`;
      return feature('image', 'image', key, key, () => EMPTY_BAG);
    }
    case 'rule':
      return feature('rule', 'rule', 'rule', 'rule', () => EMPTY_BAG);
  }
}

/** Feature of a row, column or single cell: the texts of its cells. */
export function featureOfCells(cells: readonly Cell[], kind: string, vocabulary: Vocabulary): Feature {
  const texts = cells.map((cell) => textBlocksOf(cell.blocks));
  const key = texts.map((blocks) => blocks.map(textOf).join('\u0002')).join('\u0001');
  return feature(kind, kind, key, key, () => bagOf(texts.flat(), vocabulary));
}

/** All text blocks of a list in order, those of tables included. */
export function textBlocksOf(blocks: readonly Block[]): TextBlock[] {
  const found: TextBlock[] = [];
  const visit = (list: readonly Block[]): void => {
    for (const block of list) {
      if (block.kind === 'text') found.push(block);
      else if (block.kind === 'table') for (const row of block.rows) for (const cell of row.cells) visit(cell.blocks);
    }
  };
  visit(blocks);
  return found;
}

function feature(kind: string, type: string, formKey: string, textKey: string, makeBag: () => Bag): Feature {
  let bag: Bag | undefined;
  return { kind, type, formKey, textKey, placeKey: null, cuttable: CUTTABLE.has(type), bag: () => (bag ??= makeBag()) };
}

/** Tokens of all blocks; a token weighs as many UTF-16 units as it is long, so that articles count for little. */
function bagOf(blocks: readonly TextBlock[], vocabulary: Vocabulary): Bag {
  const ids: number[] = [];
  const weights: number[] = [];
  let total = 0;
  for (const block of blocks) {
    const tokens = vocabulary.tokens(block);
    for (let i = 0; i < tokens.ids.length; i += 1) {
      const weight = tokens.ends[i]! - tokens.starts[i]!;
      ids.push(tokens.ids[i]!);
      weights.push(weight);
      total += weight;
    }
  }
  return { ids: Int32Array.from(ids), weights: Int32Array.from(weights), total };
}
