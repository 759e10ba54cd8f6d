/** Runs cases of the fuzzer, one after another. Tells its parent before and after each of them. */
import { fuzzBases } from '../../oracle/fuzz/fuzz-bases.ts';
import { fuzzPair, runFuzzPair, type FuzzFormat } from '../../oracle/fuzz/fuzz-case.ts';

/** Cases to run. */
export interface FuzzOrder {
  readonly format: FuzzFormat;
  readonly from: number;
  readonly until: number;
}

/** What the parent hears. */
export type FuzzNews =
  | { readonly kind: 'begins'; readonly seed: number }
  | { readonly kind: 'ended'; readonly seed: number; readonly outcome: 'compared' | 'refused' }
  | { readonly kind: 'broken'; readonly seed: number; readonly stack: string };

const { format, from, until } = JSON.parse(process.argv[2] ?? '') as FuzzOrder;
const bases = fuzzBases(format);
// The parent ends the run.
process.on('SIGINT', () => undefined);
const tell = (news: FuzzNews): void => void process.send?.(news);

for (let seed = from; seed < until; seed += 1) {
  tell({ kind: 'begins', seed });
  try {
    tell({ kind: 'ended', seed, outcome: await runFuzzPair(format, await fuzzPair(format, bases, seed)) });
  } catch (fault) {
    tell({ kind: 'broken', seed, stack: fault instanceof Error ? (fault.stack ?? fault.message) : String(fault) });
  }
}
process.disconnect();
