/** What is known of a file before it is read. */
export interface NamedFile {
  readonly name: string;
  /** When it was last changed, in milliseconds since 1970; 0: not known. */
  readonly modifiedMs: number;
}

/** Words that say how far a document is. "Clean" and "redline" do not: they say whether changes are marked. */
const DRAFT = /^(?:draft|old|orig|original|before|previous|prev|sent|entwurf|alt|v?0)$/u;
const FINAL = /^(?:final|new|revised|returned|after|signed|executed|endfassung|neu)$/u;

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
 * Time within which files were unpacked, downloaded or copied together. Then it says nothing about their order, in
 * milliseconds.
 */
const SAVED_TOGETHER_MS = 60_000;

/** Why the order of two files is not sure. */
export type OrderDoubt =
  /** The names tell an order, and the file whose name is earlier was saved later. */
  | 'dates-disagree'
  /** The names tell nothing. One file was saved later, which copying and downloading does as well. */
  | 'dates-alone'
  | 'nothing';

/** What names and dates say about the order of two files. */
export interface FileOrder {
  /** Whether the first file is the later version, as far as anything tells. */
  readonly isTurned: boolean;
  /** Why the reader has to say it; null if the names tell and no date disagrees. */
  readonly doubt: OrderDoubt | null;
}

/**
 * The order of two files. Words such as "final" count most. Dates in the names, versions and other numbers follow, and
 * then the time of the last change.
 */
export function orderOf(first: NamedFile, second: NamedFile): FileOrder {
  const [byName, byDate] = [compareNames(first.name, second.name), compareDates(first, second)];
  if (byName === 0) return { isTurned: byDate > 0, doubt: byDate === 0 ? 'nothing' : 'dates-alone' };
  return { isTurned: byName > 0, doubt: byName * byDate < 0 ? 'dates-disagree' : null };
}

/** Whether the first of two files is the later version, as far as anything tells (`orderOf`). */
export function isLater(first: NamedFile, second: NamedFile): boolean {
  return orderOf(first, second).isTurned;
}

function compareNames(first: string, second: string): number {
  const [a, b] = [wordsOf(first), wordsOf(second)];
  const [dateA, dateB] = [dateIn(first), dateIn(second)];
  const signs = [stage(a) - stage(b), dateA === null || dateB === null ? 0 : dateA - dateB, compareVersions(a, b)];
  return signs.find((sign) => sign !== 0) ?? 0;
}

function compareDates({ modifiedMs: first }: NamedFile, { modifiedMs: second }: NamedFile): number {
  if (first === 0 || second === 0 || Math.abs(first - second) < SAVED_TOGETHER_MS) return 0;
  return first - second;
}
