import { ServiceCallError } from '../../../shared/client/service-call-error.ts';
import type { ServiceClient } from '../../../shared/client/service-client.ts';
import { pageMessages } from '../../strings/pages.ts';
import { failureOf } from '../comparison/failure.ts';
import type { OpenComparison } from './open-comparison.svelte.ts';
import type { StoredComparisons } from './stored-comparisons.ts';

/** Dependencies of marked pages. */
export interface MarkedPagesDeps {
  readonly client: Pick<ServiceClient<AbortSignal>, 'markPages'>;
  readonly stored: Pick<StoredComparisons, 'storeAgain'>;
  /** Whether the page has no account, so that a token opens its comparisons. */
  readonly isVisitor: () => boolean;
}

/** The service no longer opens a comparison to this page, which can have it compared again. */
const CLOSED: ReadonlySet<string> = new Set(['not_found', 'gone', 'invalid_token', 'token_expired']);

/** Requests the source pages of a comparison with its changes marked. */
export class MarkedPages {
  readonly #deps: MarkedPagesDeps;
  #abort: AbortController | null = null;

  constructor(deps: MarkedPagesDeps) {
    this.#deps = deps;
  }

  /** Requests the pages of a comparison, and shows each step. Nothing happens while they are on their way. */
  async show(open: OpenComparison): Promise<void> {
    if (!open.pair || open.pages?.phase === 'working' || open.pages?.phase === 'reading') return;
    open.pages = { phase: 'working', step: 'waiting' };
    const abort = new AbortController();
    this.#abort = abort;
    try {
      await this.#mark(open, abort.signal);
    } catch (fault) {
      open.pages = {
        phase: 'failed',
        message: abort.signal.aborted ? pageMessages.cancelled : failureOf(fault).message,
      };
    }
  }

  /** Stops the pages on their way. */
  cancel(): void {
    this.#abort?.abort();
  }

  async #mark(open: OpenComparison, signal: AbortSignal): Promise<void> {
    let wantsToken = this.#deps.isVisitor();
    const { comparisonId, viewerToken } = open.finished;
    if (comparisonId !== null && (!wantsToken || viewerToken !== undefined)) {
      try {
        await this.#read(open, signal);
        return;
      } catch (fault) {
        if (!(fault instanceof ServiceCallError) || !CLOSED.has(fault.code) || signal.aborted) throw fault;
        // Only a caller without an account is asked for a token.
        wantsToken = fault.code !== 'not_found';
      }
    }
    // The service keeps a comparison for a day. The browser's copy recreates it, once.
    await this.#deps.stored.storeAgain(open, { wantsToken, signal });
    await this.#read(open, signal);
  }

  async #read(open: OpenComparison, signal: AbortSignal): Promise<void> {
    const { comparisonId, viewerToken } = open.finished;
    const from = { comparisonId: comparisonId ?? '', ...(viewerToken === undefined ? {} : { token: viewerToken }) };
    for await (const { event, data } of this.#deps.client.markPages(from, { signal })) {
      if (event === 'reading') open.pages = { phase: 'reading', ...data };
      else if (event === 'complete') open.pages = { phase: 'ready', marked: data };
      else open.pages = { phase: 'working', step: event };
    }
  }
}
