import type { ErrorBody } from '../api/error-body.ts';
import type { ErrorCode } from '../errors.ts';

/** Code of an answer that did not come from the service. */
export const UNREADABLE_ANSWER = 'unreadable_answer';
/** Code of a stream that ended without its last event. Earlier events of the stream are no result. */
export const INCOMPLETE_STREAM = 'incomplete_stream';

/**
 * A call that the service refused. `code` comes from the error table of `shared/errors.ts` or is one of the two codes
 * above. A newer service may send another. `status` is the HTTP status: 200 when the refusal was the last stream event.
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
