/**
 * Measures the cost of a full garbage collection for the comparison after it. It takes the CPU time of warm
 * comparisons, of the first after each collection, and the ratio of both. Real pages of the corpus, medians.
 *
 *     node --expose-gc test/lab/bench/collections.ts
 */
import { corpusRoot, NO_CORPUS } from '../../oracle/input-pairs.ts';
import { loadInput } from './bench-input.ts';
import { inputFor } from './judge-redline.ts';
import { ENGINE, TOOLS } from './tools.ts';

const TARGET_BYTES = [30_000, 230_000];
/** Comparisons between two collections, and how many of the last of them count as warm. */
const [COMPARISONS, WARM] = [25, 9];
const COLLECTIONS = 3;

const collect = globalThis.gc;
if (corpusRoot() === null || collect === undefined) {
  console.log(collect === undefined ? 'Without collections: run it with node --expose-gc.' : NO_CORPUS);
  process.exit(1);
}
const tool = TOOLS.find(({ name }) => name === ENGINE)!;
const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

console.log('| Input | Warm | First after a collection | By warm |');
console.log('| --- | --: | --: | --: |');
for (const targetBytes of TARGET_BYTES) {
  const { original, revised, format } = inputFor(tool, loadInput({ kind: 'real', format: 'html', targetBytes }));
  const compare = await tool.load(format);
  const cpuMs = (): number => {
    const before = process.cpuUsage();
    compare(original, revised);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
  const series = (): number[] => Array.from({ length: COMPARISONS }, cpuMs);
  const [warm, after]: [number[], number[]] = [series().slice(-WARM), []];
  for (let k = 0; k < COLLECTIONS; k += 1) {
    collect();
    const times = series();
    after.push(times[0]!);
    warm.push(...times.slice(-WARM));
  }
  const cells = [median(warm), median(after)].map((each) => `${each.toFixed(0)} ms`);
  const ratio = (median(after) / median(warm)).toFixed(1);
  console.log(`| HTML, ${targetBytes / 1000} KB | ${cells.join(' | ')} | ${ratio} |`);
}
