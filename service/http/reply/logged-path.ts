import type { FastifyRequest } from 'fastify';

/** An id that the service made for a thing. It gives nobody a right to the thing. */
const OWN_ID = /^(?:cmp|job|key|pag|pair|upl)_[0-9a-f]{24,32}$/u;

/**
 * The path of a request for the log: the pattern of its route, with the ids of things in it. Everything else of an
 * address comes from the caller and may be a secret: a query, the path of a session, a key or a link at a wrong place.
 */
export function loggedPath({ routeOptions, params }: Pick<FastifyRequest, 'routeOptions' | 'params'>): string {
  const { url } = routeOptions;
  if (url === undefined) return 'unknown';
  const given = params as Readonly<Record<string, string | undefined>>;
  return url.replaceAll(/:(\w+)/gu, (pattern: string, name: string) => {
    const value = given[name] ?? '';
    return OWN_ID.test(value) ? value : pattern;
  });
}
