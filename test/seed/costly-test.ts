import { test } from 'vitest';
import { isDrawn, SEED } from './seed.ts';

/** Share of the costly tests that a run takes. */
const SHARE = 1 / 3;

/**
 * A test of very large input, which costs seconds. The seed and its name decide whether a run takes it; otherwise it is
 * skipped, and says so. With `--all` it always runs.
 */
export function costlyTest(name: string, body: () => Promise<void> | void): void {
  if (isDrawn(name, SHARE)) test(name, body);
  else test.skip(`${name} (not with seed ${SEED}; npm test -- --all takes all)`, body);
}
