import type { RequestedFormat } from '../../../shared/api/text-spellings.ts';
import type { ServiceClient } from '../../../shared/client/service-client.ts';
import type { Side } from '../../../shared/document/model.ts';
import { INLINE_REQUEST_MAX_BYTES } from '../../../shared/limits.ts';
import { utf8Length } from '../../files/read-text-file.ts';
import { failureOf, ownFailure } from '../comparison/failure.ts';
import type { Failure } from '../../frame/failure.ts';
import { appMessages } from '../../strings/app.ts';

/** A redline in pieces that the page mounts separately. */
export interface LiveRedline {
  /** HTML of each segment, written from the scanned fragment. */
  readonly segments: readonly string[];
  readonly changes: number;
  /** Whether plain text is aligned by spaces or tabs. */
  readonly isAligned: boolean;
}

/** Dependencies of a live comparison. */
export interface LiveDeps {
  readonly client: ServiceClient<AbortSignal>;
  /** Divides a fragment outside the thread that handles typing. Throws `FragmentError`. */
  readonly cut: (fragment: string) => Promise<LiveRedline>;
  /** Calls back after a delay. The result cancels the call. */
  readonly later: (work: () => void, ms: number) => () => void;
  readonly now: () => number;
}

/** Within this pause most people are still typing the same word. */
const PAUSE_MS = 150;
/** Continuous typing still shows results at this interval, far below the rate limit. */
const LONGEST_MS = 700;

/** Two texts that are compared while a person types. It holds no DOM. */
export class LiveComparison {
  redline: LiveRedline | null = $state.raw(null);
  failure: Failure | null = $state.raw(null);
  pending = $state(false);

  readonly #deps: LiveDeps;
  #texts: Readonly<Record<Side, string>>;
  #format: RequestedFormat = 'auto';
  #running: AbortController | null = null;
  #takeBack: (() => void) | null = null;
  /** Time of the first edit that no comparison covers yet. */
  #waitingSince: number | null = null;

  constructor(deps: LiveDeps, texts: Readonly<Record<Side, string>>) {
    this.#deps = deps;
    this.#texts = texts;
    this.#schedule();
  }

  get texts(): Readonly<Record<Side, string>> {
    return this.#texts;
  }

  get format(): RequestedFormat {
    return this.#format;
  }

  /** Records an edit. It costs almost nothing. */
  type(side: Side, text: string): void {
    this.#texts = { ...this.#texts, [side]: text };
    this.#schedule();
  }

  setFormat(format: RequestedFormat): void {
    this.#format = format;
    this.#schedule();
  }

  /** Swaps the sides. */
  swap(): void {
    const { original, revised } = this.#texts;
    this.#texts = { original: revised, revised: original };
    this.#schedule();
  }

  /** Stops the running comparison. */
  stop(): void {
    this.#takeBack?.();
    this.#running?.abort();
  }

  #schedule(): void {
    const { now, later } = this.#deps;
    this.#waitingSince ??= now();
    const left = this.#waitingSince + LONGEST_MS - now();
    this.#takeBack?.();
    this.#takeBack = later(() => void this.#compare(), Math.max(0, Math.min(PAUSE_MS, left)));
  }

  /** Compares the current texts and cancels an older comparison. */
  async #compare(): Promise<void> {
    this.#waitingSince = null;
    this.#takeBack = null;
    this.#running?.abort();
    const { original, revised } = this.#texts;
    if (original === '' && revised === '') {
      this.redline = null;
      this.failure = null;
      this.pending = false;
      return;
    }
    const running = new AbortController();
    this.#running = running;
    this.pending = true;
    // Text that grows while somebody writes keeps its structure.
    const request = {
      original,
      revised,
      format: this.#format,
      output: ['html' as const],
      complexity: 'extended' as const,
    };
    try {
      const size = utf8Length(JSON.stringify(request));
      if (size > INLINE_REQUEST_MAX_BYTES) {
        this.failure = ownFailure(appMessages.liveTooLarge(size, INLINE_REQUEST_MAX_BYTES));
        return;
      }
      const { html = '' } = await this.#deps.client.compareText(request, { signal: running.signal });
      const redline = await this.#deps.cut(html);
      if (running.signal.aborted) return;
      this.redline = redline;
      this.failure = null;
    } catch (fault) {
      if (!running.signal.aborted) this.failure = failureOf(fault);
    } finally {
      if (this.#running === running) this.pending = false;
    }
  }
}
