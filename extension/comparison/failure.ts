import { ServiceCallError } from '../../shared/client/service-call-error.ts';
import { FragmentError } from '../../shared/fragment/fragment-error.ts';
import { words } from '../strings.ts';
import { ServiceUnreachable } from './service-access.ts';

/** The reader's next step after a failure. */
export type Remedy = 'retry' | 'pair' | 'none';

/** Why there is no result, with the next step. `code` and `requestId` are set if the service answered. */
export interface PanelFailure {
  readonly message: string;
  readonly code: string | null;
  readonly requestId: string | null;
  readonly remedy: Remedy;
}

/** Refusals of the key itself, which only another key resolves. */
const KEY_REFUSED = new Set(['invalid_api_key', 'api_key_revoked', 'unauthorized', 'origin_not_allowed']);
/** Refusals that may end after some time. */
const TRANSIENT = new Set([
  ...['rate_limited', 'incomplete_stream', 'comparison_timeout', 'idempotency_unavailable'],
  ...['idempotency_in_progress', 'internal_error', 'unreadable_answer', 'upload_incomplete', 'gone'],
]);

/** Describes a failed call to the reader. */
export function describeFault(fault: unknown): PanelFailure {
  if (fault instanceof ServiceCallError) {
    const { code, requestId = null } = fault;
    const advice = words.adviceFor(code);
    const message = advice === null ? fault.message : `${fault.message} ${advice}`;
    const remedy = KEY_REFUSED.has(code) ? 'pair' : TRANSIENT.has(code) ? 'retry' : 'none';
    return { message, code, requestId, remedy };
  }
  const own = (message: string): PanelFailure => ({ message, code: null, requestId: null, remedy: 'retry' });
  if (fault instanceof ServiceUnreachable) return own(words.unreachable(fault.port));
  if (fault instanceof FragmentError) return { ...own(words.unsafeAnswer), remedy: 'none' };
  // `fetch` throws it if the connection breaks.
  if (fault instanceof TypeError) return own(words.connectionBroke);
  reportError(fault);
  return own(words.unexpected);
}
