import { textOf, type Block } from './model.ts';

/** White space between two words that nobody types in a sentence. It aligns the text after it with the lines above. */
const COLUMN_GAP = /\S(?: {3,}|[ ]*\t[ \t]*)\S/u;
/** Fewest aligned lines: a single one may be a typing error. */
const FEWEST = 2;
/**
 * Smallest share of aligned lines among the lines that are not empty. Measured on twenty standards, manuals and logs.
 * Files with tables, page heads or drawings have at least 2.7 % of such lines; the others have none.
 */
const SHARE = 0.02;

/** Whether a document has any line of plain text. */
export function hasLines(blocks: readonly Block[]): boolean {
  return blocks.some((block) => block.kind === 'text' && block.type === 'line');
}

/**
 * Whether spaces or tabs align the lines of a plain text, as in tables, logs and signatures. Such text is readable in
 * a monospaced font only.
 */
export function isAlignedText(blocks: readonly Block[]): boolean {
  let lines = 0;
  let aligned = 0;
  for (const block of blocks) {
    if (block.kind !== 'text' || block.type !== 'line') continue;
    const text = textOf(block);
    if (text.trim() === '') continue;
    lines += 1;
    if (COLUMN_GAP.test(text)) aligned += 1;
  }
  return aligned >= Math.max(FEWEST, lines * SHARE);
}
