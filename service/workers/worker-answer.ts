import { ServiceError, type ErrorCode } from '../../shared/errors.ts';
import type { TextResult } from '../comparison/ports.ts';

/**
 * What a worker sends back. A refusal travels as a value, since an error class does not survive the way between
 * threads; a bug is thrown and arrives as a plain error.
 */
export type WorkerAnswer =
  | { readonly outcome: 'done'; readonly result: TextResult }
  | {
      readonly outcome: 'refused';
      readonly code: ErrorCode;
      readonly message: string;
      readonly details: ServiceError['details'];
    };

/** Runs a comparison and makes its result or its refusal an answer. Throws what is no refusal. */
export function answerOf(compare: () => TextResult): WorkerAnswer {
  try {
    return { outcome: 'done', result: compare() };
  } catch (fault) {
    if (!(fault instanceof ServiceError)) throw fault;
    return { outcome: 'refused', code: fault.code, message: fault.message, details: fault.details };
  }
}
