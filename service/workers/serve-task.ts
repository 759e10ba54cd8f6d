import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { ServiceError } from '../../shared/errors.ts';
import type { TaskReply } from './task-reply.ts';

/**
 * Does the tasks of the service that started this process (`task-process.ts`), one at a time. A memory watch ends the
 * process above the limit in bytes, which is its first argument. The service may kill the process at any moment.
 */
export function serveTask(work: (task: never) => Promise<unknown>): void {
  new Worker(fileURLToPath(new URL('./memory-watch.ts', import.meta.url)), {
    workerData: { limitBytes: Number(process.argv[2]) },
  }).unref();
  process.on('message', (task) => {
    // Only the service that started this process holds the other end.
    void answer(work, task as never).then((reply) => process.send?.(reply));
  });
  process.on('disconnect', () => process.exit());
}

async function answer(work: (task: never) => Promise<unknown>, task: never): Promise<TaskReply<unknown>> {
  try {
    return { outcome: 'done', result: await work(task), residentBytes: process.memoryUsage.rss() };
  } catch (fault) {
    if (fault instanceof ServiceError)
      return { outcome: 'refused', code: fault.code, message: fault.message, details: fault.details };
    return { outcome: 'broken', stack: fault instanceof Error ? (fault.stack ?? fault.message) : String(fault) };
  }
}
