/**
 * Functions for lists as long as the glyphs or blocks of a document. Spread into a call, such a list would overflow
 * the stack, which holds about 100,000 values.
 */

/** The least of some numbers; `Infinity` if there are none. */
export function minOf(values: Iterable<number>): number {
  let found = Infinity;
  for (const value of values) if (!(value >= found)) found = value;
  return found;
}

/** The greatest of some numbers; `-Infinity` if there are none. */
export function maxOf(values: Iterable<number>): number {
  let found = -Infinity;
  for (const value of values) if (!(value <= found)) found = value;
  return found;
}

/** Adds values to the end of a list. */
export function append<Value>(list: Value[], values: Iterable<Value>): void {
  for (const value of values) list.push(value);
}
