import type { FastifyReply } from 'fastify';
import type { RetainedReply } from '../../admission/ports.ts';

/** Sends a retained reply: status, headers, request id and every byte. */
export function sendReply(reply: FastifyReply, { status, headers, requestId, body }: RetainedReply): void {
  reply
    .code(status)
    .headers({ ...headers, 'x-request-id': requestId })
    .send(body);
}
