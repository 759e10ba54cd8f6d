/** `app://` onto the service: what the page asks for goes to the service with the owner's token, which the page never sees. */
import { randomUUID } from 'node:crypto';
import type { ErrorBody } from '../../../shared/api/error-body.ts';
import { APP_ORIGIN, isAppAddress } from './app-address.ts';
import { shellMessages } from '../messages.ts';

/** The service as requests reach it. */
export interface ReachableService {
  /** Origin such as `http://127.0.0.1:4870`. Waits while the service starts. Rejects when there is none and will be none. */
  origin(signal: AbortSignal): Promise<string>;
  /** An access token of the owner. */
  bearer(signal: AbortSignal): Promise<string>;
  /** The service did not take the token that was last given out. */
  bearerRefused(): void;
  readonly fetch: (address: string, init: RequestInit & { duplex?: 'half' }) => Promise<Response>;
}

/** Everything below it is the interface; only there does a token mean anything. */
const API_PREFIX = '/v1/';
/**
 * Headers of the page that the service does not get: they speak of a browser and of an origin that it does not know, or
 * belong to this connection alone.
 */
const NOT_SENT =
  /^(origin|referer|host|cookie|connection|content-length|transfer-encoding|keep-alive|upgrade.*|sec-.*|proxy-.*)$/;
/** Headers of the service that the page does not get. `fetch` has taken any content encoding off already. */
const NOT_PASSED_ON = ['set-cookie', 'connection', 'keep-alive', 'transfer-encoding', 'content-encoding'];
const WITHOUT_BODY = [204, 205, 304];

/**
 * Answers a request of the page by the service. Streams flow as they come, in both directions. The work behind an answer
 * ends when the page leaves it: Electron then cancels the body of the response, and the signal of the request only as
 * long as there is no response; both end the call of the service.
 */
export async function forwardRequest(request: Request, service: ReachableService): Promise<Response> {
  const url = new URL(request.url);
  if (!isAppAddress(request.url) || (request.headers.get('origin') ?? APP_ORIGIN) !== APP_ORIGIN) {
    return refusal(403, 'origin_not_allowed', shellMessages.foreignPage);
  }
  const stop = new AbortController();
  const abort = (): void => stop.abort();
  if (request.signal.aborted) stop.abort();
  request.signal.addEventListener('abort', abort, { once: true });
  const settle = (): void => request.signal.removeEventListener('abort', abort);
  try {
    const response = await callService(request, url, service, stop.signal);
    if (response.body === null || request.method === 'HEAD' || WITHOUT_BODY.includes(response.status)) {
      settle();
      await response.body?.cancel();
      return new Response(null, { status: response.status, headers: passedOn(response.headers) });
    }
    return new Response(tied(response.body, stop, settle), {
      status: response.status,
      headers: passedOn(response.headers),
    });
  } catch (fault) {
    settle();
    if (stop.signal.aborted) throw fault;
    return refusal(502, 'service_unreachable', shellMessages.unreachable(reasonOf(fault)));
  }
}

async function callService(
  request: Request,
  url: URL,
  service: ReachableService,
  signal: AbortSignal,
): Promise<Response> {
  const origin = await service.origin(signal);
  const headers = new Headers();
  for (const [name, value] of request.headers) if (!NOT_SENT.test(name)) headers.set(name, value);
  // What the page says of itself stands: the reference page tries other keys.
  const ours = url.pathname.startsWith(API_PREFIX) && !headers.has('authorization');
  if (ours) headers.set('authorization', `Bearer ${await service.bearer(signal)}`);
  const response = await service.fetch(`${origin}${url.pathname}${url.search}`, {
    method: request.method,
    headers,
    signal,
    redirect: 'manual',
    ...(request.body === null ? {} : { body: request.body, duplex: 'half' }),
  });
  if (ours && response.status === 401) service.bearerRefused();
  return response;
}

/** The body, whose cancellation ends the call, and whose end `settle` is told. */
function tied(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  stop: AbortController,
  settle: () => void,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = body.getReader();
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (!done) {
            controller.enqueue(value);
            return;
          }
          settle();
          controller.close();
        } catch (fault) {
          settle();
          controller.error(fault);
        }
      },
      cancel() {
        settle();
        stop.abort();
      },
    },
    // Nothing is read ahead of the page: a slow page slows the service, as over a socket.
    { highWaterMark: 0 },
  );
}

function passedOn(headers: Headers): Headers {
  const passed = new Headers(headers);
  // Its length is that of the encoded bytes.
  if (passed.has('content-encoding')) passed.delete('content-length');
  for (const name of NOT_PASSED_ON) passed.delete(name);
  return passed;
}

/** A refusal of the shell's own, in the form of the service's. */
function refusal(status: number, code: string, message: string): Response {
  const requestId = randomUUID();
  const body: ErrorBody = { code, message, requestId };
  return Response.json(body, { status, headers: { 'x-request-id': requestId, 'cache-control': 'no-store' } });
}

function reasonOf(fault: unknown): string {
  if (!(fault instanceof Error)) return String(fault);
  return fault.cause instanceof Error ? fault.cause.message : fault.message;
}
