import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyReply } from 'fastify';
import { HEARTBEAT } from '../../../shared/api/stream-events.ts';
import { SERVER_TIMEOUT_MS } from '../../../shared/limits.ts';

/** A quiet stream says this often that it is alive: well below what proxies and browsers take for a dead one. */
const HEARTBEAT_MS = 15_000;

/** Times of a stream, in milliseconds; what is left out has the default that the service uses. */
export interface EventStreamTimes {
  readonly heartbeatMs?: number;
  /** A reader that takes nothing for so long is cut off. */
  readonly stalledMs?: number;
}

/** One event's bytes. `parts` of its payload are JSON text without line breaks; none is copied. */
export interface StreamEvent {
  readonly name: string;
  readonly parts: readonly Uint8Array[];
}

const END_OF_EVENT = Buffer.from('\n\n');

/**
 * Writes `text/event-stream` to one caller (specification 6.1). Events wait in memory while the reader is slow, so that
 * no worker ever waits for a reader; they are no more than the comparison's own result, and a reader that takes nothing
 * for a minute is cut off. When the caller has left, events are recorded and written nowhere.
 */
export class EventStream {
  readonly #reply: FastifyReply;
  readonly #stalledMs: number;
  readonly #heart: NodeJS.Timeout;
  readonly #recorded: Uint8Array[] = [];
  #waiting: { readonly bytes: readonly Uint8Array[]; readonly handed: (() => void) | undefined }[] = [];
  #stalled: NodeJS.Timeout | null = null;
  #ended = false;

  /** Takes the reply over and sends its head, with every header that was set on it. */
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
    // A connection that breaks is a caller that left, nothing more.
    raw.on('error', () => undefined);
    const headers = reply.getHeaders() as OutgoingHttpHeaders;
    raw.writeHead(200, { ...headers, ...EVENT_STREAM_HEADERS, 'x-accel-buffering': 'no' });
    raw.flushHeaders();
    this.#heart = setInterval(() => this.#beat(), times.heartbeatMs ?? HEARTBEAT_MS);
    if (raw.destroyed) this.#stop();
  }

  /** Sends an event. `handed` is called once it was handed over to the connection; never when the caller has left. */
  send(event: StreamEvent, handed?: () => void): void {
    const bytes = bytesOf(event);
    this.#recorded.push(...bytes);
    if (this.#reply.raw.destroyed) return;
    this.#waiting.push({ bytes, handed });
    this.#flush();
  }

  /** Every byte of the events so far and of `last`, which need not have been sent yet; without heartbeats. */
  recorded(...last: readonly StreamEvent[]): Buffer {
    return Buffer.concat([...this.#recorded, ...last.flatMap(bytesOf)]);
  }

  /** Ends the stream when all that waits has been taken. */
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

  /** Cuts a reader off that takes nothing although there is something to take. */
  #watch(): void {
    this.#stalled ??= setTimeout(() => this.#reply.raw.destroy(), this.#stalledMs);
  }

  #unwatch(): void {
    if (this.#stalled !== null) clearTimeout(this.#stalled);
    this.#stalled = null;
  }

  #beat(): void {
    const { raw } = this.#reply;
    // Whoever has something to read needs no sign of life.
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

/** Headers that belong to a stream, retained ones included. */
export const EVENT_STREAM_HEADERS = { 'content-type': 'text/event-stream' } as const;

function bytesOf({ name, parts }: StreamEvent): readonly Uint8Array[] {
  return [Buffer.from(`event: ${name}\ndata: `), ...parts, END_OF_EVENT];
}

/** An event whose payload is small. */
export function smallEvent(name: string, payload: unknown): StreamEvent {
  return { name, parts: [Buffer.from(JSON.stringify(payload))] };
}
