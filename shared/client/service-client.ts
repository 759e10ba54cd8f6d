import type { CompareTextRequest, CompareTextResponse } from '../api/compare-text.ts';
import { COMPARE_TEXT_PATH } from '../api/endpoint-paths.ts';
import type { ErrorBody } from '../api/error-body.ts';
import { ServiceCallError } from './service-call-error.ts';

/** What the client reads of a `Response`. */
export interface FetchedResponse {
  readonly ok: boolean;
  readonly status: number;
  json(): Promise<unknown>;
}

/** What the client passes to `fetch`. */
export interface FetchInit<Signal> {
  method: string;
  headers: Record<string, string>;
  body?: string;
  signal?: Signal;
}

/** The part of the platform's `fetch` that the client uses; `Signal` is the platform's `AbortSignal`. */
export type Fetch<Signal> = (url: string, init: FetchInit<Signal>) => Promise<FetchedResponse>;

/** Where the service is and how it is reached. */
export interface ServiceClientOptions<Signal> {
  /** Origin of the service, such as `http://127.0.0.1:4870`; the empty string in a page of the service itself. */
  readonly origin: string;
  readonly fetch: Fetch<Signal>;
}

/** Calls the service. Every method throws `ServiceCallError` on a refusal, and what `fetch` throws on an abort. */
export class ServiceClient<Signal = unknown> {
  readonly #origin: string;
  readonly #fetch: Fetch<Signal>;

  constructor(options: ServiceClientOptions<Signal>) {
    this.#origin = options.origin;
    this.#fetch = options.fetch;
  }

  /** Compares two texts (specification 4.1). */
  async compareText(request: CompareTextRequest, options: { signal?: Signal } = {}): Promise<CompareTextResponse> {
    const answer = await this.#call('POST', COMPARE_TEXT_PATH, JSON.stringify(request), options.signal);
    return answer as CompareTextResponse;
  }

  async #call(method: string, path: string, body: string, signal: Signal | undefined): Promise<unknown> {
    const headers = { accept: 'application/json', 'content-type': 'application/json' };
    // Called as a plain function: a browser's fetch refuses to be a method of anything but its window.
    const fetch = this.#fetch;
    const response = await fetch(this.#origin + path, {
      method,
      headers,
      body,
      ...(signal === undefined ? {} : { signal }),
    });
    const answer: unknown = await response.json().catch((fault: unknown) => {
      if (fault instanceof SyntaxError) return undefined;
      throw fault;
    });
    if (!response.ok) throw refusal(response.status, answer);
    if (answer === undefined) {
      throw new ServiceCallError({ code: 'unreadable_answer', status: response.status, message: UNREADABLE });
    }
    return answer;
  }
}

const UNREADABLE = 'The service gave an answer that is not JSON. Is another program listening at its address?';

/** A refusal by the service, or by something between that answers in its own way. */
function refusal(status: number, answer: unknown): ServiceCallError {
  if (isErrorBody(answer)) {
    const { code, message, requestId, details } = answer;
    return new ServiceCallError({ code, status, message, requestId, ...(details === undefined ? {} : { details }) });
  }
  return new ServiceCallError({ code: 'unreadable_answer', status, message: UNREADABLE });
}

function isErrorBody(answer: unknown): answer is ErrorBody {
  if (typeof answer !== 'object' || answer === null) return false;
  const { code, message, requestId } = answer as Partial<Record<keyof ErrorBody, unknown>>;
  return typeof code === 'string' && typeof message === 'string' && typeof requestId === 'string';
}
