import { HEALTH_PATH } from '../../shared/api/endpoint-paths.ts';
import { waitWithTimer, type Wait } from '../../shared/client/platform.ts';
import { ServiceClient, type Fetch } from '../../shared/client/service-client.ts';

/** Time in which a service on this machine answers. */
const ANSWER_MS = 4_000;

/** Origin of the service. The requested permission holds for this name only. */
export function originAt(port: number): string {
  return `http://127.0.0.1:${port}`;
}

/** A page's `fetch`, without cookies and without a cache that would store the compared content. */
export const plainFetch: Fetch<AbortSignal> = (url, init) =>
  fetch(url, { ...init, credentials: 'omit', cache: 'no-store', redirect: 'error' });

/**
 * Calls the service at a port with the key of the pairing. Every second `waits` receives the remaining wait until the
 * next attempt, and finally 0.
 */
export function clientAt(
  port: number,
  key: string,
  waits: (seconds: number) => void = () => undefined,
): ServiceClient<AbortSignal> {
  const wait: Wait = async (ms, signal) => {
    for (let left = ms; left > 0; left -= 1_000) {
      waits(Math.ceil(left / 1_000));
      await waitWithTimer(Math.min(left, 1_000), signal);
    }
    waits(0);
  };
  return new ServiceClient({ origin: originAt(port), fetch: plainFetch, bearer: () => key, wait });
}

/**
 * An address from the service, mapped to the port that is called. The service may name itself differently. Null if it
 * sent none, or one that leads to no page.
 */
export function atPort(address: string | null, port: number): string | null {
  if (address === null || !/^https?:/iu.test(address) || !URL.canParse(address)) return null;
  const { pathname, search } = new URL(address);
  return originAt(port) + pathname + search;
}

/** Nothing answers at the port, or another program does. */
export class ServiceUnreachable extends Error {
  readonly port: number;

  constructor(port: number) {
    super(`No service answers on port ${port}.`);
    this.name = 'ServiceUnreachable';
    this.port = port;
  }
}

/**
 * Checks once and briefly whether the service runs, so that a reader need not wait for retries. Throws
 * `ServiceUnreachable`, and the reason of `signal`.
 */
export async function checkService(port: number, signal?: AbortSignal): Promise<void> {
  const patience = AbortSignal.timeout(ANSWER_MS);
  const either = signal === undefined ? patience : AbortSignal.any([signal, patience]);
  const isThere = await plainFetch(originAt(port) + HEALTH_PATH, { method: 'GET', headers: {}, signal: either })
    .then(
      async (response) => response.ok && isHealth(await response.json()),
      () => false,
    )
    .catch(() => false);
  signal?.throwIfAborted();
  if (!isThere) throw new ServiceUnreachable(port);
}

function isHealth(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && 'status' in answer && 'version' in answer;
}
