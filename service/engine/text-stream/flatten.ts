/**
 * The linear text stream of a document for comparisons outside the DOM envelope: paragraphs of plain text. Headings,
 * lists, tables, formats and links are gone; lines of text stay lines.
 */
import { preservesSpace, textOf, type Document, type TextBlock } from '../../../shared/document/model.ts';
import { textBlocksOf } from '../align/feature.ts';

/** A document of paragraphs in reader normal form, in reading order, the texts of table cells included. */
export function flatten(document: Document): Document {
  const blocks = textBlocksOf(document.blocks)
    .filter((block) => textOf(block) !== '')
    .map((block): TextBlock => {
      const paragraph = block.type === 'line' ? block.path.filter((step) => step.kind === 'para') : [];
      return {
        kind: 'text',
        type: preservesSpace(block.type) ? block.type : 'p',
        path: paragraph,
        attributes: {},
        runs: [{ text: textOf(block), marks: 0, href: null }],
      };
    });
  return { blocks, warnings: document.warnings };
}
