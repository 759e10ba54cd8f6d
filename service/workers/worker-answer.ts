/** The messages between the pool and its threads. */
import type { MessagePort } from 'node:worker_threads';
import { ServiceError, type ErrorCode } from '../../shared/errors.ts';
import type { ComparisonFacts, ComparisonResult, ComparisonTask } from '../pipeline/tasks.ts';

/** The input of a thread: the task, and a port if somebody listens to its progress. */
export interface WorkerOrder {
  readonly task: ComparisonTask;
  readonly progress?: MessagePort;
}

/**
 * A message of a working thread. `end` comes last, because messages of a port and the answer of the pool have no
 * common order.
 */
export type ProgressMessage =
  | { readonly part: 'block'; readonly html: Uint8Array }
  | { readonly part: 'text'; readonly html: Uint8Array; readonly facts: Pick<ComparisonFacts, 'engine' | 'fallback'> }
  | { readonly part: 'end' };

/**
 * The answer of a worker. A refusal is a value, because an error class does not survive the way between threads. A
 * bug is thrown and arrives as a plain error.
 */
export type WorkerAnswer = (
  | { readonly outcome: 'done'; readonly result: ComparisonResult }
  | {
      readonly outcome: 'refused';
      readonly code: ErrorCode;
      readonly message: string;
      readonly details: ServiceError['details'];
    }
) & {
  /** How long the thread worked. The start of a thread does not count, because the next comparison has none. */
  readonly workedMs: number;
};

/** Runs a comparison and turns its result or its refusal into an answer. Throws anything else. */
export function answerOf(compare: () => ComparisonResult): WorkerAnswer {
  const startMs = performance.now();
  const workedMs = (): number => performance.now() - startMs;
  try {
    return { outcome: 'done', result: compare(), workedMs: workedMs() };
  } catch (fault) {
    if (!(fault instanceof ServiceError)) throw fault;
    const { code, message, details } = fault;
    return { outcome: 'refused', code, message, details, workedMs: workedMs() };
  }
}
