import type { FastifyInstance } from 'fastify';
import { UPLOAD_BYTES_PATH } from '../../../shared/api/endpoint-paths.ts';
import { CreateUploadRequest, type CreateUploadResponse } from '../../../shared/api/uploads.ts';
import { ServiceError } from '../../../shared/errors.ts';
import { parseMediaType } from '../../admission/media-type.ts';
import type { Uploads } from '../../admission/uploads.ts';
import { unsupportedMediaType } from '../guards/error-answer.ts';
import { readJson } from '../guards/read-json.ts';
import type { ServerSettings } from '../reply/server-settings.ts';
import { textIssues } from '../guards/text-issues.ts';
import { checked, invalid } from '../guards/validate.ts';
import { addressOf } from '../openapi/operation.ts';
import { CREATE_UPLOAD, PUT_UPLOAD } from './operations.ts';

const checkRequest = checked(CreateUploadRequest, 'body');

/** `POST /v1/diffsvc/uploads` announces an upload. Its address accepts the bytes. */
export async function addUploadEndpoints(
  server: FastifyInstance,
  uploads: Uploads,
  settings: ServerSettings,
): Promise<void> {
  server.route({
    ...addressOf(CREATE_UPLOAD),
    config: { access: { to: 'anyone' } },
    handler: async (request, reply) => {
      if (!Buffer.isBuffer(request.body)) throw unsupportedMediaType();
      const announced = readAnnouncement(request.body);
      const { uploadId, token } = await uploads.announce(request.identity, announced);
      const path = UPLOAD_BYTES_PATH.replace(':uploadId', uploadId);
      const uploadUrl = `${new URL(settings.baseUrl()).origin}${path}?token=${token}`;
      return reply.code(201).send({ uploadId, uploadUrl } satisfies CreateUploadResponse);
    },
  });

  // Bodies of any type, unparsed. The rest of the server accepts only JSON.
  await server.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, parsed) => parsed(null));
    scope.route<{ Params: { uploadId: string }; Querystring: { token?: string | string[] } }>({
      ...addressOf(PUT_UPLOAD),
      handler: async (request, reply) => {
        const { headers, params, query, raw } = request;
        const { 'content-length': length, 'content-type': contentType } = headers;
        const received = uploads.receive({
          uploadId: params.uploadId,
          token: typeof query.token === 'string' ? query.token : '',
          contentType,
          declaredBytes: length === undefined ? null : Number(length),
          // An early end must leave the connection open for the answer.
          bytes: raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>,
        });
        // The rest of the body is discarded. The time limit of requests ends an endless body.
        await received.finally(() => raw.resume());
        return reply.code(204).send();
      },
    });
    done();
  });
}

/** Character sets of texts that a comparison reads. UTF-16 needs a byte order mark. */
const READ_CHARSETS = ['utf-8', 'us-ascii', 'utf-16', 'utf-16le', 'utf-16be'];

function readAnnouncement(body: Buffer): CreateUploadRequest {
  const announced = checkRequest(readJson(body));
  const issues = textIssues('/filename', announced.filename);
  const type = parseMediaType(announced.contentType);
  if (type?.charset !== undefined && !READ_CHARSETS.includes(type.charset)) {
    throw new ServiceError(
      'unsupported_media_type',
      `contentType declares the character set ${type.charset}; texts are read in ${READ_CHARSETS.join(', ')}. Convert the text to UTF-8 and announce it as ${type.essence}; charset=utf-8.`,
    );
  }
  if (type === null) {
    issues.push({
      in: 'body',
      path: '/contentType',
      message: 'must be a media type such as text/plain; charset=utf-8',
    });
  }
  if (issues.length > 0) throw invalid(issues);
  return announced;
}
