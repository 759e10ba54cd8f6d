import { IDEMPOTENCY_KEY_PATTERN } from '../guards/idempotency-key.ts';
import type { DescribedParameter } from './operation.ts';

/** The header that names an operation. */
export const IDEMPOTENCY_KEY: DescribedParameter = {
  name: 'Idempotency-Key',
  in: 'header',
  schema: { type: 'string', pattern: IDEMPOTENCY_KEY_PATTERN },
  description:
    'Names the operation, so that it runs once however often the request comes. The same key and bytes get the same reply for 7 days. Honoured for authenticated callers.',
};

/** Refusals of operations with a key. */
export const REFUSED_KEYS = [
  'quota_exceeded',
  'idempotency_in_progress',
  'idempotency_conflict',
  'idempotency_expired',
  'idempotency_unavailable',
] as const;
