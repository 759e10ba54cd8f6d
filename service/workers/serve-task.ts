import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { ServiceError } from '../../shared/errors.ts';
import type { TaskReply } from './task-reply.ts';

/**
 * Does the one task that this process was started for by `run-task.ts`, under a watch on its memory, whose limit in
 * bytes is its first argument. The process may be killed at any moment.
 */
export function serveTask(work: (task: never) => Promise<unknown>): void {
  new Worker(fileURLToPath(new URL('./memory-watch.ts', import.meta.url)), {
    workerData: { limitBytes: Number(process.argv[2]) },
  }).unref();
  process.once('message', (task) => {
    // Only the service that started this process holds the other end, and it ends the process when it has the answer.
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
