import { createParser } from 'eventsource-parser';

/** An event of the stream. `data`: what the server wrote, with its lines joined by line feeds. */
export interface StreamMessage {
  /** Name of the event; `message` where the stream gives none. */
  readonly event: string;
  readonly data: string;
}

/** The decoder that every platform has. It is declared here, since shared/ is compiled without a platform's types. */
declare const TextDecoder: new (label: 'utf-8') => {
  decode(bytes: Uint8Array, options: { stream: true }): string;
};

/**
 * Reads `text/event-stream` (HTML Living Standard, 9.2.6) from pieces cut anywhere, even inside a character. The
 * parser drops a leading byte order mark, and an event without a blank line after it. It ignores `id` and `retry`,
 * which this service never sends.
 */
export class EventStreamParser {
  readonly #decoder = new TextDecoder('utf-8');
  #complete: StreamMessage[] = [];
  readonly #parser = createParser({
    onEvent: ({ event, data }) => this.#complete.push({ event: event ?? 'message', data }),
  });

  /** The events that this piece completes, in order. */
  push(bytes: Uint8Array): StreamMessage[] {
    this.#complete = [];
    this.#parser.feed(this.#decoder.decode(bytes, { stream: true }));
    return this.#complete;
  }
}
