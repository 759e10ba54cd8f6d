import type { ErrorBody } from '../api/error-body.ts';
import type { ByteStream, CancelSignal, Fetch, FetchedResponse, FetchInit, Wait } from './platform.ts';
import { waitWithTimer } from './platform.ts';
import { retryAfterMs } from './retry-after.ts';
import { RetryPolicy, type Failure } from './retry-policy.ts';
import { readEventStream } from './read-event-stream.ts';
import { INCOMPLETE_STREAM, ServiceCallError, UNREADABLE_ANSWER } from './service-call-error.ts';
import type { StreamMessage } from './event-stream-parser.ts';

/** The address of the service and the means to reach it. */
export interface TransportOptions<Signal> {
  /**
   * Origin of the service, such as `http://127.0.0.1:4870`. It may end in `/v1` or a slash. Empty in a page of the service
   * itself.
   */
  readonly origin: string;
  readonly fetch: Fetch<Signal>;
  /** The API key or access token, requested before each attempt; undefined for an anonymous caller. */
  readonly bearer?: () => string | undefined | Promise<string | undefined>;
  /** For tests: replaces time and chance. */
  readonly wait?: Wait;
  readonly now?: () => number;
  readonly random?: () => number;
}

/** One call, identical in every attempt. */
export interface Call<Signal> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path and query below the origin. */
  readonly path: string;
  readonly accept?: string;
  readonly body?: string | Uint8Array<ArrayBuffer>;
  readonly contentType?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Allows a repetition after a broken connection. The service makes one operation of all calls with this key. */
  readonly idempotencyKey?: string | undefined;
  readonly signal?: Signal | undefined;
  /** A stream of what happens now. It is not requested again, because nothing of it comes twice. */
  readonly isLive?: boolean;
  /** The address itself authorizes the call, so no bearer is sent. */
  readonly withoutBearer?: boolean;
}

type Attempt<T> = { readonly value: T } | { readonly fault: unknown; readonly failure: Failure };

/** Makes calls, and repeats them if `RetryPolicy` allows it. */
export class Transport<Signal extends CancelSignal> {
  readonly #options: TransportOptions<Signal>;
  readonly #origin: string;
  readonly #wait: Wait;
  readonly #now: () => number;
  readonly #random: () => number;

  constructor(options: TransportOptions<Signal>) {
    this.#options = options;
    // The paths of calls begin with the version.
    this.#origin = options.origin.replace(/\/+$/u, '').replace(/\/v1$/u, '');
    this.#wait = options.wait ?? waitWithTimer;
    this.#now = options.now ?? (() => Date.now());
    this.#random = options.random ?? (() => Math.random());
  }

  /**
   * The result of `read` for the response. Throws `ServiceCallError` on a refusal. On an abort or a broken connection
   * it throws the error of `fetch`.
   */
  async call<T>(call: Call<Signal>, read: (response: FetchedResponse) => Promise<T>): Promise<T> {
    const policy = this.#policyOf(call);
    for (;;) {
      const attempt = await this.#attempt(call, read);
      if ('value' in attempt) return attempt.value;
      await this.#waitOrThrow(policy, attempt, call.signal);
    }
  }

  /**
   * The events of a stream, up to the one that `isLast` accepts. With an idempotency key, a broken stream is
   * requested again. Its reply is the same byte for byte, so events that were already emitted are skipped. An answer
   * without a stream becomes one event named `answer`. Throws as `call` does, and `incomplete_stream`.
   */
  async *stream(call: Call<Signal>, isLast: (message: StreamMessage) => boolean): AsyncGenerator<StreamMessage, void> {
    const policy = this.#policyOf(call);
    let delivered = 0;
    for (;;) {
      const attempt = await this.#attempt(call, (response) => Promise.resolve(response));
      let broken: Extract<Attempt<never>, { fault: unknown }>;
      if ('value' in attempt) {
        const { value: response } = attempt;
        const type = response.headers.get('content-type') ?? '';
        if (response.body === null || !/^text\/event-stream\b/i.test(type)) {
          yield { event: 'answer', data: JSON.stringify(await readJson(response)) };
          return;
        }
        const messages = this.#guarded(response.body, call.signal);
        let seen = 0;
        let fault: unknown = incompleteStream(response.status);
        try {
          for (;;) {
            const next = await messages.next();
            if (next.done === true) {
              if (next.value !== null) fault = next.value.fault;
              break;
            }
            seen += 1;
            if (seen <= delivered) continue;
            delivered = seen;
            yield next.value;
            if (isLast(next.value)) return;
          }
        } finally {
          await messages.return(null);
        }
        broken = { fault, failure: { kind: 'connection' } };
      } else {
        broken = attempt;
      }
      await this.#waitOrThrow(policy, broken, call.signal);
    }
  }

  /** The messages of a body. Returns the fault that ended it, or null if it ended normally. Throws only on an abort. */
  async *#guarded(
    body: ByteStream,
    signal: Signal | undefined,
  ): AsyncGenerator<StreamMessage, { readonly fault: unknown } | null, undefined> {
    const messages = readEventStream(body);
    try {
      for (;;) {
        let next: IteratorResult<StreamMessage, void>;
        try {
          next = await messages.next();
        } catch (fault) {
          if (isAbort(fault, signal)) throw fault;
          return { fault };
        }
        if (next.done === true) return null;
        yield next.value;
      }
    } finally {
      await messages.return();
    }
  }

  async #attempt<T>(call: Call<Signal>, read: (response: FetchedResponse) => Promise<T>): Promise<Attempt<T>> {
    try {
      const response = await this.#send(call);
      if (response.ok) return { value: await read(response) };
      const answer = await readJson(response).catch((fault: unknown) => {
        if (fault instanceof ServiceCallError) return undefined;
        throw fault;
      });
      const fault = refusal(response.status, answer);
      const wait = retryAfterMs(response.headers.get('retry-after'), this.#now());
      const { status, code } = fault;
      return { fault, failure: { kind: 'response', status, code, retryAfterMs: wait } };
    } catch (fault) {
      if (fault instanceof ServiceCallError || isAbort(fault, call.signal)) throw fault;
      return { fault, failure: { kind: 'connection' } };
    }
  }

  async #send(call: Call<Signal>): Promise<FetchedResponse> {
    const { method, path, accept = 'application/json', body, contentType, idempotencyKey, signal } = call;
    const bearer = call.withoutBearer === true ? undefined : await this.#options.bearer?.();
    const init: FetchInit<Signal> = {
      method,
      headers: {
        accept,
        ...(contentType === undefined ? {} : { 'content-type': contentType }),
        ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
        ...call.headers,
      },
      ...(body === undefined ? {} : { body }),
      ...(signal === undefined ? {} : { signal }),
    };
    // `fetch` is called as a plain function. A browser's `fetch` fails as a method of any object but its window.
    const { fetch } = this.#options;
    return await fetch(this.#origin + path, init);
  }

  #policyOf(call: Call<Signal>): RetryPolicy {
    const isRepeatable = call.method === 'GET' && call.isLive !== true;
    return new RetryPolicy({ idempotent: isRepeatable || call.idempotencyKey !== undefined }, this.#random);
  }

  async #waitOrThrow(
    policy: RetryPolicy,
    failed: { readonly fault: unknown; readonly failure: Failure },
    signal: Signal | undefined,
  ): Promise<void> {
    const wait = policy.next(failed.failure);
    if (wait === null) throw failed.fault;
    await this.#wait(wait, signal);
  }
}

/** The value of a JSON answer. Throws `unreadable_answer` for anything else. */
export async function readJson(response: FetchedResponse): Promise<unknown> {
  try {
    return await response.json();
  } catch (fault) {
    if (fault instanceof SyntaxError) throw unreadable(response.status);
    throw fault;
  }
}

function unreadable(status: number): ServiceCallError {
  return new ServiceCallError({
    code: UNREADABLE_ANSWER,
    status,
    message: 'The service gave an answer that is not JSON. Is another program listening at its address?',
  });
}

function incompleteStream(status: number): ServiceCallError {
  return new ServiceCallError({
    code: INCOMPLETE_STREAM,
    status,
    message: 'The stream ended before the comparison was complete. Run the comparison again.',
  });
}

/** A refusal by the service, or by a proxy with another format. */
function refusal(status: number, answer: unknown): ServiceCallError {
  if (!isErrorBody(answer)) return unreadable(status);
  const { code, message, requestId, details } = answer;
  return new ServiceCallError({ code, status, message, requestId, ...(details === undefined ? {} : { details }) });
}

function isErrorBody(answer: unknown): answer is ErrorBody {
  if (typeof answer !== 'object' || answer === null) return false;
  const { code, message, requestId } = answer as Partial<Record<keyof ErrorBody, unknown>>;
  return typeof code === 'string' && typeof message === 'string' && typeof requestId === 'string';
}

function isAbort(fault: unknown, signal: CancelSignal | undefined): boolean {
  return signal?.aborted === true || (fault as { name?: unknown } | null)?.name === 'AbortError';
}
