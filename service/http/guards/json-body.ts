import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { INLINE_REQUEST_MAX_BYTES } from '../../../shared/limits.ts';
import { inlineLimitExceeded, unsupportedMediaType } from './error-answer.ts';

/**
 * Passes `application/json` bodies on as the received bytes, up to the limit, and refuses every other type. Endpoints
 * parse them, because the framework's parser would lose positions and lengths.
 */
export function readBodiesAsBytes(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/json', async (request: FastifyRequest, payload: Readable) => {
    const { headers } = request;
    const charset = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(headers['content-type'] ?? '')?.[1]?.toLowerCase();
    const encoding = headers['content-encoding']?.toLowerCase();
    if (
      (charset !== undefined && charset !== 'utf-8' && charset !== 'utf8') ||
      (encoding ?? 'identity') !== 'identity'
    ) {
      throw unsupportedMediaType();
    }
    return await collect(payload, request.routeOptions.config.bodyMaxBytes ?? INLINE_REQUEST_MAX_BYTES);
  });
}

/** The bytes of a body. Throws `inline_limit_exceeded` as soon as they exceed `limit`. */
function collect(payload: Readable, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const parts: Uint8Array[] = [];
    let length = 0;
    const take = (part: Uint8Array): void => {
      length += part.byteLength;
      if (length <= limit) {
        parts.push(part);
        return;
      }
      // The rest is discarded. Closing the connection now could destroy the answer on its way to a client that still
      // sends. The time limit of requests ends an endless stream.
      payload.off('data', take);
      payload.resume();
      reject(inlineLimitExceeded('more', limit));
    };
    payload.on('data', take);
    payload.once('end', () => resolve(Buffer.concat(parts, length)));
    payload.once('error', reject);
  });
}
