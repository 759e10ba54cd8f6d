import type { FastifyReply } from 'fastify';

/** A signal that aborts if the connection closes before the answer was sent. */
export function departureOf(reply: FastifyReply): AbortSignal {
  const departure = new AbortController();
  if (reply.raw.destroyed) departure.abort();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) departure.abort();
  });
  return departure.signal;
}
