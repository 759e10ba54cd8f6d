import type { Summary } from '../../shared/change/page.ts';
import type { CountedKind, UnitCounts } from '../../shared/change/unit-counts.ts';

/** The counts of a summary, with their names for a person. */
export const COUNTED_KINDS = [
  ['insertions', 'insertion', 'insertions'],
  ['deletions', 'deletion', 'deletions'],
  ['replacements', 'replacement', 'replacements'],
  ['blockInsertions', 'block inserted', 'blocks inserted'],
  ['blockDeletions', 'block deleted', 'blocks deleted'],
  ['formatChanges', 'format change', 'format changes'],
  ['linkChanges', 'link change', 'link changes'],
] as const satisfies readonly (readonly [keyof Summary, one: string, many: string])[];

/** The counts of units, with their names for a person. */
const COUNTED_UNITS = [
  ...COUNTED_KINDS,
  ['move', 'move', 'moves'],
  ['comment', 'comment', 'comments'],
  ['note', 'note', 'notes'],
  ['list', 'restyled list', 'restyled lists'],
  ['picture', 'replaced picture', 'replaced pictures'],
] as const satisfies readonly (readonly [CountedKind, one: string, many: string])[];

/** The names and numbers of the kinds of units that there are: `moves` 2. */
export function namedCounts({ of }: UnitCounts): readonly (readonly [name: string, total: number])[] {
  return COUNTED_UNITS.filter(([kind]) => of[kind] > 0).map(([kind, one, many]) => [
    of[kind] === 1 ? one : many,
    of[kind],
  ]);
}

/** The counts of a comparison in words: "3 changes: 1 insertion, 2 replacements", or "no changes". */
export function describeCounts(summary: Summary): string {
  if (summary.changeCount === 0) return 'no changes';
  const parts = COUNTED_KINDS.filter(([kind]) => summary[kind] > 0).map(
    ([kind, one, many]) => `${summary[kind]} ${summary[kind] === 1 ? one : many}`,
  );
  return `${summary.changeCount} ${summary.changeCount === 1 ? 'change' : 'changes'}: ${parts.join(', ')}`;
}
