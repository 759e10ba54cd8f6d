/**
 * Equations as one line of text, near to UnicodeMath (Unicode Technical Note 28): `(a)/(b+c)`, `x^2`, `√(x+1)`. All
 * readers write them so. Equations that look different have different lines, since only the lines are compared.
 * Brackets therefore show where each part ends: `(a)/(b)c` is no `(a)/(bc)`.
 */

/** A single letter or digit with its marks needs no brackets. */
const SINGLE = /^[\p{L}\p{N}]\p{M}*$/u;
const COMBINING = /^\p{M}$/u;

/** A part of an equation, in brackets unless it is a single letter or digit. */
export function group(text: string): string {
  return SINGLE.test(text) ? text : `(${text})`;
}

/** A fraction. Both parts have brackets, so that a number before it is not read as part of it. */
export function fraction(numerator: string, denominator: string): string {
  return `(${numerator})/(${denominator})`;
}

/** Two parts above each other without a bar, as in a binomial coefficient. */
export function stack(upper: string, lower: string): string {
  return `(${upper})¦(${lower})`;
}

/** Lower and upper index of a base. An absent one is undefined. */
export function scripts(base: string, lower: string | undefined, upper: string | undefined): string {
  return base + (lower === undefined ? '' : `_${group(lower)}`) + (upper === undefined ? '' : `^${group(upper)}`);
}

/** A base under or over a mark: a combining character follows it, any other sign is its index. */
export function accent(base: string, mark: string, isBelow: boolean): string {
  if (mark === '') return base;
  if (COMBINING.test(mark)) return group(base) + mark;
  return isBelow ? scripts(group(base), mark, undefined) : scripts(group(base), undefined, mark);
}

/** A root; an empty degree is a square root. */
export function root(degree: string, radicand: string): string {
  return degree === '' ? `√${group(radicand)}` : `√(${degree}&${radicand})`;
}

/** A matrix, by its rows. */
export function matrix(rows: readonly (readonly string[])[]): string {
  return `[${rows.map((cells) => cells.join(', ')).join('; ')}]`;
}
