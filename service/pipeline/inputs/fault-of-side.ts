import type { Side } from '../../../shared/document/model.ts';
import { ServiceError, type Issue } from '../../../shared/errors.ts';

/**
 * Adds the failing input to a reader's refusal. An `invalid_request` also gets an issue at that field of the request
 * body. Any other fault is returned unchanged: a bug, or a refusal for lack of capacity.
 */
export function faultOfSide(side: Side, fault: unknown): unknown {
  if (!(fault instanceof ServiceError) || fault.code === 'rate_limited') return fault;
  const { code, message, details, cause } = fault;
  const issue: Issue = { in: 'body', path: `/${side}`, message };
  const told = code === 'invalid_request' ? { issues: [issue], ...details } : details;
  return new ServiceError(code, `${NAMES[side]}: ${message}`, told, cause === undefined ? undefined : { cause });
}

const NAMES: Readonly<Record<Side, string>> = { original: 'Original', revised: 'Revised' };
