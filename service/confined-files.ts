/** Reads files in confined processes for the command line, which has no service. */
import type { FileReader } from './pipeline/read-file.ts';
import { unpackDocument } from './pipeline/packed-document.ts';
import { ReaderPool } from './workers/reader-pool.ts';

/** Both sides of a comparison are read in parallel. */
const PROCESSES = 2;
const LONG_MS = 2 ** 30;

let pool: ReaderPool | undefined;

/**
 * Reads a DOCX or PDF in a process of its own, with the limits of the service: its time, its memory, no network and no
 * files. Throws as `ReaderPool.read` does. The processes end with this one.
 */
export const readConfined: FileReader = async (format, bytes, options) => {
  pool ??= new ReaderPool({ processes: PROCESSES });
  // The processes of a pool do not keep their parent running.
  const stay = setInterval(() => undefined, LONG_MS);
  try {
    // Extended: the comparison itself decides what is compared as text.
    const task = { ...options, format, bytes, complexity: 'extended' } as const;
    return unpackDocument(await pool.read(task, new AbortController().signal));
  } finally {
    clearInterval(stay);
  }
};
