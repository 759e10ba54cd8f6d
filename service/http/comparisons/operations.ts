import { ChangesQuery, VIEWER_TOKEN_HEADER } from '../../../shared/api/changes.ts';
import { ComparisonListQuery } from '../../../shared/api/comparisons.ts';
import {
  CHANGES_PATH,
  COMPARE_TEXT_PATH,
  COMPARISON_PATH,
  COMPARISONS_PATH,
  SHARES_PATH,
} from '../../../shared/api/endpoint-paths.ts';
import {
  EXAMPLE_FULL_ANSWER,
  EXAMPLE_HOSTED,
  EXAMPLE_HTML_ANSWER,
  EXAMPLE_ID,
  EXAMPLE_LIST,
  EXAMPLE_PAGE,
  EXAMPLE_PAIR,
  EXAMPLE_SHARE,
  EXAMPLE_STREAM,
} from '../openapi/examples.ts';
import { json, type DescribedOperation, type DescribedParameter } from '../openapi/operation.ts';
import { IDEMPOTENCY_KEY, REFUSED_KEYS } from '../openapi/parameters.ts';

const COMPARISON_ID: DescribedParameter = {
  name: 'comparisonId',
  in: 'path',
  required: true,
  schema: { type: 'string' },
  description: '`demo`, `sample` and `cmp_demo_docx` are open to everyone.',
  example: 'demo',
};

const OWN_COMPARISON_ID: DescribedParameter = { ...COMPARISON_ID, description: 'One’s own.', example: EXAMPLE_ID };

const TOKEN_HEADER: DescribedParameter = {
  name: VIEWER_TOKEN_HEADER,
  in: 'header',
  schema: { type: 'string' },
  description: 'The viewer token, unless it is in the query.',
};

/** The parameters of a query, from the schemas that check it. */
function queryOf(schema: { readonly properties: Record<string, object> }): DescribedParameter[] {
  return Object.entries(schema.properties).map(([name, property]) => ({ name, in: 'query', schema: property }));
}

const REFUSED_TOKENS = ['invalid_token', 'token_issued_in_future', 'token_expired', 'not_found'] as const;

/** The operation `compareText`. */
export const COMPARE_TEXT: DescribedOperation = {
  method: 'post',
  path: COMPARE_TEXT_PATH,
  operationId: 'compareText',
  tag: 'Comparisons',
  summary: 'Compares two texts: HTML, Markdown, plain text or JSON.',
  description:
    'Answers with JSON. With `stream` true and `Accept: text/event-stream` it answers with a stream of events. `content_block` is a preview, and `text_ready` has the whole redline. The last event is `complete` with the ordinary answer, or `error`. A stream without `complete` is an incomplete result.',
  caller: 'anyone',
  parameters: [
    IDEMPOTENCY_KEY,
    {
      name: 'Cache-Control',
      in: 'header',
      schema: { type: 'string', enum: ['no-store', 'no-cache'] },
      description: 'Compute anew, and keep no reply for a repeated request.',
    },
    {
      name: 'Accept',
      in: 'header',
      schema: { type: 'string' },
      description: '`text/event-stream` together with `stream` true asks for a stream.',
    },
  ],
  request: json('CompareTextRequest', {
    'HTML alone': EXAMPLE_PAIR,
    'HTML, changes and a viewer': { ...EXAMPLE_PAIR, output: ['html', 'json', 'hosted_viewer'] },
    'a stream': { ...EXAMPLE_PAIR, stream: true },
    uploads: { original: { uploadId: 'upl_1' }, revised: { uploadId: 'upl_2' }, format: 'markdown' },
  }),
  answers: {
    200: {
      description: 'The comparison.',
      content: [
        json('CompareTextResponse', {
          'HTML alone': EXAMPLE_HTML_ANSWER,
          'HTML, changes and a viewer': EXAMPLE_FULL_ANSWER,
        }),
        {
          type: 'text/event-stream',
          schema: { type: 'string', description: 'Events; their payloads are the schemas of the same names.' },
          examples: { 'a stream': EXAMPLE_STREAM },
        },
      ],
    },
  },
  refusals: [
    'invalid_request',
    'plan_required',
    'not_found',
    'upload_incomplete',
    'gone',
    'document_too_large',
    'inline_limit_exceeded',
    'signature_required',
    'signature_mismatch',
    'unsupported_media_type',
    'document_invalid',
    'document_too_complex',
    'comparison_timeout',
    ...REFUSED_KEYS,
  ],
};

/** The operation `listComparisons`. */
export const LIST_COMPARISONS: DescribedOperation = {
  method: 'get',
  path: COMPARISONS_PATH,
  operationId: 'listComparisons',
  tag: 'Stored comparisons',
  summary: 'One’s own stored comparisons, the newest first.',
  caller: 'account',
  parameters: queryOf(ComparisonListQuery),
  answers: {
    200: { description: 'A page of the list.', content: [json('ComparisonList', { 'a page': EXAMPLE_LIST })] },
  },
  refusals: ['invalid_request'],
};

/** The operation `getComparison`. */
export const GET_COMPARISON: DescribedOperation = {
  method: 'get',
  path: COMPARISON_PATH,
  operationId: 'getComparison',
  tag: 'Stored comparisons',
  summary: 'A stored comparison with its redline, for whoever has its token, and for its creator.',
  caller: 'viewer',
  parameters: [
    COMPARISON_ID,
    { name: 'token', in: 'query', schema: { type: 'string' }, description: 'The viewer token.' },
    TOKEN_HEADER,
  ],
  answers: {
    200: { description: 'The comparison.', content: [json('HostedComparison', { 'a text': EXAMPLE_HOSTED })] },
  },
  refusals: ['invalid_request', ...REFUSED_TOKENS],
};

/** The operation `deleteComparison`. */
export const DELETE_COMPARISON: DescribedOperation = {
  method: 'delete',
  path: COMPARISON_PATH,
  operationId: 'deleteComparison',
  tag: 'Stored comparisons',
  summary: 'Deletes a comparison of one’s own, its content and every link to it.',
  description:
    'Answers that were given before stay until they expire: the reply that an idempotency key retains for seven ' +
    'days, a job with its result, and pages that were laid out. `DELETE` of the job deletes its result.',
  caller: 'account',
  parameters: [OWN_COMPARISON_ID],
  answers: { 204: { description: 'It is deleted.' } },
  refusals: ['not_found'],
};

/** The operation `getChanges`. */
export const GET_CHANGES: DescribedOperation = {
  method: 'get',
  path: CHANGES_PATH,
  operationId: 'getChanges',
  tag: 'Stored comparisons',
  summary: 'A page of the structured changes of a stored comparison.',
  description: 'Pass `nextOffset` on as `offset` until an answer has none.',
  caller: 'viewer',
  parameters: [COMPARISON_ID, ...queryOf(ChangesQuery), TOKEN_HEADER],
  answers: { 200: { description: 'The page.', content: [json('StructuredPage', { 'a page': EXAMPLE_PAGE })] } },
  refusals: ['invalid_request', ...REFUSED_TOKENS],
};

/** The operation `createShare`. */
export const CREATE_SHARE: DescribedOperation = {
  method: 'post',
  path: SHARES_PATH,
  operationId: 'createShare',
  tag: 'Stored comparisons',
  summary: 'Makes a further link to a comparison of one’s own, which lives on as long as the link.',
  caller: 'account',
  parameters: [OWN_COMPARISON_ID, IDEMPOTENCY_KEY],
  request: json('ShareRequest', {
    'for a day': {},
    'for a page that controls the viewer': { hostedViewerTtl: '32h', embedOrigin: 'https://example.org' },
  }),
  answers: { 201: { description: 'The link.', content: [json('Share', { 'a link': EXAMPLE_SHARE })] } },
  refusals: [
    'invalid_request',
    'plan_required',
    'not_found',
    'inline_limit_exceeded',
    'unsupported_media_type',
    ...REFUSED_KEYS.filter((code) => code !== 'quota_exceeded'),
  ],
};

/** The operations of this folder, in the order of the reference. */
export const COMPARISONS_OPERATIONS: readonly DescribedOperation[] = [
  COMPARE_TEXT,
  LIST_COMPARISONS,
  GET_COMPARISON,
  DELETE_COMPARISON,
  GET_CHANGES,
  CREATE_SHARE,
];
