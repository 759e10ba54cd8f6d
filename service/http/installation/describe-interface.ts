import { withoutUndefined } from '../../../shared/without-undefined.ts';
import { COMPARISONS_OPERATIONS } from '../comparisons/operations.ts';
import { DOCUMENTS_OPERATIONS } from '../documents/operations.ts';
import { JOBS_OPERATIONS } from '../jobs/operations.ts';
import { bodyOf } from '../openapi/body.ts';
import { CALLERS } from '../openapi/callers.ts';
import { HEADERS, headersOf } from '../openapi/headers.ts';
import { TAGS, type DescribedOperation } from '../openapi/operation.ts';
import { referringSchemas } from '../openapi/references.ts';
import { refusalsOf } from '../openapi/refusals.ts';
import { OWNER_OPERATIONS } from '../owner/operations.ts';
import { PAGES_OPERATIONS } from '../pages/operations.ts';
import { REVIEWS_OPERATIONS } from '../reviews/operations.ts';
import { UPLOADS_OPERATIONS } from '../uploads/operations.ts';
import { INSTALLATION_OPERATIONS } from './operations.ts';

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
      schemas: referringSchemas(),
      responses: sharedRefusals(),
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
  const { operationId, tag, summary, description, caller, parameters, request, answers } = operation;
  const successes = Object.entries(answers).map(([status, answer]) => {
    const response = { description: answer.description, headers: headersOf(caller) };
    if (answer.content === undefined) return [status, response] as const;
    const content = Object.fromEntries(answer.content.map((body) => [body.type, bodyOf(body)]));
    return [status, { ...response, content }] as const;
  });
  const refusals = Object.fromEntries(
    refusalsOf(operation).map(({ status, name }) => [status, { $ref: `#/components/responses/${name}` }]),
  );
  return withoutUndefined({
    operationId,
    tags: [tag],
    summary,
    description,
    security: CALLERS[caller].security,
    parameters,
    requestBody: request && { required: true, content: { [request.type]: bodyOf(request) } },
    responses: { ...Object.fromEntries(successes), ...refusals },
  });
}

/** Every refusal by name. Operations with the same refusal share it. */
function sharedRefusals(): Record<string, unknown> {
  return Object.fromEntries(OPERATIONS.flatMap(refusalsOf).map(({ name, response }) => [name, response]));
}
