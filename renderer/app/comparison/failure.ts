import { ServiceCallError } from '../../../shared/client/service-call-error.ts';
import { FragmentError } from '../../../shared/fragment/fragment-error.ts';
import { SavingFailed } from '../desktop/save-file.ts';
import { appMessages, messages } from '../../strings.ts';

/** Why something did not work, in words. `requestId` and `code` are there when the service answered. */
export interface Failure {
  readonly message: string;
  readonly code: string | null;
  readonly requestId: string | null;
}

/** A failure that never left the page. */
export function ownFailure(message: string): Failure {
  return { message, code: null, requestId: null };
}

/** What a thrown value means to the reader, with what he can do. A bug of the page is reported to the console too. */
export function failureOf(fault: unknown): Failure {
  if (fault instanceof ServiceCallError) {
    const { code, requestId = null, message } = fault;
    const advice = appMessages.adviceFor(code);
    return { message: advice === null ? message : `${message}\n${advice}`, code, requestId };
  }
  if (fault instanceof FragmentError) return ownFailure(messages.unreadable);
  if (fault instanceof SavingFailed) return ownFailure(fault.message);
  // What `fetch` throws when nothing answers.
  if (fault instanceof TypeError) return ownFailure(appMessages.unreachable);
  reportError(fault);
  return ownFailure(appMessages.unexpected);
}
