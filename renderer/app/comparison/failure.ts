import { ServiceCallError } from '../../../shared/client/service-call-error.ts';
import { FragmentError } from '../../../shared/fragment/fragment-error.ts';
import { SavingFailed } from '../desktop/save-file.ts';
import type { Failure } from '../../components/failure.ts';
import { appMessages, messages } from '../../strings.ts';

/** A failure of the page itself. */
export function ownFailure(message: string): Failure {
  return { message, code: null, requestId: null };
}

/** Explains a thrown value to the reader, with the next step. A bug of the page is also reported to the console. */
export function failureOf(fault: unknown): Failure {
  if (fault instanceof ServiceCallError) {
    const { code, requestId = null, message } = fault;
    const advice = appMessages.adviceFor(code);
    return { message: advice === null ? message : `${message}\n${advice}`, code, requestId };
  }
  if (fault instanceof FragmentError) return ownFailure(messages.unreadable);
  if (fault instanceof SavingFailed) return ownFailure(fault.message);
  // `fetch` throws it if nothing answers.
  if (fault instanceof TypeError) return ownFailure(appMessages.unreachable);
  reportError(fault);
  return ownFailure(appMessages.unexpected);
}
