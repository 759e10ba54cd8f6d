/** The words between the pool and its threads. */
import type { MessagePort } from 'node:worker_threads';
import { ServiceError, type ErrorCode } from '../../shared/errors.ts';
import type { ComparisonFacts, ComparisonResult, ComparisonTask } from '../pipeline/tasks.ts';

/** What a thread is given: the task, and a port if someone listens while it works. */
export interface WorkerOrder {
  readonly task: ComparisonTask;
  readonly progress?: MessagePort;
}

/**
 * What a thread says while it works. `end` comes after everything else, since messages of a port and the answer of the
 * pool are not ordered among each other.
 */
export type ProgressMessage =
  | { readonly part: 'block'; readonly html: Uint8Array }
  | { readonly part: 'text'; readonly html: Uint8Array; readonly facts: Pick<ComparisonFacts, 'engine' | 'fallback'> }
  | { readonly part: 'end' };

/**
 * What a worker sends back. A refusal travels as a value, since an error class does not survive the way between
 * threads; a bug is thrown and arrives as a plain error.
 */
export type WorkerAnswer =
  | { readonly outcome: 'done'; readonly result: ComparisonResult }
  | {
      readonly outcome: 'refused';
      readonly code: ErrorCode;
      readonly message: string;
      readonly details: ServiceError['details'];
    };

/** Runs a comparison and makes its result or its refusal an answer. Throws what is no refusal. */
export function answerOf(compare: () => ComparisonResult): WorkerAnswer {
  try {
    return { outcome: 'done', result: compare() };
  } catch (fault) {
    if (!(fault instanceof ServiceError)) throw fault;
    return { outcome: 'refused', code: fault.code, message: fault.message, details: fault.details };
  }
}
