import type { ChangeAction } from '../../shared/messages/viewer-message.ts';
import type { ReviewChange } from '../document-view/list-changes.ts';
import type { Signal } from '../../shared/signals/rule.ts';

/**
 * The groups by which a reader filters changes. They are the change types of the API, with both ends of a move in one
 * group.
 */
export const CHANGE_GROUPS = [
  'insert',
  'delete',
  'replace',
  'format',
  'link',
  'block_insert',
  'block_delete',
  'move',
] as const;
export type ChangeGroup = (typeof CHANGE_GROUPS)[number];

/** The group of a change. A split counts as an inserted paragraph break, a merge as a deleted one. */
export function groupOf({ kind, moved }: Pick<ReviewChange, 'kind' | 'moved'>): ChangeGroup {
  if (moved) return 'move';
  if (kind === 'split') return 'insert';
  return kind === 'merge' ? 'delete' : kind;
}

/** The states of changes that a reader filters by. */
export const STATUSES = ['undecided', 'accepted', 'rejected'] as const;
export type ChangeStatus = (typeof STATUSES)[number];

/** A reader's filter. Null: no restriction. A change must fit all of it. */
export interface ChangeFilter {
  readonly group: ChangeGroup | null;
  readonly status: ChangeStatus | null;
  /** Whether only changes with a note match. */
  readonly noted: boolean;
  /** Index of a section. */
  readonly section: number | null;
  /** The rule that has to say something about a change. */
  readonly matter: string | null;
  /** Text to find in the content before or after a change. Case is ignored. An empty text matches every change. */
  readonly text: string;
}

/** The filter that matches every change. */
export const NO_FILTER: ChangeFilter = {
  group: null,
  status: null,
  noted: false,
  section: null,
  matter: null,
  text: '',
};

/** What a filter asks about a change beside the change itself. */
export interface ChangeFacts {
  /** Undefined: undecided. */
  verdictOf(changeId: string): ChangeAction | undefined;
  isNoted(changeId: string): boolean;
  /** Index of its section; undefined if unknown. */
  sectionOf(changeId: string): number | undefined;
  /** What the rules say about a change. */
  signalsOf(changeId: string): readonly Signal[];
}

/** The text in the form that filters compare: lower case, with single spaces. */
function folded(text: string): string {
  return text.replace(/\s+/gu, ' ').trim().toLowerCase();
}

/** Whether the filter matches every change. */
export function isEmptyFilter({ group, status, noted, section, matter, text }: ChangeFilter): boolean {
  return group === null && status === null && !noted && section === null && matter === null && folded(text) === '';
}

/** The changes that match a filter, in document order. */
export function filterChanges(
  changes: readonly ReviewChange[],
  filter: ChangeFilter,
  facts: ChangeFacts,
): readonly ReviewChange[] {
  if (isEmptyFilter(filter)) return changes;
  const { group, status, noted, section, matter } = filter;
  const wanted = folded(filter.text);
  return changes.filter(
    (change) =>
      (group === null || groupOf(change) === group) &&
      (status === null || (facts.verdictOf(change.id) ?? 'undecided') === status) &&
      (!noted || facts.isNoted(change.id)) &&
      (section === null || facts.sectionOf(change.id) === section) &&
      (wanted === '' || folded(change.before).includes(wanted) || folded(change.after).includes(wanted)) &&
      (matter === null || facts.signalsOf(change.id).some(({ rule }) => rule === matter)),
  );
}

/** How often each value occurs. */
export function totalsOf<Value>(values: readonly Value[]): ReadonlyMap<Value, number> {
  const totals = new Map<Value, number>();
  for (const value of values) totals.set(value, (totals.get(value) ?? 0) + 1);
  return totals;
}

/** The groups that occur among the changes, in the order of `CHANGE_GROUPS`, each with its number of changes. */
export function groupTotals(
  changes: readonly ReviewChange[],
): { readonly group: ChangeGroup; readonly total: number }[] {
  const totals = totalsOf(changes.map(groupOf));
  return CHANGE_GROUPS.flatMap((group) => {
    const total = totals.get(group);
    return total === undefined ? [] : [{ group, total }];
  });
}
