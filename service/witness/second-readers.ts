/** The second readers: mammoth for DOCX and pdftotext for PDF. Each reads in a process with limits. */
import { realpathSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Confinements } from '../pages/confinement/confinements.ts';
import { findProgram } from '../pages/find-program.ts';
import { runProgram } from '../pages/run-program.ts';
import { runTask } from '../workers/task-process.ts';
import { wordsOf, type Word } from './words.ts';

/** The words of a second reader, or the reason why there are none. */
export type SecondReading =
  { readonly reader: string; readonly words: readonly Word[] } | { readonly reader: null; readonly reason: string };

/** Limits of a second reader, with their defaults. */
export interface SecondReaderOptions {
  /** The environment, whose search path names the programs. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** How pdftotext is confined; by default as this system can. */
  readonly confinements?: Confinements;
  /** Time for one file. */
  readonly timeoutMs?: number;
  /** Program of the process that reads DOCX. */
  readonly mammothProcess?: string;
}

const TIMEOUT_MS = 60_000;
/** The same limit as for a reader of documents. */
const MEMORY_MEGABYTES = 1_024;
/** The text of a PDF of 10 MiB is smaller. */
const OUTPUT_MEGABYTES = 64;
const MAMMOTH_PROCESS = fileURLToPath(new URL('./mammoth-process.ts', import.meta.url));
/** Sets the limits that the system has, and becomes the program. A system without one of them works, too. */
const LIMITED = `ulimit -v ${MEMORY_MEGABYTES * 1_024} 2>/dev/null; ulimit -f ${OUTPUT_MEGABYTES * 2_048} 2>/dev/null; exec "$0" "$@"`;
const PAGE_END = '\f';
const HYPHEN_AT_END = /[-\u2010\u00ad]$/u;

/** Formats that have a second reader. */
export const WITNESSED_FORMATS = ['docx', 'pdf'] as const;
export type WitnessedFormat = (typeof WITNESSED_FORMATS)[number];

/** Reads a file a second time. A reader that fails, hangs or needs too much memory is a reason, not an error. */
export async function readAgain(
  format: WitnessedFormat,
  bytes: Uint8Array,
  options: SecondReaderOptions,
): Promise<SecondReading> {
  return format === 'docx' ? await readWithMammoth(bytes, options) : await readWithPdftotext(bytes, options);
}

async function readWithMammoth(
  bytes: Uint8Array,
  { timeoutMs = TIMEOUT_MS, mammothProcess = MAMMOTH_PROCESS }: SecondReaderOptions,
): Promise<SecondReading> {
  const process = { processFile: mammothProcess, residentMegabytes: MEMORY_MEGABYTES };
  return await unlessItFails('mammoth', timeoutMs, async (signal) => {
    const text = await runTask<string>(process, { bytes }, signal);
    return wordsOf(text).map((word): Word => ({ text: word }));
  });
}

async function readWithPdftotext(
  bytes: Uint8Array,
  { environment, confinements, timeoutMs = TIMEOUT_MS }: SecondReaderOptions,
): Promise<SecondReading> {
  const path = environment['PATH'] ?? environment['Path'] ?? '';
  const program = findProgram(['pdftotext'], [], path);
  if (program === null)
    return { reader: null, reason: 'pdftotext is not installed; install poppler-utils to read each PDF a second time' };
  const directory = await mkdtemp(join(realpathSync(tmpdir()), 'diffsvc-witness-'));
  try {
    const [input, output] = [join(directory, 'input.pdf'), join(directory, 'output.txt')];
    await writeFile(input, bytes);
    // In the order of painting the end of each line is seen, and no column is read across.
    const given = ['-raw', '-enc', 'UTF-8', '-eol', 'unix', '-q', input, output];
    const started = await (confinements ?? new Confinements(path)).start(program, given, directory);
    const command = [started.file, ...started.arguments];
    const run = process.platform === 'win32' ? command : ['/bin/sh', '-c', LIMITED, ...command];
    return await unlessItFails('pdftotext', timeoutMs, async (signal) => {
      const [file, ...args] = run;
      await runProgram({ file: file!, arguments: args, environment: { PATH: started.path }, directory }, signal);
      return wordsOfPages(await readFile(output, 'utf8'));
    });
  } finally {
    await rm(directory, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** The words of the text of all pages. A form feed ends each page. */
export function wordsOfPages(text: string): Word[] {
  return text.split(PAGE_END).flatMap((pageText, at) =>
    pageText.split('\n').flatMap((line) => {
      const words = wordsOf(line);
      const breaks = HYPHEN_AT_END.test(line.trimEnd());
      return words.map((word, index): Word => ({
        text: word,
        page: at + 1,
        ...(breaks && index === words.length - 1 && { breaks }),
      }));
    }),
  );
}

async function unlessItFails(
  reader: string,
  timeoutMs: number,
  read: (signal: AbortSignal) => Promise<Word[]>,
): Promise<SecondReading> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    return { reader, words: await read(signal) };
  } catch (fault) {
    if (signal.aborted)
      return { reader: null, reason: `${reader} took longer than ${timeoutMs / 1_000} seconds and was stopped` };
    const message = fault instanceof Error ? fault.message : String(fault);
    return { reader: null, reason: `${reader} could not read the file: ${message.split('\n')[0]!.trim()}` };
  }
}
