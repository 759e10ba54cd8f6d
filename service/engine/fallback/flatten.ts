/**
 * The linear text stream of a document, for comparisons beyond the limits of the document comparison: paragraphs of
 * plain text. Headings, lists, tables, formats and links are dropped; lines of text stay lines.
 */
import {
  PLAIN_ATTRIBUTES,
  preservesSpace,
  textOf,
  type Block,
  type Document,
  type TextBlock,
} from '../../../shared/document/model.ts';
import { pathOf, stepsOf, TOP } from '../../../shared/document/path.ts';
import { textBlocksOf } from '../align/feature.ts';

/** A document of paragraphs in reader normal form, in reading order, including the texts of table cells. */
export function flatten(document: Document): Document {
  // Plain text and JSON mostly are flat already.
  if (document.blocks.every(isFlat)) return document;
  const blocks: TextBlock[] = [];
  for (const block of textBlocksOf(document.blocks)) {
    const text = textOf(block);
    if (text !== '') blocks.push(isFlat(block) ? block : flatBlock(block, text));
  }
  return { blocks, warnings: document.warnings };
}

/** Whether a block has text and is as plain as the result of `flatBlock`. Every line of plain text and of JSON is. */
function isFlat(block: Block): boolean {
  if (block.kind !== 'text' || block.runs.length !== 1) return false;
  const { type, path, attributes } = block;
  const { text, marks, href, look } = block.runs[0]!;
  const isPath = type === 'line' ? stepsOf(path).every(({ kind }) => kind === 'para') : path.length === 0;
  return (
    isPath &&
    (type === 'p' || preservesSpace(type)) &&
    (attributes === PLAIN_ATTRIBUTES || Object.keys(attributes).length === 0) &&
    text !== '' &&
    marks === 0 &&
    href === null &&
    look === undefined
  );
}

function flatBlock(block: TextBlock, text: string): TextBlock {
  return {
    kind: 'text',
    type: preservesSpace(block.type) ? block.type : 'p',
    attributes: PLAIN_ATTRIBUTES,
    runs: [{ text, marks: 0, href: null }],
    path: block.type === 'line' ? pathOf(stepsOf(block.path).filter(({ kind }) => kind === 'para')) : TOP,
  };
}
