/** An event as it left the stream. `data` is what the server wrote, its lines joined by line feeds. */
export interface StreamMessage {
  /** Name of the event; `message` where the stream gives none. */
  readonly event: string;
  readonly data: string;
}

/** The decoder that every platform has. Declared here, since shared/ is compiled without the types of any. */
declare const TextDecoder: new (label: 'utf-8') => {
  decode(bytes: Uint8Array, options: { stream: true }): string;
};

const LINE_FEED = '\n';
const LINE_END = /\r\n|[\r\n]/g;

/**
 * Reads `text/event-stream` (HTML Living Standard, 9.2.6) from pieces cut anywhere: inside a character, between the two
 * bytes of a line end, inside a field. A leading byte order mark is dropped, and so is an event that the stream does
 * not end with a blank line. `id` and `retry` are passed over: this service sends neither.
 */
export class EventStreamParser {
  readonly #decoder = new TextDecoder('utf-8');
  /** The line begun and not ended. Only appended to, never searched again: a long line stays linear. */
  #line = '';
  /** The last piece ended with a carriage return; a line feed at the start of the next belongs to it. */
  #afterReturn = false;
  #event = '';
  #data: string[] = [];

  /** The events that this piece completes, in order. */
  push(bytes: Uint8Array): StreamMessage[] {
    let text = this.#decoder.decode(bytes, { stream: true });
    if (text === '') return [];
    if (this.#afterReturn && text.startsWith(LINE_FEED)) text = text.slice(1);
    this.#afterReturn = text === '' ? false : text.endsWith('\r');
    const messages: StreamMessage[] = [];
    let from = 0;
    for (const end of text.matchAll(LINE_END)) {
      const message = this.#takeLine(this.#line + text.slice(from, end.index));
      if (message !== null) messages.push(message);
      this.#line = '';
      from = end.index + end[0].length;
    }
    this.#line += text.slice(from);
    return messages;
  }

  /** Takes a whole line; the event when it was the blank line after one with data. */
  #takeLine(line: string): StreamMessage | null {
    if (line === '') return this.#dispatch();
    const colon = line.indexOf(':');
    const field = colon === -1 ? line : line.slice(0, colon);
    const rest = colon === -1 ? '' : line.slice(colon + 1);
    const value = rest.startsWith(' ') ? rest.slice(1) : rest;
    // A line that starts with a colon is a comment: its field has no name.
    if (field === 'event') this.#event = value;
    else if (field === 'data') this.#data.push(value);
    return null;
  }

  #dispatch(): StreamMessage | null {
    const event = this.#event === '' ? 'message' : this.#event;
    const data = this.#data;
    this.#event = '';
    this.#data = [];
    return data.length === 0 ? null : { event, data: data.join(LINE_FEED) };
  }
}
