import { randomBytes } from 'node:crypto';
import type { RequestedFormat, RequestedMode } from '../../shared/api/text-spellings.ts';
import type { Usage } from '../../shared/api/usage.ts';
import { ServiceError } from '../../shared/errors.ts';
import { STORED_TTL_SECONDS } from '../../shared/limits.ts';
import type { Caller, ComparisonStore, TextComparer, TextResult } from './ports.ts';
import { assemblePage, chunkRange } from './structure/assemble-page.ts';
import { unpackChunk } from './structure/pack-chunk.ts';
import { expiredToken, hashOfGivenToken, type ViewerTokens } from './viewer-token.ts';

/** A text comparison as a caller asks for it. */
export interface TextRequest {
  readonly original: string;
  readonly revised: string;
  readonly format: RequestedFormat;
  readonly mode: RequestedMode;
  readonly wantsHtml: boolean;
  readonly wantsJson: boolean;
}

/** What the caller is told. */
export interface TextOutcome {
  readonly result: TextResult;
  readonly usage: Usage;
  /** Present when the comparison is kept. The token is a credential. */
  readonly kept: { readonly comparisonId: string; readonly token: string } | null;
}

/** What text comparisons work with. */
export interface TextComparisonsParts {
  readonly comparer: TextComparer;
  readonly store: ComparisonStore;
  readonly tokens: ViewerTokens;
  readonly now: () => Date;
}

/** The use cases around comparisons of texts: compare, count, keep, and read pages of what is kept. */
export class TextComparisons {
  readonly #parts: TextComparisonsParts;

  constructor(parts: TextComparisonsParts) {
    this.#parts = parts;
  }

  /**
   * Compares, then counts the units and keeps the structured changes if they were asked for. What fails costs nothing.
   * Throws what the comparer throws.
   */
  async compare(request: TextRequest, caller: Caller, signal: AbortSignal): Promise<TextOutcome> {
    const { comparer, store, tokens, now } = this.#parts;
    const { original, revised, format, mode, wantsHtml } = request;
    const comparisonId = request.wantsJson ? `cmp_${randomBytes(16).toString('hex')}` : null;
    const result = await comparer.compare({ original, revised, format, mode, wantsHtml, comparisonId }, signal);
    signal.throwIfAborted();
    const at = now();
    const { facts, structure } = result;
    const issued = comparisonId === null ? null : tokens.issue(comparisonId, at, STORED_TTL_SECONDS);
    const keep =
      comparisonId === null || issued === null || structure === null
        ? null
        : {
            comparisonId,
            expiresAtSeconds: issued.share.issuedAtSeconds + STORED_TTL_SECONDS,
            facts,
            structure,
            share: issued.share,
          };
    const used = await store.settle({ caller, units: facts.units, at, keep });
    const allowance = caller.unitsPerMonth;
    return {
      result,
      usage: { used, allowance, remaining: Math.max(0, allowance - used), plan: caller.plan },
      kept: keep === null || issued === null ? null : { comparisonId: keep.comparisonId, token: issued.token },
    };
  }

  /**
   * JSON text of a page of a kept comparison, for whoever holds its token. Throws `invalid_token`, `token_expired`,
   * `token_issued_in_future`, `not_found`.
   */
  async page(comparisonId: string, token: string | undefined, offset: number, limit: number): Promise<string> {
    const { store, tokens, now } = this.#parts;
    const { known, share } = await store.findShare(comparisonId, hashOfGivenToken(token));
    if (!known) throw unknownComparison();
    tokens.check(token ?? '', comparisonId, share, now());
    const head = await store.structureHead(comparisonId);
    if (head === null) throw share === null ? unknownComparison() : expiredToken(share.ttlSeconds);
    const { first, end } = chunkRange(head, offset, limit);
    const packed = await store.structureChunks(comparisonId, first, end);
    return assemblePage(head, await Promise.all(packed.map(unpackChunk)), offset, limit);
  }
}

function unknownComparison(): ServiceError {
  return new ServiceError('not_found', 'There is no such comparison. Comparisons are kept for 24 hours.');
}
