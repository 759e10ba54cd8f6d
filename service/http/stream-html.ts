import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RetainedReply, Transaction } from '../admission/ports.ts';
import type { TextListener, TextOutcome } from '../comparison/text-comparisons.ts';
import type { OpenedOperation, PreparedOperation } from './admission/serve-operation.ts';
import { errorAnswer } from './error-answer.ts';
import {
  EVENT_STREAM_HEADERS,
  EventStream,
  smallEvent,
  type EventStreamTimes,
  type StreamEvent,
} from './event-stream.ts';

/** What a streamed comparison works with. */
export interface StreamParts {
  readonly compare: (listener: TextListener) => Promise<TextOutcome>;
  /** Stores the outcome in the transaction that ends the operation. */
  readonly keep: (outcome: TextOutcome) => (transaction: Transaction) => Promise<void>;
  readonly times: EventStreamTimes;
  /** The ordinary answer, in pieces of JSON text. */
  readonly answer: (outcome: TextOutcome) => readonly Uint8Array[];
}

/**
 * Serves an admitted comparison as a stream (specification 6.1): `content_block` as blocks are found, `text_ready` with
 * the whole, `complete` with the ordinary answer, or `error`. The claim is completed before `complete` is sent, so that
 * whoever reads it can rely on it. Units are given back when nothing was delivered: when it fails, or the caller leaves,
 * before `text_ready` went out.
 */
export async function streamComparison(
  request: FastifyRequest,
  reply: FastifyReply,
  opened: OpenedOperation<PreparedOperation>,
  { compare, keep, times, answer }: StreamParts,
): Promise<void> {
  const { prepared, operation, signal, release, remember } = opened;
  const stream = new EventStream(reply, times);
  const progress = new StreamedProgress(stream);
  /** The whole stream; nothing where nobody will ever read it again. */
  const replyWith = (last: StreamEvent): RetainedReply => {
    const isKept = operation.keyed || prepared.replayable === true;
    const body = isKept ? stream.recorded(last) : NOTHING;
    return { status: 200, headers: EVENT_STREAM_HEADERS, requestId: request.id, body };
  };
  let isEnding = false;
  try {
    const outcome = await compare(progress);
    const last: StreamEvent = { name: 'complete', parts: answer(outcome) };
    const retained = replyWith(last);
    isEnding = true;
    await operation.complete(retained, keep(outcome));
    remember(retained);
    stream.send(last);
  } catch (fault) {
    const last = errorEvent(request, fault);
    try {
      if (isEnding) {
        // Its end could not be stored. Under a key it stays blocked: it ran, and may not run again.
        if (!operation.keyed) await operation.cancel();
      } else if (progress.delivered) {
        await operation.complete(replyWith(last));
      } else {
        await (signal.aborted ? operation.cancel() : operation.fail(replyWith(last)));
      }
    } catch (failure) {
      // Told all the same; the next start of the service settles what was left open.
      request.log.error({ requestId: request.id, err: failure }, 'an operation could not be ended');
    }
    if (!signal.aborted) stream.send(last);
  } finally {
    release();
    stream.end();
  }
}

function errorEvent(request: FastifyRequest, fault: unknown): StreamEvent {
  const { body, unexpected } = errorAnswer(fault, request.id);
  if (unexpected) request.log.error({ requestId: request.id, err: fault }, 'a stream failed');
  const { code, message, requestId } = body;
  return smallEvent('error', { code, message, requestId });
}

const NOTHING = new Uint8Array(0);
const END = Buffer.from(',"provisional":false}');

/** Sends what is known of a comparison while it runs. */
class StreamedProgress implements TextListener {
  /** The whole text has been handed over to the caller's connection. */
  delivered = false;
  readonly #stream: EventStream;
  #comparisonId = '';
  #sequence = 0;

  constructor(stream: EventStream) {
    this.#stream = stream;
  }

  begin(comparisonId: string): void {
    this.#comparisonId = comparisonId;
  }

  block(html: Uint8Array): void {
    const start = Buffer.from(`{"comparisonId":"${this.#comparisonId}","html":`);
    const end = Buffer.from(`,"sequence":${this.#sequence},"provisional":true}`);
    this.#sequence += 1;
    this.#stream.send({ name: 'content_block', parts: [start, html, end] });
  }

  text(html: Uint8Array, facts: { readonly engine: string; readonly fallback: boolean }): void {
    const start = Buffer.from(`{"comparisonId":"${this.#comparisonId}","html":`);
    const about = Buffer.from(`,"engine":"${facts.engine}","fallback":${facts.fallback}`);
    this.#stream.send({ name: 'text_ready', parts: [start, html, about, END] }, () => {
      this.delivered = true;
    });
  }
}
