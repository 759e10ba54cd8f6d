import { romanValue } from '../lines/list-marker.ts';

/** A text at the edge of a page. */
export interface EdgeText {
  readonly page: number;
  readonly text: string;
}

/** The sign of a page number, as in headers and footers of a DOCX. */
const SIGN = '#';
/** Numbers, and small Roman numerals that are words. */
const NUMBER = /\d+|(?<![\p{L}\p{M}\p{N}])[ivxlc]{1,6}(?![\p{L}\p{M}\p{N}])/gu;
/** Between a page number and the number of pages: "3/7", "3 of 7", "3 von 7", "3–7". */
const OF = /^\s*(?:\/|\p{L}{1,4}|-|–)\s*$/u;
/** Part of the steps from page to page in which a page number counts on. Sections may restart it. */
const COUNTING_SHARE = 0.5;

/** Texts of one side that differ in numbers only, in page order. */
interface Occurrence {
  readonly page: number;
  readonly values: readonly number[];
}

/**
 * How a number behaves on one side. `counts`: it counts up with the pages. `first`: it is on one page and equals its
 * number. `alone`: it is on one page. `stays`: anything else, such as a date.
 */
type Behaviour = 'counts' | 'first' | 'alone' | 'stays';

/**
 * Replaces page numbers and numbers of pages by a sign, on both sides alike. All other numbers stay:
 *
 *     "Draft 2, page 3 of 7", "Draft 2, page 4 of 7"   →   "Draft 2, page # of #" (twice)
 */
export function signPageNumbers(sides: readonly (readonly EdgeText[])[], pageCounts: readonly number[]): string[][] {
  const occurrences = sides.map((texts) => {
    const own = new Map<string, Occurrence[]>();
    for (const { page, text } of texts) {
      const key = text.replace(NUMBER, SIGN);
      const group = own.get(key);
      const occurrence = { page, values: (text.match(NUMBER) ?? []).map(valueOf) };
      if (group) group.push(occurrence);
      else own.set(key, [occurrence]);
    }
    return own;
  });
  const signs = new Map<string, readonly (readonly boolean[])[]>();
  const signsOf = (key: string): readonly (readonly boolean[])[] => {
    let found = signs.get(key);
    if (found === undefined)
      signs.set(
        key,
        (found = signedPositions(
          key,
          occurrences.map((own) => own.get(key) ?? []),
          pageCounts,
        )),
      );
    return found;
  };
  return sides.map((texts, side) =>
    texts.map(({ text }) => {
      const signed = signsOf(text.replace(NUMBER, SIGN))[side]!;
      let at = 0;
      return text.replace(NUMBER, (number) => (signed[at++] === true ? SIGN : number));
    }),
  );
}

/** For each side, which numbers of a text are page numbers or numbers of pages. */
function signedPositions(
  key: string,
  groups: readonly (readonly Occurrence[])[],
  pageCounts: readonly number[],
): boolean[][] {
  const between = key.split(SIGN);
  const count = Math.max(...groups.map((group) => group[0]?.values.length ?? 0));
  const signed = groups.map((): boolean[] => []);
  for (let at = 0; at < count; at++) {
    const behaviours = groups.map((group) => (group.length === 0 ? null : behaviourOf(group, at)));
    const has = (behaviour: Behaviour): boolean => behaviours.includes(behaviour);
    // A number on one page proves nothing alone: "Draft 1" beside "Draft 2".
    const lone = !has('stays') && (has('counts') || !has('alone'));
    groups.forEach((group, side) => {
      const behaviour = behaviours[side];
      const isPage = behaviour === 'counts' || ((behaviour === 'first' || behaviour === 'alone') && lone);
      const isTotal =
        signed[side]![at - 1] === true && OF.test(between[at] ?? '') && isCount(group, at, pageCounts[side]!);
      signed[side]!.push(isPage || isTotal);
    });
  }
  return signed;
}

function behaviourOf(group: readonly Occurrence[], at: number): Behaviour {
  const offsets = group.map(({ page, values }) => values[at]! - page);
  if (new Set(group.map(({ page }) => page)).size === 1) return offsets[0] === 0 ? 'first' : 'alone';
  const steady = offsets.filter((offset, index) => index > 0 && offset === offsets[index - 1]).length;
  return steady >= COUNTING_SHARE * (offsets.length - 1) ? 'counts' : 'stays';
}

/** Whether a number after a page number is the number of pages. A part of a document may end with its own last page. */
function isCount(group: readonly Occurrence[], at: number, pageCount: number): boolean {
  const last = group.reduce((most, { values }) => Math.max(most, values[at - 1]!), 0);
  const total = group[0]?.values[at];
  return (total === pageCount || total === last) && group.every(({ values }) => values[at] === total);
}

function valueOf(number: string): number {
  return /^\d/.test(number) ? Number(number) : romanValue(number);
}
