import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { VIEWER_TOKEN_HEADER } from '../../../shared/api/changes.ts';
import { ServiceError, type ErrorCode } from '../../../shared/errors.ts';
import { INLINE_REQUEST_MAX_BYTES } from '../../../shared/limits.ts';
import { anonymousIdentity, networkOf } from '../../admission/anonymous-identity.ts';
import type { Authentication } from '../../admission/authentication.ts';
import type { Identity } from '../../admission/identity.ts';
import type { PlanTable } from '../../admission/plan-terms.ts';
import type { RateLimits, RateWindow } from '../../admission/rate-limits.ts';
import { inlineLimitExceeded } from './error-answer.ts';
import { isForeignFrame } from './origin-guard.ts';

/** Maximum number of reads of a comparison by viewer tokens, per address and window. */
const VIEWER_REQUESTS_PER_MINUTE = 60;

/** Who may call a route, and how its requests are counted. */
export type Access =
  /** Anyone, anonymous or with a bearer. */
  | { readonly to: 'anyone' }
  /** Callers with a bearer. Anonymous callers are refused with this code. */
  | { readonly to: 'account'; readonly otherwise: ErrorCode }
  /** The owner with an access token. The many short requests of open reviews are counted by themselves. */
  | { readonly to: 'owner'; readonly for?: 'reviews' }
  /** Anyone, to pair an extension. The limit is higher, because the extension polls until its owner confirms. */
  | { readonly to: 'pairing' }
  /**
   * Callers with a viewer token or a bearer. The endpoint checks the token. `isOpen` is true for samples, which need
   * neither.
   */
  | { readonly to: 'viewer'; readonly isOpen: (comparisonId: string) => boolean };

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller; set on routes with an `access`. */
    identity: Identity;
  }
  interface FastifyContextConfig {
    /** Absent: the route neither identifies nor counts its callers. */
    access?: Access;
    /** The largest JSON body in bytes; by default the limit of a text request. */
    bodyMaxBytes?: number;
  }
}

/** Dependencies of the checks. */
export interface AccessDeps {
  readonly authentication: Authentication;
  readonly rates: RateLimits;
  readonly plans: PlanTable;
}

/** Refused bearers are counted separately, so that a caller with a mistyped key can still call without one. */
const FAILED_BEARERS_PER_MINUTE = 60;
/** Ten windows that show each step of a reviewer who decides two changes a second. */
const REVIEW_REQUESTS_PER_MINUTE = 1_200;
/** An extension polls every two seconds for the confirmation. */
const PAIRING_REQUESTS_PER_MINUTE = 60;

/**
 * Adds the checks that need no body, in this order: declared length, rate by address, authentication, rate by
 * account. Call it before the routes are added.
 */
export function addAccessChecks(server: FastifyInstance, deps: AccessDeps): void {
  const { authentication, rates, plans } = deps;
  server.decorateRequest('identity', null as never);

  server.addHook('onRequest', async (request, reply) => {
    const { access } = request.routeOptions.config;
    checkDeclaredLength(request);
    if (access === undefined) return;
    const { authorization } = request.headers;
    if (authorization === undefined) {
      const { bucket, limit } = addressBucket(request, access);
      count(reply, rates.take(bucket, limit));
      request.identity = anonymousIdentity(request.ip, plans);
    } else {
      request.identity = await identified(request, reply, authorization);
      const { subject, terms } = request.identity;
      if (access.to === 'owner' && access.for === 'reviews') {
        count(reply, rates.take(`reviews:${subject}`, REVIEW_REQUESTS_PER_MINUTE));
      } else {
        count(reply, rates.take(subject, terms.requestsPerMinute));
      }
    }
    checkAccess(access, request.identity);
  });

  // A refusal before any count reports the state of the address.
  server.addHook('onSend', (request, reply, _payload, done) => {
    const { access } = request.routeOptions.config;
    if (access !== undefined && !reply.hasHeader('x-ratelimit-limit')) {
      const { bucket, limit } = addressBucket(request, access);
      tell(reply, rates.peek(bucket, limit));
    }
    done();
  });

  async function identified(request: FastifyRequest, reply: FastifyReply, authorization: string): Promise<Identity> {
    try {
      return await authentication.identify(authorization);
    } catch (fault) {
      // A key that could not be looked up is no wrong one.
      if (fault instanceof ServiceError && fault.code !== 'unavailable') {
        count(reply, rates.take(`refused:${networkOf(request.ip)}`, FAILED_BEARERS_PER_MINUTE));
      }
      throw fault;
    }
  }

  function addressBucket(request: FastifyRequest, access: Access): { bucket: string; limit: number } {
    const network = networkOf(request.ip);
    if (access.to === 'viewer' && looks(request, access)) {
      // A page that frames made-up links must not use up the reads of the real ones.
      const bucket = isForeignFrame(request) ? `framed:${network}` : `viewer:${network}`;
      return { bucket, limit: VIEWER_REQUESTS_PER_MINUTE };
    }
    if (access.to === 'pairing') return { bucket: `pairing:${network}`, limit: PAIRING_REQUESTS_PER_MINUTE };
    return { bucket: `address:${network}`, limit: plans.anonymous.requestsPerMinute };
  }
}

/** Whether a request is a viewer's: with a token, or for a sample. */
function looks(request: FastifyRequest, access: Access & { to: 'viewer' }): boolean {
  const { token } = request.query as { token?: unknown };
  const { comparisonId } = request.params as { comparisonId?: string };
  return (
    token !== undefined ||
    request.headers[VIEWER_TOKEN_HEADER] !== undefined ||
    (comparisonId !== undefined && access.isOpen(comparisonId))
  );
}

/** Refuses by the declared length before anything is read. Throws `inline_limit_exceeded`. */
function checkDeclaredLength(request: FastifyRequest): void {
  const { access, bodyMaxBytes = INLINE_REQUEST_MAX_BYTES } = request.routeOptions.config;
  const declared = Number(request.headers['content-length'] ?? 0);
  if (access !== undefined && declared > bodyMaxBytes) throw inlineLimitExceeded(declared, bodyMaxBytes);
}

function checkAccess(access: Access, identity: Identity): void {
  const isAnonymous = identity.by === 'address';
  if (access.to === 'account' && isAnonymous) {
    throw new ServiceError(
      access.otherwise,
      'This needs an API key: send it as Authorization: Bearer, a space, the key.',
    );
  }
  if (access.to === 'owner' && !identity.managesInstallation) {
    throw new ServiceError(
      'unauthorized',
      'Only the owner of this installation may do this, in the app or on the browser page. An API key does not suffice.',
    );
  }
}

/** Reports the window in headers. Throws `rate_limited` if the request exceeds the limit. */
function count(reply: FastifyReply, window: RateWindow): void {
  tell(reply, window);
  if (!window.exceeded) return;
  throw new ServiceError(
    'rate_limited',
    `More than ${window.limit} requests in a minute. Try again in ${window.resetSeconds} seconds.`,
    { retryAfterSeconds: window.resetSeconds },
  );
}

function tell(reply: FastifyReply, window: RateWindow): void {
  reply.headers({
    'x-ratelimit-limit': String(window.limit),
    'x-ratelimit-remaining': String(window.remaining),
    'x-ratelimit-reset': String(window.resetSeconds),
  });
}
