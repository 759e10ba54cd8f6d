/** Counts of what a person decides: a move is one change, not an insertion and a deletion. */
import type { Units } from '../fragment/units.ts';
import type { TieKind } from '../fragment/unit-ties.ts';
import type { Change } from './change.ts';
import type { Summary } from './page.ts';

type SingleKind = Exclude<keyof Summary, 'changeCount' | 'declaredChanges'>;

/** A count beside the number of all: of single changes by type, or of units of several changes. */
export type CountedKind = SingleKind | TieKind;

/** Number of units, and how many there are of each kind. */
export interface UnitCounts {
  readonly total: number;
  readonly of: Readonly<Record<CountedKind, number>>;
}

const SINGLES: Readonly<Record<Change['type'], SingleKind>> = {
  insert: 'insertions',
  delete: 'deletions',
  replace: 'replacements',
  block_insert: 'blockInsertions',
  block_delete: 'blockDeletions',
  format: 'formatChanges',
  link: 'linkChanges',
};

/** Counts units. `typeOf` gives the type of a change by its id. */
export function countUnits(units: Units, typeOf: (changeId: string) => Change['type'] | undefined): UnitCounts {
  const of: Record<CountedKind, number> = {
    ...{ insertions: 0, deletions: 0, replacements: 0, blockInsertions: 0, blockDeletions: 0 },
    ...{ formatChanges: 0, linkChanges: 0, comment: 0, note: 0, move: 0, list: 0, picture: 0 },
  };
  for (const { id, kind } of units.all) {
    const type = kind === 'single' ? typeOf(id) : undefined;
    if (kind !== 'single') of[kind] += 1;
    else if (type !== undefined) of[SINGLES[type]] += 1;
  }
  return { total: units.all.length, of };
}
