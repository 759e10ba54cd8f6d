/** The answer of a process to its one task. A refusal is a value. */
import type { ErrorCode, ServiceError } from '../../shared/errors.ts';

/** The answer of a process. */
export type TaskReply<Result> =
  | { readonly outcome: 'done'; readonly result: Result }
  | {
      readonly outcome: 'refused';
      readonly code: ErrorCode;
      readonly message: string;
      readonly details: ServiceError['details'];
    }
  | { readonly outcome: 'broken'; readonly stack: string };
