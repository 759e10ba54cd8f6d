import { sizeInWords } from '../../../shared/in-words.ts';
import { deflate } from 'node:zlib';
import { promisify } from 'node:util';
import type { Revisions } from '../../../shared/api/revisions.ts';
import { settingsOf, type ComparisonSettings } from '../../../shared/api/settings.ts';
import type { ComparisonWarning } from '../../../shared/change/uncompared.ts';
import type { Side } from '../../../shared/document/model.ts';
import { ServiceError } from '../../../shared/errors.ts';
import { OWN_TIMEOUT_MS, SERVER_TIMEOUT_MS } from '../../../shared/limits.ts';
import { isOnOwnMachine, type Identity } from '../../admission/identity.ts';
import type { Transaction } from '../../admission/ports.ts';
import type { RetentionTimes } from '../../admission/retention.ts';
import type { Exports } from '../exports/exports.ts';
import { faultOfSide } from '../../pipeline/inputs/fault-of-side.ts';
import type { RenderingQueue } from '../pages/rendering-queue.ts';
import { pagesTooSlow, type RenderedSources, type SourcePages } from '../pages/source-pages.ts';
import type { NewJob } from '../exports/job.ts';
import { comparedSettings } from '../../pipeline/inputs/compared-settings.ts';
import type { PackedDocument, PackedPair } from '../../pipeline/inputs/tasks.ts';
import { openFile, type OpenedFile } from '../../pipeline/inputs/converted-file.ts';
import { isDocumentFormat, type SideFormat, type SideFormats } from '../../../shared/formats.ts';
import { convertedFormatOf, formatOfBytes } from '../../../shared/recognize-format.ts';
import { UNDECIDED } from '../../exports/artifact.ts';
import { readOptions } from '../../pipeline/inputs/read-options.ts';
import { wrongFormat } from '../../../shared/wrong-format.ts';
import type { DocumentReader, FileConverter, NewComparison, Comparer } from '../ports.ts';
import { newComparisonId, type ComparisonListener, type ComparisonOutcome } from '../texts/text-comparisons.ts';
import type { LinkTerms, ViewerTokens } from '../stored/viewer-token.ts';
import type { SqlComparisonStore } from '../../store/tables/sql-comparison-store.ts';
import { ComparisonClock, type DocumentMetrics } from './comparison-clock.ts';

/** Maximum duration of a request with source pages. */
const PAGE_BUDGET_MS = 55_000;

/** Settings of a comparison of two documents, and the wanted results. */
export interface DocumentOptions extends ComparisonSettings {
  readonly formats: SideFormats;
  readonly wantsHtml: boolean;
  readonly wantsJson: boolean;
  /** What becomes of the revisions of the inputs in a tracked-revision file. */
  readonly revisions: Revisions;
  readonly wantsTrackChanges: boolean;
  /** Whether the inputs are uploads. Only reading these takes time. */
  readonly fromUploads: boolean;
  readonly pageRendering: boolean;
  /** Terms of the link to the hosted viewer; null if no link is wanted. */
  readonly hosted: LinkTerms | null;
  /** What of the request has no effect. */
  readonly warnings: readonly ComparisonWarning[];
  readonly title: string | null;
}

/** Raw bytes of both files. */
export interface DocumentSources {
  readonly original: Uint8Array;
  readonly revised: Uint8Array;
}

/** The steps of a comparison, in the order of the stream's events. */
export type DocumentStep =
  | { readonly step: 'validating' }
  | { readonly step: 'converting'; readonly side: Side }
  | { readonly step: 'comparing' }
  | {
      readonly step: 'content';
      readonly outcome: ComparisonOutcome;
      readonly metrics: DocumentMetrics;
    }
  | { readonly step: 'track_changes_queued'; readonly job: NewJob }
  | { readonly step: 'track_changes_failed'; readonly fault: ServiceError }
  | { readonly step: 'page_rendering_complete'; readonly rendered: RenderedSources }
  | { readonly step: 'page_rendering_failed'; readonly fault: ServiceError }
  | {
      readonly step: 'end';
      readonly metrics: DocumentMetrics;
      readonly outcome: ComparisonOutcome;
      /** Null if none was wanted, or none can be made. */
      readonly job: NewJob | null;
    };

/** One side that was read, with the bytes that were read. */
interface ReadSide {
  readonly bytes: Uint8Array;
  readonly document: PackedDocument;
}

/** Dependencies of document comparisons. */
export interface DocumentComparisonsDeps {
  readonly reader: DocumentReader;
  readonly converter: FileConverter;
  /** Conversions wait here, with the layouts of source pages. */
  readonly renderings: RenderingQueue;
  readonly comparer: Comparer;
  readonly store: SqlComparisonStore;
  readonly exports: Pick<Exports, 'newJob' | 'checkRoom' | 'queue' | 'wake'>;
  readonly pages: SourcePages;
  readonly tokens: ViewerTokens;
  readonly retention: Pick<RetentionTimes, 'comparisonSeconds'>;
  readonly now: () => Date;
}

/** Compares two files as one sequence of steps. They are in the order of the stream. */
export class DocumentComparisons {
  readonly #deps: DocumentComparisonsDeps;

  constructor(deps: DocumentComparisonsDeps) {
    this.#deps = deps;
  }

  /** Reserves a place among the workers until the returned function is called. Throws `rate_limited`. */
  reserve(inputBytes: number, { subject }: Pick<Identity, 'subject'>): () => void {
    return this.#deps.comparer.reserve(inputBytes, subject);
  }

  /**
   * Compares. The listener receives the redline between `comparing` and `content`. Nothing is stored before `keeping`,
   * and a queued job does not exist before.
   *
   * @param read returns the bytes; what it throws is thrown before `validating`
   * @throws ServiceError a refusal of readers or comparer, or `comparison_timeout`; otherwise the signal's reason
   */
  async *compare(
    wishes: DocumentOptions,
    read: () => Promise<DocumentSources>,
    identity: Identity,
    signal: AbortSignal,
    listener?: ComparisonListener,
  ): AsyncGenerator<DocumentStep, void> {
    const { comparer } = this.#deps;
    const { formats, wantsHtml } = wishes;
    const clock = new ComparisonClock();
    const limitMs = isOnOwnMachine(identity) ? OWN_TIMEOUT_MS : SERVER_TIMEOUT_MS;
    const deadline = AbortSignal.timeout(limitMs);
    const either = AbortSignal.any([signal, deadline]);
    let comparisonId = '';
    let sources: DocumentSources;
    let outcome: ComparisonOutcome;
    let job: NewJob | null = null;
    try {
      const given = await read();
      if (wishes.fromUploads) clock.mark('downloadMs');
      else clock.pass();
      yield { step: 'validating' };
      for (const side of ['original', 'revised'] as const) checkSignature(side, formats[side], given[side]);

      yield { step: 'converting', side: 'original' };
      const original = this.#read(wishes, given, 'original', identity, either);
      const revised = this.#read(wishes, given, 'revised', identity, either);
      // Both files are read in parallel. A fault of the second one is thrown in its turn.
      revised.catch(() => undefined);
      const first = await original;
      yield { step: 'converting', side: 'revised' };
      const second = await revised;
      const pair = { original: first.document, revised: second.document };
      // From here on a converted file is its DOCX, for pages and for files with tracked revisions.
      sources = { original: first.bytes, revised: second.bytes };

      yield { step: 'comparing' };
      comparisonId = newComparisonId();
      listener?.begin(comparisonId);
      const isKept = wishes.wantsJson || wishes.hosted !== null || wishes.wantsTrackChanges;
      const task = {
        ...settingsOf(wishes),
        pair,
        wantsHtml,
        comparisonId: isKept ? comparisonId : null,
      };
      const progress = wantsHtml ? listener : undefined;
      const compared = await comparer.compare(task, either, progress, identity.subject, limitMs);
      either.throwIfAborted();
      const warnings = [...wishes.warnings, ...warningsOf(pair), ...compared.warnings];
      const result = warnings.length === 0 ? compared : { ...compared, facts: { ...compared.facts, warnings } };
      outcome = await this.#outcome(comparisonId, result, wishes, sources, identity);
      clock.set('diffMs', result.diffMs);
      clock.mark('comparisonMs');
      yield { step: 'content', outcome, metrics: clock.metrics() };
    } catch (fault) {
      signal.throwIfAborted();
      if (deadline.aborted) throw tooSlow(limitMs);
      throw fault;
    }
    if (wishes.wantsTrackChanges) {
      const step = await this.#trackChanges(comparisonId, identity, wishes);
      if (step.step === 'track_changes_queued') job = step.job;
      yield step;
    }
    if (wishes.pageRendering) {
      clock.pass();
      const step = await this.#pages(formats, sources, identity.subject, clock.leftOf(PAGE_BUDGET_MS), signal);
      clock.mark('pageRenderingMs');
      yield step;
    }
    yield { step: 'end', metrics: clock.metrics(), outcome, job };
  }

  /**
   * Stores the comparison of this subject and its job, if there are any, in the transaction that ends the operation.
   * Call `wake` afterwards.
   */
  keeping(
    subject: string,
    { outcome, job }: Extract<DocumentStep, { step: 'end' }>,
  ): (transaction: Transaction) => Promise<void> {
    const { store, exports } = this.#deps;
    return async (transaction) => {
      if (outcome.keep !== null) await store.keep(transaction, subject, outcome.keep.comparison);
      if (job !== null) await exports.queue(transaction, job);
    };
  }

  /** Lets queued jobs begin. */
  wake(): void {
    this.#deps.exports.wake();
  }

  /**
   * The source pages of both files, or the reason why there are none. The comparison continues either way. Throws if
   * the caller left.
   */
  async #pages(
    formats: SideFormats,
    sources: DocumentSources,
    subject: string,
    budgetMs: number,
    signal: AbortSignal,
  ): Promise<DocumentStep> {
    const budget = AbortSignal.timeout(budgetMs);
    try {
      const either = AbortSignal.any([signal, budget]);
      return {
        step: 'page_rendering_complete',
        rendered: await this.#deps.pages.render(formats, sources, subject, either),
      };
    } catch (fault) {
      signal.throwIfAborted();
      if (fault instanceof ServiceError) return { step: 'page_rendering_failed', fault };
      if (budget.aborted) return { step: 'page_rendering_failed', fault: pagesTooSlow(PAGE_BUDGET_MS) };
      const message = 'The pages could not be rendered; the log of the service has the details.';
      const hidden = new ServiceError('internal_error', message, {}, { cause: fault });
      return { step: 'page_rendering_failed', fault: hidden };
    }
  }

  async #read(
    wishes: DocumentOptions,
    sources: DocumentSources,
    side: Side,
    { subject }: Identity,
    signal: AbortSignal,
  ): Promise<ReadSide> {
    try {
      const { formats } = wishes;
      const { bytes, converted } = await this.#open(formats[side], sources[side], signal);
      const task = { ...readOptions(formats, settingsOf(wishes)), format: formats[side], bytes, converted };
      return { bytes, document: await this.#deps.reader.read(task, signal, subject) };
    } catch (fault) {
      throw faultOfSide(side, fault);
    }
  }

  /** The file as it is read. Conversions run one at a time. */
  async #open(format: SideFormat, bytes: Uint8Array, signal: AbortSignal): Promise<OpenedFile> {
    if (format !== 'docx') return { bytes };
    const { converter, renderings } = this.#deps;
    return await openFile(bytes, (file) => renderings.run(() => converter.convert(file, signal), signal));
  }

  async #outcome(
    comparisonId: string,
    finished: ComparisonOutcome['result'],
    wishes: DocumentOptions,
    sources: DocumentSources,
    identity: Identity,
  ): Promise<ComparisonOutcome> {
    const { tokens, retention, now } = this.#deps;
    const { structure, texts } = finished;
    if (structure === null || texts === null) return { result: finished, keep: null };
    const at = now();
    const { token, share } = tokens.issue(
      comparisonId,
      at,
      wishes.hosted ?? { ttlSeconds: retention.comparisonSeconds, embedOrigin: null },
    );
    const [original, revised] = await Promise.all([packBytes(sources.original), packBytes(sources.revised)]);
    const comparison: NewComparison = {
      comparisonId,
      title: wishes.title,
      facts: { ...finished.facts, settings: comparedSettings(settingsOf(wishes)) },
      createdAtMs: at.getTime(),
      expiresAtSeconds: share.issuedAtSeconds + share.ttlSeconds,
      review: identity.terms.review,
      structure,
      texts: { ...texts, original, revised },
      share,
    };
    return { result: finished, keep: { comparison, token } };
  }

  /**
   * The job that makes the tracked-revision file, or the reason why there is none. The comparison continues either
   * way.
   */
  async #trackChanges(
    comparisonId: string,
    { by, subject }: Identity,
    { revisions }: DocumentOptions,
  ): Promise<DocumentStep> {
    const { exports } = this.#deps;
    try {
      if (by === 'address') {
        throw new ServiceError(
          'export_authentication_required',
          'Tracked-revision files are made for accounts only. Send an API key as Authorization: Bearer, a space, the key.',
        );
      }
      await exports.checkRoom(subject);
      const options = revisions === 'keep' ? { ...UNDECIDED, revisions } : UNDECIDED;
      const job = exports.newJob(subject, comparisonId, 'track_changes_docx', options);
      return { step: 'track_changes_queued', job };
    } catch (fault) {
      if (fault instanceof ServiceError) return { step: 'track_changes_failed', fault };
      throw fault;
    }
  }
}

/** Files are already compressed, so they are only wrapped. */
async function packBytes(bytes: Uint8Array): Promise<Uint8Array> {
  return new Uint8Array(await deflateAway(bytes, { level: 0 }));
}
const deflateAway = promisify<Uint8Array, { level: number }, Buffer>(deflate);

/**
 * Refuses bytes that cannot be a file of the format, even under the right name. The reader judges an archive of unknown
 * content, because its limits come first.
 */
function checkSignature(side: Side, format: SideFormat, bytes: Uint8Array): void {
  const found = formatOfBytes(bytes);
  if (found === format || (format === 'docx' && convertedFormatOf(bytes) !== null)) return;
  if (found === 'archive' && isDocumentFormat(format) && format !== 'pdf') return;
  const wrong = wrongFormat(bytes, format);
  if (wrong !== null) throw faultOfSide(side, wrong);
  if (!isDocumentFormat(format)) return;
  throw new ServiceError(
    'document_invalid',
    `The ${side} file (${sizeInWords(bytes.byteLength)}) does not begin like a ${format.toUpperCase()}. Check the file, or name its own format.`,
  );
}

function warningsOf(pair: PackedPair): ComparisonWarning[] {
  return (['original', 'revised'] as const).flatMap((side) =>
    pair[side].warnings.map((warning) => ({ ...warning, side })),
  );
}

function tooSlow(limitMs: number): ServiceError {
  return new ServiceError(
    'comparison_timeout',
    limitMs === OWN_TIMEOUT_MS
      ? `The comparison was not done after ${limitMs / 60_000} minutes. This machine is busy, or the documents are very large. Close other programs and compare again, or compare the documents in parts.`
      : `The comparison took longer than ${limitMs / 1_000} seconds and was stopped. Compare the documents in parts.`,
  );
}
