import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Usage } from '../../../shared/api/usage.ts';
import type { AdmittedOperation, LargeOutcome } from '../../admission/admission.ts';
import type { RetainedReply, Transaction } from '../../admission/ports.ts';
import { errorAnswer } from '../guards/error-answer.ts';
import {
  EVENT_STREAM_HEADERS,
  EventStream,
  smallEvent,
  type EventStreamTimes,
  type StreamEvent,
} from './event-stream.ts';
import { sendReply } from './send-reply.ts';

/** A request with valid form and uploads. */
export interface AskedOperation {
  /** What it costs. */
  readonly units: number;
  /** Raw bytes of its inputs, for its place among the workers. */
  readonly bytes?: number;
  /**
   * Whether the same bytes always get the same answer. They name no upload and request nothing that is new each time.
   */
  readonly replayable?: boolean;
  /** What of it is stored and may be large. Absent: nothing. */
  readonly large?: LargeOutcome;
}

/** Receives the events of an operation. */
export interface OperationStream {
  /** Sends an event. `delivers`: the caller now has what it pays for. */
  send(event: StreamEvent, options?: { readonly delivers: boolean }): void;
}

/** The answer of an operation. In a stream it is the event `complete`. */
export interface OperationAnswer {
  /** Pieces of JSON text. */
  readonly parts: readonly Uint8Array[];
  /** Absent: 200. */
  readonly status?: number;
  /** Events of a stream about rows that are stored with the end of the operation. They are sent after that. */
  readonly before?: readonly StreamEvent[];
}

/** What `admit` found out about an operation. */
export interface OperationParts<Asked extends AskedOperation> {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly asked: Asked;
  readonly admitted: AdmittedOperation;
  readonly signal: AbortSignal;
  /** Releases the reserved place. */
  readonly release: () => void;
  /** Caches the reply for the same request of the same caller, if caching is wanted. */
  readonly remember: (reply: RetainedReply) => void;
}

const NOTHING = new Uint8Array(0);
const JSON_HEADERS = { 'content-type': 'application/json' };

/**
 * An admitted operation. It answers with one JSON body, or with a stream after `stream` was called. It ends once, with
 * `complete` or with `fail`. A caller who reads the last event, or the body, can rely on what is stored.
 */
export class Operation<Asked extends AskedOperation> {
  readonly asked: Asked;
  /** Aborted when the caller leaves, except for an operation with a key, which completes without its caller. */
  readonly signal: AbortSignal;
  readonly #parts: OperationParts<Asked>;
  #stream: EventStream | null = null;
  /** Whether the caller has what it pays for. */
  #hasDelivered = false;
  #isEnding = false;

  constructor(parts: OperationParts<Asked>) {
    this.#parts = parts;
    this.asked = parts.asked;
    this.signal = parts.signal;
  }

  /** The caller's month including this operation. */
  get usage(): Usage {
    return this.#parts.admitted.usage;
  }

  /** Opens the stream that answers. */
  stream(times: EventStreamTimes = {}): OperationStream {
    const stream = new EventStream(this.#parts.reply, times);
    this.#stream = stream;
    return {
      send: (event, options) =>
        stream.send(event, () => {
          this.#hasDelivered ||= options?.delivers === true;
        }),
    };
  }

  /**
   * Ends the operation with its answer. `alongside` stores its result in the same transaction. Throws if the end cannot
   * be stored. Admission then gives the units back as soon as the store can.
   */
  async complete(
    { parts, status = 200, before = [] }: OperationAnswer,
    alongside?: (transaction: Transaction) => Promise<void>,
  ): Promise<void> {
    const { admitted, reply, release, remember } = this.#parts;
    release();
    const last = [...before, { name: 'complete', parts }];
    const retained =
      this.#stream === null
        ? this.#retained(status, JSON_HEADERS, Buffer.concat(parts))
        : this.#recorded(this.#stream, last);
    this.#isEnding = true;
    await admitted.complete(retained, alongside);
    remember(retained);
    if (this.#stream === null) {
      sendReply(reply, retained);
      return;
    }
    for (const event of last) this.#stream.send(event);
    this.#stream.end();
  }

  /**
   * Ends an operation that has failed or whose caller left. It answers with the error, refunds the units if nothing was
   * delivered, and retains the error under a key like a result.
   */
  async fail(fault: unknown): Promise<void> {
    this.#parts.release();
    if (this.#stream === null) await this.#failWithBody(fault);
    else await this.#failWithEvent(this.#stream, fault);
  }

  async #failWithBody(fault: unknown): Promise<void> {
    // An end that could not be stored is a fault of the service like any other.
    if (this.#isEnding) throw fault;
    const { request, reply, admitted } = this.#parts;
    if (this.signal.aborted) {
      await admitted.cancel();
      // The caller has left, so nobody receives an answer.
      reply.hijack();
      return;
    }
    const { status, headers, body, unexpected } = errorAnswer(fault, request.id);
    if (unexpected) request.log.error({ requestId: request.id, err: fault }, 'a request failed');
    const bytes = Buffer.from(JSON.stringify(body));
    const retained = this.#retained(status, { ...JSON_HEADERS, ...headers }, bytes);
    await admitted.fail(retained);
    sendReply(reply, retained);
  }

  async #failWithEvent(stream: EventStream, fault: unknown): Promise<void> {
    const { request } = this.#parts;
    const last = errorEvent(request, fault, this.signal.aborted);
    try {
      if (this.#isEnding)
        request.log.error({ requestId: request.id, err: fault }, 'the end of a stream was not stored');
      else await this.#endStream(stream, last);
    } catch (failure) {
      // The event is sent anyway. Admission stores the end later.
      request.log.error({ requestId: request.id, err: failure }, 'an operation could not be ended');
    }
    if (!this.signal.aborted) stream.send(last);
    stream.end();
  }

  /** The caller pays for what was delivered, even if the rest failed. */
  async #endStream(stream: EventStream, last: StreamEvent): Promise<void> {
    const { admitted } = this.#parts;
    if (this.#hasDelivered) await admitted.complete(this.#recorded(stream, [last]));
    else if (this.signal.aborted) await admitted.cancel();
    else await admitted.fail(this.#recorded(stream, [last]));
  }

  /** The whole stream; empty if nobody will read it again. */
  #recorded(stream: EventStream, last: readonly StreamEvent[]): RetainedReply {
    const isReadAgain = this.#parts.admitted.keyed || this.asked.replayable === true;
    return this.#retained(200, EVENT_STREAM_HEADERS, isReadAgain ? stream.recorded(...last) : NOTHING);
  }

  #retained(status: number, headers: Readonly<Record<string, string>>, body: Uint8Array): RetainedReply {
    return { status, headers, requestId: this.#parts.request.id, body };
  }
}

/** The `error` event of a fault. After the caller has left, the fault is the abort of the work and needs no attention. */
function errorEvent(request: FastifyRequest, fault: unknown, callerHasLeft: boolean): StreamEvent {
  const { body, unexpected } = errorAnswer(fault, request.id);
  if (callerHasLeft) request.log.info({ requestId: request.id }, 'the caller left before the end of a stream');
  else if (unexpected) request.log.error({ requestId: request.id, err: fault }, 'a stream failed');
  const { code, message, requestId } = body;
  return smallEvent('error', { code, message, requestId });
}
