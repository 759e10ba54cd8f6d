/**
 * The seed of a test run. The random choices of the tests follow from it: the samples of corpus files, and the values
 * that fast-check generates. `vitest.config.ts` chooses a seed and prints it; `DIFFSVC_SEED=N npm test` repeats that
 * run.
 */
import { createHash } from 'node:crypto';

/** Seed of this run, an integer. 1 where no run has chosen one. */
export const SEED = Number(process.env['DIFFSVC_SEED'] ?? 1);

/** Whether this run tests whole sets instead of samples: `npm test -- --all`. */
export const RUNS_ALL = process.env['DIFFSVC_TEST_ALL'] === 'true';

/**
 * A sample of `items` in their order, at least one: about `share` of them, from 0 to 1. The seed and the name of an item
 * decide, so that each run takes other items. With `--all` it is all items.
 */
export function sampleOf<T>(items: readonly T[], share: number, nameOf: (item: T) => string = String): readonly T[] {
  if (RUNS_ALL) return items;
  const ranked = items.map((item) => ({ item, rank: rankOf(nameOf(item)) })).sort((a, b) => (a.rank < b.rank ? -1 : 1));
  const sample = new Set(ranked.slice(0, Math.ceil(items.length * share)).map(({ item }) => item));
  return items.filter((item) => sample.has(item));
}

/** Number of runs of a property: a quarter of `all`. With `--all` it is all. The seed gives each run of the tests others. */
export function runsOf(all: number): number {
  return RUNS_ALL ? all : Math.ceil(all / 4);
}

/** Whether this run takes the case of that name: a `share` of the runs does, and each with `--all`. */
export function isDrawn(name: string, share: number): boolean {
  return RUNS_ALL || Number.parseInt(rankOf(name).slice(0, 8), 16) < share * 2 ** 32;
}

/** Title of a suite on a sample: how many of how many, and how to have the rest. */
export function sampleTitle(sampled: number, of: number): string {
  return sampled === of ? `all ${of}` : `${sampled} of ${of} (seed ${SEED}; npm test -- --all takes all)`;
}

function rankOf(name: string): string {
  return createHash('sha256').update(`${SEED} ${name}`).digest('hex');
}

/** Numbers from 0 to 1 that follow from a seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
