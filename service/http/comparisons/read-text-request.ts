import { CompareTextRequest, requestedFormat, requestedOutputs } from '../../../shared/api/compare-text.ts';
import { selectionOf } from '../../../shared/api/selection.ts';
import { settingsOf } from '../../../shared/api/settings.ts';
import type { ComparisonWarning } from '../../../shared/change/uncompared.ts';
import type { Issue } from '../../../shared/errors.ts';
import type { Identity } from '../../admission/identity.ts';
import type { Uploads } from '../../admission/uploads.ts';
import type { TextOptions } from '../../comparison/texts/text-comparisons.ts';
import { openTextSources, type TextInputs, type TextSources } from '../../comparison/texts/text-sources.ts';
import { checkEmbedOrigin, linkTermsOf, unusedLinkTerms } from './link-terms.ts';
import { readJson } from '../guards/read-json.ts';
import { textIssues } from '../guards/text-issues.ts';
import { unknownFieldWarnings } from '../guards/unknown-fields.ts';
import { checked, invalid } from '../guards/validate.ts';
import type { AskedOperation } from '../reply/operation.ts';

const checkRequest = checked(CompareTextRequest, 'body');

/** The text comparison of a request body. */
export interface AskedText extends AskedOperation {
  readonly wishes: TextOptions;
  readonly sources: TextSources;
  /** Whether the request asks for a stream. It gets one only if it also accepts one. */
  readonly stream: boolean;
}

/**
 * The text comparison of a body, with its uploads. `warnings`: what else of the request has no effect. Throws `invalid_request` for a malformed body; for a hosted viewer
 * what `linkTermsOf` throws; and what `openTextSources` throws.
 */
export async function readTextRequest(
  body: Uint8Array,
  identity: Identity,
  uploads: Uploads,
  warnings: readonly ComparisonWarning[] = [],
): Promise<AskedText> {
  const request = checkRequest(readJson(body));
  const inputs = inputsOf(request.original, request.revised);
  const ineffective = [...warnings, ...unknownFieldWarnings(CompareTextRequest, request)];
  const wishes = wishesOf(request, identity, ineffective);
  const sources = await openTextSources(inputs, identity, uploads);
  return {
    wishes,
    sources,
    stream: request.stream ?? false,
    units: sources.units,
    bytes: sources.bytes,
    // Each request gets a new hosted link.
    replayable: sources.inline && wishes.hosted === null,
    large: wishes.wantsJson || wishes.hosted !== null ? 'result' : 'reply',
  };
}

function wishesOf(
  request: CompareTextRequest,
  identity: Identity,
  warnings: readonly ComparisonWarning[],
): TextOptions {
  const outputs = requestedOutputs(request);
  const hosted = outputs.has('hosted_viewer') ? linkTermsOf(request, identity) : null;
  if (hosted === null) checkEmbedOrigin(request.embedOrigin, identity);
  checkSelection(request);
  return {
    // A text has no setting-out, and the field is unknown here.
    ...settingsOf({ ...request, attributeMode: undefined }),
    format: requestedFormat(request),
    // A hosted viewer alone implies HTML.
    wantsHtml: outputs.has('html') || !outputs.has('json'),
    wantsJson: outputs.has('json'),
    hosted,
    warnings: hosted === null ? [...warnings, ...unusedLinkTerms(request)] : warnings,
  };
}

/** Refuses selectors for a stated format that is not HTML. A detected one is refused later. */
function checkSelection(request: CompareTextRequest): void {
  const format = requestedFormat(request);
  const selection = selectionOf(request);
  if (selection === undefined || format === 'html' || format === 'auto') return;
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
