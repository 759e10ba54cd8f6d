/** Equations as one line of text, as people type them: `a/(b+c)`, `x^2`, `√(x+1)`. All readers write them so. */

/** A single letter or number, or a text in brackets, needs no further brackets. */
const SIMPLE = /^(?:[\p{L}\p{N}.,]+|\([^()]*\))$/u;
/** Maximum length of a part without brackets, in UTF-16 units. Nested parts are looked at once for each level. */
const SIMPLE_MAX_LENGTH = 100;

/** A part of an equation, in brackets unless it is simple. */
export function group(text: string): string {
  return text.length <= SIMPLE_MAX_LENGTH && SIMPLE.test(text) ? text : `(${text})`;
}

/** A fraction. */
export function fraction(numerator: string, denominator: string): string {
  return `${group(numerator)}/${group(denominator)}`;
}

/** Lower and upper index of a base. An absent one is undefined. */
export function scripts(base: string, lower: string | undefined, upper: string | undefined): string {
  return base + (lower === undefined ? '' : `_${group(lower)}`) + (upper === undefined ? '' : `^${group(upper)}`);
}

/** A root; an empty degree is a square root. */
export function root(degree: string, radicand: string): string {
  return `${degree === '' ? '' : `^${group(degree)}`}√${group(radicand)}`;
}

/** A matrix, by its rows. */
export function matrix(rows: readonly (readonly string[])[]): string {
  return `[${rows.map((cells) => cells.join(', ')).join('; ')}]`;
}
