import type { ErrorBody } from '../api/error-body.ts';
import type { ErrorCode } from '../errors.ts';

/** The answer did not come from the service. */
export const UNREADABLE_ANSWER = 'unreadable_answer';
/** The stream ended without its last event: there is no result, whatever came before (specification 6.1 rule 1). */
export const INCOMPLETE_STREAM = 'incomplete_stream';

/**
 * A call that the service refused. `code` is one of the error table, one of the two above, or a code of a newer
 * service. `status` is that of the response: 200 when the refusal came as the last event of a stream.
 */
export class ServiceCallError extends Error {
  readonly code: ErrorCode | typeof UNREADABLE_ANSWER | typeof INCOMPLETE_STREAM | (string & {});
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
