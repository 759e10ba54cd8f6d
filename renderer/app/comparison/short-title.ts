/** Separators at which names are cut. */
const BREAKS = /([\s._–—-]+)/u;

/** Longest common part that is shown whole, in UTF-16 units. */
const SHARED_LENGTH = 32;

/** What joins the parts of one date or version: "2024-07-12", "v1.2". */
const JOINT = /^[._–-]$/u;

/**
 * The title of two names, which states their common part once. "Contract v1.docx" and "Contract v2.docx" give
 * "Contract: v1 → v2". A long common part loses its end. Names are cut at separators, never inside a word, a date or a
 * version. Equal names give the name.
 */
export function shortTitle(original: string, revised: string): string {
  const [before, after] = [stemOf(original), stemOf(revised)];
  const isSameKind = extensionOf(original) === extensionOf(revised);
  if (before === after) return isSameKind ? before : `${before}: ${extensionOf(original)} → ${extensionOf(revised)}`;
  const [a, b] = [before.split(BREAKS), after.split(BREAKS)];
  const shortest = Math.min(a.length, b.length);
  let start = 0;
  while (start < shortest && a[start] === b[start]) start += 1;
  while (start > 0 && (joinsNumbers(a, start) || joinsNumbers(b, start))) start -= 1;
  let end = 0;
  while (end < shortest - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  while (end > 0 && (joinsNumbers(a, a.length - end) || joinsNumbers(b, b.length - end))) end -= 1;
  const shared = clean([...a.slice(0, start), start === 0 && end > 0 ? a.slice(a.length - end).join('') : ''].join(''));
  const [left, right] = [
    clean(a.slice(start, a.length - end).join('')),
    clean(b.slice(start, b.length - end).join('')),
  ];
  // A name that has nothing of its own is said whole: "Contract → Contract (copy)".
  if (shared === '' || left === '' || right === '') return `${before} → ${after}`;
  return `${shortened(shared)}: ${left} → ${right}`;
}

/** The common part, cut at a word, so that what tells the names apart has room in the bar. */
function shortened(shared: string): string {
  if (shared.length <= SHARED_LENGTH) return shared;
  const cut = shared.slice(0, SHARED_LENGTH);
  const end = cut.search(/[\s._–—-]+[^\s._–—-]*$/u);
  return `${(end > 0 ? cut.slice(0, end) : cut).replace(/[\uD800-\uDBFF]$/u, '')}…`;
}

/** Whether a cut before a part would divide a date or a version. */
function joinsNumbers(parts: readonly string[], cut: number): boolean {
  const joint = JOINT.test(parts[cut] ?? '') ? cut : cut - 1;
  const [before = '', between = '', after = ''] = parts.slice(Math.max(0, joint - 1), joint + 2);
  return JOINT.test(between) && /\d$/u.test(before) && /^\d/u.test(after);
}

function stemOf(name: string): string {
  return name.replace(/\.[\p{L}\d]{1,5}$/u, '');
}

function extensionOf(name: string): string {
  return name.slice(stemOf(name).length + 1).toLowerCase();
}

function clean(part: string): string {
  return part.replace(/^[\s._–—-]+|[\s._–—-]+$/gu, '');
}
