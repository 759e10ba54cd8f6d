import type { RetainedReply } from './ports.ts';
import { sha256Bytes } from '../sha256.ts';

/** Maximum size of a request whose answer is cached. */
const REPLAY_MAX_REQUEST_BYTES = 64 * 1024;
/** Lifetime of a cached answer. */
const REPLAY_MS = 10 * 60 * 1_000;
/** Maximum memory of the cache. */
const REPLAY_CACHE_BYTES = 64 * 1024 * 1024;

/** The identity of a request in the cache. */
export interface ReplayKey {
  readonly subject: string;
  /** Text that is equal only for the same caller, endpoint and bytes. */
  readonly text: string;
}

/**
 * The key of a request; null for a request that is too large. `variant` is everything beside the bytes that affects
 * the answer.
 */
export function replayKey(subject: string, variant: string, body: Uint8Array): ReplayKey | null {
  if (body.byteLength > REPLAY_MAX_REQUEST_BYTES) return null;
  return { subject, text: `${subject}\n${variant}\n${Buffer.from(sha256Bytes(body)).toString('base64')}` };
}

interface Entry {
  readonly subject: string;
  readonly reply: RetainedReply;
  readonly rememberedAt: number;
  readonly bytes: number;
}

/** Size of an entry beside its body: its key, its headers and its place in the map. */
const ENTRY_BYTES = 1_024;
/** A larger answer is not cached, because a few of them would displace everything else. */
const REPLY_MAX_BYTES = REPLAY_CACHE_BYTES / 16;

/**
 * Recent answers in memory, for the same caller and the same bytes. The oldest are dropped first when there are too
 * many.
 */
export class ReplayCache {
  /** Oldest first. */
  readonly #entries = new Map<string, Entry>();
  readonly #now: () => Date;
  #bytes = 0;

  constructor(now: () => Date) {
    this.#now = now;
  }

  /** The answer to this request from the last ten minutes. */
  find(key: ReplayKey): RetainedReply | null {
    const entry = this.#entries.get(key.text);
    if (entry === undefined) return null;
    const age = this.#now().getTime() - entry.rememberedAt;
    // After the clock was set back, an answer is older than it looks.
    if (age >= 0 && age < REPLAY_MS) return entry.reply;
    this.#drop(key.text, entry);
    return null;
  }

  /** Caches an answer. */
  remember(key: ReplayKey, reply: RetainedReply): void {
    const bytes = reply.body.byteLength + ENTRY_BYTES;
    if (bytes > REPLY_MAX_BYTES) return;
    const before = this.#entries.get(key.text);
    if (before !== undefined) this.#drop(key.text, before);
    this.#entries.set(key.text, { subject: key.subject, reply, rememberedAt: this.#now().getTime(), bytes });
    this.#bytes += bytes;
    for (const [text, entry] of this.#entries) {
      if (this.#bytes <= REPLAY_CACHE_BYTES) return;
      this.#drop(text, entry);
    }
  }

  /** Drops all answers of a subject, because something that they name has been deleted. */
  forget(subject: string): void {
    for (const [text, entry] of this.#entries) {
      if (entry.subject === subject) this.#drop(text, entry);
    }
  }

  /** Drops everything, because news of a deletion may have been missed. */
  clear(): void {
    this.#entries.clear();
    this.#bytes = 0;
  }

  #drop(text: string, entry: Entry): void {
    this.#entries.delete(text);
    this.#bytes -= entry.bytes;
  }
}
