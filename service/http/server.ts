import { randomUUID } from 'node:crypto';
import { METHODS } from 'node:http';
import type { Socket } from 'node:net';
import fastify, { LogController, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { ServiceError } from '../../shared/errors.ts';
import { SERVER_TIMEOUT_MS } from '../../shared/limits.ts';
import type { Accounts } from '../admission/accounts.ts';
import type { Admission } from '../admission/admission.ts';
import type { BrowserSignIn } from '../admission/browser-sign-in.ts';
import type { PageSessions } from '../admission/page-sessions.ts';
import type { Pairings } from '../admission/pairings.ts';
import type { ReplayCache } from '../admission/replay-cache.ts';
import type { Uploads } from '../admission/uploads.ts';
import type { DocumentComparisons } from '../comparison/documents/document-comparisons.ts';
import type { Exports } from '../comparison/exports/exports.ts';
import type { PageMarking } from '../comparison/pages/page-marking.ts';
import type { SourcePages } from '../comparison/pages/source-pages.ts';
import type { Reviews } from '../comparison/reviews/reviews.ts';
import type { StoredComparisons } from '../comparison/stored/stored-comparisons.ts';
import type { TextComparisons } from '../comparison/texts/text-comparisons.ts';
import { addAccessChecks, type AccessDeps } from './guards/access.ts';
import { addPayloadSignature } from './guards/payload-signature.ts';
import { addOriginChecks, type KnownOrigins } from './guards/cross-origin.ts';
import { errorAnswer } from './guards/error-answer.ts';
import { addComparisonEndpoints } from './comparisons/comparisons.ts';
import { addChangesEndpoint } from './comparisons/get-changes.ts';
import { addHealthEndpoint } from './installation/get-health.ts';
import { addOpenApiEndpoint } from './installation/get-openapi.ts';
import { readBodiesAsBytes } from './guards/json-body.ts';
import { addPressureGuard } from './guards/pressure.ts';
import { OriginGuard, originNotAllowed } from './guards/origin-guard.ts';
import { addInstallationEndpoint } from './owner/installation.ts';
import { addKeyEndpoints } from './owner/keys.ts';
import { addPairingEndpoints } from './owner/pairings.ts';
import { addSessionEndpoints } from './owner/sessions.ts';
import { addCompareDocumentsEndpoint } from './documents/post-documents.ts';
import { addCompareTextEndpoint } from './comparisons/post-html.ts';
import { loggedPath } from './reply/logged-path.ts';
import type { ServerSettings } from './reply/server-settings.ts';
import { addPageMarksEndpoint } from './documents/page-marks.ts';
import { addSourcePagesEndpoint } from './documents/source-pages.ts';
import { addStaticFiles, PUBLIC_FILES } from './pages/static-files.ts';
import { addUploadEndpoints } from './uploads/uploads.ts';
import { addReviewEndpoints } from './reviews/reviews.ts';
import { addJobEndpoints } from './jobs/jobs.ts';
import { addMethodRefusals } from './guards/method-refusals.ts';
import { addViewerPages } from './pages/viewer-pages.ts';

/** Dependencies of the server. */
export interface ServerDeps {
  readonly access: AccessDeps;
  readonly admission: Admission;
  readonly replays: ReplayCache;
  readonly uploads: Uploads;
  readonly accounts: Accounts;
  readonly sessions: PageSessions;
  readonly signIn: BrowserSignIn;
  readonly pairings: Pairings;
  readonly origins: KnownOrigins;
  readonly comparisons: TextComparisons;
  readonly documents: DocumentComparisons;
  readonly stored: StoredComparisons;
  readonly exports: Exports;
  readonly pages: SourcePages;
  readonly marking: PageMarking;
  readonly reviews: Reviews;
  readonly settings: ServerSettings;
  readonly log: Logger;
}

/** Longest time between two looks for requests that did not arrive in time. */
const CHECK_EVERY_MS = 5_000;

/** Time to take the answer to an unreadable request, before the connection is destroyed. */
const FAREWELL_MS = 2_000;

/** The HTTP service before it listens. */
export async function createServer(deps: ServerDeps): Promise<FastifyInstance> {
  const { access, comparisons, stored, origins, settings, log } = deps;
  const guard = new OriginGuard(settings.ownAddresses);
  const { requestMs = SERVER_TIMEOUT_MS } = settings;
  const server = fastify({
    loggerInstance: log as never,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy:
      settings.trustedProxies === undefined || settings.trustedProxies.length === 0
        ? false
        : [...settings.trustedProxies],
    requestTimeout: requestMs,
    return503OnClosing: false,
    // The guard answers a request without Host in the form of every other refusal.
    http: {
      requireHostHeader: false,
      headersTimeout: requestMs,
      connectionsCheckingInterval: Math.min(CHECK_EVERY_MS, requestMs / 2),
    },
    routerOptions: { maxParamLength: 256 },
    frameworkErrors: (fault, request, reply) => {
      stampRequest(request, reply);
      refuse(foreign(request) ?? fault, request, reply);
    },
    clientErrorHandler: refuseUnreadable,
  }) as unknown as FastifyInstance;
  for (const method of METHODS) {
    if (!server.supportedMethods.includes(method) && method !== 'CONNECT') server.addHttpMethod(method);
  }

  server.addHook('onRequest', (request, reply, done) => {
    stampRequest(request, reply);
    done();
  });
  addOriginChecks(server, guard, origins, PUBLIC_FILES);
  server.addHook('onResponse', (request, reply, done) => {
    const { method, id: requestId } = request;
    const path = loggedPath(request);
    log.info({ requestId, method, path, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, 'answered');
    done();
  });
  server.setErrorHandler((fault, request, reply) => refuse(fault, request, reply));
  server.setNotFoundHandler(() => {
    throw new ServiceError('not_found', 'There is nothing at this address. GET /v1/openapi.json lists what there is.');
  });
  await addPressureGuard(server, settings.mostDelayMs);
  readBodiesAsBytes(server);
  addAccessChecks(server, access);
  addPayloadSignature(server);

  addHealthEndpoint(server, settings);
  addOpenApiEndpoint(server, settings);
  addCompareTextEndpoint(server, comparisons, deps, settings);
  addCompareDocumentsEndpoint(server, deps.documents, deps, settings);
  await addUploadEndpoints(server, deps.uploads, settings);
  addKeyEndpoints(server, deps.accounts, deps.admission);
  addInstallationEndpoint(server, settings);
  addSessionEndpoints(server, deps.sessions, deps.signIn, (request) => guard.isOwn(request));
  addPairingEndpoints(server, deps.pairings);
  addChangesEndpoint(server, stored);
  addComparisonEndpoints(server, { comparisons: stored, admission: deps.admission, replays: deps.replays, settings });
  addJobEndpoints(server, deps);
  addReviewEndpoints(server, deps.reviews, settings);
  addSourcePagesEndpoint(server, deps.pages);
  addPageMarksEndpoint(server, deps.marking, deps.settings);
  addViewerPages(server, stored, settings);
  await addStaticFiles(server, settings);
  addMethodRefusals(server);
  return server;

  /** The guard's refusal of a request that reached no hook. */
  function foreign(request: FastifyRequest): unknown {
    try {
      guard.checkHost(request);
      return request.headers.origin === undefined || guard.isOwn(request) ? null : originNotAllowed();
    } catch (refusal) {
      return refusal;
    }
  }

  function refuse(fault: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const answer = errorAnswer(fault, request.id);
    if (answer.unexpected) log.error({ requestId: request.id, err: fault }, 'a request failed');
    // After a refused body the framework would close the connection, which can destroy the answer on its way.
    reply.removeHeader('connection');
    reply
      .code(answer.status)
      .headers({ 'cache-control': 'no-store', 'content-type': 'application/json', ...answer.headers })
      .send(Buffer.from(JSON.stringify(answer.body)));
  }
}

/** Headers of every answer. */
function stampRequest(request: FastifyRequest, reply: FastifyReply): void {
  reply.headers({
    'x-request-id': request.id,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  });
}

/** Answers bytes that are no HTTP request, or a request that arrived too slowly. */
function refuseUnreadable(fault: Error & { code?: string }, socket: Socket): void {
  if (fault.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const late = fault.code === 'ERR_HTTP_REQUEST_TIMEOUT';
  const large = fault.code === 'HPE_HEADER_OVERFLOW';
  const message = late
    ? `The request did not arrive within ${SERVER_TIMEOUT_MS / 1_000} seconds.`
    : large
      ? 'The headers of the request are too large.'
      : 'This is not a valid HTTP request.';
  const requestId = randomUUID();
  const body = JSON.stringify(errorAnswer(new ServiceError('invalid_request', message), requestId).body);
  socket.end(
    `HTTP/1.1 400 Bad Request\r\nx-request-id: ${requestId}\r\ncontent-type: application/json\r\n` +
      `cache-control: no-store\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
  // A client that goes on sending would keep its side open.
  setTimeout(() => socket.destroy(), FAREWELL_MS).unref();
}
