import { PageMarks } from '../../../shared/api/page-marks.ts';
import { CompareTextRequest, CompareTextResponse } from '../../../shared/api/compare-text.ts';
import { ComparisonList, HostedComparison, Share, ShareRequest } from '../../../shared/api/comparisons.ts';
import { CompareDocumentsRequest } from '../../../shared/api/documents.ts';
import { ErrorBody } from '../../../shared/api/error-body.ts';
import { ExportRequest, Job, JobList } from '../../../shared/api/jobs.ts';
import { Health } from '../../../shared/api/health.ts';
import { Installation } from '../../../shared/api/installation.ts';
import {
  CreatedKey,
  CreateKeyRequest,
  KeyList,
  OpenedSession,
  OpenSessionRequest,
  SessionToken,
  SignInAnswer,
} from '../../../shared/api/owner.ts';
import {
  BeginPairingRequest,
  BegunPairing,
  ConfirmPairingRequest,
  ExchangedPairing,
  ExchangePairingRequest,
  PairingList,
} from '../../../shared/api/pairing.ts';
import {
  ContentBlock,
  ContentComplete,
  PageRenderingComplete,
  StreamFailure,
  TextReady,
  CompareDocumentsResponse,
} from '../../../shared/api/stream-events.ts';
import {
  AppendAnswer,
  AppendRequest,
  ChangedReview,
  FoundReviews,
  OwnerReview,
  ReviewedChanges,
  ReviewList,
  ReviewSearchRequest,
  ReviewSubject,
} from '../../../shared/api/reviews.ts';
import { CreateUploadRequest, CreateUploadResponse } from '../../../shared/api/uploads.ts';
import { Usage } from '../../../shared/api/usage.ts';
import { StructuredPage } from '../../../shared/change/page.ts';
import { ERRORS, type ErrorCode } from '../../../shared/errors.ts';
import { COMPARISONS_OPERATIONS } from '../comparisons/operations.ts';
import { DOCUMENTS_OPERATIONS } from '../documents/operations.ts';
import { INSTALLATION_OPERATIONS } from './operations.ts';
import { JOBS_OPERATIONS } from '../jobs/operations.ts';
import { OWNER_OPERATIONS } from '../owner/operations.ts';
import { REVIEWS_OPERATIONS } from '../reviews/operations.ts';
import { PAGES_OPERATIONS } from '../pages/operations.ts';
import { UPLOADS_OPERATIONS } from '../uploads/operations.ts';
import { json, TAGS, type Caller, type DescribedContent, type DescribedOperation } from '../openapi/operation.ts';

/** Every operation of the service. */
export const OPERATIONS: readonly DescribedOperation[] = [
  ...COMPARISONS_OPERATIONS,
  ...UPLOADS_OPERATIONS,
  ...DOCUMENTS_OPERATIONS,
  ...JOBS_OPERATIONS,
  ...REVIEWS_OPERATIONS,
  ...PAGES_OPERATIONS,
  ...OWNER_OPERATIONS,
  ...INSTALLATION_OPERATIONS,
];

/** The schemas by name. Those of requests also check the requests. */
const SCHEMAS = {
  ...{ CompareDocumentsRequest, CompareDocumentsResponse, ContentComplete, PageRenderingComplete },
  ...{ CompareTextRequest, CompareTextResponse, ContentBlock, TextReady, StreamFailure, StructuredPage },
  ...{ CreateUploadRequest, CreateUploadResponse, HostedComparison, ComparisonList, ShareRequest, Share },
  ...{ Usage, KeyList, CreateKeyRequest, CreatedKey, OpenSessionRequest, OpenedSession, SessionToken },
  ...{ BeginPairingRequest, BegunPairing, PairingList, ConfirmPairingRequest, ExchangePairingRequest },
  ...{ SignInAnswer, ExchangedPairing, Health, Installation, ExportRequest, Job, JobList, PageMarks },
  ...{ ReviewList, OwnerReview, ReviewSubject, ReviewedChanges, AppendRequest, AppendAnswer },
  ...{ ReviewSearchRequest, FoundReviews, ChangedReview },
};

/** Errors that every address may return. */
const EVERYWHERE: readonly ErrorCode[] = ['origin_not_allowed', 'method_not_allowed', 'internal_error'];
const BEARER_REFUSALS: readonly ErrorCode[] = ['unauthorized', 'invalid_api_key', 'api_key_revoked', 'rate_limited'];

/** The requirements of each kind of caller and the resulting refusals. An empty requirement means none. */
const CALLERS: Readonly<Record<Caller, { security: object[]; refusals: readonly ErrorCode[] }>> = {
  everyone: { security: [{}], refusals: [] },
  anyone: { security: [{}, { bearer: [] }], refusals: BEARER_REFUSALS },
  account: { security: [{ bearer: [] }], refusals: BEARER_REFUSALS },
  exporter: { security: [{ bearer: [] }], refusals: ['export_authentication_required', ...BEARER_REFUSALS] },
  owner: { security: [{ bearer: [] }], refusals: BEARER_REFUSALS },
  viewer: { security: [{ viewerToken: [] }, { viewerTokenHeader: [] }, { bearer: [] }], refusals: BEARER_REFUSALS },
  'own page': { security: [{ pageSession: [] }], refusals: [] },
  extension: { security: [{}], refusals: ['rate_limited'] },
  'upload token': { security: [{ uploadToken: [] }], refusals: [] },
};

/** The API as an OpenAPI 3.1 document. */
export function describeInterface(version: string): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of OPERATIONS) {
    const path = operation.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [operation.method]: described(operation) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'diffsvc',
      version,
      description:
        'Compares two documents on your own machine: a redline as an HTML fragment, and structured changes. Nothing leaves the machine.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'The service that this document comes from.' }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: { ...SCHEMAS, Error: errorSchema() },
      headers: HEADERS,
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'An API key, or an access token of the browser page.' },
        viewerToken: { type: 'apiKey', in: 'query', name: 'token', description: 'The token of a link.' },
        viewerTokenHeader: {
          type: 'apiKey',
          in: 'header',
          name: 'x-viewer-token',
          description: 'The same, as a header.',
        },
        uploadToken: { type: 'apiKey', in: 'query', name: 'token', description: 'Part of `uploadUrl`.' },
        pageSession: {
          type: 'apiKey',
          in: 'cookie',
          name: 'diffsvc_session',
          description: 'Of the service’s own page.',
        },
      },
    },
  };
}

function described(operation: DescribedOperation): Record<string, unknown> {
  const { operationId, tag, summary, description, caller, parameters, request, answers, refusals } = operation;
  const { security, refusals: ofCaller } = CALLERS[caller];
  const successes = Object.entries(answers).map(([status, answer]) => [
    status,
    {
      description: answer.description,
      headers: headersOf(operation),
      ...(answer.content === undefined
        ? {}
        : { content: Object.fromEntries(answer.content.map((content) => [content.type, bodyOf(content)])) }),
    },
  ]);
  return {
    operationId,
    tags: [tag],
    summary,
    ...(description === undefined ? {} : { description }),
    security,
    ...(parameters === undefined ? {} : { parameters }),
    ...(request === undefined ? {} : { requestBody: { required: true, content: { [request.type]: bodyOf(request) } } }),
    responses: {
      ...Object.fromEntries(successes),
      ...refusalsOf([...refusals, ...ofCaller, ...EVERYWHERE], operation),
    },
  };
}

function bodyOf({ schema, examples }: DescribedContent): Record<string, unknown> {
  return {
    schema: typeof schema === 'string' ? { $ref: `#/components/schemas/${schema}` } : schema,
    examples: Object.fromEntries(Object.entries(examples).map(([name, value]) => [name, { value }])),
  };
}

/** One response for each status of the codes, with an example for each code. */
function refusalsOf(codes: readonly ErrorCode[], operation: DescribedOperation): Record<string, unknown> {
  const headers = headersOf(operation);
  const byStatus = Object.groupBy([...new Set(codes)], (code) => ERRORS[code].status);
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, same]) => [
      status,
      {
        description: same.map((code) => `\`${code}\`: ${ERRORS[code].when}`).join('\n'),
        headers: {
          ...headers,
          ...(status === '405' ? { Allow: { $ref: '#/components/headers/Allow' } } : {}),
          ...(same.some((code) => WITH_RETRY_AFTER.has(code))
            ? { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } }
            : {}),
        },
        content:
          operation.refusesByPage === true && !same.includes('method_not_allowed')
            ? { 'text/html': bodyOf(REFUSAL_PAGE) }
            : { 'application/json': bodyOf(errorBodies(same)) },
      },
    ]),
  );
}

/** The notice of a refusal for a person. */
const REFUSAL_PAGE: DescribedContent = {
  type: 'text/html',
  schema: { type: 'string' },
  examples: { 'a page': '<!doctype html>…' },
};

function errorBodies(codes: readonly ErrorCode[]): DescribedContent {
  const bodyFor = (code: ErrorCode) => ({ code, message: ERRORS[code].when, requestId: EXAMPLE_REQUEST_ID });
  return json('Error', Object.fromEntries(codes.map((code) => [code, bodyFor(code)] as const)));
}

const EXAMPLE_REQUEST_ID = '0b4f0e9a-6c1d-4a53-9f7e-2d8c5b1a7e60';
const WITH_RETRY_AFTER: ReadonlySet<ErrorCode> = new Set(['rate_limited', 'idempotency_in_progress']);

const text = (description: string) => ({ description, schema: { type: 'string' } });
const count = (description: string) => ({ description, schema: { type: 'integer', minimum: 0 } });
const HEADERS = {
  RequestId: text('Names this answer in the log. A repeated reply has the id of the original reply.'),
  RateLimit: count('Requests that the plan allows in a minute.'),
  RateLimitRemaining: count('Requests left in this minute.'),
  RateLimitReset: count('Seconds until the minute ends.'),
  RetryAfter: count('Seconds to wait before the same request is sent again.'),
  Allow: text('The methods that the address has.'),
};

function headersOf({ caller }: DescribedOperation): Record<string, unknown> {
  const isLimited = CALLERS[caller].refusals.includes('rate_limited');
  return {
    'x-request-id': { $ref: '#/components/headers/RequestId' },
    ...(isLimited
      ? {
          'x-ratelimit-limit': { $ref: '#/components/headers/RateLimit' },
          'x-ratelimit-remaining': { $ref: '#/components/headers/RateLimitRemaining' },
          'x-ratelimit-reset': { $ref: '#/components/headers/RateLimitReset' },
        }
      : {}),
  };
}

/** The error body, with every code and its meaning. */
function errorSchema(): object {
  const codes = Object.entries(ERRORS).map(([code, { status, when }]) => ({
    const: code,
    description: `${status}: ${when}`,
  }));
  return { ...ErrorBody, properties: { ...ErrorBody.properties, code: { type: 'string', oneOf: codes } } };
}
