/** Replacements that are made in several places, and the places that they left out. */
import { isUnspecific } from './unspecific-words.ts';
import type { BlockTexts } from './side-texts.ts';
import { quotedPlace, type QuotedPlace } from './quoted-place.ts';

/** Equal replacements are a group from this number on. */
export const REPEATED_MIN = 3;
/** A longer replaced text in UTF-16 units is no wording but a passage. */
const WORDING_LENGTH = 60;
/** More places of one wording are not listed. */
const PLACES_MAX = 200;

/** What a replacement replaces, and by what. Lower case, with single spaces. */
export interface Wording {
  readonly before: string;
  readonly after: string;
}

/** Equal replacements in several places. */
export interface RepeatedGroup extends Wording {
  readonly groupId: string;
  /** In document order. */
  readonly changeIds: readonly string[];
  /** Places where the revised document still has the replaced wording. */
  readonly missed: readonly (QuotedPlace & { readonly sectionTitle?: string })[];
}

/**
 * The wordings of a replacement. Null for a passage, and where a side has numbers or common words alone: "one" and "the"
 * are about different things in different places.
 */
export function wordingOf(before: string, after: string): Wording | null {
  if (before.length > WORDING_LENGTH || after.length > WORDING_LENGTH) return null;
  if (!/\p{L}/u.test(before) || !/\p{L}/u.test(after)) return null;
  const wording = { before: folded(before), after: folded(after) };
  return isUnspecific(wording.before) || isUnspecific(wording.after) ? null : wording;
}

function folded(text: string): string {
  return text.replace(/\s+/gu, ' ').trim().toLowerCase();
}

/**
 * The places where texts still have wordings, by wording and in order. Only whole words count, and case does not.
 * `wordings` are folded, as `wordingOf` returns them.
 */
export function placesOfWordings<Text extends { readonly text: string }>(
  texts: Iterable<Text>,
  wordings: ReadonlySet<string>,
): ReadonlyMap<string, readonly (QuotedPlace & { readonly from: Text })[]> {
  const found = new Map<string, (QuotedPlace & { readonly from: Text })[]>();
  if (wordings.size === 0) return found;
  const pattern = wordsPattern([...wordings]);
  for (const from of texts)
    for (const { 0: quote, index } of from.text.matchAll(pattern)) {
      const place = { ...quotedPlace(from.text, index, index + quote.length), from };
      const known = found.get(folded(quote));
      if (known === undefined) found.set(folded(quote), [place]);
      else if (known.length < PLACES_MAX) known.push(place);
    }
  return found;
}

/** Whole words, the longest first. */
function wordsPattern(wordings: readonly string[]): RegExp {
  const literal = wordings
    .toSorted((a, b) => b.length - a.length)
    .map((wording) => wording.replace(/[.*+?^${}()|[\]\\/]/gu, String.raw`\$&`).replace(/ /gu, String.raw`\s+`));
  return new RegExp(String.raw`(?<![\p{L}\p{M}\p{N}])(?:${literal.join('|')})(?![\p{L}\p{M}\p{N}])`, 'giu');
}

/** The groups of equal replacements in document order, with the places that they left out. */
export function repeatedGroups(texts: readonly BlockTexts[]): RepeatedGroup[] {
  const groups = new Map<string, Wording & { readonly ids: Set<string> }>();
  for (const { original, revised, spans } of texts) {
    if (original === null || revised === null) continue;
    for (const changeId of new Set(spans.original.map((span) => span.changeId))) {
      const textOn = (side: 'original' | 'revised', text: string): string =>
        spans[side].map((span) => (span.changeId === changeId ? text.slice(span.start, span.end) : '')).join('');
      const wording = wordingOf(textOn('original', original), textOn('revised', revised));
      if (wording === null) continue;
      const key = `${wording.before}\n${wording.after}`;
      const known = groups.get(key);
      if (known === undefined) groups.set(key, { ...wording, ids: new Set([changeId]) });
      else known.ids.add(changeId);
    }
  }
  const kept = [...groups.values()].filter(({ ids }) => ids.size >= REPEATED_MIN);
  const revisedTexts = texts.flatMap(({ revised, heading }) => (revised === null ? [] : [{ text: revised, heading }]));
  const places = placesOfWordings(revisedTexts, new Set(kept.map(({ before }) => before)));
  return kept.map(({ before, after, ids }, index) => ({
    groupId: `grp_${String(index + 1).padStart(4, '0')}`,
    before,
    after,
    changeIds: [...ids],
    missed: (places.get(before) ?? []).map(({ from: { heading }, ...place }) => ({
      ...place,
      ...(heading !== '' && { sectionTitle: heading }),
    })),
  }));
}
