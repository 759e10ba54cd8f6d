import type { ReviewChange } from '../document-view/list-changes.ts';

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
export function groupOf({ kind, moved }: ReviewChange): ChangeGroup {
  if (moved) return 'move';
  if (kind === 'split') return 'insert';
  return kind === 'merge' ? 'delete' : kind;
}

/** A reader's filter. */
export interface ChangeFilter {
  /** Null: all groups. */
  readonly group: ChangeGroup | null;
  /** Text to find in the content before or after a change. Case is ignored. An empty text matches every change. */
  readonly text: string;
}

/** The text in the form that filters compare: lower case, with single spaces. */
function folded(text: string): string {
  return text.replace(/\s+/gu, ' ').trim().toLowerCase();
}

/** Whether the filter matches every change. */
export function isEmptyFilter({ group, text }: ChangeFilter): boolean {
  return group === null && folded(text) === '';
}

/** The changes that match a filter, in document order. */
export function filterChanges(
  changes: readonly ReviewChange[],
  { group, text }: ChangeFilter,
): readonly ReviewChange[] {
  const wanted = folded(text);
  if (group === null && wanted === '') return changes;
  return changes.filter(
    (change) =>
      (group === null || groupOf(change) === group) &&
      (wanted === '' || folded(change.before).includes(wanted) || folded(change.after).includes(wanted)),
  );
}

/** The groups that occur among the changes, in the order of `CHANGE_GROUPS`, each with its number of changes. */
export function groupTotals(
  changes: readonly ReviewChange[],
): { readonly group: ChangeGroup; readonly total: number }[] {
  const totals = new Map<ChangeGroup, number>();
  for (const change of changes) totals.set(groupOf(change), (totals.get(groupOf(change)) ?? 0) + 1);
  return CHANGE_GROUPS.flatMap((group) => {
    const total = totals.get(group);
    return total === undefined ? [] : [{ group, total }];
  });
}
