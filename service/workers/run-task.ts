import { TaskProcess, reasonOf, type TaskProgram } from './task-process.ts';

/**
 * Does one task in a process of its own, which is killed after it. Throws as `TaskProcess.run` does, or the signal's
 * reason if it is aborted.
 */
export async function runTask<Result>(
  program: TaskProgram,
  task: object,
  signal: AbortSignal,
  onProgress?: (progress: unknown) => void,
): Promise<Result> {
  signal.throwIfAborted();
  const process = new TaskProcess<object, Result>(program);
  const abort = (): void => process.kill(reasonOf(signal));
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await process.run(task, onProgress);
  } finally {
    signal.removeEventListener('abort', abort);
    process.kill(new Error('the task has ended'));
  }
}
