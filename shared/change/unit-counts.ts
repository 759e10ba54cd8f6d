/** Counts of what a person decides: a move is one change, not an insertion and a deletion. */
import type { Unit } from '../fragment/units.ts';
import type { TieKind } from '../fragment/unit-ties.ts';
import type { Change } from './change.ts';
import type { Summary, UnitCounts } from './page.ts';

export type { UnitCounts } from './page.ts';

/** A count beside the number of all: of single changes by type, or of units of several changes. */
export type CountedKind = Exclude<keyof UnitCounts, 'total'>;

const SINGLES: Readonly<Record<Change['type'], CountedKind>> = {
  insert: 'insertions',
  delete: 'deletions',
  replace: 'replacements',
  block_insert: 'blockInsertions',
  block_delete: 'blockDeletions',
  format: 'formatChanges',
  link: 'linkChanges',
};

const TIED: Readonly<Record<TieKind, CountedKind>> = {
  comment: 'comments',
  note: 'notes',
  move: 'moves',
  list: 'lists',
  picture: 'pictures',
  field: 'replacements',
  link: 'linkChanges',
};

/** The counts for a person: those of units, or those of changes if each is a unit of its own. */
export function unitCountsOf(summary: Summary): UnitCounts {
  const { changeCount, declaredChanges: _, decisionUnits, ...singles } = summary;
  return decisionUnits ?? { total: changeCount, ...singles, moves: 0, comments: 0, notes: 0, lists: 0, pictures: 0 };
}

/** Number of units that some changes belong to. `tied`: the units of several changes. */
export function unitTotalOf(changeIds: readonly string[], tied: readonly Unit[]): number {
  if (tied.length === 0) return changeIds.length;
  const named = new Set(changeIds);
  const extra = (unit: Unit): number => Math.max(0, unit.changeIds.filter((id) => named.has(id)).length - 1);
  return tied.reduce((total, unit) => total - extra(unit), named.size);
}

/**
 * The summary of a comparison whose changes are counted, with the counts of its units. `tied`: the units of several
 * changes. `typeOf` gives the type of a change by its id.
 */
export function withUnitCounts(
  summary: Summary,
  tied: readonly Unit[],
  typeOf: (changeId: string) => Change['type'] | undefined,
): Summary {
  if (tied.length === 0) return summary;
  const counts = { ...unitCountsOf(summary) };
  for (const { kind, changeIds } of tied) {
    if (kind === 'single') continue;
    for (const id of changeIds) {
      const type = typeOf(id);
      if (type !== undefined) counts[SINGLES[type]] -= 1;
    }
    counts[TIED[kind]] += 1;
    counts.total -= changeIds.length - 1;
  }
  return { ...summary, decisionUnits: counts };
}
