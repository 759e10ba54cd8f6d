import type { Summary } from '../../../shared/change/page.ts';
import { unitCountsOf, type CountedKind, type UnitCounts } from '../../../shared/change/unit-counts.ts';

/** The counts of units, with their names for a person. */
export const COUNTED_UNITS = [
  ['insertions', 'insertion', 'insertions'],
  ['deletions', 'deletion', 'deletions'],
  ['replacements', 'replacement', 'replacements'],
  ['blockInsertions', 'block inserted', 'blocks inserted'],
  ['blockDeletions', 'block deleted', 'blocks deleted'],
  ['formatChanges', 'format change', 'format changes'],
  ['linkChanges', 'link change', 'link changes'],
  ['moves', 'move', 'moves'],
  ['comments', 'comment', 'comments'],
  ['notes', 'note', 'notes'],
  ['lists', 'restyled list', 'restyled lists'],
  ['pictures', 'replaced picture', 'replaced pictures'],
] as const satisfies readonly (readonly [CountedKind, one: string, many: string])[];

/** The names and numbers of the kinds of units that there are: `moves` 2. */
export function namedCounts(counts: UnitCounts): readonly (readonly [name: string, total: number])[] {
  return COUNTED_UNITS.filter(([kind]) => counts[kind] > 0).map(([kind, one, many]) => [
    counts[kind] === 1 ? one : many,
    counts[kind],
  ]);
}

/** The counts of a comparison in words: "3 changes: 1 insertion, 2 moves", or "no changes". */
export function describeCounts(summary: Summary): string {
  const counts = unitCountsOf(summary);
  if (counts.total === 0) return 'no changes';
  const parts = namedCounts(counts).map(([name, total]) => `${total} ${name}`);
  return `${counts.total} ${counts.total === 1 ? 'change' : 'changes'}: ${parts.join(', ')}`;
}
