/**
 * What is done with lists that may be as long as a document has glyphs or blocks. Spread into a call they would lie on the stack, which holds about
 * 100,000 values.
 */

/** The least of some numbers; infinite for none. */
export function minOf(values: Iterable<number>): number {
  let found = Infinity;
  for (const value of values) if (!(value >= found)) found = value;
  return found;
}

/** The greatest of some numbers; minus infinity for none. */
export function maxOf(values: Iterable<number>): number {
  let found = -Infinity;
  for (const value of values) if (!(value <= found)) found = value;
  return found;
}

/** Adds values to the end of a list. */
export function append<Value>(list: Value[], values: Iterable<Value>): void {
  for (const value of values) list.push(value);
}
