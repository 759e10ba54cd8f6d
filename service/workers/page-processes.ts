import { fileURLToPath } from 'node:url';
import type { PagePreparer } from '../comparison/pages/page-ports.ts';
import { runTask } from './run-task.ts';

/**
 * The request to a process. It asks for a copy of a DOCX, DOC, RTF or ODT without external references, for a DOCX copy
 * without times, or for the page count of a PDF.
 */
export interface PageTask {
  readonly kind: 'close' | 'close-doc' | 'close-rtf' | 'close-odt' | 'settle' | 'count';
  readonly bytes: Uint8Array;
}

/** The same limit as for a reader of documents. */
const PROCESS = {
  processFile: fileURLToPath(new URL('../entry-points/page-process.ts', import.meta.url)),
  residentMegabytes: 1_024,
};

/** Handles files that are converted or whose pages are rendered, in processes of their own. */
export class PageProcesses implements PagePreparer {
  /** See `PagePreparer`. Throws as `runTask` does. */
  close(docx: Uint8Array, signal: AbortSignal): Promise<Uint8Array> {
    return runTask<Uint8Array>(PROCESS, { kind: 'close', bytes: docx } satisfies PageTask, signal);
  }

  /** See `PagePreparer`. Throws as `runTask` does. */
  closeDoc(doc: Uint8Array, signal: AbortSignal): Promise<Uint8Array | null> {
    return runTask<Uint8Array | null>(PROCESS, { kind: 'close-doc', bytes: doc } satisfies PageTask, signal);
  }

  /** See `PagePreparer`. Throws as `runTask` does. */
  closeRtf(rtf: Uint8Array, signal: AbortSignal): Promise<Uint8Array> {
    return runTask<Uint8Array>(PROCESS, { kind: 'close-rtf', bytes: rtf } satisfies PageTask, signal);
  }

  /** See `PagePreparer`. Throws as `runTask` does. */
  closeOdt(odt: Uint8Array, signal: AbortSignal): Promise<Uint8Array> {
    return runTask<Uint8Array>(PROCESS, { kind: 'close-odt', bytes: odt } satisfies PageTask, signal);
  }

  /** See `PagePreparer`. Throws as `runTask` does. */
  settle(docx: Uint8Array, signal: AbortSignal): Promise<Uint8Array> {
    return runTask<Uint8Array>(PROCESS, { kind: 'settle', bytes: docx } satisfies PageTask, signal);
  }

  /** See `PagePreparer`. Throws as `runTask` does. */
  countPages(pdf: Uint8Array, signal: AbortSignal): Promise<number> {
    return runTask<number>(PROCESS, { kind: 'count', bytes: pdf } satisfies PageTask, signal);
  }
}
