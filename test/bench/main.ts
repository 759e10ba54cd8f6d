/**
 * `node test/bench/main.ts [--quick] [--speed] [--seed N] [--seconds N] [--tool NAME]… [--json]`
 *
 * `documents` as the first word measures pairs of files instead (`documents.ts`).
 *
 * The engine beside the peers that npm has, on real and adversarial inputs, all in one run. Each measurement has a process of
 * its own, which is killed by its pid at the time limit. Prints Markdown; ratios are to the engine's CPU time.
 */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { corpusRoot, NO_CORPUS, type PairFormat } from '../quality/input-pairs.ts';
import { ADVERSARIAL } from './adversarial.ts';
import { labelOf, type BenchInput } from './bench-input.ts';
import type { Measurement, Task } from './measure.ts';
import type { SetSums, SetTask } from './measure-set.ts';
import { barsOf, barsTable } from './bars.ts';
import { benchTable, growthTable, setTable, streamTable, type Growth, type Result, type SetResult } from './table.ts';
import { ENGINE, TOOLS, type Tool } from './tools.ts';

if (process.argv[2] === 'documents') {
  await import('./documents.ts');
  process.exit();
}

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    seed: { type: 'string', default: '1' },
    seconds: { type: 'string' },
    tool: { type: 'string', multiple: true },
    // Without the sums over whole sets, which are about quality.
    speed: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});
const quick = values.quick;
const seed = Number(values.seed);
// Peers that need longer are written as T/O. The engine has the service's own limit, as a hang would be a fault to see.
const limitMs = 1000 * Number(values.seconds ?? (quick ? 2 : 20));
const ENGINE_LIMIT_MS = 60_000;
const enoughMs = quick ? 300 : 1_500;
const tools = TOOLS.filter(({ name }) => values.tool === undefined || name === ENGINE || values.tool.includes(name));

// Format, size of a side, and part of the name where the nearest in size has next to no changes.
const REAL: readonly (readonly [format: PairFormat, targetBytes: number, named?: string])[] = quick
  ? [
      ['html', 30_000],
      ['json', 10_000],
    ]
  : [
      ['html', 30_000],
      ['html', 230_000],
      ['html', 500_000],
      ['markdown', 300_000],
      ['txt', 30_000],
      ['txt', 300_000, 'dom-bs_2d5aaed'],
      ['json', 140_000],
      ['json', 4_000_000],
    ];
const JOINED: readonly (readonly [format: PairFormat, targetBytes: number])[] = quick
  ? []
  : [
      ['txt', 5_000_000],
      ['html', 5_000_000],
    ];

const inputs: { input: BenchInput; format: PairFormat; besidePeers: boolean }[] = [];
if (corpusRoot() === null) console.error(`${NO_CORPUS}; only generated inputs are measured`);
else
  for (const [format, targetBytes, named = ''] of REAL) {
    inputs.push({ input: { kind: 'real', format, targetBytes, named }, format, besidePeers: true });
  }
if (corpusRoot() !== null)
  for (const [format, targetBytes] of JOINED) {
    inputs.push({ input: { kind: 'joined', format, targetBytes }, format, besidePeers: false });
  }
for (const recipe of ADVERSARIAL) {
  const size = quick ? recipe.quickSize : recipe.size;
  const { name, format, besidePeers = false } = recipe;
  inputs.push({ input: { kind: 'generated', name, size, seed }, format, besidePeers });
}

const results: Result[] = [];
const growths: Growth[] = [];
for (const { input, format, besidePeers } of inputs) {
  for (const tool of tools.filter((each) => takes(each, format) && (besidePeers || each.name === ENGINE))) {
    const measured = await run({ tool: tool.name, input, enoughMs });
    const outcome = tool.name === ENGINE ? await inAnotherProcess(measured, input) : measured;
    results.push({ input: labelOf(input), tool: tool.name, outcome });
    if (input.kind !== 'generated' || typeof outcome === 'string' || (quick && tool.name !== ENGINE)) continue;
    const doubled = await run({ tool: tool.name, input: { ...input, size: input.size * 2 }, enoughMs });
    growths.push({ input: labelOf(input), tool: tool.name, single: outcome, doubled });
  }
}

// Whole sets, for the bars on changed characters and segments. The sizes are those the bars name.
const SETS: readonly { readonly label: string; readonly formats: readonly PairFormat[]; readonly maxBytes: number }[] =
  [
    { label: 'HTML up to 70 KB', formats: ['html'], maxBytes: 70_000 },
    { label: 'Markdown, text, JSON up to 120 KB', formats: ['markdown', 'txt', 'json'], maxBytes: 120_000 },
  ];
const SET_LIMIT_MS = 180_000;
const setResults: SetResult[] = [];
for (const { label, formats, maxBytes } of quick || values.speed || corpusRoot() === null ? [] : SETS) {
  for (const tool of tools.filter((candidate) => candidate.redlines && takes(candidate, formats[0]!))) {
    const task: SetTask = { tool: tool.name, formats, maxBytes };
    setResults.push({
      set: label,
      tool: tool.name,
      outcome: await runChild<SetSums>('measure-set.ts', task, SET_LIMIT_MS),
    });
  }
}

if (values.json)
  console.log(JSON.stringify({ node: process.version, seed, limitMs, results, growths, sets: setResults }, null, 1));
else
  console.log(
    [
      barsTable(barsOf(results, growths)),
      streamTable(results),
      setTable(setResults),
      benchTable(results),
      growthTable(growths),
    ]
      .filter((table) => table !== '')
      .join('\n\n'),
  );

function takes(tool: Tool, format: PairFormat): boolean {
  return tool.takes === 'any' || (tool.takes === 'html') === (format === 'html');
}

/** The measurement, with the bytes of another process counted too. Real inputs only: of each there is but one. */
async function inAnotherProcess(measured: Measurement | string, input: BenchInput): Promise<Measurement | string> {
  if (typeof measured === 'string' || input.kind === 'generated') return measured;
  const again = await run({ tool: ENGINE, input, enoughMs: 0 });
  if (typeof again === 'string') return again;
  return { ...measured, digests: measured.digests + (again.digest === measured.digest ? 0 : 1) };
}

async function run(task: Task): Promise<Measurement | string> {
  return await runChild<Measurement>('measure.ts', task, task.tool === ENGINE ? ENGINE_LIMIT_MS : limitMs);
}

/**
 * The last message of a child process, or in words why there is none. The limit is of wall-clock time and counts loading
 * and judging too; it is there to end what runs away.
 */
async function runChild<Message>(file: string, task: Task | SetTask, allowedMs: number): Promise<Message | string> {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), [JSON.stringify(task)], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  return await new Promise((resolve) => {
    let complaint = '';
    let last: Message | undefined;
    let stopped = false;
    const timer = setTimeout(() => {
      stopped = true;
      child.kill('SIGKILL');
    }, allowedMs);
    child.stderr?.on('data', (data: Buffer) => {
      complaint = (complaint + data.toString()).slice(0, 20_000);
    });
    child.on('message', (message) => {
      last = message as Message;
    });
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      const line = /^(?:[A-Za-z]*Error\b|FATAL)[^\n]*/mu.exec(complaint)?.[0] ?? `ended with ${signal ?? code}`;
      resolve(last ?? (stopped ? 'T/O' : `fails: ${line.slice(0, 80)}`));
    });
  });
}
