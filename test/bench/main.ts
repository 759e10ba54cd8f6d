/**
 * `node test/bench/main.ts [--speed | --quick] [--keep FILE [--minutes N]] [--tool NAME]… [--seconds N] [--seed N] [--json]`
 *
 * `documents` as the first word measures pairs of files instead (`documents.ts`).
 *
 * The engine beside the peers that npm has, on real and adversarial inputs, all in one run. Each measurement has a process of
 * its own, which is killed by its pid at the time limit; the engine has three for each, and their median counts. Prints Markdown,
 * a line as soon as it is known; ratios are to the engine's CPU time. A run of all takes some 25 minutes, `--speed` 20:
 * with `--keep` it can be made in parts, as an outcome that the file has is not measured again.
 */
import { parseArgs } from 'node:util';
import { corpusRoot, NO_CORPUS } from '../quality/input-pairs.ts';
import { barsOf, barsTable } from './bars.ts';
import { labelOf } from './bench-input.ts';
import { digestOfSources, KeptOutcomes } from './kept-outcomes.ts';
import type { Measurement, Task } from './measure.ts';
import type { GrowthTask, GrowthTimes } from './measure-growth.ts';
import type { SetSums, SetTask } from './measure-set.ts';
import { plannedInputs, plannedSets } from './plan.ts';
import { runChild } from './run-child.ts';
import { typicalGrowth, typicalMeasurement } from './several-processes.ts';
import {
  BENCH_HEAD,
  benchLine,
  growthTable,
  setTable,
  streamTable,
  type Growth,
  type Result,
  type SetResult,
} from './table.ts';
import { ENGINE } from './tools.ts';

if (process.argv[2] === 'documents') {
  await import('./documents.ts');
  process.exit();
}

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    // Without the sums over whole sets, which are about quality.
    speed: { type: 'boolean', default: false },
    // Outcomes that are known already, and where further ones are written.
    keep: { type: 'string' },
    // No measurement begins later than so.
    minutes: { type: 'string' },
    tool: { type: 'string', multiple: true },
    seconds: { type: 'string' },
    seed: { type: 'string', default: '1' },
    json: { type: 'boolean', default: false },
  },
});
const { quick } = values;
const seed = Number(values.seed);
// Peers that need longer are written as T/O. The engine has the service's own limit, as a hang would be a fault to see.
const limitMs = 1000 * Number(values.seconds ?? (quick ? 2 : 8));
const ENGINE_LIMIT_MS = 60_000;
const SET_LIMIT_MS = 180_000;
const enoughMs = quick ? 300 : 1_500;
/** That measure the engine on an input; a peer is measured by one. */
const processes = quick ? 2 : 3;
// A peer whose double would hardly come within the limit is not asked for it.
const DOUBLED_AT_LEAST = 2;
// For a median of warm runs.
const MEDIAN_RUNS = 5;
const endMs = performance.now() + 60_000 * Number(values.minutes ?? Infinity);
if (values.minutes !== undefined && values.keep === undefined)
  throw new Error('--minutes ends a run before its end; --keep FILE is needed to go on from there');

const kept = new KeptOutcomes(values.keep);
const sources = digestOfSources();
const results: Result[] = [];
const growths: Growth[] = [];
const setResults: SetResult[] = [];
let left = 0;

const print = (text: string): void => {
  if (values.json) console.error(text);
  else console.log(text);
};

if (corpusRoot() === null) console.error(`${NO_CORPUS}; only generated inputs are measured`);
print(BENCH_HEAD);
const selection = { quick, seed, tools: values.tool };
for (const { input, tools } of plannedInputs(selection)) {
  for (const { name: tool } of tools) {
    const outcome = await inProcesses(
      tool,
      async (number) =>
        await outcomeOf<Measurement>(
          'measure.ts',
          { tool, input, enoughMs, leastRuns: MEDIAN_RUNS, asked: number === 1 ? 'all' : 'times' } satisfies Task,
          number,
        ),
      typicalMeasurement,
    );
    if (outcome === undefined) continue;
    const result = { input: labelOf(input), tool, outcome };
    results.push(result);
    const engine = results.find((each) => each.input === result.input && each.tool === ENGINE)?.outcome;
    print(benchLine(result, engine));
    if (input.kind !== 'generated' || typeof outcome === 'string' || (quick && tool !== ENGINE)) continue;
    const isHopeless = tool !== ENGINE && DOUBLED_AT_LEAST * outcome.cpuMs > limitMs;
    const task: GrowthTask = { tool, input, enoughMs };
    const growth = isHopeless
      ? 'not run'
      : await inProcesses(
          tool,
          async (number) => await outcomeOf<GrowthTimes>('measure-growth.ts', task, number),
          typicalGrowth,
        );
    if (growth !== undefined) growths.push({ input: result.input, tool, outcome: growth });
  }
}
for (const { label, formats, maxBytes, tools } of values.speed ? [] : plannedSets(selection)) {
  for (const { name: tool } of tools) {
    const task: SetTask = { tool, formats, maxBytes };
    const outcome = await outcomeOf<SetSums>('measure-set.ts', task);
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
    ['', growthTable(growths), streamTable(results), setTable(setResults), barsTable(bars)]
      .filter((table, index) => index === 0 || table !== '')
      .join('\n\n'),
  );
if (left > 0) console.error(`${left} measurements are left: the same command goes on with them`);

/** What processes, numbered from 1, measure one after another: of the engine several, of a peer one. */
async function inProcesses<Message>(
  tool: string,
  measure: (number: number) => Promise<Message | string | undefined>,
  typicalOf: (messages: readonly Message[]) => Message,
): Promise<Message | string | undefined> {
  const messages: Message[] = [];
  for (let number = 1; number <= (tool === ENGINE ? processes : 1); number += 1) {
    const message = await measure(number);
    if (message === undefined || typeof message === 'string') return message;
    messages.push(message);
  }
  return typicalOf(messages);
}

/** A known outcome, or that of a process. Undefined: there is no time left for it. `number`: which one of several of a task. */
async function outcomeOf<Message>(
  file: string,
  task: Task | GrowthTask | SetTask,
  number = 1,
): Promise<Message | string | undefined> {
  const allowedMs = 'formats' in task ? SET_LIMIT_MS : task.tool === ENGINE ? ENGINE_LIMIT_MS : limitMs;
  const key = JSON.stringify([file, task, number, allowedMs, task.tool === ENGINE ? sources : process.version]);
  if (kept.has(key)) return kept.get(key) as Message | string;
  if (performance.now() > endMs) {
    left += 1;
    return undefined;
  }
  const outcome = await runChild<Message>(file, task, allowedMs);
  kept.keep(key, outcome);
  return outcome;
}
