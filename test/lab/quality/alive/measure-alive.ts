/**
 * `npm run lab -- quality alive [--name PART] [--limit N] [--passes 2]`
 *
 * Sends every file of the corpus' `docx/singles` and `pdf/singles`, compared with itself, to a real service over HTTP.
 * Each request must end in a result or a typed error within the deadline, and the service must stay alive. Afterwards
 * its memory must return to nearly the size at rest. A second pass must leave no more than the first. The size at rest
 * is measured after one small request of each kind. Threads and readers have then loaded their modules.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { ERRORS } from '../../../../shared/errors.ts';
import { ServiceCallError } from '../../../../shared/client/service-call-error.ts';
import { ServiceClient } from '../../../../shared/client/service-client.ts';
import { SERVER_TIMEOUT_MS } from '../../../../shared/limits.ts';
import { newBearer, startProcess } from '../../../service/durability/service-process.ts';
import { corpusRoot, NO_CORPUS } from '../../../oracle/input-pairs.ts';
import { PeakWatch, residentOf, type Resident } from './resident-memory.ts';

/** Time after which an answer is late: the service's own limit, and some for the machine. */
const DEADLINE_MS = SERVER_TIMEOUT_MS + 5_000;
/** Longer than every idle time of the service, after which it frees memory. */
const IDLE_MS = 60_000;
const LOOK_EVERY_MS = 250;
/**
 * Memory that the second pass may leave beyond the first. It is noise of the allocator, a tenth of one leaked file
 * each.
 */
const GROWTH_MAX_MEGABYTES = 60;
const UNLIMITED = { requestsPerMinute: 1_000_000, unitsPerMonth: 1_000_000_000 };
const TYPES = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  pdf: 'application/pdf',
} as const;

interface Sample {
  readonly format: keyof typeof TYPES;
  readonly file: string;
}

/** Runs the measure with the arguments after `alive`; the exit code. */
export async function measureAlive(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      name: { type: 'string', default: '' },
      limit: { type: 'string' },
      passes: { type: 'string', default: '2' },
    },
  });
  const root = corpusRoot();
  if (root === null) {
    console.error(NO_CORPUS);
    return 2;
  }
  const samples = (['docx', 'pdf'] as const).flatMap((format) => {
    const folder = join(root, format, 'singles');
    const files = readdirSync(folder).filter((name) => name.endsWith(`.${format}`) && name.includes(values.name));
    return files
      .slice(0, values.limit === undefined ? undefined : Number(values.limit))
      .map((name): Sample => ({ format, file: join(folder, name) }));
  });

  const dataDir = mkdtempSync(join(tmpdir(), 'diffsvc-alive-'));
  const bearer = await newBearer(dataDir, 'creator_pro');
  const service = await startProcess({
    dataDir,
    env: { DIFFSVC_PLANS: JSON.stringify({ creator_pro: UNLIMITED }), DIFFSVC_LOG_LEVEL: 'warn', DIFFSVC_WORKERS: '2' },
  });
  const client = new ServiceClient<AbortSignal>({
    origin: service.origin,
    fetch,
    bearer: () => bearer.authorization.replace('Bearer ', ''),
  });
  const rows: [string, Resident][] = [];
  const note = (label: string, resident: Resident): void => {
    rows.push([label, resident]);
    console.error(rowOf(label, resident));
  };
  const faults: string[] = [];
  const idle: number[] = [];
  try {
    await warmUp(client, samples);
    await wait(IDLE_MS);
    note('before, at rest', residentOf(service.child.pid!));
    for (let pass = 1; pass <= Number(values.passes); pass += 1) {
      const peak = new PeakWatch(service.child.pid!, LOOK_EVERY_MS);
      const ends = new Map<string, number>();
      let slowest = { ms: 0, file: '' };
      for (const sample of samples) {
        const begin = performance.now();
        const end = await endOf(client, sample);
        const ms = performance.now() - begin;
        ends.set(end, (ends.get(end) ?? 0) + 1);
        if (ms > slowest.ms) slowest = { ms, file: sample.file };
        if (ms > DEADLINE_MS) faults.push(`pass ${pass}: ${sample.file} took ${Math.round(ms)} ms`);
        if (end !== 'result' && !isTyped(end)) faults.push(`pass ${pass}: ${sample.file} ended in ${end}`);
        if (service.child.exitCode !== null) throw new Error(`the service died over ${sample.file}: ${service.log()}`);
      }
      note(`pass ${pass}, peak`, peak.stop());
      note(`pass ${pass}, at its end`, residentOf(service.child.pid!));
      await wait(IDLE_MS);
      const rest = residentOf(service.child.pid!);
      note(`pass ${pass}, idle for ${IDLE_MS / 1_000} s`, rest);
      idle.push(rest.main + rest.children);
      const told = [...ends].map(([end, count]) => `${end} ${count}`).join(', ');
      console.log(
        `pass ${pass}: ${samples.length} files: ${told}; slowest ${Math.round(slowest.ms)} ms, ${slowest.file}`,
      );
    }
    await client.health();
  } finally {
    await service.end('SIGTERM');
    rmSync(dataDir, { recursive: true, force: true });
  }
  console.log('\n| Resident memory | main, MB | children, MB | processes |\n| --- | --: | --: | --: |');
  for (const [label, resident] of rows) console.log(rowOf(label, resident));
  const growth = idle.length < 2 ? 0 : idle.at(-1)! - idle[0]!;
  if (growth > GROWTH_MAX_MEGABYTES) faults.push(`memory grew by ${Math.round(growth)} MB from pass to pass`);
  if (/"level":(?:50|60)/.test(service.log())) faults.push(`the log has faults: ${service.log().slice(0, 2_000)}`);
  for (const fault of faults) console.log(`FAILED: ${fault}`);
  return faults.length === 0 ? 0 : 1;
}

/** One small request of each kind: modules and compiled code are no memory that a file left behind. */
async function warmUp(client: ServiceClient<AbortSignal>, samples: readonly Sample[]): Promise<void> {
  await client.compareText({ original: 'one', revised: 'two' });
  for (const format of ['docx', 'pdf'] as const) {
    const sized = samples
      .filter((each) => each.format === format)
      .map((sample) => ({ sample, bytes: statSync(sample.file).size }));
    // Some of the smallest are no documents.
    for (const { sample } of sized.sort((a, b) => a.bytes - b.bytes)) {
      if ((await endOf(client, sample)) === 'result') break;
    }
  }
}

/** How the comparison of a file with itself ends: `result`, or a code. */
async function endOf(client: ServiceClient<AbortSignal>, { format, file }: Sample): Promise<string> {
  const bytes = new Uint8Array(readFileSync(file));
  const contentType = TYPES[format];
  try {
    const { uploadId, uploadUrl } = await client.createUpload({
      filename: `file.${format}`,
      contentType,
      sizeBytes: bytes.byteLength,
    });
    await client.putUpload(uploadUrl, bytes, contentType);
    const source = { uploadId };
    let content = false;
    const output: 'html'[] = ['html'];
    for await (const { event } of client.compareDocuments({ format, original: source, revised: source, output })) {
      content ||= event === 'content_complete';
    }
    return content ? 'result' : 'no content';
  } catch (fault) {
    return fault instanceof ServiceCallError ? fault.code : String(fault);
  }
}

function isTyped(code: string): boolean {
  return code !== 'internal_error' && Object.hasOwn(ERRORS, code);
}

function rowOf(label: string, { main, children, processes }: Resident): string {
  return `| ${label} | ${Math.round(main)} | ${Math.round(children)} | ${processes} |`;
}
