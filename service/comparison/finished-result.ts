import { PAGE_DEFAULT_LIMIT } from '../../shared/limits.ts';
import type { TextComparison } from './compare-text.ts';
import type { TextResult, TextTask } from './ports.ts';
import { assemblePage } from './structure/assemble-page.ts';
import { cutStructure } from './structure/cut-structure.ts';

/** Writes a comparison as the bytes that its answer and its storage need. Each array owns its whole memory. */
export function finishedResult(
  comparison: TextComparison,
  wanted: Pick<TextTask, 'wantsHtml' | 'comparisonId'>,
): TextResult {
  const { format, engine, fallback, requestedMode, effectiveMode, units } = comparison;
  return {
    facts: { format, engine, fallback, requestedMode, effectiveMode, units },
    html: wanted.wantsHtml ? ownBytes(JSON.stringify(comparison.html)) : null,
    structure: wanted.comparisonId === null ? null : structureOf(comparison, wanted.comparisonId),
  };
}

function structureOf(comparison: TextComparison, comparisonId: string): TextResult['structure'] {
  const { head, chunks, firstChunk } = cutStructure((offset, limit) => comparison.page(offset, limit), comparisonId);
  const firstPage = ownBytes(assemblePage(head, firstChunk === undefined ? [] : [firstChunk], 0, PAGE_DEFAULT_LIMIT));
  return { head, chunks, firstPage };
}

function ownBytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
