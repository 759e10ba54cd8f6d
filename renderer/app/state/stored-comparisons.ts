import type { Share, ShareRequest } from '../../../shared/api/comparisons.ts';
import { ServiceCallError } from '../../../shared/client/service-call-error.ts';
import type { ServiceClient } from '../../../shared/client/service-client.ts';
import { runComparison, type RunDeps } from '../comparison/run-comparison.ts';
import type { Recents } from '../recents/recents.svelte.ts';
import type { OpenComparison } from './open-comparison.svelte.ts';

/** Dependencies of stored comparisons. */
export interface StoredComparisonsDeps {
  readonly client: ServiceClient<AbortSignal>;
  readonly recents: Recents;
}

/** The comparisons as the service keeps them, for a day or as long as a link lasts. */
export class StoredComparisons {
  readonly #deps: StoredComparisonsDeps;

  constructor(deps: StoredComparisonsDeps) {
    this.#deps = deps;
  }

  /** Compares again what the service forgot. Returns the new id. Throws what the client throws. */
  async storeAgain(
    open: OpenComparison,
    wishes: Pick<RunDeps, 'wantsToken'> & Partial<Pick<RunDeps, 'signal'>> = {},
  ): Promise<string> {
    if (open.pair === null) return open.finished.comparisonId ?? '';
    const { client, recents } = this.#deps;
    const deps = { client, signal: new AbortController().signal, tell: () => undefined, ...wishes };
    const finished = await runComparison(open.pair, deps);
    open.finished = finished;
    if (open.recentId !== null) {
      void recents.replaceContent(open.recentId, { id: open.recentId, pair: open.pair, finished });
    }
    return finished.comparisonId ?? '';
  }

  /** Creates a link to a comparison that lasts as long as the term. Throws what the client throws. */
  async share(open: OpenComparison, hostedViewerTtl: ShareRequest['hostedViewerTtl']): Promise<Share> {
    const { client } = this.#deps;
    const request = hostedViewerTtl === undefined ? {} : { hostedViewerTtl };
    const { comparisonId } = open.finished;
    if (comparisonId === null) return await client.createShare(await this.storeAgain(open), request);
    try {
      return await client.createShare(comparisonId, request);
    } catch (fault) {
      // The service keeps a comparison for a day. The browser's copy recreates it.
      if (!(fault instanceof ServiceCallError) || fault.code !== 'not_found') throw fault;
      return await client.createShare(await this.storeAgain(open), request);
    }
  }

  /**
   * Ends every link to a comparison: the service forgets it. The browser's copy stores it again when that is needed.
   * Throws what the client throws.
   */
  async endLinks(open: OpenComparison): Promise<void> {
    const { comparisonId } = open.finished;
    if (comparisonId === null) return;
    try {
      await this.#deps.client.deleteComparison(comparisonId);
    } catch (fault) {
      if (!(fault instanceof ServiceCallError) || fault.code !== 'not_found') throw fault;
    }
    open.finished = { ...open.finished, comparisonId: null };
  }
}
