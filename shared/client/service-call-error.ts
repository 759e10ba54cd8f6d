import type { ErrorBody } from '../api/error-body.ts';
import type { ErrorCode } from '../errors.ts';

/**
 * A call that the service refused. `code` is one of the error table, `unreadable_answer` when something else answered,
 * or a code of a newer service.
 */
export class ServiceCallError extends Error {
  readonly code: ErrorCode | 'unreadable_answer' | (string & {});
  readonly status: number;
  readonly requestId: string | undefined;
  readonly details: ErrorBody['details'];

  constructor(fault: Omit<ErrorBody, 'requestId'> & { status: number; requestId?: string }) {
    super(fault.message);
    this.name = 'ServiceCallError';
    this.code = fault.code;
    this.status = fault.status;
    this.requestId = fault.requestId;
    this.details = fault.details;
  }
}
