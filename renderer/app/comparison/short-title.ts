import { endingOf, stemOf, unlikeNames } from '../../../shared/file-names/unlike-names.ts';

/** Longest common part that is shown whole, in UTF-16 units. */
const SHARED_LENGTH = 32;

/**
 * The title of two names, which states their common part once. "Contract v1.docx" and "Contract v2.docx" give
 * "Contract: v1 → v2". A long common part loses its end. Equal names give the name.
 */
export function shortTitle(original: string, revised: string): string {
  if (stemOf(original) === stemOf(revised)) return ofEqualStems(original, revised);
  const { shared, original: left, revised: right } = unlikeNames(original, revised);
  const own = `${left} → ${right}`;
  return shared === '' ? own : `${shortened(shared)}: ${own}`;
}

function ofEqualStems(original: string, revised: string): string {
  const [stem, before, after] = [stemOf(original), endingOf(original), endingOf(revised)];
  return before === after ? stem : `${stem}: ${before} → ${after}`;
}

/** The common part, cut at a word, so that what tells the names apart has room in the bar. */
function shortened(shared: string): string {
  if (shared.length <= SHARED_LENGTH) return shared;
  const cut = shared.slice(0, SHARED_LENGTH);
  const end = cut.search(/[\s._–—-]+[^\s._–—-]*$/u);
  return `${(end > 0 ? cut.slice(0, end) : cut).replace(/[\uD800-\uDBFF]$/u, '')}…`;
}
