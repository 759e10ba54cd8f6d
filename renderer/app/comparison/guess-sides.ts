/** What is known of a file before it is read. */
export interface NamedFile {
  readonly name: string;
  /** When it was last changed, in milliseconds since 1970; 0: not known. */
  readonly modifiedMs: number;
}

/** Words that say how far a document is. "Clean" and "redline" do not: they say whether changes are marked. */
const DRAFT = /^(?:draft|old|orig|original|before|previous|prev|entwurf|alt|v?0)$/u;
const FINAL = /^(?:final|new|revised|after|signed|executed|endfassung|neu)$/u;

/** The name without its extension, in lower-case words and numbers. */
function wordsOf(name: string): readonly string[] {
  const stem = name.toLowerCase().replace(/\.[^.]+$/u, '');
  return stem.match(/\d+(?:\.\d+)*|\p{L}+/gu) ?? [];
}

/** A date in the name as a sortable number, 20240131: year first, or day first as "31.1.2024". Null: there is none. */
function dateIn(name: string): number | null {
  const yearFirst = /(?:^|\D)((?:19|20)\d\d)[-._ ]?(0[1-9]|1[0-2])[-._ ]?(0[1-9]|[12]\d|3[01])(?!\d)/u.exec(name);
  if (yearFirst) return Number(yearFirst[1]) * 10_000 + Number(yearFirst[2]) * 100 + Number(yearFirst[3]);
  const dayFirst = /(?:^|\D)(0?[1-9]|[12]\d|3[01])[-._ ](0?[1-9]|1[0-2])[-._ ]((?:19|20)\d\d)(?!\d)/u.exec(name);
  return dayFirst ? Number(dayFirst[3]) * 10_000 + Number(dayFirst[2]) * 100 + Number(dayFirst[1]) : null;
}

/** A version as "v2.10" or "version 3", else the first number in which the names differ. */
function compareVersions(a: readonly string[], b: readonly string[]): number {
  const version = (words: readonly string[]): string | undefined => {
    const at = words.findIndex((word) => /^(?:v|ver|version|rev|revision|draft|entwurf)$/u.test(word));
    const next = at === -1 ? undefined : words[at + 1];
    return next !== undefined && /^\d/u.test(next) ? next : undefined;
  };
  const [left, right] = [version(a), version(b)];
  if (left !== undefined && right !== undefined) return compareNumbers(left, right);
  const numbers = (words: readonly string[]): readonly string[] => words.filter((word) => /^\d/u.test(word));
  const [one, other] = [numbers(a), numbers(b)];
  if (one.length !== other.length) return 0;
  return one.map((number, at) => compareNumbers(number, other[at]!)).find((result) => result !== 0) ?? 0;
}

function compareNumbers(a: string, b: string): number {
  const [left, right] = [a.split('.').map(Number), b.split('.').map(Number)];
  for (let at = 0; at < Math.max(left.length, right.length); at++) {
    const difference = (left[at] ?? 0) - (right[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

function stage(words: readonly string[]): number {
  if (words.some((word) => FINAL.test(word))) return 1;
  return words.some((word) => DRAFT.test(word)) ? -1 : 0;
}

/**
 * Whether the first of two files is the later version, so that the sides have to be swapped. Words such as "final"
 * count most. Dates in the names, versions and other numbers, and the time of the last change follow. If nothing tells
 * them apart, the order stays.
 */
export function isLater(first: NamedFile, second: NamedFile): boolean {
  const [a, b] = [wordsOf(first.name), wordsOf(second.name)];
  const [dateA, dateB] = [dateIn(first.name), dateIn(second.name)];
  const signs = [
    stage(a) - stage(b),
    dateA === null || dateB === null ? 0 : dateA - dateB,
    compareVersions(a, b),
    first.modifiedMs === 0 || second.modifiedMs === 0 ? 0 : first.modifiedMs - second.modifiedMs,
  ];
  return (signs.find((sign) => sign !== 0) ?? 0) > 0;
}
