/** A thread that compares two inputs and returns finished bytes. `comparison-pool.ts` starts it. */
import { compareTask } from '../pipeline/compare-task.ts';
import type { ComparisonProgress, ComparisonResult } from '../pipeline/inputs/tasks.ts';
import type { ComparisonMessage, ComparisonOrder } from '../workers/comparison-pool.ts';
import { serveTaskInThread } from '../workers/serve-task.ts';

serveTaskInThread(
  (
    { task, isFollowed }: ComparisonOrder,
    tell: (message: ComparisonMessage, memory: readonly Uint8Array[]) => void,
  ) => {
    const progress: ComparisonProgress = {
      block: (html) => tell({ part: 'block', html }, [html]),
      text: (html, facts) => tell({ part: 'text', html, facts }, [html]),
    };
    return compareTask(task, isFollowed ? progress : undefined);
  },
  ({ html, structure, texts }: ComparisonResult) => {
    const stored = texts === null ? [] : [texts.html, texts.original, texts.revised];
    const parts = [html, structure?.firstPage, ...(structure?.chunks ?? []), ...stored];
    return parts.filter((part) => part != null);
  },
);
