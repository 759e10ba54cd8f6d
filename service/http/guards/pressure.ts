import type { FastifyInstance } from 'fastify';
import underPressure from '@fastify/under-pressure';
import { ServiceError } from '../../../shared/errors.ts';

/** Mean delay of the main thread over one second above which requests are refused. An idle one has below a millisecond. */
const MOST_DELAY_MS = 1_000;
/** Until then the mean of the next second is known. */
const RETRY_AFTER_SECONDS = 2;

/** Configuration of a route that answers under any load. */
export const ALWAYS_ANSWERS = { pressureHandler: () => undefined } as const;

/**
 * Refuses requests as `unavailable` while the main thread is late, before any work. Otherwise each of them would wait,
 * and most would time out. `mostDelayMs` is the mean delay that is allowed.
 */
export async function addPressureGuard(server: FastifyInstance, mostDelayMs = MOST_DELAY_MS): Promise<void> {
  await server.register(underPressure, {
    maxEventLoopDelay: mostDelayMs,
    pressureHandler: (_request, _reply, _type, delayMs) => {
      // Infinite: nothing was measured in this second, as right after the start.
      return Number.isFinite(delayMs) ? Promise.reject(tooBusy(delayMs ?? 0, mostDelayMs)) : undefined;
    },
  });
}

function tooBusy(delayMs: number, mostDelayMs: number): ServiceError {
  return new ServiceError(
    'unavailable',
    `The service is too busy: its main thread is late by ${Math.round(delayMs)} ms, and ${mostDelayMs} ms are the limit. Try again in ${RETRY_AFTER_SECONDS} seconds.`,
    { retryAfterSeconds: RETRY_AFTER_SECONDS },
  );
}
