import { ServiceCallError } from '../../../shared/client/service-call-error.ts';

/**
 * Why steps of this window are not at the service. They are kept in this browser. `unreachable` and `failing` pass by
 * themselves. `signed_out`: the page is no longer the owner's. `refused`: the service will not take these steps.
 */
export type SharingTrouble =
  | { readonly kind: 'unreachable' | 'signed_out' }
  | { readonly kind: 'failing'; readonly reason: string }
  | { readonly kind: 'refused'; readonly reason: string; readonly steps: number };

/** What a failed call means for the steps that wait. */
export function troubleOf(fault: unknown, steps: number): SharingTrouble {
  if (!(fault instanceof ServiceCallError)) return { kind: 'unreachable' };
  const { status, message: reason } = fault;
  if (status === 401 || status === 403) return { kind: 'signed_out' };
  if (isRefusal(fault)) return { kind: 'refused', reason, steps };
  return status >= 400 ? { kind: 'failing', reason } : { kind: 'unreachable' };
}

/** Whether the service refused the content of a call: the same call would be refused again. */
export function isRefusal(fault: unknown): fault is ServiceCallError {
  if (!(fault instanceof ServiceCallError)) return false;
  const { status } = fault;
  return status >= 400 && status < 500 && ![401, 403, 404, 408, 429].includes(status);
}
