/** Comparisons with a PDF: both sides are sent as files and compared as documents. */
import type { CompareDocumentsRequest } from '../../shared/api/documents.ts';
import { INCLUDES } from '../../shared/api/include.ts';
import type { ContentComplete } from '../../shared/api/stream-events.ts';
import { INCOMPLETE_STREAM, ServiceCallError } from '../../shared/client/service-call-error.ts';
import type { ServiceClient } from '../../shared/client/service-client.ts';
import type { Side } from '../../shared/document/model.ts';
import type { Capture, PageScope } from '../capture/capture.ts';
import { comparableSide } from '../capture/comparable-side.ts';
import { words } from '../strings.ts';
import { comparedSide } from './compared-side.ts';
import type { Progress } from './progress.ts';
import type { StoredResult } from './result.ts';

/** A side as a file. */
interface SideFile {
  readonly format: 'pdf' | 'html' | 'txt';
  readonly contentType: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly scope: PageScope;
}

/**
 * Compares two captures of which at least one is a PDF. `signal` ends it. Throws what `ServiceClient` throws, and
 * `incomplete_stream` if the service sent no result.
 */
export async function compareFiles(
  client: ServiceClient<AbortSignal>,
  captures: Readonly<Record<Side, Capture>>,
  scope: PageScope,
  signal: AbortSignal,
  tell: (progress: Progress) => void,
): Promise<StoredResult> {
  const [original, revised] = [fileOf(captures.original, scope), fileOf(captures.revised, scope)];
  const upload = async (side: Side, { format, contentType, bytes }: SideFile) => {
    tell({ step: 'uploading', sizeBytes: bytes.length });
    const announced = { filename: `${side}.${format}`, contentType, sizeBytes: bytes.length };
    const { uploadId, uploadUrl } = await client.createUpload(announced, { signal });
    await client.putUpload(uploadUrl, bytes, contentType, { signal });
    return { uploadId };
  };
  const sent = { original: await upload('original', original), revised: await upload('revised', revised) };
  const formats =
    original.format === 'pdf' && revised.format === 'pdf'
      ? { format: 'pdf' as const, ...sent }
      : {
          original: { format: original.format, ...sent.original },
          revised: { format: revised.format, ...sent.revised },
        };
  const request: CompareDocumentsRequest = {
    ...formats,
    output: ['html', 'json'],
    include: [...INCLUDES],
    complexity: 'extended',
  };
  let blocks = 0;
  let answer: ContentComplete | null = null;
  tell({ step: 'comparing', blocks });
  const options = { signal, idempotencyKey: `extension:${crypto.randomUUID()}` };
  // The whole stream is read, because the service stores the comparison at its end.
  for await (const { event, data } of client.compareDocuments(request, options)) {
    if (event === 'content_block') tell({ step: 'comparing', blocks: ++blocks });
    if (event === 'content_complete') answer = data;
  }
  const { html, json, comparisonId, fallback, fallbackReason, digests, sameness, uncompared } =
    answer?.contentDiff ?? {};
  if (answer === null || html === undefined || json === undefined || comparisonId === undefined) {
    throw new ServiceCallError({ code: INCOMPLETE_STREAM, status: 200, message: words.noResult });
  }
  return {
    sides: {
      original: comparedSide(captures.original, original.scope),
      revised: comparedSide(captures.revised, revised.scope),
    },
    html,
    summary: json.summary,
    format: answer.format,
    fallback: fallback === true,
    ...(fallbackReason !== undefined && { fallbackReason }),
    sourcesDiffer: captures.original.markup !== captures.revised.markup,
    comparisonId,
    viewerUrl: null,
    embedUrl: null,
    articleMissing: false,
    digests: digests ?? null,
    outcome: { sameness, uncompared },
  };
}

function fileOf(capture: Capture, wanted: PageScope): SideFile {
  if (capture.from === 'pdf') {
    const bytes = Uint8Array.from(atob(capture.markup), (character) => character.charCodeAt(0));
    return { format: 'pdf', contentType: 'application/pdf', bytes, scope: 'whole' };
  }
  const encoder = new TextEncoder();
  if (capture.isPlainText) {
    const bytes = encoder.encode(capture.markup);
    return { format: 'txt', contentType: 'text/plain; charset=utf-8', bytes, scope: 'whole' };
  }
  const { html, scope } = comparableSide(capture, wanted);
  return { format: 'html', contentType: 'text/html; charset=utf-8', bytes: encoder.encode(html), scope };
}
