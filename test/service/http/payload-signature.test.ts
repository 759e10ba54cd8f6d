import { createHash } from 'node:crypto';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ServiceError } from '../../../shared/errors.ts';
import { addPayloadSignature } from '../../../service/http/guards/payload-signature.ts';

let server: FastifyInstance;
beforeEach(() => {
  server = fastify({ bodyLimit: 4 * 1_048_576 });
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  server.setErrorHandler((fault, _request, reply) =>
    reply.code((fault as ServiceError).status).send({ code: (fault as ServiceError).code }),
  );
  addPayloadSignature(server);
  server.post('/', () => ({ code: 'ok' }));
});
afterEach(() => server.close());

describe('a body above 1 MiB', () => {
  it.each([
    [1_048_576, null, 'ok'],
    [1_048_577, null, 'signature_required'],
    [1_048_577, 'right', 'ok'],
    [1_048_577, 'wrong', 'signature_mismatch'],
    [10, 'wrong', 'signature_mismatch'],
    [10, 'upper', 'signature_mismatch'],
  ])('of %i bytes, signature %s: %s', async (bytes, signature, code) => {
    const payload = Buffer.alloc(bytes, 'é');
    const right = createHash('sha256').update(payload).digest('hex');
    const given = {
      right,
      wrong: right.replace(/^./, (digit) => (digit === '0' ? '1' : '0')),
      upper: right.toUpperCase(),
    };
    const headers = {
      'content-type': 'application/json',
      ...(signature === null ? {} : { 'x-cloud-content-sha256': given[signature as keyof typeof given] }),
    };
    expect((await server.inject({ method: 'POST', url: '/', headers, payload })).json().code).toBe(code);
  });
});
