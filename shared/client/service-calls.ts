/** The calls of the service's endpoints: their paths, bodies and headers. */
import type { Call } from './transport.ts';

/** Options of a call. */
export interface CallOptions<Signal> {
  readonly signal?: Signal;
  /**
   * 16 to 128 letters, digits, hyphens, underscores, dots or colons; a new key for each operation. With a key the
   * client repeats the call after a broken connection. The caller must be authenticated.
   */
  readonly idempotencyKey?: string;
}

/** How large bodies are signed. */
export interface Signing {
  /** SHA-256 of the body in lower-case hexadecimal, called when a body must be signed. */
  readonly sha256?: (body: Uint8Array<ArrayBuffer>) => Promise<string>;
}

/** Access to a stored comparison: its id, and its token unless the caller's bearer opens it. */
export interface ComparisonAccess {
  readonly comparisonId: string;
  readonly token?: string;
}

declare const TextEncoder: new () => { encode(text: string): Uint8Array<ArrayBuffer> };

/** A POST of JSON. */
export function post<Signal>(path: string, request: unknown, options: CallOptions<Signal>): Call<Signal> {
  const { signal, idempotencyKey } = options;
  const body = JSON.stringify(request);
  return { method: 'POST', path, body, contentType: 'application/json', signal, idempotencyKey };
}

/** A POST with the signature of its bytes, if the caller can make one. */
export async function signedPost<Signal>(
  path: string,
  request: unknown,
  options: CallOptions<Signal> & Signing,
): Promise<Call<Signal>> {
  const body = new TextEncoder().encode(JSON.stringify(request));
  const signature = await options.sha256?.(body);
  const headers = signature === undefined ? {} : { headers: { 'x-cloud-content-sha256': signature } };
  return { ...post(path, request, options), body, ...headers };
}

/** A GET of a stored comparison. The token is in a header, so logs of addresses do not contain it. */
export function reading<Signal>(
  from: string | ComparisonAccess,
  template: string,
  options: { signal?: Signal },
): Call<Signal> {
  const { signal } = options;
  if (typeof from === 'string') return { method: 'GET', path: ownPath(from), signal };
  const { comparisonId, token } = from;
  const headers = token === undefined ? {} : { 'x-viewer-token': token };
  return { method: 'GET', path: withParameters(template, { comparisonId }), headers, signal };
}

/** The path of a job. `job` is its id or an address that the service gave. */
export function jobPath(job: string, template: string): string {
  return job.includes('/') ? ownPath(job) : withParameters(template, { jobId: job });
}

/** Path and query of an address. The client calls it at its own origin, whatever host the address has. */
export function ownPath(address: string): string {
  const path = address.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, '').replace(/#.*$/s, '');
  return path.startsWith('/') ? path : `/${path}`;
}

/** The template with each `:name` replaced. */
export function withParameters(template: string, parameters: Readonly<Record<string, string>>): string {
  return template.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(parameters[name] ?? ''));
}

/** A path with the parameters of a query that have a value. */
export function withQuery(path: string, query: Readonly<Record<string, string | number | undefined>>): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
  );
  if (pairs.length === 0) return path;
  return `${path}${path.includes('?') ? '&' : '?'}${pairs.join('&')}`;
}
