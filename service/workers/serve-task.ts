/** The other end of a worker: what its program calls. */
import { fileURLToPath } from 'node:url';
import { parentPort, Worker } from 'node:worker_threads';
import { ServiceError } from '../../shared/errors.ts';
import { closeNetwork } from './close-network.ts';
import type { TaskProgress, TaskReply } from './task-worker.ts';
import { cpuMilliseconds, IDLE, type WatchOrder } from './watch-order.ts';

/** Does one task. `tell` sends a message about its progress to the service. */
type TaskWork = (task: never, tell: (progress: unknown) => void) => Promise<unknown>;

/**
 * Does the tasks of the service that started this process (`task-process.ts`), one at a time. A watch ends the
 * process above the limits of memory and CPU time, which are its arguments. The service may kill the process at any
 * moment. The process has no network. Until the first task comes, the process practises: it takes one step of
 * `rehearse` after the other.
 */
export function serveTask(work: TaskWork, rehearse?: () => AsyncIterable<void>): void {
  closeNetwork();
  let isWanted = false;
  const taskStart = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)).fill(IDLE);
  const [limitBytes, limitCpuMs] = process.argv.slice(2).map(Number) as [number, number];
  const workerData: WatchOrder = { limitBytes, limitCpuMs, taskStart };
  new Worker(fileURLToPath(new URL('../entry-points/process-watch.ts', import.meta.url)), { workerData }).unref();
  const tell = (progress: unknown): void => {
    process.send?.({ outcome: 'progress', progress } satisfies TaskProgress);
  };
  process.on('message', (task) => {
    isWanted = true;
    // Only the service that started this process holds the other end.
    Atomics.store(taskStart, 0, cpuMilliseconds());
    void replyTo(() => work(task as never, tell)).then((reply) => {
      Atomics.store(taskStart, 0, IDLE);
      process.send?.(reply);
    });
  });
  process.on('disconnect', () => process.exit());
  if (rehearse !== undefined) setImmediate(() => void practise(rehearse(), () => isWanted));
}

/** Work in a thread. `tell` and the result move the given memory to the service instead of copying it. */
type ThreadWork<Result> = (
  task: never,
  tell: (progress: unknown, memory: readonly Uint8Array[]) => void,
) => Result | Promise<Result>;

/**
 * Does the tasks of the service that started this thread (`task-thread.ts`), one at a time. The service may end the
 * thread at any moment. `memoryOf` names the parts of a result that own their memory.
 */
export function serveTaskInThread<Result>(
  work: ThreadWork<Result>,
  memoryOf: (result: Result) => readonly Uint8Array[],
): void {
  const post = (message: TaskReply<Result> | TaskProgress, memory: readonly Uint8Array[]): void =>
    parentPort?.postMessage(
      message,
      memory.map(({ buffer }) => buffer as ArrayBuffer),
    );
  const tell = (progress: unknown, memory: readonly Uint8Array[]): void =>
    post({ outcome: 'progress', progress }, memory);
  parentPort?.on('message', (task) => {
    void replyTo(() => work(task as never, tell)).then((reply) =>
      post(reply, reply.outcome === 'done' ? memoryOf(reply.result) : []),
    );
  });
}

/** A task that arrives begins between two steps. If the practice fails, a later task reports the fault. */
async function practise(steps: AsyncIterable<void>, isEnough: () => boolean): Promise<void> {
  const iterator = steps[Symbol.asyncIterator]();
  try {
    while (!isEnough() && (await iterator.next()).done !== true) await new Promise((resolve) => setImmediate(resolve));
  } catch {
    // The program serves as it is.
  }
}

async function replyTo<Result>(work: () => Result | Promise<Result>): Promise<TaskReply<Result>> {
  const startMs = performance.now();
  const cost = () => ({ workedMs: performance.now() - startMs, residentBytes: process.memoryUsage.rss() });
  try {
    const result = await work();
    return { outcome: 'done', result, ...cost() };
  } catch (fault) {
    if (fault instanceof ServiceError)
      return { outcome: 'refused', code: fault.code, message: fault.message, details: fault.details, ...cost() };
    const stack = fault instanceof Error ? (fault.stack ?? fault.message) : String(fault);
    return { outcome: 'broken', stack, ...cost() };
  }
}
