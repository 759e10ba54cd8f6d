/**
 * `npm run lab -- cluster [PART[=SIZE]]… [--seed N] [--write]`: a cluster of three replicas under load and under faults,
 * at length. Without a part, all of them with their usual sizes:
 *
 *     keys=10000      keys at three replicas at once, and an allowance
 *     jobs=300        jobs ordered at any replica
 *     revoked=20      keys revoked in use
 *     kills=200       replicas killed at fault points and at random moments
 *     database=5      stops of PostgreSQL with `immediate`
 *     clock=20        seconds with replicas whose clocks are wrong (apt-get install libfaketime)
 *     objects=60      seconds in which the object store refuses
 *     rolling=1       times that every replica behind nginx is replaced under load (apt-get install nginx-light)
 *     contract=1      times that the tests of HTTP call three replicas behind nginx
 *     cpu=6000        requests for the processor time of 1, 2 and 3 replicas
 *
 * Every part has an empty database. `--write` puts the figures into test/lab/results/cluster.md. Exit code 1 for any
 * fault. On Linux only, because the figures are of /proc.
 */
import { randomInt } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Laboratory, type Findings } from './laboratory.ts';
import { clock } from './parts/clock.ts';
import { contract } from './parts/contract.ts';
import { cpu } from './parts/cpu.ts';
import { database } from './parts/database.ts';
import { jobs } from './parts/jobs.ts';
import { keys } from './parts/keys.ts';
import { kills } from './parts/kills.ts';
import { objects } from './parts/objects.ts';
import { revoked } from './parts/revoked.ts';
import { rolling } from './parts/rolling.ts';
import { busyRefusals } from './requests.ts';

type Run = (lab: Laboratory, size: number) => Promise<Findings>;
const PARTS = new Map<string, { readonly run: Run; readonly size: number }>([
  ['keys', { run: keys, size: 10_000 }],
  ['jobs', { run: jobs, size: 300 }],
  ['revoked', { run: revoked, size: 20 }],
  ['kills', { run: kills, size: 200 }],
  ['database', { run: database, size: 5 }],
  ['clock', { run: clock, size: 20 }],
  ['objects', { run: objects, size: 60 }],
  ['rolling', { run: rolling, size: 1 }],
  ['contract', { run: contract, size: 1 }],
  ['cpu', { run: cpu, size: 6_000 }],
]);
const RESULTS = fileURLToPath(new URL('../results/cluster.md', import.meta.url));

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: 'string' }, write: { type: 'boolean', default: false } },
});
const seed = values.seed === undefined ? randomInt(2 ** 31) : Number(values.seed);
// The replicas and the servers end with this process.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
console.log(`seed ${seed}`);
let faulty = false;
for (const [name, size] of chosen()) {
  const lab = await Laboratory.open(seed);
  const load = loadavg()[0]!.toFixed(1);
  const busyBefore = busyRefusals();
  try {
    const { figures, faults } = await PARTS.get(name)!.run(lab, size);
    faulty ||= faults.length > 0;
    for (const figure of figures) console.log(`${name}: ${figure}`);
    for (const fault of new Set(faults)) console.log(`${name}: FAULT ${fault}`);
    if (values.write)
      write(
        name,
        figures,
        `load ${load} to ${loadavg()[0]!.toFixed(1)}, ${busyRefusals() - busyBefore} requests sent again to a replica that was too busy`,
      );
  } finally {
    await lab.close();
  }
}
process.exit(faulty ? 1 : 0);

/** The chosen parts with their sizes. */
function chosen(): [string, number][] {
  if (positionals.length === 0) return [...PARTS].map(([name, { size }]) => [name, size]);
  return positionals.map((positional) => {
    const [name = '', given] = positional.split('=');
    const part = PARTS.get(name);
    const size = given === undefined ? part?.size : Number(given);
    if (part === undefined || !Number.isInteger(size) || size === undefined || size < 1) {
      console.error(`"${positional}" is no part with a size of 1 or more. Parts: ${[...PARTS.keys()].join(', ')}`);
      process.exit(2);
    }
    return [name, size];
  });
}

/** Puts the figures of one part into the notebook, in the place of its earlier ones. */
function write(name: string, figures: readonly string[], load: string): void {
  const machine = `${availableParallelism()} cores of ${cpus()[0]?.model.trim() ?? 'an unknown processor'}`;
  const heading = `### ${name}`;
  const when = new Date().toISOString().slice(0, 10);
  const lines = [
    heading,
    '',
    ...figures.map((figure) => `- ${figure}`),
    '',
    `${when}, ${machine}, ${load}, seed ${seed}.`,
    '',
  ];
  const parts = readFileSync(RESULTS, 'utf8').split(/^(?=### )/m);
  const index = parts.findIndex((part) => part.startsWith(`${heading}\n`));
  const text = lines.join('\n');
  if (index === -1) parts.push(`\n${text}`);
  else parts[index] = index === parts.length - 1 ? text : `${text}\n`;
  writeFileSync(RESULTS, parts.join(''));
}
