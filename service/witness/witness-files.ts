/** Reads files with a second reader, and compares its words with the words of our own readings. */
import { fileURLToPath } from 'node:url';
import { ServiceError } from '../../shared/errors.ts';
import { runTask } from '../workers/task-process.ts';
import { compareWords, type WordComparison } from './compare-words.ts';
import { readAgain, type SecondReaderOptions, type SecondReading, type WitnessedFormat } from './second-readers.ts';
import type { Word } from './words.ts';

/** A file and its format; null: the bytes are of no format that has a second reader. */
export interface WitnessedFile {
  readonly format: WitnessedFormat | null;
  readonly bytes: Uint8Array;
}

/** What a second reader says about one file. */
export type Testimony =
  | (WordComparison & {
      readonly reader: string;
      /** No word was found by the second reader alone. */
      readonly agrees: boolean;
      /** Content that the second reader does not read, for a person. */
      readonly outside: readonly string[];
    })
  | { readonly reader: null; readonly agrees: null; readonly reason: string };

/** Files for one process of our readers. PDFs are read together, and their words come in the same order. */
export interface OwnTask {
  readonly format: WitnessedFormat;
  readonly files: readonly Uint8Array[];
}

/** Two PDFs for one process of our readers, whose drawn letters are compared. */
export interface DrawingTask {
  readonly drawings: readonly [original: Uint8Array, revised: Uint8Array];
}

/** The limits of a second reader, and time for two files. */
const OWN_PROCESS = {
  processFile: fileURLToPath(new URL('./our-process.ts', import.meta.url)),
  residentMegabytes: 1_024,
};
const OWN_TIMEOUT_MS = 120_000;

const OUTSIDE: Readonly<Record<WitnessedFormat, readonly string[]>> = {
  docx: ['headers and footers', 'text in pictures, drawings, charts and equations', 'numbers of list items'],
  pdf: ['text in pictures'],
};

/**
 * Reads each file twice and compares the words. PDFs are read as a comparison reads them, both together. A second
 * reader that is missing or fails is reported as such.
 *
 * @throws ServiceError if our own reader refuses a file, or needs too much time or memory
 */
export async function witnessFiles(
  files: readonly WitnessedFile[],
  options: SecondReaderOptions,
): Promise<Testimony[]> {
  const pdfs = files.filter(({ format }) => format === 'pdf');
  const pdfWords = pdfs.length === 0 ? [] : await ourWords({ format: 'pdf', files: pdfs.map(({ bytes }) => bytes) });
  const testimonies: Testimony[] = [];
  for (const file of files) {
    const { format, bytes } = file;
    if (format === null) {
      testimonies.push({ reader: null, agrees: null, reason: 'only DOCX and PDF have a second reader' });
      continue;
    }
    const ours = format === 'pdf' ? pdfWords[pdfs.indexOf(file)]! : (await ourWords({ format, files: [bytes] }))[0]!;
    testimonies.push(testimonyOf(format, ours, await readAgain(format, bytes, options)));
  }
  return testimonies;
}

/**
 * Places at which two PDFs read the same and draw other letters.
 *
 * @throws ServiceError as `witnessFiles` does
 */
export async function lettersDrawnDifferently(original: Uint8Array, revised: Uint8Array): Promise<string[]> {
  return await runOwn<string[]>({ drawings: [original, revised] });
}

async function ourWords(task: OwnTask): Promise<Word[][]> {
  return await runOwn<Word[][]>(task);
}

async function runOwn<Result>(task: OwnTask | DrawingTask): Promise<Result> {
  const signal = AbortSignal.timeout(OWN_TIMEOUT_MS);
  try {
    return await runTask<Result>(OWN_PROCESS, task, signal);
  } catch (fault) {
    if (!signal.aborted) throw fault;
    throw new ServiceError(
      'comparison_timeout',
      `Reading the documents took longer than ${OWN_TIMEOUT_MS / 1_000} seconds and was stopped. Check them in parts.`,
      {},
      { cause: fault },
    );
  }
}

/** Compares two readings of one file. */
export function testimonyOf(format: WitnessedFormat, ours: readonly Word[], second: SecondReading): Testimony {
  if (second.reader === null) return { reader: null, agrees: null, reason: second.reason };
  const comparison = compareWords(ours, second.words);
  return {
    reader: second.reader,
    agrees: comparison.otherOnly.length === 0,
    ...comparison,
    outside: OUTSIDE[format],
  };
}
