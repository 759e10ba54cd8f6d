/** How the steps of a comparison of documents are told: as events, or gathered in one answer. */
import { STYLESHEET_PATH } from '../../../shared/api/endpoint-paths.ts';
import { comparisonFormatOf, type SideFormats } from '../../../shared/formats.ts';
import type { DocumentStep } from '../../comparison/documents/document-comparisons.ts';
import { changesUrl, hostedUrl } from '../comparisons/hosted-addresses.ts';
import { complexityOf, outcomeOf } from '../comparisons/outcome-of.ts';
import { queuedJob } from '../jobs/job-answer.ts';
import { smallEvent, type StreamEvent } from '../reply/event-stream.ts';
import { jsonParts } from '../reply/json-parts.ts';
import type { OperationAnswer, OperationStream } from '../reply/operation.ts';
import type { ServerSettings } from '../reply/server-settings.ts';
import { StreamedProgress } from '../reply/streamed-progress.ts';
import type { AskedDocuments } from './read-document-request.ts';
import { pagesAnswer } from './source-pages.ts';

/** What every answer to a request says of it. */
export interface AboutRequest {
  readonly requestId: string;
  readonly asked: AskedDocuments;
  readonly settings: ServerSettings;
}

type Content = Extract<DocumentStep, { step: 'content' }>;
type End = Extract<DocumentStep, { step: 'end' }>;
type Small = Exclude<DocumentStep, Content | End>;

/** Steps between the comparison and its end that the one answer repeats. */
const GATHERED: ReadonlySet<DocumentStep['step']> = new Set([
  'track_changes_queued',
  'track_changes_failed',
  'page_rendering_complete',
  'page_rendering_failed',
]);

/** Gathers the steps for one JSON answer: what `content_complete` and `complete` say, and what came between. */
export class GatheredSteps {
  /** Nobody reads the redline before the end. */
  readonly progress = undefined;
  readonly #about: AboutRequest;
  #contentDiff: object = {};
  readonly #others: Record<string, unknown> = {};

  constructor(about: AboutRequest) {
    this.#about = about;
  }

  /** Gathers what the answer says of a step. */
  tell(step: Content | Small): void {
    if (step.step === 'content') this.#contentDiff = contentDiff(this.#about, step);
    else if (GATHERED.has(step.step)) this.#others[step.step] = smallPayload(this.#about, step);
  }

  /** The one answer. */
  answer(step: End): OperationAnswer {
    const formats = formatFields(this.#about.asked.wishes.formats);
    const contentDiff = this.#contentDiff;
    return { parts: jsonParts({ ...endFields(this.#about, step), ...formats, ...this.#others, contentDiff }) };
  }
}

/** Sends the steps as events. The redline streams on request. */
export class StreamedSteps {
  readonly progress: StreamedProgress | undefined;
  readonly #about: AboutRequest;
  readonly #stream: OperationStream;
  /** From the job on, events wait for the transaction that stores it, so that its id can be polled. */
  #held: StreamEvent[] | null = null;

  /** Sends `accepted`. */
  constructor(about: AboutRequest, stream: OperationStream) {
    this.#about = about;
    this.#stream = stream;
    this.progress = about.asked.stream ? new StreamedProgress(stream, false) : undefined;
    stream.send(smallEvent('accepted', { requestId: about.requestId }));
  }

  /** Sends the event of a step, or holds it back. */
  tell(step: Content | Small): void {
    if (step.step === 'track_changes_queued') this.#held = [];
    const event =
      step.step === 'content' ? this.#content(step) : smallEvent(step.step, smallPayload(this.#about, step));
    if (this.#held === null) this.#stream.send(event, { delivers: step.step === 'content' });
    else this.#held.push(event);
  }

  /** The event `complete`, and the events that wait for it. */
  answer(step: End): OperationAnswer {
    return { before: this.#held ?? [], parts: jsonParts(endFields(this.#about, step)) };
  }

  #content(step: Content): StreamEvent {
    const { requestId, asked } = this.#about;
    const parts = jsonParts({
      requestId,
      ...formatFields(asked.wishes.formats),
      units: asked.units,
      metrics: asked.metrics ? step.metrics : undefined,
      contentDiff: contentDiff(this.#about, step, this.progress?.comparisonId),
    });
    return { name: 'content_complete', parts };
  }
}

function smallPayload({ asked, settings }: AboutRequest, step: Small): object {
  switch (step.step) {
    case 'validating':
      return formatFields(asked.wishes.formats);
    case 'converting':
      return { side: step.side };
    case 'comparing':
      return { mode: asked.wishes.mode };
    case 'track_changes_queued':
      return queuedJob(settings, step.job);
    case 'page_rendering_complete':
      return pagesAnswer(settings, step.rendered);
    case 'track_changes_failed':
    case 'page_rendering_failed': {
      const { code, message, details } = step.fault;
      return { code, message, side: details?.['side'] };
    }
  }
}

/** What `complete` says. */
function endFields({ requestId, asked, settings }: AboutRequest, { metrics, job }: End): object {
  const queued = job === null ? null : queuedJob(settings, job);
  return {
    requestId,
    status: 'completed',
    jobs: queued === null ? [] : [{ type: queued.artifactType, jobId: queued.jobId, pollUrl: queued.pollUrl }],
    jobId: queued?.jobId,
    units: asked.units,
    metrics: asked.metrics ? metrics : undefined,
  };
}

/** `contentDiff`, with the large parts as finished JSON. A comparison that streamed has an id even if it is not stored. */
function contentDiff({ asked, settings }: AboutRequest, { outcome }: Content, streamedId?: string): object {
  const { wishes } = asked;
  const { result, keep } = outcome;
  const { facts } = result;
  const id = keep?.comparison.comparisonId ?? streamedId;
  return {
    html: wishes.wantsHtml ? (result.html ?? undefined) : undefined,
    json: wishes.wantsJson ? result.structure?.firstPage : undefined,
    cssUrl: settings.viewerUrl() + STYLESHEET_PATH,
    changesUrl: wishes.wantsJson && keep !== null ? changesUrl(settings, id!, keep.token) : undefined,
    engine: facts.engine,
    fallback: facts.fallback,
    ...complexityOf(facts),
    comparisonId: id,
    hostedUrl: wishes.hosted !== null && keep !== null ? hostedUrl(settings, id!, keep.token) : undefined,
    earlyAccess: true,
    digests: facts.digests,
    ...outcomeOf(facts),
  };
}

/** The format of the comparison. If the sides have different formats, the format of each. */
function formatFields(formats: SideFormats): object {
  const format = comparisonFormatOf(formats);
  return format === 'mixed' ? { format, originalFormat: formats.original, revisedFormat: formats.revised } : { format };
}
