/**
 * Page numbers of a table of contents. A program counts them anew whenever it prints the document, and some programs
 * leave them out. So the numbers of an entry are compared with nothing.
 */
import { textOf, type TextBlock } from '../../../shared/document/model.ts';
import type { PlacedBlock } from './placed-block.ts';
import { runsBetween } from './runs-between.ts';

const PAGES = /\s+[\divxlc]+(?:[-–][\divxlc]+)?$/iu;
/** A number before an entry, which one side may generate. */
const LABEL = /^(?:[\p{L}\p{N}]{1,6}(?:\.[\p{L}\p{N}]{1,6})*[.)]?\s+)?/u;

/** Both sides without the page numbers of the entries of one of them. */
export function withoutPages(
  printed: readonly PlacedBlock[],
  stated: readonly PlacedBlock[],
): { readonly printed: PlacedBlock[]; readonly stated: PlacedBlock[]; readonly hasDropped: boolean } {
  const entries = new Set(
    stated.flatMap(({ block, isEntry }) => (isEntry === true && block.kind === 'text' ? [titleOf(block)] : [])),
  );
  if (entries.size === 0) return { printed: [...printed], stated: [...stated], hasDropped: false };
  const without = (placed: PlacedBlock): PlacedBlock => {
    const { block } = placed;
    if (block.kind !== 'text' || !PAGES.test(textOf(block)) || !entries.has(titleOf(block))) return placed;
    const end = textOf(block).replace(PAGES, '').length;
    return { ...placed, block: { ...block, runs: runsBetween(block, 0, end) } };
  };
  return {
    printed: printed.map(without),
    stated: stated.map((placed) => (placed.isEntry === true ? without(placed) : placed)),
    hasDropped: true,
  };
}

function titleOf(block: TextBlock): string {
  return textOf(block).replace(PAGES, '').replace(LABEL, '').replaceAll(/\s+/gu, '');
}
