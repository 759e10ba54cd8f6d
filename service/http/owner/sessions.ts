import type { FastifyInstance, FastifyRequest } from 'fastify';
import { SESSION_PATH } from '../../../shared/api/endpoint-paths.ts';
import {
  OpenSessionRequest,
  type OpenedSession,
  type SessionToken,
  type SignInAnswer,
} from '../../../shared/api/owner.ts';
import { ServiceError } from '../../../shared/errors.ts';
import { isLoopback } from '../../admission/anonymous-identity.ts';
import type { BrowserSignIn } from '../../admission/browser-sign-in.ts';
import { PAGE_SESSION_SECONDS } from '../../admission/page-sessions.ts';
import type { PageSessions } from '../../admission/page-sessions.ts';
import { readBody } from '../guards/read-body.ts';
import { checked } from '../guards/validate.ts';
import { addressOf } from '../openapi/operation.ts';
import { OPEN_SESSION, RENEW_SESSION, CLOSE_SESSION, SIGN_IN } from './operations.ts';

const COOKIE = 'diffsvc_session';
const checkOpen = checked(OpenSessionRequest, 'body');

/**
 * The sessions of the browser page. Only our own page may use them: the `Origin` is required, and the guard has
 * checked it.
 */
export function addSessionEndpoints(
  server: FastifyInstance,
  sessions: PageSessions,
  signIn: BrowserSignIn,
  isOwnPage: (request: FastifyRequest) => boolean,
): void {
  const fromOwnPage = {
    onRequest: (request: FastifyRequest, _reply: unknown, done: () => void): void => {
      if (!isOwnPage(request)) {
        throw new ServiceError('origin_not_allowed', 'Only the service’s own page may use its sessions.');
      }
      done();
    },
  };

  server.route({
    ...addressOf(OPEN_SESSION),
    ...fromOwnPage,
    handler: async (request, reply) => {
      const { code } = checkOpen(readBody(request));
      const { sessionId, secret } = await sessions.open(code);
      const sessionPath = SESSION_PATH.replace(':sessionId', sessionId);
      return reply
        .code(201)
        .header('set-cookie', cookie(request, secret, sessionPath, PAGE_SESSION_SECONDS))
        .send({ sessionPath } satisfies OpenedSession);
    },
  });

  server.route<{ Params: { sessionId: string } }>({
    ...addressOf(RENEW_SESSION),
    ...fromOwnPage,
    handler: async (request, reply) => {
      const secret = secretOf(request);
      const token: SessionToken = await sessions.renew(request.params.sessionId, secret);
      const path = SESSION_PATH.replace(':sessionId', request.params.sessionId);
      return reply.header('set-cookie', cookie(request, secret ?? '', path, PAGE_SESSION_SECONDS)).send(token);
    },
  });

  server.route<{ Params: { sessionId: string } }>({
    ...addressOf(CLOSE_SESSION),
    ...fromOwnPage,
    handler: async (request, reply) => {
      const { sessionId } = request.params;
      await sessions.close(sessionId, secretOf(request));
      const path = SESSION_PATH.replace(':sessionId', sessionId);
      return reply
        .code(204)
        .header('set-cookie', cookie(request, '', path, 0))
        .send();
    },
  });

  server.route({
    ...addressOf(SIGN_IN),
    ...fromOwnPage,
    handler: async (request): Promise<SignInAnswer> => ({ opened: isLoopback(request.ip) && (await signIn.open()) }),
  });
}

/** The cookie of a session. A page that came encrypted, as its origin says, gets one that never leaves unencrypted. */
function cookie({ headers }: FastifyRequest, secret: string, path: string, seconds: number): string {
  const secure = headers.origin?.startsWith('https:') === true ? '; Secure' : '';
  return `${COOKIE}=${secret}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`;
}

function secretOf({ headers }: FastifyRequest): string | null {
  for (const pair of (headers.cookie ?? '').split(';')) {
    const [name, value] = pair.trim().split('=');
    if (name === COOKIE && value !== undefined) return value;
  }
  return null;
}
