import type { HostedComparison } from '../../../shared/api/comparisons.ts';
import type { ServiceClient } from '../../../shared/client/service-client.ts';

/** The id of the sample of every installation. */
export const SAMPLE_ID = 'demo';

/** The sample comparison, fetched once. */
export class Sample {
  readonly #client: ServiceClient<AbortSignal>;
  #fetched: Promise<HostedComparison> | null = null;

  constructor(client: ServiceClient<AbortSignal>) {
    this.#client = client;
  }

  async get(): Promise<HostedComparison> {
    this.#fetched ??= this.#client.comparison({ comparisonId: SAMPLE_ID });
    // A failed fetch is repeated.
    this.#fetched.catch(() => (this.#fetched = null));
    return await this.#fetched;
  }
}
