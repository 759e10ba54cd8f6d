import { randomBytes } from 'node:crypto';
import { settingsOf, type ComparisonSettings } from '../../../shared/api/settings.ts';
import type { RequestedFormat } from '../../../shared/api/text-spellings.ts';
import type { ComparisonWarning } from '../../../shared/change/uncompared.ts';
import type { Identity } from '../../admission/identity.ts';
import type { Transaction } from '../../admission/ports.ts';
import type { RetentionTimes } from '../../admission/retention.ts';
import { comparedSettings } from '../../pipeline/inputs/compared-settings.ts';
import type { ComparisonProgress, ComparisonResult } from '../../pipeline/inputs/tasks.ts';
import type { NewComparison, Comparer } from '../ports.ts';
import type { LinkTerms, ViewerTokens } from '../stored/viewer-token.ts';
import type { SqlComparisonStore } from '../../store/tables/sql-comparison-store.ts';

/** Settings of a comparison of two texts, and the wanted results. */
export interface TextOptions extends ComparisonSettings {
  readonly format: RequestedFormat;
  readonly wantsHtml: boolean;
  readonly wantsJson: boolean;
  /** Terms of the link to the hosted viewer; null if no link is wanted. */
  readonly hosted: LinkTerms | null;
  /** What of the request has no effect. */
  readonly warnings: readonly ComparisonWarning[];
}

/** Two texts to compare. */
export interface TextRequest extends TextOptions {
  readonly original: string;
  readonly revised: string;
  /** Its cost, by the raw bytes of both inputs: see `meteredUnits`. */
  readonly units: number;
}

/** A finished comparison before it is stored. */
export interface ComparisonOutcome {
  readonly result: ComparisonResult;
  /** Set if the comparison is to be stored. The token is a credential. */
  readonly keep: { readonly comparison: NewComparison; readonly token: string } | null;
}

/** Receives the results of a running comparison, and the id under which it may be stored. */
export interface ComparisonListener extends ComparisonProgress {
  begin(comparisonId: string): void;
}

/** Dependencies of text comparisons. */
export interface TextComparisonsDeps {
  readonly comparer: Comparer;
  readonly store: SqlComparisonStore;
  readonly tokens: ViewerTokens;
  readonly retention: Pick<RetentionTimes, 'comparisonSeconds'>;
  readonly now: () => Date;
}

/** The use cases of text comparisons: compare and store. `StoredComparisons` reads what was stored. */
export class TextComparisons {
  readonly #deps: TextComparisonsDeps;

  constructor(deps: TextComparisonsDeps) {
    this.#deps = deps;
  }

  /** Reserves a place among the workers until the returned function is called. Throws `rate_limited`. */
  reserve(inputBytes: number, { subject }: Pick<Identity, 'subject'>): () => void {
    return this.#deps.comparer.reserve(inputBytes, subject);
  }

  /** Compares. Nothing is stored before `keeping`. Throws what the comparer throws. */
  async compare(
    request: TextRequest,
    identity: Identity,
    signal: AbortSignal,
    listener?: ComparisonListener,
  ): Promise<ComparisonOutcome> {
    const { comparer, tokens, retention, now } = this.#deps;
    const { original, revised, format, wantsHtml, wantsJson, hosted, units, warnings } = request;
    const settings = settingsOf(request);
    const comparisonId = newComparisonId();
    const isKept = wantsJson || hosted !== null;
    const task = {
      ...settings,
      original,
      revised,
      format,
      wantsHtml,
      comparisonId: isKept ? comparisonId : null,
    };
    listener?.begin(comparisonId);
    const finished = await comparer.compare(task, signal, wantsHtml ? listener : undefined, identity.subject);
    signal.throwIfAborted();
    const result = { ...finished, facts: { ...finished.facts, units, ...(warnings.length > 0 && { warnings }) } };
    const { facts, structure, texts } = result;
    if (structure === null || texts === null) return { result, keep: null };
    const at = now();
    const { token, share } = tokens.issue(
      comparisonId,
      at,
      hosted ?? { ttlSeconds: retention.comparisonSeconds, embedOrigin: null },
    );
    const comparison: NewComparison = {
      comparisonId,
      title: null,
      facts: { ...facts, settings: comparedSettings(settings) },
      createdAtMs: at.getTime(),
      expiresAtSeconds: share.issuedAtSeconds + share.ttlSeconds,
      review: identity.terms.review,
      structure,
      texts,
      share,
    };
    return { result, keep: { comparison, token } };
  }

  /** Stores the comparison of this subject, if there is one, in the transaction that ends its operation. */
  keeping(subject: string, { keep }: ComparisonOutcome): (transaction: Transaction) => Promise<void> {
    return async (transaction) => {
      if (keep !== null) await this.#deps.store.keep(transaction, subject, keep.comparison);
    };
  }
}

/** 128 random bits, so that nobody guesses an id. */
export function newComparisonId(): string {
  return `cmp_${randomBytes(16).toString('hex')}`;
}
