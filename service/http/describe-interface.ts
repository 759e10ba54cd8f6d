import type { TSchema } from 'typebox';
import { ChangesQuery, VIEWER_TOKEN_HEADER } from '../../shared/api/changes.ts';
import { CompareTextRequest, CompareTextResponse } from '../../shared/api/compare-text.ts';
import { ErrorBody } from '../../shared/api/error-body.ts';
import { CHANGES_PATH, COMPARE_TEXT_PATH, HEALTH_PATH, OPENAPI_PATH } from '../../shared/api/endpoint-paths.ts';
import { Health } from '../../shared/api/health.ts';
import { StructuredPage } from '../../shared/change/page.ts';
import { ERRORS, type ErrorCode } from '../../shared/errors.ts';

/** Errors of every address. */
const EVERYWHERE: readonly ErrorCode[] = ['origin_not_allowed', 'method_not_allowed', 'internal_error'];

/** The interface as an OpenAPI 3.1 document. Its schemas are those that check requests; its error codes the table's. */
export function describeInterface(version: string): Record<string, unknown> {
  return {
    openapi: '3.1.0',
    info: {
      title: 'diffsvc',
      version,
      description: 'Compares two documents: a redline as an HTML fragment, and structured changes.',
    },
    paths: {
      [COMPARE_TEXT_PATH]: {
        post: {
          operationId: 'compareText',
          summary: 'Compares two texts: HTML, Markdown, plain text or JSON.',
          requestBody: { required: true, content: jsonOf('CompareTextRequest') },
          responses: {
            200: success('The comparison.', 'CompareTextResponse'),
            ...refusals(
              'invalid_request',
              'invalid_api_key',
              'inline_limit_exceeded',
              'unsupported_media_type',
              'document_too_complex',
              'rate_limited',
              'comparison_timeout',
            ),
          },
        },
      },
      [CHANGES_PATH.replace(':comparisonId', '{comparisonId}')]: {
        get: {
          operationId: 'pageOfChanges',
          summary: 'A page of the structured changes of a kept comparison.',
          parameters: [
            { name: 'comparisonId', in: 'path', required: true, schema: { type: 'string' } },
            ...Object.entries(ChangesQuery.properties).map(([name, schema]) => ({ name, in: 'query', schema })),
            { name: VIEWER_TOKEN_HEADER, in: 'header', schema: { type: 'string' } },
          ],
          responses: {
            200: success('The page.', 'StructuredPage'),
            ...refusals('invalid_request', 'invalid_token', 'token_issued_in_future', 'token_expired', 'not_found'),
          },
        },
      },
      [HEALTH_PATH]: {
        get: {
          operationId: 'health',
          summary: 'Whether the service answers.',
          responses: { 200: success('It does.', 'Health'), ...refusals() },
        },
      },
      [OPENAPI_PATH]: {
        get: {
          operationId: 'openapi',
          summary: 'This document.',
          responses: {
            200: { description: 'This document.', content: { 'application/json': { schema: { type: 'object' } } } },
            ...refusals(),
          },
        },
      },
    },
    components: {
      schemas: { CompareTextRequest, CompareTextResponse, StructuredPage, Health, Error: errorSchema() },
    },
  };
}

/** The error body, with every code and when it is given. */
function errorSchema(): TSchema {
  const codes = Object.entries(ERRORS).map(([code, { status, when }]) => ({
    const: code,
    description: `${status}: ${when}`,
  }));
  return { ...ErrorBody, properties: { ...ErrorBody.properties, code: { type: 'string', oneOf: codes } } };
}

function jsonOf(schema: string): Record<string, unknown> {
  return { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } };
}

const REQUEST_ID = { 'x-request-id': { description: 'Names this answer in the log.', schema: { type: 'string' } } };

function success(description: string, schema: string): Record<string, unknown> {
  return { description, headers: REQUEST_ID, content: jsonOf(schema) };
}

/** One response for each status that these codes and the ones of every address have. */
function refusals(...codes: ErrorCode[]): Record<number, unknown> {
  const byStatus = Object.groupBy([...codes, ...EVERYWHERE], (code) => ERRORS[code].status);
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, same]) => [
      status,
      {
        description: same.map((code) => `\`${code}\`: ${ERRORS[code].when}`).join('\n'),
        headers: REQUEST_ID,
        content: jsonOf('Error'),
      },
    ]),
  );
}
