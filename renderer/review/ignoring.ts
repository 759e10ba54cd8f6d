import type { ReviewChange } from '../document-view/list-changes.ts';

/**
 * What a reader may leave out of view. Ignoring is a way of looking: the changes stay where they are, are counted, and
 * are decided like all others.
 */
export const IGNORABLE = ['case', 'space', 'punctuation', 'numbers', 'format', 'moves', 'renumbered'] as const;
export type Ignorable = (typeof IGNORABLE)[number];

/** Nothing is left out. */
export const NOTHING_IGNORED: ReadonlySet<Ignorable> = new Set();

/** No change is out of view. */
export const NOTHING_HIDDEN: ReadonlySet<string> = new Set();

/** The set with this one in it or out of it. */
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

/** A text as it is compared when these are ignored. Numbers become alike, they do not vanish: "5" and no number differ. */
function folded(text: string, ignored: ReadonlySet<Ignorable>): string {
  let result = text;
  if (ignored.has('numbers')) result = result.replace(/\p{Nd}+(?:[.,:/-]\p{Nd}+)*/gu, '0');
  if (ignored.has('punctuation')) result = result.replace(/[\p{P}\p{Sk}]+/gu, '');
  if (ignored.has('space')) result = result.replace(/\s+/gu, '');
  return ignored.has('case') ? result.toLowerCase() : result;
}

/** Whether a change is left out of view: nothing of it is left when what is ignored is set aside. */
function isIgnored(change: ReviewChange, ignored: ReadonlySet<Ignorable>): boolean {
  if (ignored.size === 0) return false;
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

/** The ids of the changes that are left out of view. */
export function ignoredIds(changes: readonly ReviewChange[], ignored: ReadonlySet<Ignorable>): ReadonlySet<string> {
  return new Set(changes.filter((change) => isIgnored(change, ignored)).map(({ id }) => id));
}
