import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyReply } from 'fastify';
import { HEARTBEAT } from '../../../shared/api/stream-events.ts';
import { SERVER_TIMEOUT_MS } from '../../../shared/limits.ts';

/** Interval of heartbeats in a quiet stream: well below the timeouts of proxies and browsers. */
const HEARTBEAT_MS = 15_000;

/** Times of a stream in milliseconds, with the service's defaults. */
export interface EventStreamTimes {
  readonly heartbeatMs?: number;
  /** A reader that takes nothing for this long is disconnected. */
  readonly stalledMs?: number;
}

/** The bytes of one event. `parts` of its payload are JSON text without line breaks. They are not copied. */
export interface StreamEvent {
  readonly name: string;
  readonly parts: readonly Uint8Array[];
}

const END_OF_EVENT = Buffer.from('\n\n');

/**
 * Writes `text/event-stream` to one caller. Events wait in memory while the reader is slow, so that workers never
 * wait. They are at most as large as the comparison's result. A reader that takes nothing for a minute is
 * disconnected. After the caller has left, events are only recorded.
 */
export class EventStream {
  readonly #reply: FastifyReply;
  readonly #stalledMs: number;
  readonly #heart: NodeJS.Timeout;
  readonly #recorded: Uint8Array[] = [];
  #waiting: { readonly bytes: readonly Uint8Array[]; readonly handed: (() => void) | undefined }[] = [];
  #stalled: NodeJS.Timeout | null = null;
  #ended = false;

  /** Takes over the reply and sends its head with all its headers. */
  constructor(reply: FastifyReply, times: EventStreamTimes = {}) {
    this.#reply = reply;
    this.#stalledMs = times.stalledMs ?? SERVER_TIMEOUT_MS;
    reply.hijack();
    const { raw } = reply;
    raw.on('drain', () => {
      this.#unwatch();
      this.#flush();
    });
    raw.once('close', () => this.#stop());
    // A broken connection means that the caller left.
    raw.on('error', () => undefined);
    const headers = reply.getHeaders() as OutgoingHttpHeaders;
    raw.writeHead(200, { ...headers, ...EVENT_STREAM_HEADERS, 'x-accel-buffering': 'no' });
    raw.flushHeaders();
    this.#heart = setInterval(() => this.#beat(), times.heartbeatMs ?? HEARTBEAT_MS);
    if (raw.destroyed) this.#stop();
  }

  /** Sends an event. `handed` is called once the connection has it, and never after the caller has left. */
  send(event: StreamEvent, handed?: () => void): void {
    const bytes = bytesOf(event);
    this.#recorded.push(...bytes);
    if (this.#reply.raw.destroyed) return;
    this.#waiting.push({ bytes, handed });
    this.#flush();
  }

  /** All bytes of the events so far and of `last`, without heartbeats. They need not have been sent. */
  recorded(...last: readonly StreamEvent[]): Buffer {
    return Buffer.concat([...this.#recorded, ...last.flatMap(bytesOf)]);
  }

  /** Ends the stream after all waiting events were taken. */
  end(): void {
    this.#ended = true;
    clearInterval(this.#heart);
    this.#flush();
  }

  #flush(): void {
    const { raw } = this.#reply;
    if (raw.destroyed) return;
    while (this.#waiting.length > 0 && !raw.writableNeedDrain) {
      const { bytes, handed } = this.#waiting.shift()!;
      raw.cork();
      for (const part of bytes) raw.write(part);
      raw.uncork();
      handed?.();
    }
    if (this.#waiting.length === 0 && this.#ended && !raw.writableEnded) raw.end();
    if (raw.writableNeedDrain || raw.writableEnded) this.#watch();
  }

  /** Disconnects a reader that takes nothing although events wait. */
  #watch(): void {
    this.#stalled ??= setTimeout(() => this.#reply.raw.destroy(), this.#stalledMs);
  }

  #unwatch(): void {
    if (this.#stalled !== null) clearTimeout(this.#stalled);
    this.#stalled = null;
  }

  #beat(): void {
    const { raw } = this.#reply;
    // A reader with waiting events needs no heartbeat.
    if (!raw.destroyed && !raw.writableEnded && this.#waiting.length === 0 && !raw.writableNeedDrain) {
      raw.write(HEARTBEAT);
    }
  }

  #stop(): void {
    clearInterval(this.#heart);
    this.#unwatch();
    this.#waiting = [];
  }
}

/** The headers of a stream, retained ones included. */
export const EVENT_STREAM_HEADERS = { 'content-type': 'text/event-stream' } as const;

function bytesOf({ name, parts }: StreamEvent): readonly Uint8Array[] {
  return [Buffer.from(`event: ${name}\ndata: `), ...parts, END_OF_EVENT];
}

/** An event with a small payload. */
export function smallEvent(name: string, payload: unknown): StreamEvent {
  return { name, parts: [Buffer.from(JSON.stringify(payload))] };
}
