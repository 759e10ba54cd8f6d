/** A worker for tests of the pool: does what the original text says. */
import { getHeapStatistics } from 'node:v8';
import { threadId } from 'node:worker_threads';
import { ServiceError } from '../../../../shared/errors.ts';
import type { ComparisonResult, TextTask } from '../../../../service/pipeline/inputs/tasks.ts';
import type { ComparisonOrder } from '../../../../service/workers/comparison-pool.ts';
import { serveTaskInThread } from '../../../../service/workers/serve-task.ts';

/** The counter is passed by the test; the pool clones a task with such memory kept shared. */
type Task = TextTask & { counter?: SharedArrayBuffer };

serveTaskInThread(
  (order: ComparisonOrder): ComparisonResult => {
    const task = order.task as Task;
    switch (task.original) {
      case 'burn':
        for (const counter = new Int32Array(task.counter!); ;) Atomics.add(counter, 0, 1);
      case 'eat':
        for (const eaten: string[][] = []; getHeapStatistics().heap_size_limit > 0;)
          eaten.push(Array(10_000).fill('x'));
        break;
      case 'refuse':
        throw new ServiceError('document_too_complex', '5 tags too many', { tags: 5 });
      case 'break':
        throw new TypeError('a bug');
      case 'name':
        return result({ ...task, original: String(threadId) });
    }
    return result(task);
  },
  () => [],
);

function result(task: Task): ComparisonResult {
  return {
    facts: { format: 'txt', engine: 'dom', fallback: false, requestedMode: 'auto', effectiveMode: 'word', units: 1 },
    html: new TextEncoder().encode(JSON.stringify(task.original + task.revised)),
    structure: null,
    texts: null,
    diffMs: 0,
    warnings: [],
    degraded: task.original === 'degrade' ? 2 : 0,
  };
}
