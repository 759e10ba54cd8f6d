import type { Operation } from './read-interface.ts';

/** What a reader has filled in for a call. Values of parameters that are empty are left out. */
export interface Filled {
  readonly values: Readonly<Record<string, string>>;
  readonly body: string;
  readonly bearer: string;
}

/** A call as it can be made. */
export interface FilledCall {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string | null;
}

/** The call that the filled-in values make. A path parameter without a value stays as it is written. */
export function fillCall(operation: Operation, origin: string, { values, body, bearer }: Filled): FilledCall {
  const given = operation.parameters.filter(({ name }) => (values[name] ?? '') !== '');
  const path = operation.path.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name] ?? '';
    return value === '' ? whole : encodeURIComponent(value);
  });
  const query = given
    .filter((each) => each.in === 'query')
    .map(({ name }) => `${name}=${encodeURIComponent(values[name] ?? '')}`)
    .join('&');
  const headers = given.filter((each) => each.in === 'header').map(({ name }) => [name, values[name] ?? ''] as const);
  const { request } = operation;
  return {
    method: operation.method,
    url: origin + path + (query === '' ? '' : `?${query}`),
    headers: [
      ...(request === null ? [] : [['Content-Type', request.type] as const]),
      ...(bearer === '' || !operation.takesBearer ? [] : [['Authorization', `Bearer ${bearer}`] as const]),
      ...headers,
    ],
    body: request === null ? null : body,
  };
}

/** The call as one line for a POSIX shell. */
export function curlLine({ method, url, headers, body }: FilledCall): string {
  const isStream = headers.some(([name, value]) => /^accept$/i.test(name) && /event-stream/i.test(value));
  const words = [
    // -N: events are shown when they come.
    isStream ? 'curl -sSN' : 'curl -sS',
    ...(method === 'GET' || (method === 'POST' && body !== null) ? [] : [`-X ${method}`]),
    quoted(url),
    ...headers.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === null ? [] : [`--data-raw ${quoted(compact(body))}`]),
  ];
  return words.join(' ');
}

/** A word that the shell takes as it is. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** JSON without the line breaks that are for the reader's eye; other text as it is. */
function compact(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body));
  } catch {
    return body;
  }
}
