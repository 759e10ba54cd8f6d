import type { Side } from '../../shared/document/model.ts';
import { ServiceError, type Issue } from '../../shared/errors.ts';

/**
 * A reader's refusal with the input that it is about, which a reader does not know; an `invalid_request` also gets its
 * issue at that field of the request's body (decisions 2). What is about no input is returned as it is: a bug, or a
 * refusal for want of capacity.
 */
export function faultOfSide(side: Side, fault: unknown): unknown {
  if (!(fault instanceof ServiceError) || fault.code === 'rate_limited') return fault;
  const { code, message, details, cause } = fault;
  const issue: Issue = { in: 'body', path: `/${side}`, message };
  const told = code === 'invalid_request' ? { issues: [issue], ...details } : details;
  return new ServiceError(code, `${NAMES[side]}: ${message}`, told, cause === undefined ? undefined : { cause });
}

const NAMES: Readonly<Record<Side, string>> = { original: 'Original', revised: 'Revised' };
