import type { FastifyRequest } from 'fastify';
import type { ComparisonWarning } from '../../../shared/change/uncompared.ts';
import { operationKey } from '../../admission/admission.ts';
import type { OperationKey } from '../../admission/ports.ts';
import { invalid } from './validate.ts';

/** 16 to 128 letters, digits, hyphens, underscores, dots and colons. */
export const IDEMPOTENCY_KEY_PATTERN = '^[A-Za-z0-9._:-]{16,128}$';

const HEADER = 'idempotency-key';
const PATTERN = new RegExp(IDEMPOTENCY_KEY_PATTERN);

/**
 * The key of a request with its exact bytes. Null without a key, and for an anonymous caller, whose key is checked
 * but not honoured. Throws `invalid_request` for a malformed key.
 */
export function idempotencyKeyOf(request: FastifyRequest, body: Uint8Array): OperationKey | null {
  const given = request.headers[HEADER];
  if (given === undefined) return null;
  if (typeof given !== 'string' || !PATTERN.test(given)) {
    throw invalid([
      {
        in: 'header',
        path: 'Idempotency-Key',
        message: `has ${given.length} characters; it has to be 16 to 128 letters, digits, hyphens, underscores, dots or colons, given once`,
      },
    ]);
  }
  return request.identity.by === 'address' ? null : operationKey(given, body);
}

/** The warning for a caller whose key has no effect; none otherwise. */
export function unusedKey(request: FastifyRequest): ComparisonWarning[] {
  if (request.headers[HEADER] === undefined || request.identity.by !== 'address') return [];
  const message =
    'Idempotency-Key has no effect without an account: the same bytes may be compared and charged again. Send an API key as Authorization: Bearer, a space, the key.';
  return [{ code: 'idempotency_key_unused', message }];
}
