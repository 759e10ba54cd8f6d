import { isLimited } from './callers.ts';
import type { Caller } from './operation.ts';

const text = (description: string) => ({ description, schema: { type: 'string' } });
const count = (description: string) => ({ description, schema: { type: 'integer', minimum: 0 } });

/** The headers of answers by name. */
export const HEADERS = {
  RequestId: text('Names this answer in the log. A repeated reply has the id of the original reply.'),
  RateLimit: count('Requests that the plan allows in a minute.'),
  RateLimitRemaining: count('Requests left in this minute.'),
  RateLimitReset: count('Seconds until the minute ends.'),
  RetryAfter: count('Seconds to wait before the same request is sent again.'),
  Allow: text('The methods that the address has.'),
};

/** A reference to a header. */
export function headerOf(name: keyof typeof HEADERS): { readonly $ref: string } {
  return { $ref: `#/components/headers/${name}` };
}

/** The headers of every answer to this kind of caller. */
export function headersOf(caller: Caller): Record<string, unknown> {
  const named = { 'x-request-id': headerOf('RequestId') };
  if (!isLimited(caller)) return named;
  return {
    ...named,
    'x-ratelimit-limit': headerOf('RateLimit'),
    'x-ratelimit-remaining': headerOf('RateLimitRemaining'),
    'x-ratelimit-reset': headerOf('RateLimitReset'),
  };
}
