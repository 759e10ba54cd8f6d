import { CompareTextRequest, requestedFormat, requestedOutputs } from '../../shared/api/compare-text.ts';
import type { Issue } from '../../shared/errors.ts';
import type { TextWishes } from '../comparison/text-comparisons.ts';
import type { TextInputs } from '../comparison/text-sources.ts';
import { readJson } from './read-json.ts';
import { textIssues } from './text-issues.ts';
import { checked, invalid } from './validate.ts';

const checkRequest = checked(CompareTextRequest, 'body');

/** What asks for a stream besides the field: the caller says that it can read one. */
export interface StreamWish {
  readonly acceptsEventStream: boolean;
}

/** A text comparison as a body asks for it. */
export interface AskedText {
  readonly inputs: TextInputs;
  readonly wishes: TextWishes;
}

/**
 * The text comparison that a body asks for. Throws `invalid_request` for what is malformed, and for what this version
 * does not offer: hosted output and streaming.
 */
export function readTextRequest(body: Uint8Array, wish: StreamWish): AskedText {
  const request = checkRequest(readJson(body));
  const { original, revised, mode, stream } = request;
  const outputs = requestedOutputs(request);
  const inputs = inputsOf(original, revised);
  if (outputs.has('hosted_viewer')) {
    const message = 'asks for a hosted viewer, which is not available in this version: leave it out';
    throw invalid([fault('/output', message)]);
  }
  if (stream === true && wish.acceptsEventStream) {
    const message = 'asks for a stream, which is not available in this version: leave it out';
    throw invalid([fault('/stream', message)]);
  }
  return {
    inputs,
    wishes: {
      format: requestedFormat(request),
      mode: mode ?? 'auto',
      wantsHtml: outputs.has('html'),
      wantsJson: outputs.has('json'),
    },
  };
}

/** Both inputs as texts or both as uploads. */
function inputsOf(original: CompareTextRequest['original'], revised: CompareTextRequest['revised']): TextInputs {
  if (typeof original === 'string' && typeof revised === 'string') {
    const issues = [...textIssues('/original', original), ...textIssues('/revised', revised)];
    if (issues.length > 0) throw invalid(issues);
    return { original, revised };
  }
  if (typeof original !== 'string' && typeof revised !== 'string') return { original, revised };
  const message = 'must be of the same kind as the other input: both strings or both upload references';
  throw invalid([fault(typeof original === 'string' ? '/revised' : '/original', message)]);
}

function fault(path: string, message: string): Issue {
  return { in: 'body', path, message };
}
