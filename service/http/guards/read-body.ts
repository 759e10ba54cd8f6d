import type { FastifyRequest } from 'fastify';
import { unsupportedMediaType } from './error-answer.ts';
import { readJson } from './read-json.ts';

/** The value of a request's JSON body. Throws `unsupported_media_type` without a body, and what `readJson` throws. */
export function readBody({ body }: FastifyRequest): unknown {
  if (!Buffer.isBuffer(body)) throw unsupportedMediaType();
  return readJson(body);
}
