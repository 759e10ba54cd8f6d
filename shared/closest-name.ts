/** The name that somebody probably meant. */

/** The first of the names that is one edit away, or equal but for the case of letters; undefined if none is. */
export function closestName(given: string, names: readonly string[]): string | undefined {
  const lower = given.toLowerCase();
  return names.find((name) => isWithinOneEdit(lower, name.toLowerCase()));
}

/** Whether two texts differ by at most one added, left out or other letter, or by two letters in the other order. */
function isWithinOneEdit(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  let [aEnd, bEnd] = [a.length, b.length];
  while (aEnd > start && bEnd > start && a[aEnd - 1] === b[bEnd - 1]) {
    aEnd -= 1;
    bEnd -= 1;
  }
  const [aRest, bRest] = [a.slice(start, aEnd), b.slice(start, bEnd)];
  if (aRest.length <= 1 && bRest.length <= 1) return true;
  return aRest.length === 2 && bRest.length === 2 && aRest[0] === bRest[1] && aRest[1] === bRest[0];
}
