import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RetainedReply, Transaction } from '../../admission/ports.ts';
import type { OpenedOperation, PreparedOperation } from './serve-operation.ts';
import { errorAnswer } from '../guards/error-answer.ts';
import {
  EVENT_STREAM_HEADERS,
  EventStream,
  smallEvent,
  type EventStreamTimes,
  type StreamEvent,
} from './event-stream.ts';

/** Receives the events of an operation. */
export interface OperationStream {
  /** Sends an event. `delivers`: the caller now has what it pays for. */
  send(event: StreamEvent, options?: { readonly delivers: boolean }): void;
}

/** The end of a streamed operation. */
export interface StreamedEnd {
  /**
   * Events about the rows that are stored with the end of the operation, and the last event. They are sent after
   * completion.
   */
  readonly last: readonly [...StreamEvent[], StreamEvent];
  /** Stores the result in the transaction that ends the operation. */
  readonly alongside: (transaction: Transaction) => Promise<void>;
}

/**
 * Serves an admitted operation as a stream: the events of the work, then its last event or `error`. The claim is
 * completed before the last event is sent, so that its reader can rely on it. Units are refunded if the operation
 * fails or the caller leaves before anything was delivered.
 */
export async function streamOperation(
  request: FastifyRequest,
  reply: FastifyReply,
  opened: OpenedOperation<PreparedOperation>,
  times: EventStreamTimes,
  work: (stream: OperationStream) => Promise<StreamedEnd>,
): Promise<void> {
  const { prepared, operation, signal, release, remember } = opened;
  const stream = new EventStream(reply, times);
  const progress = { delivered: false };
  /** The whole stream; empty if nobody will read it again. */
  const replyWith = (...last: readonly StreamEvent[]): RetainedReply => {
    const isKept = operation.keyed || prepared.replayable === true;
    const body = isKept ? stream.recorded(...last) : NOTHING;
    return { status: 200, headers: EVENT_STREAM_HEADERS, requestId: request.id, body };
  };
  let isEnding = false;
  try {
    const { last, alongside } = await work({
      send: (event, options) =>
        stream.send(event, () => {
          progress.delivered ||= options?.delivers === true;
        }),
    });
    const retained = replyWith(...last);
    isEnding = true;
    await operation.complete(retained, alongside);
    remember(retained);
    for (const event of last) stream.send(event);
  } catch (fault) {
    const last = errorEvent(request, fault, signal.aborted);
    try {
      // An end that could not be stored is admission's: it gives the units back as soon as the store can.
      if (isEnding) request.log.error({ requestId: request.id, err: fault }, 'the end of a stream was not stored');
      else if (progress.delivered) {
        await operation.complete(replyWith(last));
      } else {
        await (signal.aborted ? operation.cancel() : operation.fail(replyWith(last)));
      }
    } catch (failure) {
      // The event is sent anyway. Admission stores the end later.
      request.log.error({ requestId: request.id, err: failure }, 'an operation could not be ended');
    }
    if (!signal.aborted) stream.send(last);
  } finally {
    release();
    stream.end();
  }
}

const NOTHING = new Uint8Array(0);

/** The `error` event of a fault. After the caller has left, the fault is the abort of the work and needs no attention. */
function errorEvent(request: FastifyRequest, fault: unknown, callerHasLeft: boolean): StreamEvent {
  const { body, unexpected } = errorAnswer(fault, request.id);
  if (callerHasLeft) request.log.info({ requestId: request.id }, 'the caller left before the end of a stream');
  else if (unexpected) request.log.error({ requestId: request.id, err: fault }, 'a stream failed');
  const { code, message, requestId } = body;
  return smallEvent('error', { code, message, requestId });
}
