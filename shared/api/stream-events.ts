/** The events of the two streams: their names and payloads, as schemas and as one union per stream. */
import { SIDE_FORMATS } from '../formats.ts';
import { MIXED_FORMATS } from './side-formats.ts';
import { Type, type Static, type TSchema } from 'typebox';
import { StructuredPage } from '../change/page.ts';
import { CompareTextResponse } from './compare-text.ts';
import { COMPLEXITY_FIELDS } from './complexity.ts';
import { OUTCOME } from './outcome.ts';
import { ComparisonDigests } from './digests.ts';

/** A comment line that keeps an idle connection open. Readers ignore it. */
export const HEARTBEAT = ': heartbeat\n\n';

const ComparisonId = Type.String({
  description: 'In every stream; the address of an unstored comparison answers `not_found`.',
});

/** A part of the redline for a temporary preview. The parts have the order of the final fragment. */
export const ContentBlock = Type.Object({
  comparisonId: ComparisonId,
  html: Type.String({ description: 'Elements of the fragment, without its root element.' }),
  sequence: Type.Integer({ minimum: 0, description: 'Counts from 0 without gaps.' }),
  provisional: Type.Literal(true),
});
export type ContentBlock = Static<typeof ContentBlock>;

/** The whole redline. It replaces the preview. */
export const TextReady = Type.Object({
  comparisonId: ComparisonId,
  html: Type.String({ description: 'The complete fragment.' }),
  engine: Type.Enum(['dom', 'text', 'document']),
  fallback: Type.Boolean(),
  provisional: Type.Literal(false),
});
export type TextReady = Static<typeof TextReady>;

/** The comparison failed, even if earlier events had results. The stream ends. */
export const StreamFailure = Type.Object({
  code: Type.String({ description: 'A code of the error table.' }),
  message: Type.String(),
  requestId: Type.String(),
});
export type StreamFailure = Static<typeof StreamFailure>;

/** Payloads of the events of a text comparison. */
export const TEXT_STREAM_EVENTS = {
  content_block: ContentBlock,
  text_ready: TextReady,
  complete: CompareTextResponse,
  error: StreamFailure,
} as const;

const RequestId = Type.String({ description: 'Equals the x-request-id header.' });
const Metrics = Type.Object({
  totalMs: Type.Optional(Type.Number()),
  comparisonMs: Type.Optional(Type.Number()),
  pageRenderingMs: Type.Optional(Type.Number()),
  diffMs: Type.Optional(Type.Number()),
  downloadMs: Type.Optional(Type.Number()),
});
const Side = Type.Enum(['original', 'revised']);
const PartialFailure = { code: Type.String(), message: Type.String() };

const DocumentsFormat = Type.Enum([...SIDE_FORMATS, 'mixed'], {
  description: '`mixed`: the sides have different formats.',
});

/** The semantic result of a document comparison. */
export const ContentComplete = Type.Object({
  requestId: RequestId,
  format: DocumentsFormat,
  ...MIXED_FORMATS,
  units: Type.Integer({ minimum: 0 }),
  metrics: Type.Optional(Metrics),
  contentDiff: Type.Object({
    html: Type.Optional(Type.String()),
    cssUrl: Type.String(),
    json: Type.Optional(StructuredPage),
    changesUrl: Type.Optional(Type.String()),
    engine: Type.Enum(['document', 'dom', 'text'], { description: '`dom` for two pages or texts of one format.' }),
    fallback: Type.Boolean(),
    ...COMPLEXITY_FIELDS,
    comparisonId: Type.Optional(
      Type.String({
        description:
          'Present when the comparison is stored, or `stream` is true. It is stored with `json`, `hosted_viewer` or `track_changes`. Otherwise its address answers `not_found`.',
      }),
    ),
    hostedUrl: Type.Optional(
      Type.String({
        description:
          'Address of the stored comparison as JSON, for a program, with its token. It is no page. `POST …/shares` gives a `viewerUrl`, the page for a person. Present with `hosted_viewer`.',
      }),
    ),
    earlyAccess: Type.Optional(Type.Boolean()),
    digests: Type.Optional(ComparisonDigests),
    ...OUTCOME,
  }),
});
export type ContentComplete = Static<typeof ContentComplete>;

/** Source pages as PDFs. */
export const PageRenderingComplete = Type.Object({
  schemaVersion: Type.Literal('diffsvc.pages.v1'),
  renderer: Type.String(),
  renderMs: Type.Integer({ minimum: 0 }),
  pages: Type.Array(
    Type.Object({
      side: Side,
      pdfUrl: Type.String(),
      pageCount: Type.Integer({ minimum: 0 }),
      expiresInSeconds: Type.Integer(),
    }),
  ),
});
export type PageRenderingComplete = Static<typeof PageRenderingComplete>;

/** Payloads of the events of a document comparison. */
export const DOCUMENT_STREAM_EVENTS = {
  accepted: Type.Object({ requestId: RequestId }),
  validating: Type.Object({ format: DocumentsFormat, ...MIXED_FORMATS }),
  converting: Type.Object({ side: Side }),
  comparing: Type.Object({ mode: Type.Enum(['auto', 'word', 'block']) }),
  content_block: ContentBlock,
  text_ready: TextReady,
  content_complete: ContentComplete,
  track_changes_queued: Type.Object({
    jobId: Type.String(),
    status: Type.Literal('queued'),
    pollUrl: Type.String(),
    artifactType: Type.Literal('track_changes_docx'),
  }),
  track_changes_failed: Type.Object(PartialFailure),
  page_rendering_complete: PageRenderingComplete,
  page_rendering_failed: Type.Object({ ...PartialFailure, side: Type.Optional(Side) }),
  complete: Type.Object({
    requestId: RequestId,
    status: Type.Literal('completed'),
    jobs: Type.Array(Type.Object({ type: Type.String(), jobId: Type.String(), pollUrl: Type.String() })),
    jobId: Type.Optional(Type.String()),
    units: Type.Integer({ minimum: 0 }),
    metrics: Type.Optional(Metrics),
  }),
  error: StreamFailure,
} as const;

/** The JSON answer to a document comparison: what `content_complete` and `complete` say, and what came between. */
export const CompareDocumentsResponse = Type.Object({
  ...ContentComplete.properties,
  ...DOCUMENT_STREAM_EVENTS.complete.properties,
  track_changes_queued: Type.Optional(DOCUMENT_STREAM_EVENTS.track_changes_queued),
  track_changes_failed: Type.Optional(DOCUMENT_STREAM_EVENTS.track_changes_failed),
  page_rendering_complete: Type.Optional(PageRenderingComplete),
  page_rendering_failed: Type.Optional(DOCUMENT_STREAM_EVENTS.page_rendering_failed),
});
export type CompareDocumentsResponse = Static<typeof CompareDocumentsResponse>;

/** An event of a stream with `Payloads`: its name, and its payload as `data`. */
export type EventOf<Payloads> = {
  [Name in keyof Payloads & string]: {
    readonly event: Name;
    readonly data: Payloads[Name] extends infer Schema extends TSchema ? Static<Schema> : never;
  };
}[keyof Payloads & string];

/** An event of `POST /v1/diffsvc/html`. */
export type TextStreamEvent = EventOf<typeof TEXT_STREAM_EVENTS>;
/** An event of `POST /v1/diffsvc/documents`. */
export type DocumentStreamEvent = EventOf<typeof DOCUMENT_STREAM_EVENTS>;
