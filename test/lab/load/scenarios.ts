import { randomUUID } from 'node:crypto';

/** One kind of request, sent as fast as the clients can. */
export interface Scenario {
  readonly name: string;
  /** It is compared with a third of the bare route's throughput. */
  readonly isReplay: boolean;
  readonly path: string;
  /** Headers and body of the next request. */
  readonly next: () => { headers: Record<string, string>; body: string };
}

const ORIGINAL =
  'The supplier shall deliver the goods within thirty days of the order. Late delivery entitles the buyer to a discount ' +
  'of two per cent for each week begun.\n\nThe price includes packaging and insurance.\n';
const REVISED = ORIGINAL.replace('thirty', 'fourteen').replace('two per cent', 'three per cent');

const JSON_TYPE = { 'content-type': 'application/json' };
const pair = (mark: string): string =>
  JSON.stringify({ original: ORIGINAL + mark, revised: REVISED + mark, format: 'txt' });

/** A comparison that the service has not computed before. */
const fresh = (): string => pair(randomUUID());

/** The scenarios of the table, for a key of an account without limits. */
export function scenariosOf(bearer: Record<string, string>): Scenario[] {
  const withKey = { ...JSON_TYPE, ...bearer };
  const path = '/v1/diffsvc/html';
  const sameKey = { ...withKey, 'idempotency-key': `load-${randomUUID()}` };
  return [
    {
      name: 'a bare Fastify route',
      isReplay: false,
      path: '/bare',
      next: () => ({ headers: JSON_TYPE, body: pair('') }),
    },
    { name: 'anonymous, computed', isReplay: false, path, next: () => ({ headers: JSON_TYPE, body: fresh() }) },
    { name: 'anonymous, replayed', isReplay: true, path, next: () => ({ headers: JSON_TYPE, body: pair('') }) },
    { name: 'API key, computed', isReplay: false, path, next: () => ({ headers: withKey, body: fresh() }) },
    { name: 'API key, replayed', isReplay: true, path, next: () => ({ headers: withKey, body: pair('') }) },
    {
      name: 'Idempotency-Key, computed',
      isReplay: false,
      path,
      next: () => ({ headers: { ...withKey, 'idempotency-key': `load-${randomUUID()}` }, body: fresh() }),
    },
    {
      name: 'Idempotency-Key, replayed',
      isReplay: true,
      path,
      next: () => ({ headers: sameKey, body: pair('') }),
    },
  ];
}
