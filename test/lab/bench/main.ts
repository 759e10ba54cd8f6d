/**
 * `npm run lab -- bench [--speed | --quick] [--keep FILE [--minutes N]] [--tool NAME]… [--seconds N] [--seed N] [--json]`
 *
 * `documents` as the first word measures pairs of files instead (`documents.ts`).
 *
 * Measures the engine and its npm peers on real and adversarial inputs in one run. Each measurement has its own process,
 * which is killed at the time limit. The engine is measured in three passes over all inputs, minutes apart, and the median
 * counts. Prints Markdown; ratios are to the engine's CPU time. A whole run takes about 25 minutes, `--speed` 20. `--keep`
 * divides it into several runs: an outcome in the file is not measured again.
 */
import { parseArgs } from 'node:util';
import { corpusRoot, NO_CORPUS } from '../../oracle/input-pairs.ts';
import { barsOf, barsTable } from './bars.ts';
import { labelOf, type BenchInput } from './bench-input.ts';
import { digestOfSources, KeptOutcomes } from './kept-outcomes.ts';
import type { Measurement, Task } from './measure.ts';
import type { GrowthTask, GrowthTimes } from './measure-growth.ts';
import type { SetSums, SetTask } from './measure-set.ts';
import { plannedInputs, plannedSets } from './plan.ts';
import { runChild } from './run-child.ts';
import { typicalGrowth, typicalMeasurement, typicalOutcome } from './several-processes.ts';
import { benchTable, growthTable, setTable, streamTable, type Growth, type Result, type SetResult } from './table.ts';
import { ENGINE } from './tools.ts';

/** Task and answer of each kind of process. */
interface Tasks {
  readonly 'measure.ts': { readonly task: Task; readonly message: Measurement };
  readonly 'measure-growth.ts': { readonly task: GrowthTask; readonly message: GrowthTimes };
  readonly 'measure-set.ts': { readonly task: SetTask; readonly message: SetSums };
}

/** A tool on an input, with the outcome of each pass. */
interface Figure {
  readonly input: BenchInput;
  readonly tool: string;
  readonly measured: (Measurement | string | undefined)[];
  readonly grown: (GrowthTimes | string | undefined)[];
}

if (process.argv[2] === 'documents') {
  await import('./documents.ts');
  process.exit();
}

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    // Without the sums over whole sets, which are about quality.
    speed: { type: 'boolean', default: false },
    // File with known outcomes; new ones are appended.
    keep: { type: 'string' },
    // No measurement begins after this many minutes.
    minutes: { type: 'string' },
    tool: { type: 'string', multiple: true },
    seconds: { type: 'string' },
    seed: { type: 'string', default: '1' },
    json: { type: 'boolean', default: false },
  },
});
const { quick } = values;
const seed = Number(values.seed);
// A peer that takes longer becomes T/O in the report. The engine has the service's own limit, so that a hang is seen.
const limitMs = 1000 * Number(values.seconds ?? (quick ? 2 : 8));
const ENGINE_LIMIT_MS = 60_000;
const SET_LIMIT_MS = 180_000;
const enoughMs = quick ? 300 : 1_500;
/** Over all inputs; peers are measured in the first one. */
const passes = quick ? 2 : 3;
// A peer that would exceed the limit on the doubled input is not measured on it.
const DOUBLED_AT_LEAST = 2;
// For a median of warm runs.
const MEDIAN_RUNS = 5;
const endMs = performance.now() + 60_000 * Number(values.minutes ?? Infinity);
if (values.minutes !== undefined && values.keep === undefined)
  throw new Error('--minutes ends a run before its end; --keep FILE is needed to go on from there');

const kept = new KeptOutcomes(values.keep);
const sources = digestOfSources();
const setResults: SetResult[] = [];
let left = 0;

if (corpusRoot() === null) console.error(`${NO_CORPUS}; only generated inputs are measured`);
const selection = { quick, seed, tools: values.tool };
const figures: Figure[] = plannedInputs(selection).flatMap(({ input, tools }) =>
  tools.map(({ name: tool }) => ({ input, tool, measured: [], grown: [] })),
);
for (let pass = 1; pass <= passes; pass += 1) {
  for (const figure of figures) {
    const { input, tool, measured, grown } = figure;
    if (pass > 1 && tool !== ENGINE) continue;
    console.error(`pass ${pass} of ${passes}: ${labelOf(input)}, ${tool}`);
    const asked = pass === 1 ? 'all' : 'times';
    measured.push(await outcomeOf('measure.ts', { tool, input, enoughMs, leastRuns: MEDIAN_RUNS, asked }, pass));
    if (input.kind !== 'generated' || (quick && tool !== ENGINE)) continue;
    const outcome = measured.at(-1);
    if (typeof outcome !== 'object') continue;
    const isHopeless = tool !== ENGINE && DOUBLED_AT_LEAST * outcome.cpuMs > limitMs;
    grown.push(isHopeless ? 'not run' : await outcomeOf('measure-growth.ts', { tool, input, enoughMs }, pass));
  }
}
const results: Result[] = figures.flatMap(({ input, tool, measured }) => {
  const outcome = typicalOutcome(measured, typicalMeasurement);
  return outcome === undefined ? [] : [{ input: labelOf(input), tool, outcome }];
});
const growths: Growth[] = figures.flatMap(({ input, tool, grown }) => {
  const outcome = typicalOutcome(grown, typicalGrowth);
  return outcome === undefined ? [] : [{ input: labelOf(input), tool, outcome }];
});
for (const { label, formats, maxBytes, tools } of values.speed ? [] : plannedSets(selection)) {
  for (const { name: tool } of tools) {
    console.error(`${label}, ${tool}`);
    const outcome = await outcomeOf('measure-set.ts', { tool, formats, maxBytes });
    if (outcome !== undefined) setResults.push({ set: label, tool, outcome });
  }
}

const bars = barsOf(results, growths, setResults);
if (values.json)
  console.log(
    JSON.stringify({ node: process.version, seed, limitMs, left, results, growths, sets: setResults, bars }, null, 1),
  );
else
  console.log(
    [benchTable(results), growthTable(growths), streamTable(results), setTable(setResults), barsTable(bars)]
      .filter((table) => table !== '')
      .join('\n\n'),
  );
if (left > 0) console.error(`${left} measurements are left: the same command goes on with them`);

/** A known outcome, or the outcome of a process; undefined when no time is left. `pass` numbers the processes of a task. */
async function outcomeOf<File extends keyof Tasks>(
  file: File,
  task: Tasks[File]['task'],
  pass = 1,
): Promise<Tasks[File]['message'] | string | undefined> {
  const allowedMs = 'formats' in task ? SET_LIMIT_MS : task.tool === ENGINE ? ENGINE_LIMIT_MS : limitMs;
  const key = JSON.stringify([file, task, pass, allowedMs, task.tool === ENGINE ? sources : process.version]);
  if (kept.has(key)) return kept.get(key) as Tasks[File]['message'] | string;
  if (performance.now() > endMs) {
    left += 1;
    return undefined;
  }
  const outcome = await runChild<Tasks[File]['message']>(file, task, allowedMs);
  kept.keep(key, outcome);
  return outcome;
}
