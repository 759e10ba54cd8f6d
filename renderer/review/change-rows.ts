/**
 * The rows of the list of changes. Many changes with one effect are one row, so that they do not hide the others: page
 * numbers of a table of contents, and format changes of one kind.
 */
import type { FormatChange, ReviewChange } from '../document-view/list-changes.ts';

/** Several changes in one row. `format` is their effect; absent for page numbers of a table of contents. */
export interface ChangeGroupRow {
  readonly kind: 'group';
  readonly key: string;
  readonly changes: readonly ReviewChange[];
  readonly format?: FormatChange;
}

/** One row: a change, which may be of the open group above it, or a group. */
export type ChangeRow =
  { readonly kind: 'change'; readonly change: ReviewChange; readonly inGroup: boolean } | ChangeGroupRow;

/** The key of the row with the page numbers of a table of contents. */
export const CONTENTS_ROW = 'contents';

/** No group is open. */
export const NONE_OPEN: ReadonlySet<string> = new Set();

/** The keys of the open groups with one group opened or closed. */
export function toggled(open: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(open);
  if (!next.delete(key)) next.add(key);
  return next;
}

/** Format changes of one effect are one row from this number on. */
const FORMAT_GROUP_MIN = 5;

/**
 * The rows of some changes, in document order. A group is where its first change is. `open` has the keys of the groups
 * whose changes are rows too.
 */
export function changeRows(changes: readonly ReviewChange[], open: ReadonlySet<string>): ChangeRow[] {
  const groups = new Map<string, ReviewChange[]>();
  for (const change of changes) {
    const key = keyOf(change);
    if (key === null) continue;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [change]);
    else group.push(change);
  }
  const begun = new Set<string>();
  return changes.flatMap((change): ChangeRow[] => {
    const key = keyOf(change);
    const group = key === null ? undefined : groups.get(key);
    if (key === null || group === undefined || (key !== CONTENTS_ROW && group.length < FORMAT_GROUP_MIN))
      return [{ kind: 'change', change, inGroup: false }];
    if (begun.has(key)) return [];
    begun.add(key);
    const row: ChangeRow = { kind: 'group', key, changes: group, ...(change.format && { format: change.format }) };
    if (!open.has(key)) return [row];
    return [row, ...group.map((each): ChangeRow => ({ kind: 'change', change: each, inGroup: true }))];
  });
}

/** Whether stepping passes over a change: a page number of a table of contents whose row is closed. */
export function isPassedOver({ paginates }: ReviewChange, open: ReadonlySet<string>): boolean {
  return paginates === true && !open.has(CONTENTS_ROW);
}

/** The key of the group that a change would belong to; null for none. */
function keyOf({ paginates, kind, format }: ReviewChange): string | null {
  if (paginates === true) return CONTENTS_ROW;
  if (kind !== 'format' || format === undefined) return null;
  const { added, removed, types, placed } = format;
  return ['format', added.join(' '), removed.join(' '), types?.original, types?.revised, placed].join('|');
}
