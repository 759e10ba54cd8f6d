import { textOf, type Document } from '../../../shared/document/model.ts';
import { ServiceError } from '../../../shared/errors.ts';
import { textBlocksOf } from '../../engine/align/text-blocks-of.ts';

/**
 * Maximum number of texts that only one side has. With more, a comparison takes more than 5 s and 800 MB
 * (`docs/performance.md`, inputs near the limits), and nobody reads its changes.
 */
const MAX_ONE_SIDED_TEXTS = 300_000;

/**
 * Refuses two documents with very many different lines or paragraphs before they are compared. Documents with fewer
 * of them in all are not examined.
 *
 * @throws ServiceError `document_too_complex`
 */
export function guardDifferences(original: Document, revised: Document): void {
  const blocks = [textBlocksOf(original.blocks), textBlocksOf(revised.blocks)] as const;
  if (blocks[0].length + blocks[1].length <= MAX_ONE_SIDED_TEXTS) return;
  const [a, b] = [blocks[0].map(textOf), blocks[1].map(textOf)];
  const oneSided = countMissing(a, b) + countMissing(b, a);
  if (oneSided <= MAX_ONE_SIDED_TEXTS) return;
  throw new ServiceError(
    'document_too_complex',
    `There are ${oneSided} lines or paragraphs that only one of the two documents has. The limit is ${MAX_ONE_SIDED_TEXTS}. Check that both are versions of one document, or compare them in parts.`,
    { oneSidedTexts: oneSided, limit: MAX_ONE_SIDED_TEXTS },
  );
}

/** How many texts of `these` are not among the others. */
function countMissing(these: readonly string[], others: readonly string[]): number {
  const known = new Set(others);
  return these.reduce((count, text) => (known.has(text) ? count : count + 1), 0);
}
