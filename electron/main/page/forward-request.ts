/**
 * Maps `app://` to the service. Requests of the page go to the service with the owner's token, which the page never
 * sees.
 */
import { randomUUID } from 'node:crypto';
import type { ErrorBody } from '../../../shared/api/error-body.ts';
import { APP_ORIGIN, isAppAddress } from './app-address.ts';
import { shellMessages } from '../strings.ts';

/** The service as the target of requests. */
export interface ReachableService {
  /** Origin such as `http://127.0.0.1:4870`. Waits while the service starts. Rejects if the service cannot run. */
  origin(signal: AbortSignal): Promise<string>;
  /** An access token of the owner. */
  bearer(signal: AbortSignal): Promise<string>;
  /** Reports that the service refused the last token. */
  bearerRefused(): void;
  readonly fetch: (address: string, init: RequestInit & { duplex?: 'half' }) => Promise<Response>;
}

/** All API paths begin with this prefix. A token has no meaning elsewhere. */
const API_PREFIX = '/v1/';
/**
 * Headers of the page that are not sent to the service. They describe the browser, an unknown origin, or only this
 * connection.
 */
const NOT_SENT =
  /^(origin|referer|host|cookie|connection|content-length|transfer-encoding|keep-alive|upgrade.*|sec-.*|proxy-.*)$/;
/** Headers of the service that are not passed to the page. `fetch` has already removed any content encoding. */
const NOT_PASSED_ON = ['set-cookie', 'connection', 'keep-alive', 'transfer-encoding', 'content-encoding'];
const WITHOUT_BODY = [204, 205, 304];

/**
 * Answers a request of the page through the service. Bodies are streamed in both directions. The work ends when the
 * page cancels. Electron cancels the response body if there is one, and otherwise aborts the request's signal. Both
 * end the call to the service.
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
  // The page's own header wins, because the reference page tries other keys.
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

/** The body. Its cancellation ends the call. `settle` runs at its end. */
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
    // Nothing is read ahead: a slow page slows the service, as over a socket.
    { highWaterMark: 0 },
  );
}

function passedOn(headers: Headers): Headers {
  const passed = new Headers(headers);
  // The header gives the length of the encoded bytes.
  if (passed.has('content-encoding')) passed.delete('content-length');
  for (const name of NOT_PASSED_ON) passed.delete(name);
  return passed;
}

/** A refusal by the shell itself, in the form of the service's refusals. */
function refusal(status: number, code: string, message: string): Response {
  const requestId = randomUUID();
  const body: ErrorBody = { code, message, requestId };
  return Response.json(body, { status, headers: { 'x-request-id': requestId, 'cache-control': 'no-store' } });
}

function reasonOf(fault: unknown): string {
  if (!(fault instanceof Error)) return String(fault);
  return fault.cause instanceof Error ? fault.cause.message : fault.message;
}
