/** Works on the pages of sources, in processes of their own. */
import { fileURLToPath } from 'node:url';
import type { Side } from '../../shared/document/model.ts';
import type { PageMarker, PagePreparer } from '../comparison/pages/page-ports.ts';
import type { FoundPageMarks, PageMarksTask, PageProgress } from '../pipeline/page-marks/find-page-marks.ts';
import { runTask } from './task-process.ts';

/**
 * The request to a process. It asks for a copy of a DOCX, DOC, RTF or ODT without external references, for a DOCX copy
 * without times, or for the page count of a PDF.
 */
export interface PageTask {
  readonly kind: 'close' | 'close-doc' | 'close-rtf' | 'close-odt' | 'settle' | 'count';
  readonly bytes: Uint8Array;
}

/** The same limit as for a reader of documents. */
const PREPARING = {
  processFile: fileURLToPath(new URL('../entry-points/page-process.ts', import.meta.url)),
  residentMegabytes: 1_024,
};

/** Handles files that are converted or whose pages are rendered, in processes of their own. */
export class PageProcesses implements PagePreparer {
  /** See `PagePreparer`. Throws as `runTask` does. */
  close(docx: Uint8Array, signal: AbortSignal): Promise<Uint8Array> {
    return runTask<Uint8Array>(PREPARING, { kind: 'close', bytes: docx } satisfies PageTask, signal);
  }

  /** See `PagePreparer`. Throws as `runTask` does. */
  closeDoc(doc: Uint8Array, signal: AbortSignal): Promise<Uint8Array | null> {
    return runTask<Uint8Array | null>(PREPARING, { kind: 'close-doc', bytes: doc } satisfies PageTask, signal);
  }

  /** See `PagePreparer`. Throws as `runTask` does. */
  closeRtf(rtf: Uint8Array, signal: AbortSignal): Promise<Uint8Array> {
    return runTask<Uint8Array>(PREPARING, { kind: 'close-rtf', bytes: rtf } satisfies PageTask, signal);
  }

  /** See `PagePreparer`. Throws as `runTask` does. */
  closeOdt(odt: Uint8Array, signal: AbortSignal): Promise<Uint8Array> {
    return runTask<Uint8Array>(PREPARING, { kind: 'close-odt', bytes: odt } satisfies PageTask, signal);
  }

  /** See `PagePreparer`. Throws as `runTask` does. */
  settle(docx: Uint8Array, signal: AbortSignal): Promise<Uint8Array> {
    return runTask<Uint8Array>(PREPARING, { kind: 'settle', bytes: docx } satisfies PageTask, signal);
  }

  /** See `PagePreparer`. Throws as `runTask` does. */
  countPages(pdf: Uint8Array, signal: AbortSignal): Promise<number> {
    return runTask<number>(PREPARING, { kind: 'count', bytes: pdf } satisfies PageTask, signal);
  }
}

/** The page that a process reads next. */
export interface PageMarkProgress {
  readonly side: Side;
  readonly page: number;
  readonly pages: number;
}

/** CPU time for both sides. A page takes about 50 ms. */
const CPU_SECONDS = 180;

/** Twice the memory of a reader of documents, because both sides are read. */
const MARKING = {
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
    return runTask<FoundPageMarks>(MARKING, task, signal, (told) => {
      const { side, page, pages } = told as PageMarkProgress;
      onPage?.(side, page, pages);
    });
  }
}
