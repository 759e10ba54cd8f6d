/** The media types that a caller accepts (RFC 9110, 12.5.1). */

/** Ranges that every type of an answer is in. The default of common HTTP libraries names one beside JSON. */
const WILDCARDS = ['*/*', 'application/*'];

/** Whether an `Accept` names streams, and does not refuse them with `q=0`. A wildcard does not count. */
export function acceptsEventStream(accept = ''): boolean {
  return accepts(accept, 'text/event-stream');
}

/** Whether an `Accept` names JSON, and neither a stream nor a wildcard. */
export function wantsJson(accept = ''): boolean {
  if (!accepts(accept, 'application/json') || acceptsEventStream(accept)) return false;
  return !WILDCARDS.some((wildcard) => accepts(accept, wildcard));
}

function accepts(accept: string, type: string): boolean {
  return accept.split(',').some((range) => {
    const [name = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    return name === type && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter));
  });
}
