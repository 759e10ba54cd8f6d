import { UPLOAD_BYTES_PATH, UPLOADS_PATH } from '../../../shared/api/endpoint-paths.ts';
import { json, type DescribedOperation } from '../openapi/operation.ts';

/** The operation `createUpload`. */
export const CREATE_UPLOAD: DescribedOperation = {
  method: 'post',
  path: UPLOADS_PATH,
  operationId: 'createUpload',
  tag: 'Uploads',
  summary: 'Announces an input that comes as an upload.',
  description:
    'One call for each input. Only the caller who made an upload can compare it. The plan limits the size of one input; the owner of the installation has 100 MiB.',
  caller: 'anyone',
  request: json('CreateUploadRequest', {
    'a text': { filename: 'terms.md', contentType: 'text/plain; charset=utf-8', sizeBytes: 18 },
  }),
  answers: {
    201: {
      description: 'Where the bytes go.',
      content: [
        json('CreateUploadResponse', {
          'an upload': {
            uploadId: 'upl_0f9e8d7c6b5a49382716051423324150',
            uploadUrl:
              'http://127.0.0.1:4870/v1/diffsvc/uploads/upl_0f9e8d7c6b5a49382716051423324150?token=Zm9yLWV4YW1wbGUtb25seQ',
          },
        }),
      ],
    },
  },
  refusals: ['invalid_request', 'document_too_large', 'inline_limit_exceeded', 'unsupported_media_type'],
};

/** The operation `putUpload`. */
export const PUT_UPLOAD: DescribedOperation = {
  method: 'put',
  path: UPLOAD_BYTES_PATH,
  operationId: 'putUpload',
  tag: 'Uploads',
  summary: 'Takes the bytes of an upload, once.',
  description: 'Call the `uploadUrl` as it was given, with the type that was announced. It needs no bearer.',
  caller: 'upload token',
  parameters: [
    { name: 'uploadId', in: 'path', required: true, schema: { type: 'string' }, example: 'upl_1' },
    { name: 'token', in: 'query', required: true, schema: { type: 'string' }, description: 'Part of `uploadUrl`.' },
  ],
  request: {
    type: 'text/plain; charset=utf-8',
    schema: { type: 'string', format: 'binary' },
    examples: { 'a text': 'The fee is 5 euro.' },
  },
  answers: { 204: { description: 'The bytes are whole.' } },
  refusals: [
    'upload_size_mismatch',
    'upload_complete',
    'not_found',
    'gone',
    'document_too_large',
    'unsupported_media_type',
  ],
};

/** The operations of this folder, in the order of the reference. */
export const UPLOADS_OPERATIONS: readonly DescribedOperation[] = [CREATE_UPLOAD, PUT_UPLOAD];
