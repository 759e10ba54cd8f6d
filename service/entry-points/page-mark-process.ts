/** A process that finds the changes of one comparison on its pages. `page-processes.ts` starts it. */
import { findPageMarks, type FoundPageMarks, type PageMarksTask } from '../pipeline/page-marks/find-page-marks.ts';
import type { PageMarkProgress } from '../workers/page-processes.ts';
import { serveTask } from '../workers/serve-task.ts';

serveTask(
  async (task: PageMarksTask, tell: (progress: PageMarkProgress) => void): Promise<FoundPageMarks> =>
    await findPageMarks(task, (side, page, pages) => tell({ side, page, pages })),
);
