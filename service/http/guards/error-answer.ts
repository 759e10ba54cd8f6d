import { excessInWords, sizeInWords } from '../../../shared/in-words.ts';
import type { ErrorBody } from '../../../shared/api/error-body.ts';
import { ServiceError } from '../../../shared/errors.ts';
import { storageFault } from '../../../shared/storage-fault.ts';

/** A refusal that is ready to send. */
export interface ErrorAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: ErrorBody;
  /** Whether the failure or its cause is ours. It then goes to the log with all details. */
  readonly unexpected: boolean;
}

/** The answer to any failure. An unexpected one reveals nothing internal. */
export function errorAnswer(fault: unknown, requestId: string): ErrorAnswer {
  const error =
    fault instanceof ServiceError
      ? fault
      : (storageFault('The request was not completed.', fault) ?? ofTheFramework(fault));
  if (error === null) {
    const message = `The service failed on this request. Its log has the details under the request id ${requestId}.`;
    const body: ErrorBody = { code: 'internal_error', message, requestId };
    return { status: 500, headers: {}, body, unexpected: true };
  }
  const { retryAfterSeconds, allow, ...details } = error.details ?? {};
  return {
    status: error.status,
    headers: {
      ...(typeof retryAfterSeconds === 'number' ? { 'retry-after': String(retryAfterSeconds) } : {}),
      ...(typeof allow === 'string' ? { allow } : {}),
    },
    body: {
      code: error.code,
      message: error.message,
      requestId,
      ...(Object.keys(details).length === 0 ? {} : { details: details as NonNullable<ErrorBody['details']> }),
    },
    unexpected: error.code === 'internal_error' || error.cause !== undefined,
  };
}

/** Refusals that Fastify makes before our handlers run; null for anything else. */
function ofTheFramework(fault: unknown): ServiceError | null {
  switch ((fault as { code?: unknown } | null)?.code) {
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return unsupportedMediaType();
    case 'FST_ERR_BAD_URL':
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return new ServiceError(
        'invalid_request',
        'The address of the request cannot be decoded: check its % sequences.',
      );
    case 'ECONNRESET':
      return new ServiceError('invalid_request', 'The body ended before the length that Content-Length declares.');
    default:
      return null;
  }
}

/** The error for a body whose declared type is not JSON. */
export function unsupportedMediaType(): ServiceError {
  return new ServiceError(
    'unsupported_media_type',
    'The body has to be JSON in UTF-8: send it with Content-Type: application/json and without Content-Encoding.',
  );
}

/** The error for a body that is too long. `measured` is in bytes, or `more` if it was not read to its end. */
export function inlineLimitExceeded(measured: number | 'more', limit: number): ServiceError {
  const size = measured === 'more' ? `more than ${sizeInWords(limit)}` : excessInWords(measured, limit);
  return new ServiceError(
    'inline_limit_exceeded',
    `The request has ${size}; its limit is ${sizeInWords(limit)} of JSON, all included. Send larger inputs as uploads: POST /v1/diffsvc/uploads.`,
  );
}
