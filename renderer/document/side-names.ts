import { BOTH_SIDES, type Side } from '../../shared/document/model.ts';

/** The names of both documents as a reader knows them, such as the names of their files. */
export type SideNames = Readonly<Record<Side, string>>;

/** A name in two parts: what both names begin with, and what tells this one apart. Both parts together are the name. */
export interface DividedName {
  readonly shared: string;
  readonly own: string;
}

/**
 * Divides two names where they begin to differ, at a word. A place that is too narrow then cuts the shared part first.
 */
export function dividedNames({ original, revised }: SideNames): Readonly<Record<Side, DividedName>> {
  const words = { original: wordsOf(original), revised: wordsOf(revised) };
  let shared = 0;
  while (shared < words.original.length && words.original[shared] === words.revised[shared]) shared += 1;
  // Equal names, and a name that the other one goes on from, are cut at their ends.
  if (BOTH_SIDES.some((side) => shared === words[side].length)) shared = 0;
  const divided = (side: Side): DividedName => ({
    shared: words[side].slice(0, shared).join(''),
    own: words[side].slice(shared).join(''),
  });
  return { original: divided('original'), revised: divided('revised') };
}

/** The words of a name, each with the separators behind it. */
function wordsOf(name: string): readonly string[] {
  return name.match(/[^\s._–—-]*[\s._–—-]+|[^\s._–—-]+$/gu) ?? [];
}
