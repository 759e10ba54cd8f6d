import { HEALTH_PATH, OPENAPI_PATH } from '../../../shared/api/endpoint-paths.ts';
import { json, publicFile, type DescribedOperation } from '../openapi/operation.ts';

/** The operation `getHealth`. */
export const GET_HEALTH: DescribedOperation = {
  ...publicFile(HEALTH_PATH, 'getHealth', 'Whether the service answers.', 'application/json', null),
  answers: {
    200: { description: 'It does.', content: [json('Health', { 'it does': { status: 'ok', version: '0.1.0' } })] },
  },
};

/** The operation `getOpenApi`. */
export const GET_OPEN_API: DescribedOperation = publicFile(
  OPENAPI_PATH,
  'getOpenApi',
  'This document.',
  'application/json',
  {
    openapi: '3.1.0',
  },
);

/** The operations of this folder, in the order of the reference. */
export const INSTALLATION_OPERATIONS: readonly DescribedOperation[] = [GET_HEALTH, GET_OPEN_API];
