/** The media types that a caller accepts (RFC 9110, 12.5.1). Wildcards count for neither type: each operation has its own default. */

/** Whether an `Accept` names streams, and does not refuse them with `q=0`. */
export function acceptsEventStream(accept = ''): boolean {
  return accepts(accept, 'text/event-stream');
}

/** Whether an `Accept` names JSON and no stream. */
export function wantsJson(accept = ''): boolean {
  return accepts(accept, 'application/json') && !acceptsEventStream(accept);
}

function accepts(accept: string, type: string): boolean {
  return accept.split(',').some((range) => {
    const [name = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    return name === type && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter));
  });
}
