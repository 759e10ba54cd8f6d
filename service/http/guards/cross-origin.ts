/**
 * Which pages of other origins may call, and the headers of the permission (Fetch Standard, CORS). `@fastify/cors`
 * cannot answer for a private network, which loopback is. It also answers a plain `OPTIONS` itself, before the refusals
 * of methods. It would replace less than it needs around it.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { PAIRINGS_PATH, PAIRING_KEY_PATH } from '../../../shared/api/endpoint-paths.ts';
import { isForeignLoad, originNotAllowed, type OriginGuard } from './origin-guard.ts';

/** What the service knows about foreign origins. */
export interface KnownOrigins {
  /** An extension of this origin has a valid key. */
  readonly isPaired: (origin: string) => Promise<boolean>;
  /** A link to this comparison names the origin as its `embedOrigin`. */
  readonly isEmbedOrigin: (comparisonId: string, origin: string) => Promise<boolean>;
}

/** `chrome-extension://<32 letters a to p>`, and the random ids of Firefox and Safari. */
const EXTENSION_ORIGIN =
  /^(chrome-extension:\/\/[a-p]{32}|(moz-extension|safari-web-extension):\/\/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12})$/i;

/** Whether an origin belongs to a browser extension. */
export function isExtensionOrigin(origin: string): boolean {
  return EXTENSION_ORIGIN.test(origin);
}

/** The endpoints with which an extension without a key begins and ends a pairing. */
const PAIRING_URLS: readonly (string | undefined)[] = [PAIRINGS_PATH, PAIRING_KEY_PATH];

/**
 * Adds the checks of host and origin, and the answers to preflights. Every origin may read `publicFiles`, which are
 * paths. Call it before the routes are added.
 */
export function addOriginChecks(
  server: FastifyInstance,
  guard: OriginGuard,
  known: KnownOrigins,
  publicFiles: readonly string[],
): void {
  const viewerUrls = new Set<string>();
  server.addHook('onRoute', ({ url, config }) => {
    if (config?.access?.to === 'viewer') viewerUrls.add(url);
  });
  server.addHook('onRequest', async (request, reply) => {
    guard.checkHost(request);
    const { origin } = request.headers;
    const { url = '' } = request.routeOptions;
    if (origin === undefined && isForeignLoad(request) && !publicFiles.includes(url)) throw originNotAllowed();
    if (origin === undefined || guard.isOwn(request)) return;
    if (publicFiles.includes(url)) {
      // A page with integrity checks requests its files with its origin.
      reply.header('access-control-allow-origin', '*');
      return;
    }
    if (!(await mayCallFrom(origin, request, known, viewerUrls.has(url)))) throw originNotAllowed();
    allowOrigin(reply, origin);
    if (isPreflight(request)) return await answerPreflight(request, reply);
  });
}

/**
 * Whether a page of another origin may make this request. A paired extension may make every request, any extension
 * may pair, and an `embedOrigin` may read its comparison. `isViewerRoute`: the route is one that a viewer needs.
 */
async function mayCallFrom(
  origin: string,
  request: FastifyRequest,
  known: KnownOrigins,
  isViewerRoute: boolean,
): Promise<boolean> {
  if (isExtensionOrigin(origin)) {
    return PAIRING_URLS.includes(request.routeOptions.url) || (await known.isPaired(origin));
  }
  const { comparisonId } = request.params as { comparisonId?: string };
  return isViewerRoute && comparisonId !== undefined && (await known.isEmbedOrigin(comparisonId, origin));
}

const READABLE_HEADERS =
  'x-request-id, x-ratelimit-limit, x-ratelimit-remaining, x-ratelimit-reset, retry-after, x-diffsvc-replay';
const SENDABLE_HEADERS =
  'authorization, content-type, accept, idempotency-key, cache-control, x-viewer-token, x-cloud-content-sha256';
const SENDABLE_METHODS = 'GET, HEAD, POST, PUT, DELETE';
/** Browsers repeat the preflight after this time. */
const PREFLIGHT_SECONDS = 600;

/** Permits the browser to let this origin read the answer. Cookies are never included. */
function allowOrigin(reply: FastifyReply, origin: string): void {
  reply.headers({
    'access-control-allow-origin': origin,
    'access-control-expose-headers': READABLE_HEADERS,
    vary: 'Origin',
  });
}

/** Whether the request is a preflight. */
function isPreflight({ method, headers }: FastifyRequest): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
}

/** Answers a preflight of a permitted origin. */
function answerPreflight(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const asksForLoopback = request.headers['access-control-request-private-network'] === 'true';
  return reply
    .code(204)
    .headers({
      'access-control-allow-methods': SENDABLE_METHODS,
      'access-control-allow-headers': SENDABLE_HEADERS,
      'access-control-max-age': String(PREFLIGHT_SECONDS),
      ...(asksForLoopback ? { 'access-control-allow-private-network': 'true' } : {}),
    })
    .send();
}
