/** The events of the service's streams that this client knows. */
import type { PageMarksEvent } from '../api/page-marks.ts';
import type { ReviewEvent } from '../api/reviews.ts';
import type { DocumentStreamEvent, StreamFailure, TextStreamEvent } from '../api/stream-events.ts';
import type { StreamMessage } from './event-stream-parser.ts';
import { ServiceCallError, UNREADABLE_ANSWER } from './service-call-error.ts';

/** Events of a comparison of texts. */
export const TEXT_EVENTS: ReadonlySet<TextStreamEvent['event']> = new Set(['content_block', 'text_ready', 'complete']);
/** Events of a comparison of documents. */
export const DOCUMENT_EVENTS: ReadonlySet<DocumentStreamEvent['event']> = new Set([
  ...(['accepted', 'validating', 'converting', 'comparing', 'content_block', 'text_ready'] as const),
  ...(['content_complete', 'track_changes_queued', 'track_changes_failed'] as const),
  ...(['page_rendering_complete', 'page_rendering_failed', 'complete'] as const),
]);

/** Events of marking pages. */
export const PAGE_MARKS_EVENTS: ReadonlySet<PageMarksEvent['event']> = new Set([
  'waiting',
  'rendering',
  'reading',
  'complete',
]);

/** Events of reviews. */
export const REVIEW_EVENTS: ReadonlySet<ReviewEvent['event']> = new Set([
  'ready',
  'review',
  'deleted',
  'missed',
  'complete',
]);

/** Whether a stream ends with this message. */
export function isLastEvent({ event }: StreamMessage): boolean {
  return event === 'complete' || event === 'error';
}

/** The known events of a stream. Events of a newer service are ignored, and the refusal in an `error` is thrown. */
export async function* knownEvents<Event extends { readonly event: string; readonly data: unknown }>(
  messages: AsyncIterable<StreamMessage>,
  known: ReadonlySet<Event['event']>,
): AsyncGenerator<Event, void> {
  for await (const message of messages) {
    const data = payloadOf(message);
    // A service without streams gives its ordinary answer, which has the payload of `complete`.
    const event = message.event === 'answer' ? 'complete' : message.event;
    if (event === 'error') {
      const { code, message: text, requestId } = data as StreamFailure;
      throw new ServiceCallError({ code, message: text, status: 200, requestId });
    }
    if (known.has(event)) yield { event, data } as Event;
  }
}

function payloadOf(message: StreamMessage): unknown {
  try {
    return JSON.parse(message.data);
  } catch {
    const text = `The service sent an event ${message.event} whose data is not JSON.`;
    throw new ServiceCallError({ code: UNREADABLE_ANSWER, status: 200, message: text });
  }
}
