import pg from 'pg';
import type { ReviewChanged } from '../../comparison/reviews/review-events.ts';
import { connectionOptions } from '../stores/cluster-database.ts';

/** What the database tells every replica: see the triggers of `migrations/c0001-replicas.ts` and `c0004-reviews.ts`. */
export type News =
  | { readonly kind: 'keys-changed' }
  | { readonly kind: 'comparison-removed'; readonly subject: string }
  | { readonly kind: 'job-queued' | 'job-ended' | 'job-removed'; readonly jobId: string }
  | { readonly kind: 'review-deleted'; readonly subject: string; readonly reviewId: string }
  | ({ readonly kind: 'review-changed' } & ReviewChanged)
  /** News may have been missed: whatever depends on them has to be read again. */
  | { readonly kind: 'missed' };

/** Maximum age of what a replica remembers of keys, in milliseconds. */
const VALID_MS = 5_000;
/** The connection is asked in this interval, so that a dead one is noticed. */
const ASK_EVERY_MS = 2_500;
/** Wait before another attempt to connect: it doubles up to the most. */
const RETRY_FIRST_MS = 100;
const RETRY_MOST_MS = 2_000;

/**
 * Listens to news over a connection of its own, which must not go through a pooler that shares connections between
 * transactions. It connects again when the connection is lost, and tells then that news may have been missed.
 */
export class ReplicaNews {
  readonly #url: string;
  readonly #onNews: (news: News) => void;
  #client: pg.Client | null = null;
  #timer: NodeJS.Timeout | null = null;
  #retryMs = RETRY_FIRST_MS;
  #version = 0;
  #countedAt = 0;
  #closed = false;

  constructor(url: string, onNews: (news: News) => void) {
    this.#url = url;
    this.#onNews = onNews;
  }

  /** Whether news arrive now. */
  get isListening(): boolean {
    return this.#client !== null;
  }

  /** Connects. Resolves after the first attempt, whether it succeeded or not. */
  async start(): Promise<void> {
    await this.#connect();
  }

  /**
   * A number that changes with news of keys, every five seconds, and at every call while no news arrive: see
   * `ChangeSource`.
   */
  dataVersion(): number {
    const now = performance.now();
    if (this.#client === null || now - this.#countedAt >= VALID_MS) this.#count();
    return this.#version;
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    const client = this.#client;
    this.#client = null;
    await client?.end().catch(() => undefined);
  }

  #count(): void {
    this.#version++;
    this.#countedAt = performance.now();
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({
      ...connectionOptions(this.#url),
      connectionTimeoutMillis: VALID_MS,
      query_timeout: VALID_MS,
      keepAlive: true,
    });
    client.on('error', () => this.#lost(client));
    client.on('end', () => this.#lost(client));
    client.on('notification', ({ payload = '' }) => this.#tell(payload));
    try {
      await client.connect();
      await client.query('listen diffsvc');
      if (this.#closed) {
        await client.end();
        return;
      }
      this.#client = client;
      this.#retryMs = RETRY_FIRST_MS;
      this.#count();
      this.#onNews({ kind: 'missed' });
      this.#later(ASK_EVERY_MS, () => this.#ask(client));
    } catch {
      client.end().catch(() => undefined);
      this.#again();
    }
  }

  async #ask(client: pg.Client): Promise<void> {
    try {
      await client.query('select 1');
      if (this.#client === client) this.#later(ASK_EVERY_MS, () => this.#ask(client));
    } catch {
      client.end().catch(() => undefined);
      this.#lost(client);
    }
  }

  #lost(client: pg.Client): void {
    if (this.#client !== client) return;
    this.#client = null;
    this.#count();
    this.#onNews({ kind: 'missed' });
    this.#again();
  }

  #again(): void {
    this.#later(this.#retryMs, () => this.#connect());
    this.#retryMs = Math.min(RETRY_MOST_MS, this.#retryMs * 2);
  }

  #later(ms: number, work: () => Promise<void>): void {
    if (this.#closed) return;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void work(), ms).unref();
  }

  #tell(payload: string): void {
    const space = payload.indexOf(' ');
    const kind = space === -1 ? payload : payload.slice(0, space);
    const rest = space === -1 ? '' : payload.slice(space + 1);
    switch (kind) {
      case 'keys-changed':
        this.#count();
        this.#onNews({ kind });
        return;
      case 'comparison-removed':
        this.#onNews({ kind, subject: rest });
        return;
      case 'job-queued':
      case 'job-ended':
      case 'job-removed':
        this.#onNews({ kind, jobId: rest });
        return;
      case 'review-changed': {
        const [reviewId = '', base, revision, subject = ''] = rest.split(' ');
        this.#onNews({ kind, subject, reviewId, base: Number(base), revision: Number(revision) });
        return;
      }
      case 'review-deleted': {
        const [reviewId = '', subject = ''] = rest.split(' ');
        this.#onNews({ kind, subject, reviewId });
        return;
      }
      default:
        // A newer version tells something that this one does not know.
        return;
    }
  }
}
