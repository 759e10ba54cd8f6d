import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { ServiceError } from '../../shared/errors.ts';
import type { TaskReply } from './task-reply.ts';

/**
 * Does the one task for which `run-task.ts` started this process, under a memory watch whose limit in bytes is the
 * first argument. The process may be killed at any moment.
 */
export function serveTask(work: (task: never) => Promise<unknown>): void {
  new Worker(fileURLToPath(new URL('./memory-watch.ts', import.meta.url)), {
    workerData: { limitBytes: Number(process.argv[2]) },
  }).unref();
  process.once('message', (task) => {
    // Only the service that started this process holds the other end. It ends the process when it has the answer.
    void answer(work, task as never).then((reply) => process.send?.(reply));
  });
  process.on('disconnect', () => process.exit());
}

async function answer(work: (task: never) => Promise<unknown>, task: never): Promise<TaskReply<unknown>> {
  try {
    return { outcome: 'done', result: await work(task) };
  } catch (fault) {
    if (fault instanceof ServiceError)
      return { outcome: 'refused', code: fault.code, message: fault.message, details: fault.details };
    return { outcome: 'broken', stack: fault instanceof Error ? (fault.stack ?? fault.message) : String(fault) };
  }
}
