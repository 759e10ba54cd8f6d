import type { HostedComparison } from '../../../shared/api/comparisons.ts';
import type { Pair } from './pair.ts';

/** Whether both sides have pages: DOCX and PDF do. `pair` is null if the page no longer has the files. */
export function hasPages(format: HostedComparison['format'], pair: Pair | null): boolean {
  if (pair === null) return false;
  if (format === 'docx' || format === 'pdf') return true;
  return format === 'mixed' && pair.original.document !== null && pair.revised.document !== null;
}
