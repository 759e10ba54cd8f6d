import type { ReviewChange } from '../document-view/list-changes.ts';

/** The types by which changes are filtered: those of the interface, with both ends of a move as one. */
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

/** The group of a change. A split is an inserted paragraph break, a merge a deleted one (decisions 9). */
export function groupOf({ kind, moved }: ReviewChange): ChangeGroup {
  if (moved) return 'move';
  if (kind === 'split') return 'insert';
  return kind === 'merge' ? 'delete' : kind;
}

/** What a reader looks for. */
export interface ChangeFilter {
  /** Null: all. */
  readonly group: ChangeGroup | null;
  /** Looked for in what a change had before and has after, whatever the case; empty: anything. */
  readonly text: string;
}

/** A form in which texts are compared: without case and without differences of white space. */
function folded(text: string): string {
  return text.replace(/\s+/gu, ' ').trim().toLowerCase();
}

/** Whether the filter lets everything pass. */
export function isEmptyFilter({ group, text }: ChangeFilter): boolean {
  return group === null && folded(text) === '';
}

/** The changes that fit a filter, in their order. */
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

/** The groups that changes are in, in their usual order, with the number of changes of each. */
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
