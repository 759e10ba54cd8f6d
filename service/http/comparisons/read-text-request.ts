import { CompareTextRequest, requestedFormat, requestedOutputs } from '../../../shared/api/compare-text.ts';
import { selectionOf, type Selection } from '../../../shared/api/selection.ts';
import type { Issue } from '../../../shared/errors.ts';
import type { Identity } from '../../admission/identity.ts';
import type { TextOptions } from '../../comparison/texts/text-comparisons.ts';
import type { TextInputs } from '../../comparison/texts/text-sources.ts';
import { checkEmbedOrigin, linkTermsOf, unusedLinkTerms } from './link-terms.ts';
import { readJson } from '../guards/read-json.ts';
import { textIssues } from '../guards/text-issues.ts';
import { checked, invalid } from '../guards/validate.ts';

const checkRequest = checked(CompareTextRequest, 'body');

/** The text comparison of a request body. */
export interface AskedText {
  readonly inputs: TextInputs;
  readonly wishes: TextOptions;
  /** Whether the request asks for a stream. It gets one only if it also accepts one. */
  readonly stream: boolean;
}

/**
 * The text comparison of a body. Throws `invalid_request` for a malformed body, and for a hosted viewer what
 * `linkTermsOf` throws.
 */
export function readTextRequest(body: Uint8Array, identity: Identity): AskedText {
  const request = checkRequest(readJson(body));
  const { original, revised, mode, stream } = request;
  const outputs = requestedOutputs(request);
  const inputs = inputsOf(original, revised);
  const hosted = outputs.has('hosted_viewer') ? linkTermsOf(request, identity) : null;
  if (hosted === null) checkEmbedOrigin(request.embedOrigin, identity);
  return {
    inputs,
    wishes: {
      format: requestedFormat(request),
      mode: mode ?? 'auto',
      // A hosted viewer alone implies HTML.
      wantsHtml: outputs.has('html') || !outputs.has('json'),
      wantsJson: outputs.has('json'),
      hosted,
      warnings: hosted === null ? unusedLinkTerms(request) : [],
      include: [...new Set(request.include)],
      details: [...new Set(request.details)],
      complexity: request.complexity ?? 'standard',
      selection: checkedSelection(request),
    },
    stream: stream ?? false,
  };
}

/** The parts to compare. Refused for a stated format that is not HTML; a detected one is refused later. */
function checkedSelection(request: CompareTextRequest): Selection | undefined {
  const format = requestedFormat(request);
  const selection = selectionOf(request);
  if (selection === undefined || format === 'html' || format === 'auto') return selection;
  const field = selection.select === undefined ? '/ignoreSelectors' : '/select';
  throw invalid([fault(field, `must not be there when the format is ${format}: selectors choose parts of HTML`)]);
}

/** Both inputs as texts, or both as uploads. */
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
