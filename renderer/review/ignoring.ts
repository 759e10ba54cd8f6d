import type { ReviewChange } from '../document-view/list-changes.ts';

/** The kinds of change that a reader can hide. A hidden change keeps its place. It is still counted and decided. */
export const IGNORABLE = ['case', 'space', 'punctuation', 'numbers', 'format', 'moves', 'renumbered'] as const;
export type Ignorable = (typeof IGNORABLE)[number];

/** Hides nothing. */
export const NOTHING_IGNORED: ReadonlySet<Ignorable> = new Set();

/** No change is hidden. */
export const NOTHING_HIDDEN: ReadonlySet<string> = new Set();

/** The set with one kind added or removed. */
export function withIgnored(
  ignored: ReadonlySet<Ignorable>,
  which: Ignorable,
  isIgnored: boolean,
): ReadonlySet<Ignorable> {
  const next = new Set(ignored);
  if (isIgnored) next.add(which);
  else next.delete(which);
  return next;
}

/**
 * The text without the ignored differences. Numbers become equal instead of disappearing, because "5" and no number
 * differ.
 */
function folded(text: string, ignored: ReadonlySet<Ignorable>): string {
  let result = text;
  if (ignored.has('numbers')) result = result.replace(/\p{Nd}+(?:[.,:/-]\p{Nd}+)*/gu, '0');
  if (ignored.has('punctuation')) result = result.replace(/[\p{P}\p{Sk}]+/gu, '');
  if (ignored.has('space')) result = result.replace(/\s+/gu, '');
  return ignored.has('case') ? result.toLowerCase() : result;
}

/** Whether a change is hidden: both of its texts are equal without the ignored differences. No changed picture is. */
function isIgnored(change: ReviewChange, ignored: ReadonlySet<Ignorable>): boolean {
  if (ignored.size === 0 || (change.picture !== undefined && !change.moved)) return false;
  switch (change.kind) {
    case 'format':
      return ignored.has('format');
    case 'link':
      return false;
    case 'split':
    case 'merge':
      return ignored.has('space');
    case 'block_insert':
    case 'block_delete':
      if (change.moved) return ignored.has('moves');
      break;
    default:
      if (change.renumbers === true && ignored.has('renumbered')) return true;
  }
  return folded(change.before, ignored) === folded(change.after, ignored);
}

/** The ids of the hidden changes. */
export function ignoredIds(changes: readonly ReviewChange[], ignored: ReadonlySet<Ignorable>): ReadonlySet<string> {
  return new Set(changes.filter((change) => isIgnored(change, ignored)).map(({ id }) => id));
}
