import { randomBytes } from 'node:crypto';
import type { RequestedFormat, RequestedMode } from '../../shared/api/text-spellings.ts';
import { ServiceError } from '../../shared/errors.ts';
import { STORED_TTL_SECONDS, UNIT_BYTES } from '../../shared/limits.ts';
import type { Transaction } from '../admission/ports.ts';
import type { ComparisonStore, NewComparison, TextComparer, TextResult } from './ports.ts';
import { assemblePage, chunkRange } from './structure/assemble-page.ts';
import { unpackChunk } from './structure/pack-chunk.ts';
import { expiredToken, hashOfGivenToken, type ViewerTokens } from './viewer-token.ts';

/** How two texts are to be compared, and what of it is wanted. */
export interface TextWishes {
  readonly format: RequestedFormat;
  readonly mode: RequestedMode;
  readonly wantsHtml: boolean;
  readonly wantsJson: boolean;
}

/** Two texts to compare. */
export interface TextRequest extends TextWishes {
  readonly original: string;
  readonly revised: string;
  /** What it costs, by the raw bytes of both inputs: see `meteredUnits`. */
  readonly units: number;
}

/** A finished comparison that is not stored yet. */
export interface TextOutcome {
  readonly result: TextResult;
  /** Present when the comparison is to be kept. The token is a credential. */
  readonly keep: { readonly comparison: NewComparison; readonly token: string } | null;
}

/** Metered units of two inputs: 100 KiB of raw bytes together, begun ones counted; 0 for two empty inputs. */
export function meteredUnits(originalBytes: number, revisedBytes: number): number {
  return Math.ceil((originalBytes + revisedBytes) / UNIT_BYTES);
}

/** What text comparisons work with. */
export interface TextComparisonsParts {
  readonly comparer: TextComparer;
  readonly store: ComparisonStore;
  readonly tokens: ViewerTokens;
  readonly now: () => Date;
}

/** The use cases around comparisons of texts: compare, keep, and read pages of what is kept. */
export class TextComparisons {
  readonly #parts: TextComparisonsParts;

  constructor(parts: TextComparisonsParts) {
    this.#parts = parts;
  }

  /** Keeps a place among the workers until the returned function is called. Throws `rate_limited`. */
  reserve(): () => void {
    return this.#parts.comparer.reserve();
  }

  /** Compares. Nothing is stored: see `keep`. Throws what the comparer throws. */
  async compare(request: TextRequest, signal: AbortSignal): Promise<TextOutcome> {
    const { comparer, tokens, now } = this.#parts;
    const { original, revised, format, mode, wantsHtml, units } = request;
    const comparisonId = request.wantsJson ? `cmp_${randomBytes(16).toString('hex')}` : null;
    const finished = await comparer.compare({ original, revised, format, mode, wantsHtml, comparisonId }, signal);
    signal.throwIfAborted();
    const result = { ...finished, facts: { ...finished.facts, units } };
    if (comparisonId === null || result.structure === null) return { result, keep: null };
    const { token, share } = tokens.issue(comparisonId, now(), STORED_TTL_SECONDS);
    const expiresAtSeconds = share.issuedAtSeconds + STORED_TTL_SECONDS;
    const { facts, structure } = result;
    return { result, keep: { comparison: { comparisonId, expiresAtSeconds, facts, structure, share }, token } };
  }

  /** Stores a comparison of this subject, if there is something to keep; within the transaction that ends its operation. */
  async keep(transaction: Transaction, subject: string, outcome: TextOutcome): Promise<void> {
    if (outcome.keep === null) return;
    await this.#parts.store.keep(transaction, subject, outcome.keep.comparison);
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
