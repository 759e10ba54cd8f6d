/**
 * `npm run lab -- load`: throughput and latency of small comparisons, beside a bare Fastify route in the same run.
 *
 *     npm run lab -- load [--seconds 5] [--write]      --write puts the table into test/lab/results/performance.md
 *
 * Exit code 1 when a request failed, or when replays fall below a third of the bare route's throughput. Also when the
 * 99th percentile of 100 concurrent clients is 20 times the median or more.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import autocannon from 'autocannon';
import { newBearer, startProcess } from '../../service/durability/service-process.ts';
import { scenariosOf, type Scenario } from './scenarios.ts';

const CONNECTIONS = [10, 100];
const MANY = 100;
const LEAST_SHARE = 1 / 3;
const MOST_SPREAD = 20;
/** Size of an answer of the service, which the bare route answers too. */
const ANSWER_BYTES = 1_000;
const PERFORMANCE_FILE = fileURLToPath(new URL('../results/performance.md', import.meta.url));
const UNLIMITED = { requestsPerMinute: 1_000_000_000, unitsPerMonth: 1_000_000_000 };

interface Measure {
  readonly name: string;
  readonly isReplay: boolean;
  readonly connections: number;
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly failed: number;
  /** Throughput as a share of the bare route's just before; null where it is not compared. */
  readonly share: number | null;
}

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '5' }, write: { type: 'boolean' } } });
const seconds = Number(values.seconds);

const directory = mkdtempSync(join(tmpdir(), 'diffsvc-load-'));
const bearer = await newBearer(directory, 'creator_pro');
const service = await startProcess({
  dataDir: directory,
  env: {
    DIFFSVC_PLANS: JSON.stringify({ anonymous: UNLIMITED, creator_pro: UNLIMITED }),
    DIFFSVC_LOG_LEVEL: 'warn',
    DIFFSVC_WORKERS: String(Math.max(1, availableParallelism() - 1)),
  },
});
const bare = await startBare();
const measures: Measure[] = [];
try {
  for (const connections of CONNECTIONS) {
    const scenarios = scenariosOf(bearer);
    for (const scenario of scenarios) {
      // Measured anew each time: a machine that does something else meanwhile slows both.
      const beside = scenario.isReplay ? await run(scenarios[0]!, connections) : null;
      const measured = await run(scenario, connections);
      const measure = { ...measured, share: beside === null ? null : measured.perSecond / beside.perSecond };
      measures.push(measure);
      console.error(rowOf(measure).join('  '));
    }
  }
} finally {
  await service.end('SIGTERM');
  bare.child.kill('SIGTERM');
  rmSync(directory, { recursive: true, force: true });
}

const faults = measures.flatMap(faultsOf);
const table = tableOf(measures);
console.log(table);
for (const fault of faults) console.log(`FAILED: ${fault}`);
if (values.write === true) writeFileSync(PERFORMANCE_FILE, withTable(readFileSync(PERFORMANCE_FILE, 'utf8'), table));
process.exitCode = faults.length === 0 ? 0 : 1;

async function run(scenario: Scenario, connections: number): Promise<Measure> {
  const url = (scenario.path === '/bare' ? bare.origin : service.origin) + scenario.path;
  const shoot = (duration: number): Promise<autocannon.Result> =>
    autocannon({
      url,
      connections,
      duration,
      timeout: 30,
      requests: [
        { method: 'POST', path: scenario.path, setupRequest: (request) => ({ ...request, ...scenario.next() }) },
      ],
    });
  await shoot(1);
  const { requests, latency, non2xx, errors, timeouts } = await shoot(seconds);
  const { name, isReplay } = scenario;
  const perSecond = requests.average;
  return {
    name,
    isReplay,
    connections,
    perSecond,
    p50: latency.p50,
    p99: latency.p99,
    failed: non2xx + errors + timeouts,
    share: null,
  };
}

function faultsOf({ name, connections, p50, p99, failed, share }: Measure): string[] {
  const found: string[] = [];
  const what = `${name}, ${connections} clients:`;
  if (failed > 0) found.push(`${what} ${failed} requests failed`);
  if (share !== null && share < LEAST_SHARE) {
    found.push(`${what} ${percent(share)} of the bare route’s throughput is less than a third`);
  }
  // The clock of the measure has whole milliseconds.
  if (connections === MANY && p99 >= Math.max(p50, 1) * MOST_SPREAD) {
    found.push(`${what} the 99th percentile, ${p99} ms, is ${MOST_SPREAD} times the median, ${p50} ms, or more`);
  }
  return found;
}

function rowOf({ name, connections, perSecond, p50, p99, share }: Measure): string[] {
  const beside = share === null ? '' : percent(share);
  return [name, String(connections), String(Math.round(perSecond)), beside, String(p50), String(p99)];
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

function tableOf(rows: readonly Measure[]): string {
  const cells = [
    ['', 'clients', 'requests a second', 'of the bare route', 'median, ms', '99th percentile, ms'],
    ...rows.map(rowOf),
  ];
  const widths = cells[0]!.map((_, column) => Math.max(...cells.map((row) => row[column]!.length)));
  const line = (row: string[]): string =>
    `| ${row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!))).join(' | ')} |`;
  const rule = `| ${widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)).join(' | ')} |`;
  return [line(cells[0]!), rule, ...cells.slice(1).map(line)].join('\n');
}

function withTable(document: string, text: string): string {
  const machine = `${cpus()[0]?.model.trim() ?? 'unknown processor'}, ${availableParallelism()} cores, Node ${process.version}, ${seconds} s each.`;
  return document.replace(
    /<!-- load -->[\s\S]*<!-- \/load -->/,
    () => `<!-- load -->\n\n${machine}\n\n${text}\n\n<!-- /load -->`,
  );
}

async function startBare(): Promise<{ child: ChildProcess; origin: string }> {
  const script = fileURLToPath(new URL('./bare-route.ts', import.meta.url));
  const child = spawn(process.execPath, [script, String(ANSWER_BYTES)], { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines = createInterface(child.stdout);
  const [line] = (await once(lines, 'line')) as [string];
  return { child, origin: line.replace('listening ', '') };
}
