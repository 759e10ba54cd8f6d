/** Finds the things that a rule is about in a text. */
import type { Language, Rule } from './rule.ts';

/** A place in a text, in UTF-16 units. */
interface Place {
  readonly start: number;
  readonly end: number;
}

/** A thing that a rule found in a text. Equal keys are the same thing. */
export interface Found extends Place {
  readonly key: string;
  readonly text: string;
}

const WORD_ALONE =
  /(?<![\p{L}\p{M}\p{Nd}\-\u00AD\u2010\u2011\u2013])\p{L}+(?![\p{L}\p{M}\p{Nd}\-\u00AD\u2010\u2011\u2013])/gu;

/** The regular expressions of a rule in some languages. */
export function patternsOf(
  { words = [], wordsOf = {}, patterns = [], matchCase }: Rule,
  languages: ReadonlySet<Language>,
): RegExp[] {
  const flags = matchCase === true ? 'gu' : 'giu';
  const all = [...words, ...[...languages].flatMap((language) => wordsOf[language] ?? [])];
  const list = patterns.map((source) => new RegExp(source, flags));
  return all.length === 0 ? list : [wordPattern(all, flags), ...list];
}

function wordPattern(words: readonly string[], flags: string): RegExp {
  const literal = [...words]
    .sort((a, b) => b.length - a.length)
    .map((word) =>
      word
        .replace(/[.+?^${}()|[\]\\/]/gu, String.raw`\$&`)
        .replace(/\s+/gu, String.raw`\s+`)
        .replace(/\*/gu, String.raw`\p{L}*`),
    );
  return new RegExp(String.raw`(?<![\p{L}\p{M}\p{Nd}])(?:${literal.join('|')})(?![\p{L}\p{M}\p{Nd}])`, flags);
}

/** What the patterns find, in the order of the text. What an earlier pattern found contains a part of it: "EUR 5", "EUR". */
export function matches(text: string, patterns: readonly RegExp[]): Found[] {
  const found: Found[] = [];
  for (const pattern of patterns) {
    const own: Found[] = [];
    for (const { 0: match, index } of text.matchAll(pattern)) {
      if (match.trim() === '') continue;
      const tidy = match.replace(/\s+/gu, ' ');
      own.push({ key: keyOf(tidy), text: tidy, start: index, end: index + match.length });
    }
    for (const thing of outside(own, found)) found.push(thing);
  }
  return found.sort((a, b) => a.start - b.start);
}

/**
 * What the patterns of exceptions cover in the text of one side. A word that they call `base` is no exception if the
 * other side has it more often without its prefix.
 */
export function exceptions(own: string, other: string, patterns: readonly RegExp[]): Place[] {
  const covers: Place[] = [];
  // Counted once, since a text may have as many prefixes as words.
  let counts: readonly [own: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>] | undefined;
  for (const pattern of patterns)
    for (const { 0: match, index, groups } of own.matchAll(pattern)) {
      const base = groups?.['base']?.toLowerCase();
      if (base !== undefined) {
        counts ??= [wordsAlone(own), wordsAlone(other)];
        if ((counts[1].get(base) ?? 0) > (counts[0].get(base) ?? 0)) continue;
      }
      covers.push({ start: index, end: index + match.length });
    }
  return covers;
}

/** How often a text has each word that is no part of a compound. In lower case. */
function wordsAlone(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const [word] of text.matchAll(WORD_ALONE)) {
    const key = word.toLowerCase();
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

/** The things that are not inside one of the covers. Things are in the order of the text; covers in any. */
export function outside<T extends Place>(things: readonly T[], covers: readonly Place[]): readonly T[] {
  if (covers.length === 0 || things.length === 0) return things;
  const sorted = covers.toSorted((a, b) => a.start - b.start);
  let [next, covered] = [0, 0];
  return things.filter(({ start, end }) => {
    for (; next < sorted.length && sorted[next]!.start <= start; next += 1)
      covered = Math.max(covered, sorted[next]!.end);
    return covered < end;
  });
}

/** Equal for texts that say the same: "thirty (30) days" and "30 days", both apostrophes, capitals or none. */
function keyOf(text: string): string {
  return text
    .replace(/(?:\p{L}+(?:-\p{L}+)*\s)?\((\p{Nd}+)\)/gu, '$1')
    .replaceAll('’', "'")
    .toLowerCase();
}
