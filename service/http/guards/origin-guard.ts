import type { FastifyRequest } from 'fastify';
import { ServiceError } from '../../../shared/errors.ts';

/** Names by which a service on loopback may be addressed, whatever the port. */
const LOOPBACK_NAMES = ['127.0.0.1', 'localhost', '[::1]'];

/**
 * Recognises what a foreign web page could send (specification's completion, section 7): a `Host` that is not ours (a
 * name that was rebound to loopback), and an `Origin` that is not our own. Authenticates nobody.
 */
export class OriginGuard {
  readonly #hostNames: ReadonlySet<string>;
  readonly #origins: ReadonlySet<string>;

  /** `ownAddresses`: the configured base and viewer addresses; their hosts and origins are ours beside loopback. */
  constructor(ownAddresses: readonly string[]) {
    const addresses = ownAddresses.map((address) => new URL(address));
    this.#hostNames = new Set([...LOOPBACK_NAMES, ...addresses.map((address) => address.hostname)]);
    this.#origins = new Set(addresses.map((address) => address.origin));
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

  /** Whether a request comes from a page of ours: its origin is the host that it now addresses, or a configured one. */
  isOwn({ headers: { host = '', origin } }: FastifyRequest): boolean {
    return origin !== undefined && (this.#origins.has(origin) || origin === `http://${host.toLowerCase()}`);
  }
}

/** The refusal of a page that is not allowed. */
export function originNotAllowed(): ServiceError {
  return new ServiceError(
    'origin_not_allowed',
    'A web page of another origin may not use this service. Open the service’s own page, or call it from a program.',
  );
}

/** The name of a `Host` value without its port, in lower case; null when it is no host. */
function hostNameOf(host: string): string | null {
  const match = /^(\[[\da-f:.]+\]|[\w.-]+)(?::\d{1,5})?$/i.exec(host);
  return match?.[1]?.toLowerCase() ?? null;
}
