import {
  DOCS_PATH,
  EMBED_PATH,
  EMBED_SCRIPT_PATH,
  EMBED_TYPES_PATH,
  STYLESHEET_PATH,
  VIEW_PATH,
} from '../../../shared/api/endpoint-paths.ts';
import { publicFile, type DescribedOperation } from '../openapi/operation.ts';

function page(path: string, operationId: string, summary: string): DescribedOperation {
  const comparisonId = { name: 'comparisonId', in: 'path', required: true, schema: { type: 'string' } } as const;
  return {
    method: 'get',
    path,
    operationId,
    tag: 'Stored comparisons',
    summary,
    description: 'A refusal is a page, too, with the status of its error.',
    refusesByPage: true,
    caller: 'viewer',
    parameters: [
      { ...comparisonId, example: 'demo' },
      { name: 'token', in: 'query', schema: { type: 'string' }, description: 'The viewer token.' },
    ],
    answers: {
      200: {
        description: 'The page.',
        content: [{ type: 'text/html', schema: { type: 'string' }, examples: { 'a page': '<!doctype html>…' } }],
      },
    },
    refusals: ['invalid_request', 'invalid_token', 'token_issued_in_future', 'token_expired', 'not_found'],
  };
}

/** The operation `viewComparison`. */
export const VIEW_COMPARISON: DescribedOperation = page(
  VIEW_PATH,
  'viewComparison',
  'The page that shows a stored comparison.',
);

/** The operation `embedComparison`. */
export const EMBED_COMPARISON: DescribedOperation = page(
  EMBED_PATH,
  'embedComparison',
  'The same page, to be framed by another.',
);

/** The operation `getReference`. */
export const GET_REFERENCE: DescribedOperation = publicFile(
  DOCS_PATH,
  'getReference',
  'This document for people, with a playground.',
  'text/html',
  '<!doctype html>…',
);

/** The operation `getStylesheet`. */
export const GET_STYLESHEET: DescribedOperation = publicFile(
  STYLESHEET_PATH,
  'getStylesheet',
  'The stylesheet of fragments.',
  'text/css',
  '.diffsvc ins { … }',
);

/** The operation `getEmbedScript`. */
export const GET_EMBED_SCRIPT: DescribedOperation = publicFile(
  EMBED_SCRIPT_PATH,
  'getEmbedScript',
  'The script that frames a comparison.',
  'text/javascript',
  '(function () …',
);

/** The operation `getEmbedTypes`. */
export const GET_EMBED_TYPES: DescribedOperation = publicFile(
  EMBED_TYPES_PATH,
  'getEmbedTypes',
  'Types of the script that frames a comparison.',
  'text/plain',
  'export …',
);

/** The operations of this folder, in the order of the reference. */
export const PAGES_OPERATIONS: readonly DescribedOperation[] = [
  VIEW_COMPARISON,
  EMBED_COMPARISON,
  GET_REFERENCE,
  GET_STYLESHEET,
  GET_EMBED_SCRIPT,
  GET_EMBED_TYPES,
];
