import { ServiceCallError } from '../../../shared/client/service-call-error.ts';
import type { Side } from '../../../shared/document/model.ts';
import { FragmentError } from '../../../shared/fragment/fragment-error.ts';
import { SavingFailed } from '../desktop/save-file.ts';
import type { Failure } from '../../frame/failure.ts';
import { appMessages } from '../../strings/app.ts';
import { messages } from '../../strings/comparison.ts';

/** A failure of the page itself. */
export function ownFailure(message: string): Failure {
  return { message, code: null, requestId: null };
}

/**
 * Explains a thrown value to the reader, with the next step. A bug of the page is also reported to the console.
 * `sideName`: what the reader calls the sides.
 */
export function failureOf(fault: unknown, sideName: Readonly<Record<Side, string>> = appMessages.sideName): Failure {
  if (fault instanceof ServiceCallError) {
    const { code, requestId = null, message } = fault;
    const { side, text } = sideIn(message);
    const told = appMessages.refusal(code, side === undefined ? text : `${sideName[side]}: ${text}`);
    return { message: told, code, requestId, ...(side && { side }) };
  }
  if (fault instanceof FragmentError) return ownFailure(messages.unreadable);
  if (fault instanceof SavingFailed) return ownFailure(fault.message);
  // `fetch` throws it if nothing answers.
  if (fault instanceof TypeError) return ownFailure(appMessages.unreachable);
  reportError(fault);
  return ownFailure(appMessages.unexpected);
}

/** The service begins a refusal of one input with the side in its own words. The page has others. */
const SIDE_OF_PREFIX: Readonly<Record<string, Side>> = { Original: 'original', Revised: 'revised' };

function sideIn(message: string): { readonly side?: Side; readonly text: string } {
  const [, name = '', text = ''] = /^(Original|Revised): (.*)$/su.exec(message) ?? [];
  const side = SIDE_OF_PREFIX[name];
  return side === undefined ? { text: message } : { side, text: `${text.charAt(0).toUpperCase()}${text.slice(1)}` };
}
