/** Half-open ranges of characters. Pure. */

/** From `start`, up to but not including `end`. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** Calls with each place of a range, in order. */
export function eachOf({ start, end }: Range, call: (at: number) => void): void {
  for (let at = start; at < end; at += 1) call(at);
}

/** Whether the test holds for some place; false for an empty range. */
export function some({ start, end }: Range, test: (at: number) => boolean): boolean {
  for (let at = start; at < end; at += 1) if (test(at)) return true;
  return false;
}

/** Whether the test holds for each place; true for an empty range. */
export function every(range: Range, test: (at: number) => boolean): boolean {
  return !some(range, (at) => !test(at));
}

/** The first place for which the test holds. */
export function firstOf({ start, end }: Range, test: (at: number) => boolean): number | undefined {
  for (let at = start; at < end; at += 1) if (test(at)) return at;
  return undefined;
}

/** The last place for which the test holds. */
export function lastOf({ start, end }: Range, test: (at: number) => boolean): number | undefined {
  for (let at = end - 1; at >= start; at -= 1) if (test(at)) return at;
  return undefined;
}

/** Adds a character to the last range if it follows it, and else as a range of its own. */
export function extend(ranges: Range[], at: number): void {
  const last = ranges.at(-1);
  if (last?.end === at) ranges[ranges.length - 1] = { start: last.start, end: at + 1 };
  else ranges.push({ start: at, end: at + 1 });
}
