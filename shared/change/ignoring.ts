/** Which changes a reader hides. Hiding is only a way of looking: a hidden change is still counted and decided. */

/** The kinds of change that a reader can hide. */
export const IGNORABLE = ['case', 'space', 'punctuation', 'numbers', 'format', 'moves', 'renumbered'] as const;
export type Ignorable = (typeof IGNORABLE)[number];

/** What the filters look at. `before` and `after` are texts; either may be empty. */
export interface FilteredChange {
  readonly kind:
    'insert' | 'delete' | 'replace' | 'format' | 'link' | 'block_insert' | 'block_delete' | 'split' | 'merge';
  readonly before: string;
  readonly after: string;
  /** Whether the change is one end of a moved block. */
  readonly moved: boolean;
  /** Whether the change affects a picture. */
  readonly hasPicture: boolean;
  /** Whether the change affects only the number at the start of a heading. */
  readonly renumbers: boolean;
}

/** Whether the filters hide a change: both of its texts are equal without the ignored differences. No changed picture is hidden. */
export function isHidden(change: FilteredChange, ignored: ReadonlySet<Ignorable>): boolean {
  if (ignored.size === 0 || (change.hasPicture && !change.moved)) return false;
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
      if (change.renumbers && ignored.has('renumbered')) return true;
  }
  return folded(change.before, ignored) === folded(change.after, ignored);
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
