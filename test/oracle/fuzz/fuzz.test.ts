/** The short form of `npm run fuzz`: damaged documents end in a redline that keeps its laws, or in a typed error. */
import { describe, expect, it } from 'vitest';
import { RUNS_ALL, SEED } from '../../seed/seed.ts';
import { fuzzBases } from './fuzz-bases.ts';
import { FUZZ_FORMATS, fuzzPair, runFuzzPair } from './fuzz-case.ts';

/** Cases of each format. 70 of 7 formats are about 500. */
const CASES = RUNS_ALL ? 1_000 : 70;
/** The damage of packages has a test of its own (test/service/pipeline/damaged-docx.test.ts). */
const FORMATS = FUZZ_FORMATS.filter((format) => format !== 'docx');

describe('a damaged document', () => {
  it.each(FORMATS)('in %s ends in a result or a typed error', { timeout: 600_000 }, async (format) => {
    const bases = fuzzBases(format, { ownOnly: true });
    const first = (SEED % 1_000_000) * 1_000;
    const outcomes = { compared: 0, refused: 0 };
    for (let seed = first; seed < first + CASES; seed += 1) {
      const pair = await fuzzPair(format, bases, seed);
      const outcome = await runFuzzPair(format, pair).catch((cause: unknown) => {
        throw new Error(`npm run fuzz -- --format ${format} --seed ${seed} --count 1`, { cause });
      });
      outcomes[outcome] += 1;
    }
    expect(outcomes.compared + outcomes.refused).toBe(CASES);
    // A fuzzer of refused texts finds little.
    if (format === 'json') expect(outcomes.compared).toBeGreaterThan(CASES / 2);
  });

  it('is the same for the same seed', async () => {
    for (const format of FUZZ_FORMATS) {
      const bases = fuzzBases(format, { ownOnly: true });
      expect(await fuzzPair(format, bases, 7)).toEqual(await fuzzPair(format, bases, 7));
    }
  });
});
