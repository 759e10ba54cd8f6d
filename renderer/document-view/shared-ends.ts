/**
 * The number of identical elements at the start of two lists. The number of identical elements at the end of the
 * remaining lists.
 */
export function sharedEnds(
  one: readonly unknown[],
  other: readonly unknown[],
): { readonly start: number; readonly end: number } {
  const shorter = Math.min(one.length, other.length);
  let start = 0;
  while (start < shorter && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < shorter - start && one[one.length - 1 - end] === other[other.length - 1 - end]) end += 1;
  return { start, end };
}
