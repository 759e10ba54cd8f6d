/**
 * One measurement, run as a child process of `main.ts`: one tool on one input. The task comes as JSON on the command line;
 * the measurement goes back as a message. On its own it prints it: `node test/bench/measure.ts '{"tool":"diffsvc",…}'`.
 */
import type { InputPair } from '../quality/input-pairs.ts';
import { loadInput, type BenchInput } from './bench-input.ts';
import { inputFor, judgeRedline, type RedlineFigures } from './judge-redline.ts';
import { TOOLS, type Tool } from './tools.ts';

/** What is to be measured. */
export interface Task {
  readonly tool: string;
  readonly input: BenchInput;
  /** Short comparisons are repeated until so much CPU time has passed. */
  readonly enoughMs: number;
}

/** What came out. Times are CPU milliseconds of this process, of the comparison alone. */
export interface Measurement {
  /** Median of all runs. */
  readonly cpuMs: number;
  /** The first run, with cold caches and uncompiled code. */
  readonly firstMs: number;
  readonly runs: number;
  /** Highest resident memory of the process, inputs included, in MB. */
  readonly peakMb: number;
  /** Null for tools that give no redline. */
  readonly redline: RedlineFigures | null;
}

// Enough for a median, however short they are.
const MAX_RUNS = 7;

const task = JSON.parse(process.argv[2] ?? '') as Task;
const tool = TOOLS.find(({ name }) => name === task.tool);
if (tool === undefined) throw new Error(`unknown tool ${task.tool}`);
const measurement = await measure(tool, inputFor(tool, loadInput(task.input)));
if (process.send === undefined) console.log(JSON.stringify(measurement));
else process.send(measurement);

async function measure(tool: Tool, pair: InputPair): Promise<Measurement> {
  const { original, revised } = pair;
  const compare = await tool.load(pair.format);
  const times: number[] = [];
  let html = '';
  let total = 0;
  do {
    const before = process.cpuUsage();
    html = compare(original, revised);
    const used = process.cpuUsage(before);
    const ms = (used.user + used.system) / 1000;
    times.push(ms);
    total += ms;
  } while (total < task.enoughMs && times.length < MAX_RUNS);
  const peakMb = Math.round(process.resourceUsage().maxRSS / 1024);
  return {
    cpuMs: times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!,
    firstMs: times[0]!,
    runs: times.length,
    peakMb,
    redline: !tool.redlines ? null : judgeRedline(tool, pair, html),
  };
}
