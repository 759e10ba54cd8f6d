import type { FastifyInstance } from 'fastify';
import { COMPARE_DOCUMENTS_PATH, STYLESHEET_PATH } from '../../../shared/api/endpoint-paths.ts';
import type { Admission } from '../../admission/admission.ts';
import type { Uploads } from '../../admission/uploads.ts';
import type { DocumentComparisons, DocumentStep } from '../../comparison/documents/document-comparisons.ts';
import type { NewJob } from '../../comparison/exports/job.ts';
import type { ComparisonOutcome } from '../../comparison/texts/text-comparisons.ts';
import { openOperation } from '../reply/serve-operation.ts';
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

/** What the endpoint depends on besides the use case. */
export interface CompareDocumentsDeps {
  readonly admission: Admission;
  readonly uploads: Uploads;
}

/** `POST /v1/diffsvc/documents`: compares two files. It always answers with a stream. */
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
          return { asked, units: asked.units, reserve: () => documents.reserve(asked.bytes, request.identity) };
        },
      });
      if (opened === null) return reply;
      const { asked } = opened.prepared;
      await streamOperation(request, reply, opened, settings.streamTimes ?? {}, async (stream) => {
        const writer = new EventWriter(requestId, asked, settings);
        const progress = asked.stream ? new StreamedProgress(stream, false) : undefined;
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

/** Writes the steps of one comparison as events. */
class EventWriter {
  readonly #requestId: string;
  readonly #asked: AskedDocuments;
  readonly #settings: ServerSettings;

  constructor(requestId: string, asked: AskedDocuments, settings: ServerSettings) {
    this.#requestId = requestId;
    this.#asked = asked;
    this.#settings = settings;
  }

  event(step: Exclude<DocumentStep, { step: 'end' }>): StreamEvent {
    switch (step.step) {
      case 'validating':
        return smallEvent('validating', formatFields(this.#asked.wishes.formats));
      case 'converting':
        return smallEvent('converting', { side: step.side });
      case 'comparing':
        return smallEvent('comparing', { mode: this.#asked.wishes.mode });
      case 'content':
        return this.#content(step);
      case 'track_changes_queued':
        return smallEvent(step.step, queuedJob(this.#settings, step.job));
      case 'page_rendering_complete':
        return smallEvent(step.step, pagesAnswer(this.#settings, step.rendered));
      case 'track_changes_failed':
      case 'page_rendering_failed': {
        const { code, message, details } = step.fault;
        return smallEvent(step.step, {
          code,
          message,
          ...(details?.['side'] !== undefined && { side: details['side'] }),
        });
      }
    }
  }

  complete({ metrics }: Extract<DocumentStep, { step: 'end' }>, job: NewJob | null): StreamEvent {
    const queued = job === null ? null : queuedJob(this.#settings, job);
    return smallEvent('complete', {
      requestId: this.#requestId,
      status: 'completed',
      jobs: queued === null ? [] : [{ type: queued.artifactType, jobId: queued.jobId, pollUrl: queued.pollUrl }],
      ...(queued !== null && { jobId: queued.jobId }),
      units: this.#asked.units,
      ...(this.#asked.metrics && { metrics }),
    });
  }

  /** `content_complete`. The worker finished its large parts; they are only inserted. */
  #content({ outcome, metrics }: Extract<DocumentStep, { step: 'content' }>): StreamEvent {
    const { wishes, units } = this.#asked;
    const { result, keep } = outcome;
    const head = {
      requestId: this.#requestId,
      ...formatFields(wishes.formats),
      units,
      ...(this.#asked.metrics && { metrics }),
    };
    const parts: Uint8Array[] = [Buffer.from(`${JSON.stringify(head).slice(0, -1)},"contentDiff":{`)];
    if (wishes.wantsHtml && result.html !== null) parts.push(Buffer.from('"html":'), result.html, COMMA);
    if (wishes.wantsJson && result.structure !== null)
      parts.push(Buffer.from('"json":'), result.structure.firstPage, COMMA);
    const id = keep?.comparison.comparisonId;
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
    parts.push(Buffer.from(`${JSON.stringify(rest).slice(1)}}`));
    return { name: 'content_complete', parts };
  }
}

/** The format of the comparison, and those of its sides if they differ. */
function formatFields(formats: SideFormats): object {
  const format = comparisonFormatOf(formats);
  return format === 'mixed' ? { format, originalFormat: formats.original, revisedFormat: formats.revised } : { format };
}

const COMMA = Buffer.from(',');
