import type { ErrorCode, ServiceError } from '../../shared/errors.ts';

/** The answer of a process to a task. A refusal is a value, because an error class does not survive the way. */
export type TaskReply<Result> =
  | {
      readonly outcome: 'done';
      readonly result: Result;
      /** Resident memory of the process after the task. */
      readonly residentBytes: number;
    }
  | {
      readonly outcome: 'refused';
      readonly code: ErrorCode;
      readonly message: string;
      readonly details: ServiceError['details'];
    }
  | { readonly outcome: 'broken'; readonly stack: string };

/** A message of a process about the task that it does. Any number of them come before the answer. */
export interface TaskProgress {
  readonly outcome: 'progress';
  readonly progress: unknown;
}
