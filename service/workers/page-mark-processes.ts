import { fileURLToPath } from 'node:url';
import type { Side } from '../../shared/document/model.ts';
import type { PageMarker } from '../comparison/pages/page-ports.ts';
import type { FoundPageMarks, PageMarksTask, PageProgress } from '../pipeline/page-marks/find-page-marks.ts';
import { runTask } from './run-task.ts';

/** The page that a process reads next. */
export interface PageMarkProgress {
  readonly side: Side;
  readonly page: number;
  readonly pages: number;
}

/** CPU time for both sides. A page takes about 50 ms. */
const CPU_SECONDS = 180;

/** Twice the memory of a reader of documents, because both sides are read. */
const PROCESS = {
  processFile: fileURLToPath(new URL('../entry-points/page-mark-process.ts', import.meta.url)),
  residentMegabytes: 2_048,
  cpu: {
    seconds: CPU_SECONDS,
    tooSlow: (seconds: number) =>
      `Finding the changes on the pages took more than ${seconds} seconds of processor time, which is the limit. Compare the documents in parts.`,
  },
};

/** Finds changes on pages, in processes of their own. */
export class PageMarkProcesses implements PageMarker {
  /** See `PageMarker`. Throws as `runTask` does. */
  find(task: PageMarksTask, signal: AbortSignal, onPage?: PageProgress): Promise<FoundPageMarks> {
    return runTask<FoundPageMarks>(PROCESS, task, signal, (told) => {
      const { side, page, pages } = told as PageMarkProgress;
      onPage?.(side, page, pages);
    });
  }
}
