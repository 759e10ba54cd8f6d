import type { FastifyInstance } from 'fastify';
import { COMPARE_DOCUMENTS_PATH, STYLESHEET_PATH } from '../../../shared/api/endpoint-paths.ts';
import type { Admission } from '../../admission/admission.ts';
import type { Uploads } from '../../admission/uploads.ts';
import type { DocumentComparisons, DocumentStep } from '../../comparison/documents/document-comparisons.ts';
import type { NewJob } from '../../comparison/exports/job.ts';
import type { ComparisonOutcome } from '../../comparison/texts/text-comparisons.ts';
import { wantsJson } from '../reply/accepted-types.ts';
import { finishOperation, openOperation } from '../reply/serve-operation.ts';
import { smallEvent, type StreamEvent } from '../reply/event-stream.ts';
import { complexityOf, outcomeOf } from '../comparisons/outcome-of.ts';
import { changesUrl, hostedUrl } from '../comparisons/hosted-addresses.ts';
import { comparisonFormatOf, type SideFormats } from '../../../shared/formats.ts';
import { queuedJob } from '../jobs/job-answer.ts';
import { readDocumentRequest, type AskedDocuments } from './read-document-request.ts';
import type { ServerSettings } from '../reply/server-settings.ts';
import { pagesAnswer } from './source-pages.ts';
import { streamOperation } from '../reply/stream-operation.ts';
import { StreamedProgress } from '../reply/streamed-progress.ts';
import { addressOf } from '../openapi/operation.ts';
import { COMPARE_DOCUMENTS } from './operations.ts';

/** Maximum size of a JSON request that compares documents. */
const DOCUMENT_REQUEST_MAX_BYTES = 2 * 1024 * 1024;

/** Dependencies of the endpoint besides the use case. */
export interface CompareDocumentsDeps {
  readonly admission: Admission;
  readonly uploads: Uploads;
}

/** `POST /v1/diffsvc/documents`: compares two files. It answers with a stream, or with JSON where the caller wants that. */
export function addCompareDocumentsEndpoint(
  server: FastifyInstance,
  documents: DocumentComparisons,
  { admission, uploads }: CompareDocumentsDeps,
  settings: ServerSettings,
): void {
  const config = { access: { to: 'anyone' }, bodyMaxBytes: DOCUMENT_REQUEST_MAX_BYTES } as const;
  server.route({
    ...addressOf(COMPARE_DOCUMENTS),
    config,
    handler: async (request, reply) => {
      const { identity, id: requestId } = request;
      const opened = await openOperation(request, reply, {
        admission,
        endpoint: `POST ${COMPARE_DOCUMENTS_PATH}`,
        prepare: async (body: Buffer) => {
          const asked = await readDocumentRequest(body, identity, uploads);
          const { wantsJson, wantsTrackChanges, hosted } = asked.wishes;
          return {
            asked,
            units: asked.units,
            large: wantsJson || wantsTrackChanges || hosted !== null ? ('result' as const) : ('reply' as const),
            reserve: () => documents.reserve(asked.bytes, request.identity),
          };
        },
      });
      if (opened === null) return reply;
      const { asked } = opened.prepared;
      if (wantsJson(request.headers.accept)) {
        await finishOperation(request, reply, opened, async () => {
          const writer = new EventWriter(requestId, asked, settings);
          let outcome: ComparisonOutcome | undefined;
          let job: NewJob | null = null;
          for await (const step of documents.compare(asked.wishes, asked.read, identity, opened.signal)) {
            if (step.step === 'end') {
              const kept = outcome!;
              return {
                body: writer.answer(step, job),
                alongside: (transaction) => documents.keep(transaction, identity.subject, kept, job),
              };
            }
            if (step.step === 'content') outcome = step.outcome;
            if (step.step === 'track_changes_queued') job = step.job;
            if (step.step === 'page_rendering_failed' && step.fault.cause !== undefined) {
              request.log.error({ requestId, err: step.fault }, 'pages could not be rendered');
            }
            writer.gather(step);
          }
          throw new Error('a comparison of documents has no end');
        });
        documents.wake();
        return reply;
      }
      await streamOperation(request, reply, opened, settings.streamTimes ?? {}, async (stream) => {
        const progress = asked.stream ? new StreamedProgress(stream, false) : undefined;
        const writer = new EventWriter(requestId, asked, settings, progress);
        let outcome: ComparisonOutcome | undefined;
        let job: NewJob | null = null;
        /** From the job on, events wait for the transaction that stores it, so that its id can be polled. */
        const held: StreamEvent[] = [];
        stream.send(smallEvent('accepted', { requestId }));
        const steps = documents.compare(asked.wishes, asked.read, identity, opened.signal, progress);
        for await (const step of steps) {
          if (step.step === 'end') {
            const kept = outcome!;
            return {
              last: [...held, writer.complete(step, job)],
              alongside: (transaction) => documents.keep(transaction, identity.subject, kept, job),
            };
          }
          if (step.step === 'content') outcome = step.outcome;
          if (step.step === 'track_changes_queued') job = step.job;
          if (step.step === 'page_rendering_failed' && step.fault.cause !== undefined) {
            request.log.error({ requestId, err: step.fault }, 'pages could not be rendered');
          }
          const event = writer.event(step);
          if (job === null) stream.send(event, { delivers: step.step === 'content' });
          else held.push(event);
        }
        throw new Error('a comparison of documents has no end');
      });
      documents.wake();
      return reply;
    },
  });
}

/** Writes the steps of one comparison as events, or gathers them for one answer. */
class EventWriter {
  readonly #requestId: string;
  readonly #asked: AskedDocuments;
  readonly #settings: ServerSettings;
  readonly #progress: StreamedProgress | undefined;
  #diff: readonly Uint8Array[] = [];
  #others: Record<string, unknown> = {};

  constructor(requestId: string, asked: AskedDocuments, settings: ServerSettings, progress?: StreamedProgress) {
    this.#requestId = requestId;
    this.#asked = asked;
    this.#settings = settings;
    this.#progress = progress;
  }

  /** Keeps what the answer says of a step. */
  gather(step: Exclude<DocumentStep, { step: 'end' }>): void {
    if (step.step === 'content') this.#diff = this.#contentDiff(step);
    else if (GATHERED.has(step.step)) this.#others[step.step] = this.#payload(step);
  }

  /** One JSON answer with all that was gathered: what `content_complete` and `complete` say, and what came between. */
  answer(step: Extract<DocumentStep, { step: 'end' }>, job: NewJob | null): Uint8Array {
    const head = JSON.stringify({
      ...this.#end(step, job),
      ...formatFields(this.#asked.wishes.formats),
      ...this.#others,
    });
    return Buffer.concat([Buffer.from(`${head.slice(0, -1)},"contentDiff":`), ...this.#diff, Buffer.from('}')]);
  }

  event(step: Exclude<DocumentStep, { step: 'end' }>): StreamEvent {
    if (step.step === 'content') return this.#content(step);
    return smallEvent(step.step, this.#payload(step));
  }

  complete(step: Extract<DocumentStep, { step: 'end' }>, job: NewJob | null): StreamEvent {
    return smallEvent('complete', this.#end(step, job));
  }

  #payload(step: Exclude<DocumentStep, { step: 'end' | 'content' }>): object {
    switch (step.step) {
      case 'validating':
        return formatFields(this.#asked.wishes.formats);
      case 'converting':
        return { side: step.side };
      case 'comparing':
        return { mode: this.#asked.wishes.mode };
      case 'track_changes_queued':
        return queuedJob(this.#settings, step.job);
      case 'page_rendering_complete':
        return pagesAnswer(this.#settings, step.rendered);
      case 'track_changes_failed':
      case 'page_rendering_failed': {
        const { code, message, details } = step.fault;
        return { code, message, ...(details?.['side'] !== undefined && { side: details['side'] }) };
      }
    }
  }

  #end({ metrics }: Extract<DocumentStep, { step: 'end' }>, job: NewJob | null): object {
    const queued = job === null ? null : queuedJob(this.#settings, job);
    return {
      requestId: this.#requestId,
      status: 'completed',
      jobs: queued === null ? [] : [{ type: queued.artifactType, jobId: queued.jobId, pollUrl: queued.pollUrl }],
      ...(queued !== null && { jobId: queued.jobId }),
      units: this.#asked.units,
      ...(this.#asked.metrics && { metrics }),
    };
  }

  #content(step: Extract<DocumentStep, { step: 'content' }>): StreamEvent {
    const { wishes, units, metrics } = this.#asked;
    const head = JSON.stringify({
      requestId: this.#requestId,
      ...formatFields(wishes.formats),
      units,
      ...(metrics && { metrics: step.metrics }),
    });
    const parts = [Buffer.from(`${head.slice(0, -1)},"contentDiff":`), ...this.#contentDiff(step), Buffer.from('}')];
    return { name: 'content_complete', parts };
  }

  /** `contentDiff`. The worker finished its large parts; they are only inserted. */
  #contentDiff({ outcome }: Extract<DocumentStep, { step: 'content' }>): Uint8Array[] {
    const { wishes } = this.#asked;
    const { result, keep } = outcome;
    const parts: Uint8Array[] = [Buffer.from('{')];
    if (wishes.wantsHtml && result.html !== null) parts.push(Buffer.from('"html":'), result.html, COMMA);
    if (wishes.wantsJson && result.structure !== null)
      parts.push(Buffer.from('"json":'), result.structure.firstPage, COMMA);
    const id = keep?.comparison.comparisonId ?? this.#progress?.comparisonId;
    const rest = {
      cssUrl: this.#settings.viewerUrl() + STYLESHEET_PATH,
      ...(wishes.wantsJson && keep !== null && { changesUrl: changesUrl(this.#settings, id!, keep.token) }),
      engine: result.facts.engine,
      fallback: result.facts.fallback,
      ...complexityOf(result.facts),
      ...(id !== undefined && { comparisonId: id }),
      ...(wishes.hosted !== null && keep !== null && { hostedUrl: hostedUrl(this.#settings, id!, keep.token) }),
      earlyAccess: true,
      ...(result.facts.digests !== undefined && { digests: result.facts.digests }),
      ...outcomeOf(result.facts),
    };
    parts.push(Buffer.from(JSON.stringify(rest).slice(1)));
    return parts;
  }
}

/** Steps between the comparison and its end that the one answer repeats. */
const GATHERED: ReadonlySet<DocumentStep['step']> = new Set([
  'track_changes_queued',
  'track_changes_failed',
  'page_rendering_complete',
  'page_rendering_failed',
]);

/** The format of the comparison. If the sides have different formats, the format of each. */
function formatFields(formats: SideFormats): object {
  const format = comparisonFormatOf(formats);
  return format === 'mixed' ? { format, originalFormat: formats.original, revisedFormat: formats.revised } : { format };
}

const COMMA = Buffer.from(',');
