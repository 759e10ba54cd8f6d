import { CompareTextRequest, requestedFormat, requestedOutputs } from '../../shared/api/compare-text.ts';
import type { Issue } from '../../shared/errors.ts';
import { meteredUnits, type TextRequest } from '../comparison/text-comparisons.ts';
import { placeIn, readJson } from './read-json.ts';
import { checked, invalid } from './validate.ts';

const checkRequest = checked(CompareTextRequest, 'body');

/** What asks for a stream besides the field: the caller says that it can read one. */
export interface StreamWish {
  readonly acceptsEventStream: boolean;
}

/**
 * The text comparison that a body asks for. Throws `invalid_request` for what is malformed, and for what this version
 * does not offer: uploads, hosted output and streaming.
 */
export function readTextRequest(body: Uint8Array, wish: StreamWish): TextRequest {
  const request = checkRequest(readJson(body));
  const { original, revised, mode, stream } = request;
  const outputs = requestedOutputs(request);
  if (typeof original !== 'string' || typeof revised !== 'string') {
    const mixed = typeof original === 'string' || typeof revised === 'string';
    const message = mixed
      ? 'must be of the same kind as the other input: both strings or both upload references'
      : 'must be a string: uploads are not available in this version, so send the texts themselves';
    throw invalid([fault(typeof original === 'string' ? '/revised' : '/original', message)]);
  }
  if (outputs.has('hosted_viewer')) {
    const message = 'asks for a hosted viewer, which is not available in this version: leave it out';
    throw invalid([fault('/output', message)]);
  }
  if (stream === true && wish.acceptsEventStream) {
    const message = 'asks for a stream, which is not available in this version: leave it out';
    throw invalid([fault('/stream', message)]);
  }
  const issues = [...textIssues('/original', original), ...textIssues('/revised', revised)];
  if (issues.length > 0) throw invalid(issues);
  return {
    original,
    revised,
    format: requestedFormat(request),
    mode: mode ?? 'auto',
    wantsHtml: outputs.has('html'),
    wantsJson: outputs.has('json'),
    units: meteredUnits(Buffer.byteLength(original), Buffer.byteLength(revised)),
  };
}

/** Characters that no text has: NUL, and half of a surrogate pair. The first of each is reported with its place. */
function textIssues(path: string, text: string): Issue[] {
  const issues: Issue[] = [];
  const nul = text.indexOf('\0');
  if (nul >= 0) issues.push(fault(path, `has a NUL character at ${placeIn(text, nul)}: remove it`));
  if (!text.isWellFormed()) {
    const lone = text.search(/\p{Surrogate}/u);
    issues.push(fault(path, `has half a surrogate pair at ${placeIn(text, lone)}: send the whole character`));
  }
  return issues;
}

function fault(path: string, message: string): Issue {
  return { in: 'body', path, message };
}
