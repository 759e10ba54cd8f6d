/**
 * Pauses in long work of the store. SQLite answers at once, so that many statements in a row would keep all requests
 * waiting.
 */
import { setImmediate } from 'node:timers/promises';

/** Look-ups between two pauses. Together they take about a millisecond. */
const ITEMS_AT_ONCE = 16;
/** Rows that one statement of a sweep changes at most. */
const ROWS_AT_ONCE = 250;

/** The same items, with pauses between them. */
export async function* withPauses<T>(items: Iterable<T>): AsyncGenerator<T> {
  let passed = 0;
  for (const item of items) {
    yield item;
    passed += 1;
    if (passed % ITEMS_AT_ONCE === 0) await setImmediate();
  }
}

/** Repeats a change of at most `rows` rows until it changes fewer. `change` returns how many it changed. */
export async function inBatches(
  change: (rows: number) => Promise<number | bigint>,
  rows = ROWS_AT_ONCE,
): Promise<void> {
  while (Number(await change(rows)) >= rows) await setImmediate();
}
