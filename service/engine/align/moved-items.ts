/**
 * Finds the items that both lists have, unchanged, in places that cannot be paired in order. Each is a move, and no
 * edited state of an item that only resembles it.
 *
 *     [n, amount, mol] [b, molality, mol/kg] [Vm, volume, m3/mol]
 *     [b, molality, mol/kg] [n, amount, mol]                         n is moved and Vm deleted; n is no edited Vm
 */
import type { Gap } from '../diff/match.ts';
import { NO_KEY } from '../tokens/content-keys.ts';
import type { Vocabulary } from '../tokens/vocabulary.ts';
import { unlikeAny, type Feature } from './feature.ts';

/** Minimum weight of a text that each list has once. */
export const UNIQUE_UNITS_MIN = 3;

/** The moved items of both lists, by index. */
export interface MovedItems {
  readonly a: ReadonlySet<number>;
  readonly b: ReadonlySet<number>;
}

/** Nothing moved. */
export const NO_MOVED_ITEMS: MovedItems = { a: new Set(), b: new Set() };

/**
 * The moved items among those in the gaps. Texts of fewer than `minTokens` tokens repeat by chance, unless each list
 * has them once.
 */
export function movedItems(
  a: readonly Feature[],
  b: readonly Feature[],
  gaps: readonly Gap[],
  minTokens: number,
): MovedItems {
  const [inA, inB] = [gaps.map(({ aStart, aEnd }) => [aStart, aEnd]), gaps.map(({ bStart, bEnd }) => [bStart, bEnd])];
  const come = indicesByText(b, inB, textsIn(a, inA));
  if (come.size === 0) return NO_MOVED_ITEMS;
  const gone = indicesByText(a, inA, come);
  const moved = { a: new Set<number>(), b: new Set<number>() };
  let unique: { readonly a: ReadonlySet<number>; readonly b: ReadonlySet<number> } | undefined;
  for (const [key, from] of gone) {
    const to = come.get(key)!;
    // Which of several repeated ones moved is not known.
    if (from.length !== to.length) continue;
    const { ids, total } = a[from[0]!]!.bag();
    if (ids.length < minTokens) {
      if (from.length > 1 || total < UNIQUE_UNITS_MIN) continue;
      unique ??= { a: uniqueTexts(a), b: uniqueTexts(b) };
      if (!unique.a.has(key) || !unique.b.has(key)) continue;
    }
    for (const i of from) moved.a.add(i);
    for (const j of to) moved.b.add(j);
  }
  return moved;
}

type Ranges = readonly (readonly number[])[];

function textsIn(items: readonly Feature[], ranges: Ranges): ReadonlySet<number> {
  const texts = new Set<number>();
  for (const [from, to] of ranges) for (let at = from!; at < to!; at += 1) texts.add(items[at]!.textKey);
  texts.delete(NO_KEY);
  return texts;
}

/** The indices of the items that have one of the texts, by their texts. */
function indicesByText(
  items: readonly Feature[],
  ranges: Ranges,
  texts: { has(text: number): boolean },
): Map<number, number[]> {
  const byText = new Map<number, number[]>();
  for (const [from, to] of ranges) {
    for (let at = from!; at < to!; at += 1) {
      const { textKey } = items[at]!;
      if (texts.has(textKey) && byText.get(textKey)?.push(at) === undefined) byText.set(textKey, [at]);
    }
  }
  return byText;
}

/** The texts that a list has once. */
export function uniqueTexts(items: readonly Feature[]): ReadonlySet<number> {
  const [once, more] = [new Set<number>(), new Set<number>()];
  for (const { textKey } of items) {
    if (textKey === NO_KEY || more.has(textKey)) continue;
    if (!once.delete(textKey)) once.add(textKey);
    else more.add(textKey);
  }
  return once;
}

/** The items; the moved ones are unlike any other. `list`: the name of their list. */
export function withoutMoved(
  items: readonly Feature[],
  moved: ReadonlySet<number>,
  list: 'a' | 'b',
  vocabulary: Vocabulary,
): readonly Feature[] {
  if (moved.size === 0) return items;
  return items.map((item, at) => (moved.has(at) ? unlikeAny(item, `moved|${list}${at}`, vocabulary) : item));
}
