import type { FastifyRequest } from 'fastify';
import { ServiceError } from '../../../shared/errors.ts';

/** The addresses of the service besides loopback. */
export interface OwnAddresses {
  /** Lower-case names without a port: `docs.example.org`, `[2001:db8::1]`. */
  readonly hostNames: readonly string[];
  /** Origins of the configured base and viewer addresses: `https://docs.example.org`. */
  readonly origins: readonly string[];
}

/** Host names of a service on loopback, with any port. */
const LOOPBACK_NAMES = ['127.0.0.1', 'localhost', '[::1]'];

/**
 * Detects requests from foreign web pages. Their `Host` is not ours (a name rebound to loopback), or their `Origin` is
 * foreign. It authenticates nobody.
 */
export class OriginGuard {
  readonly #hostNames: ReadonlySet<string>;
  readonly #origins: ReadonlySet<string>;

  /**
   * The host names and origins that are ours besides loopback. A host name has no port. The origin of a page is ours
   * only with the port of the request, or as a configured address.
   */
  constructor({ hostNames, origins }: OwnAddresses) {
    this.#hostNames = new Set([...LOOPBACK_NAMES, ...hostNames]);
    this.#origins = new Set(origins);
  }

  /** Throws `origin_not_allowed` for a request that does not name this service, or names two hosts. */
  checkHost({ headers, raw }: FastifyRequest): void {
    const { host } = headers;
    const name = host === undefined ? null : hostNameOf(host);
    const given = raw.rawHeaders.filter((header, at) => at % 2 === 0 && header.toLowerCase() === 'host').length;
    if (name !== null && given <= 1 && this.#hostNames.has(name)) return;
    throw new ServiceError(
      'origin_not_allowed',
      'The Host header does not name this service. Use 127.0.0.1 or localhost, or configure the address as DIFFSVC_BASE_URL.',
    );
  }

  /** Whether a request comes from our own page: its origin is the addressed host or a configured one. */
  isOwn({ headers: { host = '', origin } }: FastifyRequest): boolean {
    return origin !== undefined && (this.#origins.has(origin) || origin === `http://${host.toLowerCase()}`);
  }
}

/**
 * Whether a page of another site loads this as a picture, script or style sheet (Fetch Metadata). It would learn
 * nothing. But such requests have no `Origin`, and would use up the calls of this machine.
 */
export function isForeignLoad({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  return (site === 'cross-site' || site === 'same-site') && headers['sec-fetch-mode'] === 'no-cors';
}

/** Whether a page of another site frames this. */
export function isForeignFrame({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  return (site === 'cross-site' || site === 'same-site') && headers['sec-fetch-dest'] !== 'document';
}

/** The refusal of a page that is not permitted. */
export function originNotAllowed(): ServiceError {
  return new ServiceError(
    'origin_not_allowed',
    'A web page of another origin may not use this service. Open the service’s own page, or call it from a program.',
  );
}

/** The lower-case name of a `Host` value without its port; null for an invalid one. */
function hostNameOf(host: string): string | null {
  const match = /^(\[[\da-f:.]+\]|[\w.-]+)(?::\d{1,5})?$/i.exec(host);
  return match?.[1]?.toLowerCase() ?? null;
}
