/**
 * `npm run lab -- bench documents [--pages N]… [--format docx|pdf]… [--runs N] [--seed N]`
 *
 * Measures pairs of 10, 100 and 400 pages over HTTP against a real service. It takes the time to the first event and to
 * `content_complete`, and the memory of all processes of the service. It does the same for tools that people combine by
 * hand: mammoth with htmldiff-js, and pdftotext with `git diff --word-diff`. Everything is warm: each tool has compared
 * the pair before. Medians of wall time. The PDF files are the DOCX files as LibreOffice prints them; without it there
 * are none. Each row is printed when it is measured.
 *
 * Exit code 1 when the pair of 100 pages takes more than 1.5 times mammoth's time for both sides.
 */
import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ServiceClient } from '../../../shared/client/service-client.ts';
import { OfficeRenderer } from '../../../service/pages/office-renderer.ts';
import { findPrograms } from '../../../service/pages/programs.ts';
import { docx } from '../../builders/docx.ts';
import { cpuMsOf, PeakWatch } from '../quality/alive/resident-memory.ts';
import { newBearer, startProcess } from '../../service/durability/service-process.ts';
import { randomFrom } from '../../builders/adversarial/adversarial.ts';
import { leaseOf, NUMBERING, revisedLease, STYLES, wordsBody } from './long-document.ts';

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    pages: { type: 'string', multiple: true, default: ['10', '100', '400'] },
    format: { type: 'string', multiple: true, default: ['docx', 'pdf'] },
    runs: { type: 'string', default: '5' },
    seed: { type: 'string', default: '1' },
  },
});
const runs = Number(values.runs);
/** The pair and the factor of mammoth's time that the bar names. */
const BAR = { pages: 100, factor: 1.5 };
const LOOK_EVERY_MS = 20;
/** Runs of each tool before those that count: programs are compiled while they run, ours in three processes. */
const WARM_RUNS = 4;
const TYPES = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  pdf: 'application/pdf',
} as const;
type Format = keyof typeof TYPES;
type Pair = readonly [original: Uint8Array, revised: Uint8Array];

interface Row {
  readonly input: string;
  readonly tool: string;
  readonly firstMs: number | null;
  readonly doneMs: number;
  /** CPU time of one run, all processes together; null where it is not known. */
  readonly cpuMs: number | null;
  readonly peakMb: number;
}

const folder = mkdtempSync(join(tmpdir(), 'diffsvc-bench-'));
let factor: number | null = null;
try {
  console.log(
    '| Input | Tool | First event, ms | Result, ms | CPU, ms | Peak MB |\n| --- | --- | --: | --: | --: | --: |',
  );
  for (const pages of values.pages.map(Number)) {
    const lease = leaseOf(pages, randomFrom(Number(values.seed)));
    const pair: Pair = [lease, revisedLease(lease, randomFrom(Number(values.seed) + 1))].map((body) =>
      docx(wordsBody(body), { styles: STYLES, numbering: NUMBERING }),
    ) as unknown as Pair;
    if (values.format.includes('docx')) factor = (await measureWords(pages, pair)) ?? factor;
    if (values.format.includes('pdf')) await measurePrinted(pages, pair);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

if (factor !== null) {
  console.log(
    `\nThe DOCX pair of ${BAR.pages} pages takes ${factor.toFixed(2)} times what mammoth alone takes for both sides.`,
  );
  if (factor > BAR.factor) {
    console.log(`FAILED: ${BAR.factor} is the bar`);
    process.exitCode = 1;
  }
}

function report({ input, tool, firstMs, doneMs, cpuMs, peakMb }: Row): void {
  const [first, done, cpu, peak] = [firstMs, doneMs, cpuMs, peakMb].map((figure) =>
    figure === null ? '–' : Math.round(figure),
  );
  console.log(`| ${input} | ${tool} | ${first} | ${done} | ${cpu} | ${peak} |`);
}

/** The DOCX rows of one size, and for the size of the bar our time divided by mammoth's, else null. */
async function measureWords(pages: number, pair: Pair): Promise<number | null> {
  const input = `${pages} pages, DOCX, ${kilobytes(pair)}`;
  const own = await measureService('docx', pair);
  report({ input, tool: 'diffsvc', ...own });
  const mammoth = await measureMammoth(pair, false);
  report({ input, tool: 'mammoth, both sides', firstMs: null, ...mammoth });
  report({ input, tool: 'mammoth + htmldiff-js', firstMs: null, ...(await measureMammoth(pair, true)) });
  return pages === BAR.pages ? own.doneMs / mammoth.doneMs : null;
}

/** The PDF rows of one size; none without LibreOffice. */
async function measurePrinted(pages: number, pair: Pair): Promise<void> {
  const printed = await print(pair);
  if (printed === null) return;
  const input = `${pages} pages, PDF, ${kilobytes(printed)}`;
  report({ input, tool: 'diffsvc', ...(await measureService('pdf', printed)) });
  report({ input, tool: 'pdftotext + git diff --word-diff', firstMs: null, ...(await measurePoppler(printed)) });
}

/** Starts a new service for each input, so that the peak memory is of this input. */
async function measureService(format: Format, pair: Pair): Promise<Omit<Row, 'input' | 'tool'>> {
  const dataDir = mkdtempSync(join(folder, 'data-'));
  const bearer = await newBearer(dataDir, 'creator_pro');
  const unlimited = { creator_pro: { requestsPerMinute: 1_000_000, unitsPerMonth: 1_000_000_000 } };
  const env = { DIFFSVC_PLANS: JSON.stringify(unlimited), DIFFSVC_LOG_LEVEL: 'warn', DIFFSVC_WORKERS: '2' };
  const service = await startProcess({ dataDir, env });
  const client = new ServiceClient<AbortSignal>({
    origin: service.origin,
    fetch,
    bearer: () => bearer.authorization.replace('Bearer ', ''),
  });
  try {
    const upload = async (bytes: Uint8Array) => {
      const { uploadId, uploadUrl } = await client.createUpload({
        filename: `file.${format}`,
        contentType: TYPES[format],
        sizeBytes: bytes.byteLength,
      });
      await client.putUpload(uploadUrl, new Uint8Array(bytes), TYPES[format]);
      return { uploadId };
    };
    const sources = { format, original: await upload(pair[0]), revised: await upload(pair[1]) } as const;
    const compare = async (): Promise<{ firstMs: number; doneMs: number }> => {
      const begin = performance.now();
      let [firstMs, doneMs] = [0, 0];
      for await (const { event } of client.compareDocuments({ ...sources, output: ['html'] })) {
        firstMs ||= performance.now() - begin;
        if (event === 'content_complete') doneMs = performance.now() - begin;
      }
      return { firstMs, doneMs };
    };
    for (let run = 0; run < WARM_RUNS; run += 1) await compare();
    const peak = new PeakWatch(service.child.pid!, LOOK_EVERY_MS);
    const times: { firstMs: number; doneMs: number }[] = [];
    const cpuBefore = cpuMsOf(service.child.pid!);
    for (let run = 0; run < runs; run += 1) times.push(await compare());
    const cpuMs = (cpuMsOf(service.child.pid!) - cpuBefore) / runs;
    const { main, children } = peak.stop();
    return {
      cpuMs,
      firstMs: median(times.map(({ firstMs }) => firstMs)),
      doneMs: median(times.map(({ doneMs }) => doneMs)),
      peakMb: main + children,
    };
  } finally {
    await service.end('SIGTERM');
  }
}

/** Both sides by mammoth in one process, one after the other, as it is used; then compared or not. */
async function measureMammoth(pair: Pair, compares: boolean): Promise<Omit<Row, 'input' | 'tool' | 'firstMs'>> {
  const files = pair.map((bytes, at) => written(`side-${at}.docx`, bytes));
  const child = fork(fileURLToPath(new URL('measure-mammoth.ts', import.meta.url)), [
    JSON.stringify({ files, compares, runs, warmRuns: WARM_RUNS }),
  ]);
  const [measured] = (await once(child, 'message')) as [{ times: number[]; cpuMs: number; peakMb: number }];
  return { doneMs: median(measured.times), cpuMs: measured.cpuMs, peakMb: measured.peakMb };
}

async function measurePoppler(pair: Pair): Promise<Omit<Row, 'input' | 'tool' | 'firstMs'>> {
  const files = pair.map((bytes, at) => written(`side-${at}.pdf`, bytes));
  const texts = files.map((file) => `${file}.txt`);
  const times: number[] = [];
  const peak = new PeakWatch(process.pid, LOOK_EVERY_MS);
  const base = process.memoryUsage.rss() / 1_000_000;
  for (let run = 0; run <= runs; run += 1) {
    const begin = performance.now();
    for (const [at, file] of files.entries()) await ended('pdftotext', [file, texts[at]!]);
    await ended('git', ['diff', '--no-index', '--word-diff', texts[0]!, texts[1]!]);
    if (run > 0) times.push(performance.now() - begin);
  }
  const { main, children } = peak.stop();
  return { doneMs: median(times), cpuMs: null, peakMb: Math.max(0, main + children - base) };
}

/** Runs a program to its end, whatever its code: `git diff` says by it that there are differences. */
async function ended(command: string, args: readonly string[]): Promise<void> {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  child.stdout.resume();
  await once(child, 'close');
}

/** The pair as LibreOffice prints it; null where there is none. */
async function print(pair: Pair): Promise<Pair | null> {
  const programs = findPrograms(process.env);
  if (programs.office === null) {
    console.error('no LibreOffice: no PDF is measured');
    return null;
  }
  const office = new OfficeRenderer(programs);
  const limit = (): AbortSignal => AbortSignal.timeout(240_000);
  return [await office.render(pair[0], limit()), await office.render(pair[1], limit())];
}

function written(name: string, bytes: Uint8Array): string {
  const file = join(folder, name);
  writeFileSync(file, bytes);
  return file;
}

function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!;
}

function kilobytes(pair: Pair): string {
  return `${Math.round((pair[0].byteLength + pair[1].byteLength) / 2_000)} KB`;
}
