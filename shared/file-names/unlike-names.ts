/** What two file names share, and what each has of its own. */

/** Words, each with its brackets, and the separators between them. */
const PARTS = /(?:\([^()]*\)|\[[^[\]]*\]|\{[^{}]*\}|[^\s._–—-])+|[\s._–—-]+/gu;

/** What joins the parts of one date or version: "2024-07-12", "v1.2". */
const JOINT = /^[._–-]$/u;

/** A word that says little without the number after it, and without which the number says little. */
const COUNTED =
  /^(?:draft|version|ver|v|rev|revision|round|copy|entwurf|fassung|stand|projet|brouillon|borrador|versión|versione|bozza)$/iu;

/** Two names without their endings. `original` and `revised` are whole stems where nothing is shared. */
export interface UnlikeNames {
  /** Empty if they share nothing, or if one of them has nothing of its own. */
  readonly shared: string;
  /** Both are empty for equal stems. Then `shared` is the stem. */
  readonly original: string;
  readonly revised: string;
}

/**
 * Compares two names part by part. They are cut at separators, never inside a word, a bracket, a date or a version. A
 * number keeps the word that it counts: "draft 1".
 */
export function unlikeNames(original: string, revised: string): UnlikeNames {
  const [before, after] = [stemOf(original), stemOf(revised)];
  if (before === after) return { shared: before, original: '', revised: '' };
  const [a, b] = [partsOf(before), partsOf(after)];
  const start = sharedStart(a, b);
  const end = sharedEnd(a, b, start);
  const ofEnd = start === 0 && end > 0 ? a.slice(a.length - end).join('') : '';
  const shared = withoutSeparators(a.slice(0, start).join('') + ofEnd);
  const left = withoutSeparators(a.slice(start, a.length - end).join(''));
  const right = withoutSeparators(b.slice(start, b.length - end).join(''));
  // A name that has nothing of its own is said whole: "Contract" and "Contract (copy)".
  if (shared === '' || left === '' || right === '') return { shared: '', original: before, revised: after };
  return { shared, original: left, revised: right };
}

/** A name without its ending. The digits of "terms v1.2" are none. */
export function stemOf(name: string): string {
  return name.replace(/(?<=.)\.\p{L}[\p{L}\d]{0,7}$/u, '');
}

/** The ending of a name in lower case, without the dot. Empty if there is none. */
export function endingOf(name: string): string {
  return name.slice(stemOf(name).length + 1).toLowerCase();
}

function partsOf(stem: string): readonly string[] {
  return stem.match(PARTS) ?? [];
}

function sharedStart(a: readonly string[], b: readonly string[]): number {
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  while (start > 0 && (joinsNumbers(a, start) || joinsNumbers(b, start))) start -= 1;
  // "draft " before "1".
  const isCounted =
    start > 2 && COUNTED.test(a[start - 2]!) && [a, b].every((parts) => /^\d/u.test(parts[start] ?? ''));
  return isCounted ? start - 2 : start;
}

function sharedEnd(a: readonly string[], b: readonly string[], start: number): number {
  const most = Math.min(a.length, b.length) - start;
  let end = 0;
  while (end < most && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  while (end > 0 && (joinsNumbers(a, a.length - end) || joinsNumbers(b, b.length - end))) end -= 1;
  return end;
}

/** Whether a cut before a part would divide a date or a version. */
function joinsNumbers(parts: readonly string[], cut: number): boolean {
  const joint = JOINT.test(parts[cut] ?? '') ? cut : cut - 1;
  const [before = '', between = '', after = ''] = parts.slice(Math.max(0, joint - 1), joint + 2);
  return JOINT.test(between) && /\d$/u.test(before) && /^\d/u.test(after);
}

function withoutSeparators(part: string): string {
  return part.replace(/^[\s._–—-]+|[\s._–—-]+$/gu, '');
}
