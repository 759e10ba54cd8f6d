import { COMPARE_DOCUMENTS_PATH, PAGE_MARKS_PATH, SOURCE_PAGES_PATH } from '../../../shared/api/endpoint-paths.ts';
import { VIEWER_TOKEN_HEADER } from '../../../shared/api/changes.ts';
import { IDEMPOTENCY_KEY, REFUSED_KEYS } from '../openapi/parameters.ts';
import {
  EXAMPLE_DOCUMENT_ANSWER,
  EXAMPLE_DOCUMENT_STREAM,
  EXAMPLE_ID,
  EXAMPLE_PAGE_MARKS,
} from '../openapi/examples.ts';
import { json, type DescribedOperation } from '../openapi/operation.ts';

/** The operation `compareDocuments`. */
export const COMPARE_DOCUMENTS: DescribedOperation = {
  method: 'post',
  path: COMPARE_DOCUMENTS_PATH,
  operationId: 'compareDocuments',
  tag: 'Comparisons',
  summary:
    'Compares two files: DOCX, searchable PDF, XLSX, PPTX, HTML, Markdown or text. A DOC, RTF or ODT counts as DOCX.',
  description:
    'Answers with a stream of events, or with one JSON body where `Accept` names `application/json` and not `text/event-stream`. The JSON says what the events `content_complete` and `complete` say, and `track_changes_…` and `page_rendering_…` under their names. The events are `accepted`, `validating`, `converting` for each side, and `comparing`. With `stream` true, `content_block` and `text_ready` follow. Then `content_complete` has the result. The outcomes of tracked changes and page rendering follow if the request asked for them. The last event is `complete`. A job makes a tracked-revision file. The job exists when the stream names its id: poll it. With `attributeMode` `presentation`, more properties of a DOCX are compared, as `format` changes. They are alignment, style name, indents, spacing, shading, borders, fonts, sizes and colours. None of them survives the conversion of a PDF, so a PDF is compared as in `semantic`. The two sides may have different formats, which they then name themselves. `format` in the answer is then `mixed`. Content that both formats state is compared, and `warnings` names the rest. An XLSX is compared only with an XLSX. Its changes name their `sheet` and `cell`. With format `docx`, the content of a DOC, RTF or ODT identifies it. LibreOffice converts it, and `warnings` says so. A tracked-revision file is made of the converted file. Without LibreOffice it is refused as `document_invalid`. A fault of the request is refused before the stream opens. A fault of a file is an `error` event. A stream without `complete` is an incomplete result.',
  caller: 'anyone',
  parameters: [
    IDEMPOTENCY_KEY,
    {
      name: 'x-cloud-content-sha256',
      in: 'header',
      schema: { type: 'string', pattern: '^[0-9a-f]{64}$' },
      description: 'SHA-256 of the body; required above 1 MiB.',
    },
  ],
  request: json('CompareDocumentsRequest', {
    uploads: { format: 'docx', original: { uploadId: 'upl_1' }, revised: { uploadId: 'upl_2' } },
    'two formats': {
      original: { format: 'docx', uploadId: 'upl_1' },
      revised: { format: 'pdf', uploadId: 'upl_2' },
    },
    'files in the request': {
      format: 'pdf',
      original: { dataBase64: 'JVBERi0xLjQK', contentType: 'application/pdf' },
      revised: { dataBase64: 'JVBERi0xLjQK', contentType: 'application/pdf' },
      output: ['html', 'json'],
      metrics: true,
    },
  }),
  answers: {
    200: {
      description: 'The comparison, as a stream or as JSON.',
      content: [
        {
          type: 'text/event-stream',
          schema: { type: 'string', description: 'Events; their payloads are the schemas of the same names.' },
          examples: { 'a stream': EXAMPLE_DOCUMENT_STREAM },
        },
        json('CompareDocumentsResponse', { 'with Accept: application/json': EXAMPLE_DOCUMENT_ANSWER }),
      ],
    },
  },
  refusals: [
    'invalid_request',
    'plan_required',
    'not_found',
    'upload_incomplete',
    'gone',
    'inline_limit_exceeded',
    'document_too_large',
    'signature_required',
    'signature_mismatch',
    'unsupported_media_type',
    ...REFUSED_KEYS,
  ],
};

/** The operation `getSourcePages`. */
export const GET_SOURCE_PAGES: DescribedOperation = {
  method: 'get',
  path: SOURCE_PAGES_PATH,
  operationId: 'getSourcePages',
  tag: 'Comparisons',
  summary: 'The pages of one source as a PDF.',
  description:
    'The event `page_rendering_complete` has the address. Its token opens the pages for 15 minutes, and the account of the comparison opens them for 24 hours. The pages of a PDF are the file itself, byte for byte.',
  caller: 'viewer',
  parameters: [
    {
      name: 'pageId',
      in: 'path',
      required: true,
      schema: { type: 'string' },
      example: 'pag_9c3e5a7b1d2f48609c3e5a7b1d2f4860',
    },
    { name: 'token', in: 'query', schema: { type: 'string' }, description: 'Part of the address.' },
  ],
  answers: {
    200: {
      description: 'The pages.',
      content: [
        {
          type: 'application/pdf',
          schema: { type: 'string', format: 'binary' },
          examples: { 'a file': 'the bytes of the file' },
        },
      ],
    },
  },
  refusals: ['invalid_token', 'not_found', 'gone', 'invalid_request'],
};

/** The operation `getPageMarks`. */
export const GET_PAGE_MARKS: DescribedOperation = {
  method: 'get',
  path: PAGE_MARKS_PATH,
  operationId: 'getPageMarks',
  tag: 'Stored comparisons',
  summary: 'The pages of both sources, and where each change is printed on them.',
  description:
    'For comparisons of DOCX and PDF. A PDF is shown as it is; a DOCX is laid out by the program that `renderer` names. A side without the text of a change has a `caret` at its place. What is not found on the pages is listed in `unplaced`, and never guessed. With `Accept: text/event-stream` the answer is a stream: `waiting` for the turn, `rendering`, `reading` with the side, the page and the number of pages, then `complete` with the JSON answer, or `error`. To cancel, close the connection. A layout takes at most 30 seconds a side, from its start.',
  caller: 'viewer',
  parameters: [
    {
      name: 'comparisonId',
      in: 'path',
      required: true,
      schema: { type: 'string' },
      example: EXAMPLE_ID,
    },
    { name: 'token', in: 'query', schema: { type: 'string' }, description: 'A viewer token.' },
    {
      name: VIEWER_TOKEN_HEADER,
      in: 'header',
      schema: { type: 'string' },
      description: 'The viewer token, unless it is in the query.',
    },
  ],
  answers: {
    200: {
      description: 'The marks.',
      content: [json('PageMarks', { 'a changed amount': EXAMPLE_PAGE_MARKS })],
    },
  },
  refusals: [
    'invalid_request',
    'invalid_token',
    'token_issued_in_future',
    'token_expired',
    'not_found',
    'document_invalid',
    'document_not_searchable',
    'document_too_large',
    'document_too_complex',
    'comparison_timeout',
    'renderer_unavailable',
  ],
};

/** The operations of this folder, in the order of the reference. */
export const DOCUMENTS_OPERATIONS: readonly DescribedOperation[] = [
  COMPARE_DOCUMENTS,
  GET_SOURCE_PAGES,
  GET_PAGE_MARKS,
];
