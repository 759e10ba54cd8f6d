import type { ListedComparison } from '../../../shared/api/comparisons.ts';
import type { Summary } from '../../../shared/change/page.ts';
import { ServiceError } from '../../../shared/errors.ts';
import { TOMBSTONE_SECONDS } from '../../admission/retention.ts';
import type { Transaction } from '../../admission/ports.ts';
import { unpackBytes } from '../../pipeline/structure/pack-text.ts';
import type { OpenComparison } from '../open-comparison.ts';
import type { ListPosition, Share, StoredComparison } from '../ports.ts';
import type { Samples } from '../samples/samples.ts';
import { assemblePage, chunkRange, homesOf } from '../../pipeline/structure/assemble-page.ts';
import { unpackChunk } from '../../pipeline/structure/pack-chunk.ts';
import type { Chunk } from '../../pipeline/structure/structure.ts';
import type { StructureHead } from '../../pipeline/structure/structure.ts';
import { expiredToken, hashOfGivenToken, type LinkTerms, type ViewerTokens } from './viewer-token.ts';
import type { SqlComparisonStore } from '../../store/tables/sql-comparison-store.ts';

/** How a caller reaches a comparison: with a token, or as its creator. A given token must be valid. */
export interface Visitor {
  readonly token: string | undefined;
  /** The authenticated caller; null for an anonymous one, who owns nothing. */
  readonly subject: string | null;
}

/** A page of a list, and the start of the next one. */
export interface ListPage {
  readonly comparisons: ListedComparison[];
  readonly next: ListPosition | null;
}

/** Dependencies of stored comparisons. */
export interface StoredComparisonsDeps {
  readonly store: SqlComparisonStore;
  readonly samples: Samples;
  readonly tokens: ViewerTokens;
  readonly now: () => Date;
}

/** The use cases of stored comparisons: read, list, share, delete. */
export class StoredComparisons {
  readonly #deps: StoredComparisonsDeps;

  constructor(deps: StoredComparisonsDeps) {
    this.#deps = deps;
  }

  /**
   * A comparison for a visitor. Samples are open to everyone. Throws `not_found` (also for another caller's
   * comparison), `invalid_token`, `token_expired` or `token_issued_in_future`.
   */
  async open(comparisonId: string, visitor: Visitor): Promise<OpenComparison> {
    const { store, samples, tokens, now } = this.#deps;
    const sample = samples.open(comparisonId);
    if (sample !== null) return await sample;
    const found = await this.#remembered(comparisonId);
    const { token, subject } = visitor;
    let share: Share | null = null;
    if (token === undefined && subject !== null) {
      if (found.subject !== subject) throw unknownComparison();
    } else {
      share = await store.findShare(comparisonId, hashOfGivenToken(token));
      tokens.check(token ?? '', comparisonId, share, now());
    }
    const { head, expiresAtSeconds } = found;
    if (head === null || now().getTime() / 1_000 >= expiresAtSeconds) {
      throw share === null ? expiredComparison() : expiredToken(share.ttlSeconds);
    }
    return {
      record: found,
      expiresAtSeconds,
      head,
      share,
      html: () => this.#html(comparisonId),
      chunks: (first, end) => store.structureChunks(comparisonId, first, end),
    };
  }

  /** JSON text of a page of the changes. It reads only the chunks that the page needs. Throws as `open` does. */
  async page(comparisonId: string, visitor: Visitor, offset: number, limit: number): Promise<string> {
    const { head, chunks } = await this.open(comparisonId, visitor);
    const { first, end } = chunkRange(head, offset, limit);
    const own = await Promise.all((await chunks(first, end)).map(unpackChunk));
    const homes: Chunk[] = [];
    for (const number of homesOf(own, first)) homes.push(await unpackChunk((await chunks(number, number + 1))[0]!));
    return assemblePage(head, own, offset, limit, homes);
  }

  /** The caller's valid comparisons, newest first. */
  async list(subject: string, after: ListPosition | null, limit: number): Promise<ListPage> {
    const { store, now } = this.#deps;
    // One more than requested tells whether there is a next page.
    const found = await store.list(subject, { after, limit: limit + 1, at: now() });
    const shown = found.slice(0, limit);
    const last = shown.at(-1);
    return {
      comparisons: shown.flatMap((each) => (each.head === null ? [] : [listed(each, each.head)])),
      next: found.length <= limit || last === undefined ? null : last,
    };
  }

  /** Deletes a comparison of the caller with its content and links. Throws `not_found`. */
  async remove(subject: string, comparisonId: string): Promise<void> {
    if (!(await this.#deps.store.remove(subject, comparisonId))) throw unknownComparison();
  }

  /** A comparison of the caller with its content. Throws `not_found`. */
  async openOwn(
    subject: string,
    comparisonId: string,
  ): Promise<{
    readonly record: StoredComparison;
    readonly head: StructureHead;
    readonly subject: string;
    /** The fragment as a JSON string in UTF-8. */
    readonly html: () => Promise<Uint8Array>;
  }> {
    const found = await this.#remembered(comparisonId);
    const { head, subject: owner, expiresAtSeconds } = found;
    if (owner !== subject) throw unknownComparison();
    if (head === null || this.#deps.now().getTime() / 1_000 >= expiresAtSeconds) throw expiredComparison();
    return { record: found, head, subject, html: () => this.#html(comparisonId) };
  }

  async #html(comparisonId: string): Promise<Uint8Array> {
    const packed = await this.#deps.store.html(comparisonId);
    if (packed === null) throw expiredComparison();
    return await unpackBytes(packed);
  }

  /** Makes another link to a comparison of the caller. `addShare` stores it. Throws `not_found`. */
  async issueShare(
    subject: string,
    comparisonId: string,
    terms: LinkTerms,
  ): Promise<{ readonly token: string; readonly share: Share }> {
    const { tokens, now } = this.#deps;
    await this.openOwn(subject, comparisonId);
    return tokens.issue(comparisonId, now(), terms);
  }

  /** Stores a link and extends the comparison's life to its end. Throws `not_found` if it was deleted meanwhile. */
  async addShare(transaction: Transaction, comparisonId: string, share: Share): Promise<void> {
    if (!(await this.#deps.store.addShare(transaction, comparisonId, share))) throw unknownComparison();
  }

  /** A comparison or its tombstone. Throws `not_found`. */
  async #remembered(comparisonId: string): Promise<StoredComparison> {
    const { store, now } = this.#deps;
    const found = await store.find(comparisonId);
    if (found === null || now().getTime() / 1_000 >= found.expiresAtSeconds + TOMBSTONE_SECONDS) {
      throw unknownComparison();
    }
    return found;
  }
}

/** The counts of the whole comparison. */
export function summaryOf(head: StructureHead): Summary {
  return (JSON.parse(`{${head.opening}}`) as { summary: Summary }).summary;
}

function listed(stored: StoredComparison, head: StructureHead): ListedComparison {
  const { comparisonId, title, facts, createdAtMs, expiresAtSeconds } = stored;
  return {
    comparisonId,
    ...(title === null ? {} : { title }),
    format: facts.format,
    ...(facts.originalFormat && { originalFormat: facts.originalFormat }),
    ...(facts.revisedFormat && { revisedFormat: facts.revisedFormat }),
    engine: facts.engine,
    fallback: facts.fallback,
    summary: summaryOf(head),
    createdAt: new Date(createdAtMs).toISOString(),
    expiresAt: new Date(expiresAtSeconds * 1_000).toISOString(),
  };
}

function unknownComparison(): ServiceError {
  return new ServiceError(
    'not_found',
    'There is no such comparison, or it is not yours. Comparisons are kept for 24 hours, or as long as a link to them lasts.',
  );
}

function expiredComparison(): ServiceError {
  return new ServiceError('not_found', 'This comparison has expired and its content is gone. Run it again.');
}
