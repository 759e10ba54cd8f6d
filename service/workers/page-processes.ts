import { fileURLToPath } from 'node:url';
import type { PagePreparer } from '../comparison/pages/page-ports.ts';
import { runTask } from './run-task.ts';

/** What a process is asked: a copy of a DOCX that leads nowhere, or how many pages a PDF has. */
export interface PageTask {
  readonly kind: 'close' | 'count';
  readonly bytes: Uint8Array;
}

/** As much as a reader of documents has. */
const PROCESS = {
  processFile: fileURLToPath(new URL('./page-process.ts', import.meta.url)),
  residentMegabytes: 1_024,
};

/** Looks after files whose pages are rendered, in processes of their own. */
export class PageProcesses implements PagePreparer {
  /** See `PagePreparer`. Throws as `runTask` does. */
  close(docx: Uint8Array, signal: AbortSignal): Promise<Uint8Array> {
    return runTask<Uint8Array>(PROCESS, { kind: 'close', bytes: docx } satisfies PageTask, signal);
  }

  /** See `PagePreparer`. Throws as `runTask` does. */
  countPages(pdf: Uint8Array, signal: AbortSignal): Promise<number> {
    return runTask<number>(PROCESS, { kind: 'count', bytes: pdf } satisfies PageTask, signal);
  }
}
