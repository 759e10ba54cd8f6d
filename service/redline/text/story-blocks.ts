/** The blocks of a story as input of alignment. */
import { NO_KEY } from '../../engine/tokens/content-keys.ts';
import type { Bag } from '../../engine/tokens/tokenized-text.ts';
import type { Vocabulary } from '../../engine/tokens/vocabulary.ts';
import { alignItems, type Aligned } from '../../engine/align/align-items.ts';
import { joinBags } from '../../engine/align/feature.ts';
import { POSITIONS } from '../../ooxml/positions.ts';
import { isElement, type XmlElement, type XmlNode } from '../../ooxml/xml-tree.ts';
import type { Canonical } from '../package/canonical.ts';
import { pagesStated } from '../package/contents-pages.ts';
import { isEmptyTable, storyKey } from './story-key.ts';
import { propertiesKey, sectionOf } from './paragraph-mark.ts';
import { containerKey, contentOf } from './containers.ts';
import type { GuidedMatcher } from './guided-matcher.ts';
import { paragraphText, type ParagraphText, type ThingCharacters } from './paragraph-text.ts';
import type { TextFeature } from './text-feature.ts';

/** A paragraph, a table, a content control, or another element between paragraphs. */
export interface StoryBlock {
  readonly node: XmlElement;
  readonly kind: 'paragraph' | 'table' | 'control' | 'other';
  /** Positions directly before the block. */
  readonly positions: readonly XmlElement[];
  /** The text of a paragraph. */
  readonly text: ParagraphText | null;
  /** Computed on first use, because the content of a one-sided block is never aligned. */
  readonly feature: TextFeature;
}

/** The blocks of a story, and the positions after the last one. */
export interface StoryBlocks {
  readonly blocks: readonly StoryBlock[];
  readonly trailing: readonly XmlElement[];
}

/** The dependencies of reading blocks, shared by both sides. */
export interface BlockReading {
  readonly canonical: Canonical;
  readonly things: ThingCharacters;
  readonly vocabulary: Vocabulary;
  /** Whether to decide as if the documents were exchanged, so that the result does not depend on their order. */
  readonly swapped: boolean;
  /** A comparison of the same documents to follow; null for none. */
  readonly guide: GuidedMatcher | null;
}

/** Reads the children of a story. Spelling marks are dropped, and a section at the end is no block. */
export function readBlocks(children: readonly XmlNode[], reading: BlockReading): StoryBlocks {
  const blocks: StoryBlock[] = [];
  let positions: XmlElement[] = [];
  for (const node of children) {
    if (!isElement(node) || node.name === 'w:proofErr' || node.name === 'w:sectPr' || isEmptyTable(node)) continue;
    if (POSITIONS.has(node.name)) {
      positions.push(node);
      continue;
    }
    blocks.push(blockOf(node, positions, reading));
    positions = [];
  }
  return { blocks, trailing: positions };
}

function blockOf(node: XmlElement, positions: readonly XmlElement[], reading: BlockReading): StoryBlock {
  const kind = kindOf(node);
  const text = kind === 'paragraph' ? paragraphText(node, reading.canonical, reading.things) : null;
  let feature: TextFeature | undefined;
  return {
    node,
    kind,
    positions,
    text,
    get feature() {
      return (feature ??=
        text === null ? featureOfBlock(node, kind, reading) : featureOfParagraph(node, text, reading));
    },
  };
}

function kindOf({ name }: XmlElement): StoryBlock['kind'] {
  if (name === 'w:p') return 'paragraph';
  return name === 'w:tbl' ? 'table' : name === 'w:sdt' || name === 'w:customXml' ? 'control' : 'other';
}

function featureOfParagraph(node: XmlElement, text: ParagraphText, reading: BlockReading): TextFeature {
  const type = sectionOf(node) === undefined ? 'p' : 'p§';
  const key = `${type}|${propertiesKey(node, reading.canonical)}|${statedKey(node, reading)}`;
  // An empty paragraph that ends a section is aligned only with such paragraphs.
  const family = text.text === '' ? type : 'p';
  return featureOf({ family, type }, key, `${family}|${text.text}`, [text], reading.vocabulary);
}

function featureOfBlock(node: XmlElement, kind: StoryBlock['kind'], reading: BlockReading): TextFeature {
  const texts: ParagraphText[] = [];
  collectTexts(node, reading, texts);
  const type = kind === 'control' ? `control|${containerKey(node, reading.canonical)}` : node.name;
  const key = statedKey(node, reading);
  return featureOf(
    { family: type, type },
    key,
    `${type}|${texts.map(({ text }) => text).join('\n')}`,
    texts,
    reading.vocabulary,
  );
}

function collectTexts(node: XmlElement, reading: BlockReading, texts: ParagraphText[]): void {
  for (const child of node.name === 'w:sdt' ? contentOf(node) : node.children) {
    if (!isElement(child)) continue;
    if (child.name === 'w:p') texts.push(paragraphText(child, reading.canonical, reading.things));
    else collectTexts(child, reading, texts);
  }
}

/** The canonical string of a block together with its page numbers, so that a block with other ones is merged. */
function statedKey(node: XmlElement, { canonical }: BlockReading): string {
  const pages = pagesStated(node).join(' ');
  return storyKey([node], canonical) + (pages === '' ? '' : `|pages ${pages}`);
}

/** The feature of a row: all its texts. */
export function featureOfRow(row: XmlElement, reading: BlockReading): TextFeature {
  const texts: ParagraphText[] = [];
  collectTexts(row, reading, texts);
  const key = statedKey(row, reading);
  return featureOf(
    { family: 'row', type: 'row' },
    key,
    texts.map(({ text }) => text).join('\n'),
    texts,
    reading.vocabulary,
  );
}

/** Aligns blocks, rows or cells, by the guide if there is one. */
export function alignTexts(
  a: readonly TextFeature[],
  b: readonly TextFeature[],
  { vocabulary, swapped, guide }: BlockReading,
  pairLeftovers = false,
): readonly Aligned[] {
  const options = { pairLeftovers, findSplits: false, swapped };
  return guide === null ? alignItems(a, b, vocabulary, options) : guide.align(a, b, vocabulary, options);
}

function featureOf(
  { family, type }: { readonly family: string; readonly type: string },
  formKey: string,
  textKey: string,
  texts: readonly ParagraphText[],
  vocabulary: Vocabulary,
): TextFeature {
  let bag: Bag | undefined;
  return {
    family: vocabulary.keys.ofText(family),
    type,
    formKey: vocabulary.keys.ofText(formKey),
    textKey: vocabulary.keys.ofText(textKey),
    placeKey: NO_KEY,
    splittable: false,
    continues: false,
    length: texts.reduce((sum, { text }) => sum + text.length, 0),
    texts,
    bag: () => (bag ??= joinBags(texts.map(({ block }) => vocabulary.keptTokens(block)))),
  };
}
