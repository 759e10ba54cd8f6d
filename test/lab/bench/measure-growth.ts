/**
 * How the cost of a tool grows when a generated input doubles, run as a child process of `main.ts`. Both sizes are
 * compared in turn in one process. Compiled code, the heap of earlier runs, and other work of the machine are then the
 * same for both.
 */
import { loadInput, type BenchInput } from './bench-input.ts';
import { inputFor } from './judge-redline.ts';
import { TOOLS } from './tools.ts';

/** The subject of a measurement. */
export interface GrowthTask {
  readonly tool: string;
  readonly input: Extract<BenchInput, { kind: 'generated' }>;
  /** Rounds are repeated until so much CPU time has passed in runs that count. */
  readonly enoughMs: number;
}

/**
 * CPU milliseconds of the comparison alone, means. The collector's time falls on a few of the runs. A median would
 * leave it out for one size and not for the other. Over six processes, growth by sums varied half as much as by
 * medians.
 */
export interface GrowthTimes {
  readonly singleMs: number;
  readonly doubledMs: number;
  /** The doubled input's by the single one's. */
  readonly growth: number;
  readonly rounds: number;
}

const [LEAST_ROUNDS, MOST_ROUNDS] = [9, 31];
/**
 * Rounds that do not count: at least `rounds`, and until `times` the CPU time of the counted rounds has passed. V8 compiles,
 * deoptimises and recompiles code in the first rounds, mostly during the longer runs of the doubled input.
 */
const WARM_UP = { rounds: 2, times: 2 } as const;

const task = JSON.parse(process.argv[2] ?? '') as GrowthTask;
const tool = TOOLS.find(({ name }) => name === task.tool);
if (tool === undefined) throw new Error(`unknown tool ${task.tool}`);
const single = inputFor(tool, loadInput(task.input));
const doubled = inputFor(tool, loadInput({ ...task.input, size: 2 * task.input.size }));
const compare = await tool.load(single.format);

let warmUpMs = 0;
for (let round = 0; round < WARM_UP.rounds || warmUpMs < WARM_UP.times * task.enoughMs; round += 1)
  warmUpMs += timeOf(single) + timeOf(doubled);

let [singleMs, doubledMs, rounds] = [0, 0, 0];
do {
  // The single one before and after: a machine that is slower for some seconds is so for both sizes.
  singleMs += timeOf(single) / 2;
  doubledMs += timeOf(doubled);
  singleMs += timeOf(single) / 2;
  rounds += 1;
  // After every round, as the process may be stopped before the next one ends; the last report holds.
  report({ singleMs: singleMs / rounds, doubledMs: doubledMs / rounds, growth: doubledMs / singleMs, rounds });
} while (rounds < LEAST_ROUNDS || (rounds < MOST_ROUNDS && 2 * singleMs + doubledMs < task.enoughMs));

function timeOf({ original, revised }: typeof single): number {
  const before = process.cpuUsage();
  compare(original, revised);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function report(times: GrowthTimes): void {
  if (process.send === undefined) console.log(JSON.stringify(times));
  else process.send(times);
}
