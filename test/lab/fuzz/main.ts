/**
 * `npm run fuzz -- [--seed N] [--count N] [--format NAME]… [--minutes N]`
 *
 * Damages documents at random and compares them. They are HTML, Markdown, text, and JSON (as text and as a value). They
 * are the XML and the bytes of DOCX files, and the bytes and objects of PDF files. Each case has to end in a redline
 * that keeps its laws, or in a typed error. A crash, a hang or a broken law is a failure. Its documents are written to
 * `test/lab/results/fuzz`.
 *
 * Prints the seed; the same seed repeats the run. Exit code 1 when a case failed. Ctrl+C ends the run after the present
 * case, and prints what was found.
 */
import { fork } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fuzzBases } from '../../oracle/fuzz/fuzz-bases.ts';
import { FUZZ_FORMATS, fuzzPair, type FuzzFormat } from '../../oracle/fuzz/fuzz-case.ts';
import { endWith, numberIn, optionsOf } from '../options.ts';
import type { FuzzNews, FuzzOrder } from './fuzz-child.ts';

const CHILD = fileURLToPath(new URL('fuzz-child.ts', import.meta.url));
const RESULTS = fileURLToPath(new URL('../results/fuzz', import.meta.url));
/** A case that takes longer hangs, in processor time where the system tells it. Ordinary cases take milliseconds. */
const CASE_LIMIT_MS = 60_000;
/** A process that takes less of a processor within that limit does nothing. */
const IDLE_MS = 100;
/** Clock ticks of a second in `/proc` (proc_pid_stat(5)). */
const TICKS = 100;
const HEAP_MEGABYTES = 1_024;

/** What happened to the cases of a format. */
interface Tally {
  compared: number;
  refused: number;
  readonly failures: { readonly seed: number; readonly reason: string }[];
}

const USAGE = `npm run fuzz -- [--seed N] [--count N] [--format NAME]… [--minutes N]
formats: ${FUZZ_FORMATS.join(', ')}`;
const values = optionsOf(USAGE, {
  seed: { type: 'string' },
  count: { type: 'string', default: '500' },
  format: { type: 'string', multiple: true },
  minutes: { type: 'string' },
});
const first = values.seed === undefined ? randomInt(2 ** 31) : numberIn(USAGE, 'seed', values.seed);
const count = numberIn(USAGE, 'count', values.count);
const formats = values.format?.map(formatNamed) ?? FUZZ_FORMATS;
const minutes = values.minutes === undefined ? Infinity : numberIn(USAGE, 'minutes', values.minutes);
let endMs = performance.now() + 60_000 * minutes;
process.once('SIGINT', () => (endMs = 0));

console.log(`seed ${first}, ${count} cases of each format`);
let failed = 0;
for (const format of formats) {
  const tally = await runFormat(format);
  const { compared, refused, failures } = tally;
  failed += failures.length;
  console.log(`${format.padEnd(11)} ${compared} compared, ${refused} refused, ${failures.length} failed`);
  for (const { seed, reason } of failures) {
    await keep(format, seed, reason);
    console.log(`  seed ${seed}: ${reason.split('\n', 3).join(' ').slice(0, 300)}`);
  }
}
process.exitCode = failed > 0 ? 1 : 0;

function formatNamed(name: string): FuzzFormat {
  return FUZZ_FORMATS.find((format) => format === name) ?? endWith(USAGE, `"${name}" is no format.`);
}

/** Runs all cases of a format. A child that dies or hangs fails its case, and another one goes on after it. */
async function runFormat(format: FuzzFormat): Promise<Tally> {
  const tally: Tally = { compared: 0, refused: 0, failures: [] };
  for (let from = first; from < first + count && performance.now() < endMs;) {
    from = await runChild({ format, from, until: first + count }, tally);
  }
  return tally;
}

/** Returns the seed with which to go on. */
function runChild(order: FuzzOrder, tally: Tally): Promise<number> {
  const child = fork(CHILD, [JSON.stringify(order)], { execArgv: [`--max-old-space-size=${HEAP_MEGABYTES}`] });
  return new Promise((resolve) => {
    let current = order.from;
    let running = false;
    let hangs = false;
    /** The time is up. The child may have begun another case before it was ended. */
    let isOver = false;
    let [usedBefore, usedLast] = [0, 0];
    const stop = (): void => void child.kill('SIGKILL');
    const look = (): void => {
      // A machine that many share may leave it little of a processor. A case that waits for ever takes none.
      const used = processorMs(child.pid!) ?? Infinity;
      const isWaiting = used - usedLast < IDLE_MS;
      usedLast = used;
      if (!isWaiting && used - usedBefore < CASE_LIMIT_MS) {
        timer = setTimeout(look, CASE_LIMIT_MS);
        return;
      }
      hangs = true;
      stop();
    };
    let timer = setTimeout(look, CASE_LIMIT_MS);
    child.on('message', (message) => {
      if (isOver) return;
      const news = message as FuzzNews;
      clearTimeout(timer);
      usedBefore = usedLast = processorMs(child.pid!) ?? 0;
      timer = setTimeout(look, CASE_LIMIT_MS);
      current = news.seed;
      running = news.kind === 'begins';
      if (news.kind === 'ended') tally[news.outcome] += 1;
      if (news.kind === 'broken') tally.failures.push({ seed: news.seed, reason: news.stack });
      isOver = performance.now() > endMs && !running;
      if (isOver) stop();
    });
    child.on('exit', (code, signal) => {
      clearTimeout(timer);
      if (running) {
        const reason = hangs
          ? `hangs for ${CASE_LIMIT_MS / 1_000} seconds`
          : `the process ended with ${signal ?? code}`;
        tally.failures.push({ seed: current, reason });
      }
      resolve(current + 1);
    });
  });
}

/** Processor time of a process so far; null where the system does not tell it. */
function processorMs(pid: number): number | null {
  try {
    // The second field is a name in parentheses. The user and system times are the 14th and the 15th.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
    return ((Number(fields[11]) + Number(fields[12])) * 1_000) / TICKS;
  } catch {
    return null;
  }
}

/** Writes the documents of a failed case, so that they can become a test. */
async function keep(format: FuzzFormat, seed: number, reason: string): Promise<void> {
  mkdirSync(RESULTS, { recursive: true });
  const { original, revised } = await fuzzPair(format, fuzzBases(format), seed);
  const ending = format.replace(/-.*$/, '');
  writeFileSync(join(RESULTS, `${format}-${seed}.original.${ending}`), original);
  writeFileSync(join(RESULTS, `${format}-${seed}.revised.${ending}`), revised);
  writeFileSync(join(RESULTS, `${format}-${seed}.reason.txt`), `${reason}\n`);
}
