/**
 * One measurement, run as a child process of `main.ts`: one tool on one input. The task comes as JSON on the command line;
 * the measurement goes back as a message. On its own it prints it: `node test/lab/bench/measure.ts '{"tool":"diffsvc",…}'`.
 */
import { createHash } from 'node:crypto';
import type { InputPair } from '../../oracle/input-pairs.ts';
import { loadInput, type BenchInput } from './bench-input.ts';
import { inputFor, judgeRedline, type RedlineFigures } from './judge-redline.ts';
import { ENGINE, TOOLS, type Tool } from './tools.ts';

/** The subject of a measurement. */
export interface Task {
  readonly tool: string;
  readonly input: BenchInput;
  /** Comparisons are repeated until so much CPU time has passed. */
  readonly enoughMs: number;
  /** But at least so often. The first is cold, and with two the median would be that one. */
  readonly leastRuns: number;
  /** `times`: no more than how long it takes. `all`: what its redline is worth, and how soon a stream begins, as well. */
  readonly asked: 'times' | 'all';
}

/** What came out. Times are CPU milliseconds of this process, of the comparison alone. */
export interface Measurement {
  /** Median of all runs. */
  readonly cpuMs: number;
  /** The first run, with cold caches and uncompiled code. */
  readonly firstMs: number;
  readonly runs: number;
  /** Different outputs among the runs; 1 when all gave the same bytes. */
  readonly digests: number;
  /** The one output, or the last. */
  readonly digest: string;
  /** CPU time up to the first block of a stream and to its end. Null for peers, and where only times are measured. */
  readonly stream: { readonly firstBlockMs: number; readonly completeMs: number } | null;
  /** Highest resident memory of the process, inputs included, in MB. */
  readonly peakMb: number;
  /** Null for tools without a redline, and where only times are measured. */
  readonly redline: RedlineFigures | null;
}

// Enough for a median, however short they are.
const MAX_RUNS = 7;

const task = JSON.parse(process.argv[2] ?? '') as Task;
const tool = TOOLS.find(({ name }) => name === task.tool);
if (tool === undefined) throw new Error(`unknown tool ${task.tool}`);
await measure(tool, inputFor(tool, loadInput(task.input)));

function report(measurement: Measurement): void {
  if (process.send !== undefined) process.send(measurement);
  else console.log(JSON.stringify(measurement));
}

/**
 * Reports after every run, because the process may be stopped before the next one ends or the redline is judged. The
 * last report holds.
 */
async function measure(tool: Tool, pair: InputPair): Promise<void> {
  const { original, revised } = pair;
  const compare = await tool.load(pair.format);
  const times: number[] = [];
  const digests = new Set<string>();
  let html = '';
  let digest = '';
  let total = 0;
  const soFar = (): Measurement => ({
    cpuMs: times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!,
    firstMs: times[0]!,
    runs: times.length,
    digests: digests.size,
    digest,
    stream: null,
    peakMb: Math.round(process.resourceUsage().maxRSS / 1024),
    redline: null,
  });
  do {
    const before = process.cpuUsage();
    html = compare(original, revised);
    const used = process.cpuUsage(before);
    const ms = (used.user + used.system) / 1000;
    times.push(ms);
    total += ms;
    digest = createHash('sha256').update(html).digest('hex');
    digests.add(digest);
    report(soFar());
  } while (times.length < task.leastRuns || (times.length < MAX_RUNS && total < task.enoughMs));
  if (task.asked === 'times') return;
  const compared = soFar();
  const stream = tool.name === ENGINE ? await measureStream(pair) : null;
  report({ ...compared, stream, redline: tool.redlines ? judgeRedline(tool, pair, html) : null });
}

async function measureStream({ original, revised, format }: InputPair): Promise<NonNullable<Measurement['stream']>> {
  const { compareText } = await import('../../../service/pipeline/compare/compare-text.ts');
  const before = process.cpuUsage();
  const passed = (): number => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
  let firstBlockMs: number | undefined;
  const watcher = { piece: () => (firstBlockMs ??= passed()), text: () => undefined };
  compareText({ original, revised, format, mode: 'auto' }, watcher);
  const completeMs = passed();
  return { firstBlockMs: firstBlockMs ?? completeMs, completeMs };
}
