import { HEALTH_PATH, OPENAPI_PATH } from '../../../shared/api/endpoint-paths.ts';
import { json, type DescribedOperation } from '../openapi/operation.ts';

function file(path: string, operationId: string, summary: string, type: string, example: unknown): DescribedOperation {
  const schema = { type: type === 'application/json' ? 'object' : 'string' };
  return {
    method: 'get',
    path,
    operationId,
    tag: 'Service',
    summary,
    caller: 'everyone',
    answers: { 200: { description: 'The file.', content: [{ type, schema, examples: { 'a file': example } }] } },
    refusals: [],
  };
}

/** The operation `getHealth`. */
export const GET_HEALTH: DescribedOperation = {
  ...file(HEALTH_PATH, 'getHealth', 'Whether the service answers.', 'application/json', null),
  answers: {
    200: { description: 'It does.', content: [json('Health', { 'it does': { status: 'ok', version: '0.1.0' } })] },
  },
};

/** The operation `getOpenApi`. */
export const GET_OPEN_API: DescribedOperation = file(OPENAPI_PATH, 'getOpenApi', 'This document.', 'application/json', {
  openapi: '3.1.0',
});

/** The operations of this folder, in the order of the reference. */
export const INSTALLATION_OPERATIONS: readonly DescribedOperation[] = [GET_HEALTH, GET_OPEN_API];
