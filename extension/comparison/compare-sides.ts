import { INCLUDES } from '../../shared/api/include.ts';
import type { CompareTextRequest, CompareTextResponse } from '../../shared/api/compare-text.ts';
import type { ServiceClient } from '../../shared/client/service-client.ts';
import type { Side } from '../../shared/document/model.ts';
import { FragmentError } from '../../shared/fragment/fragment-error.ts';
import { INLINE_REQUEST_MAX_BYTES } from '../../shared/limits.ts';
import { withoutUndefined } from '../../shared/without-undefined.ts';
import { utf8Length } from '../../renderer/files/read-text-file.ts';
import type { Capture, PageScope } from '../capture/capture.ts';
import { comparableSide, plainTextOf } from '../capture/comparable-side.ts';
import { compareFiles } from './compare-files.ts';
import { comparedSide } from './compared-side.ts';
import type { Progress } from './progress.ts';
import type { StoredResult } from './result.ts';

/** Both sides in the form that is sent as texts. */
export interface PreparedSides {
  readonly original: string;
  readonly revised: string;
  readonly format: 'html' | 'txt';
  readonly scopes: Readonly<Record<Side, PageScope>>;
  readonly articleMissing: boolean;
}

const UPLOAD_TYPE = 'text/plain; charset=utf-8';
/** Time for a page to paint and handle clicks. A hidden panel would get no animation frame. */
const TURN_MS = 25;

/**
 * Prepares two captures: HTML, or the text of both if one of them is plain text. Throws the reason of `signal`
 * between the sides; a long page takes about a second.
 */
export async function prepareSides(
  captures: Readonly<Record<Side, Capture>>,
  scope: PageScope,
  signal: AbortSignal,
  tell: (progress: Progress) => void,
): Promise<PreparedSides> {
  const { original, revised } = captures;
  async function prepared<Form>(prepare: (capture: Capture) => Form): Promise<Record<Side, Form>> {
    const one = async (side: Side): Promise<Form> => {
      tell({ step: 'preparing', side });
      await nextTurn();
      signal.throwIfAborted();
      return prepare(captures[side]);
    };
    return { original: await one('original'), revised: await one('revised') };
  }
  if (original.isPlainText || revised.isPlainText) {
    const texts = await prepared(plainTextOf);
    return { ...texts, format: 'txt', scopes: { original: 'whole', revised: 'whole' }, articleMissing: false };
  }
  let sides = await prepared((capture) => comparableSide(capture, scope));
  const arePages = original.from === 'page' && revised.from === 'page';
  const isWhole = (side: Side): boolean => sides[side].scope === 'whole';
  const articleMissing = arePages && scope === 'article' && (isWhole('original') || isWhole('revised'));
  // An article against a whole page would show everything around the article as inserted.
  if (articleMissing && isWhole('original') !== isWhole('revised')) {
    sides = await prepared((capture) => comparableSide(capture, 'whole'));
  }
  const scopes = { original: sides.original.scope, revised: sides.revised.scope };
  return { original: sides.original.html, revised: sides.revised.html, format: 'html', scopes, articleMissing };
}

/**
 * Compares two captures. It uploads a text that is too long for a request. The result is streamed, so a long comparison
 * shows its progress. `signal` ends it. `ownOrigin` is the extension's origin, whose panel may frame the viewer. Throws
 * what `ServiceClient` throws.
 */
export async function compareSides(
  client: ServiceClient<AbortSignal>,
  captures: Readonly<Record<Side, Capture>>,
  scope: PageScope,
  ownOrigin: string,
  signal: AbortSignal,
  tell: (progress: Progress) => void,
): Promise<StoredResult> {
  const { original, revised } = captures;
  if (original.from === 'pdf' || revised.from === 'pdf') {
    return await compareFiles(client, captures, scope, signal, tell);
  }
  const sides = await prepareSides(captures, scope, signal, tell);
  signal.throwIfAborted();
  const request = await asRequest(client, sides, ownOrigin, signal, tell);
  let blocks = 0;
  let answer: CompareTextResponse | null = null;
  tell({ step: 'comparing', blocks });
  // One idempotency key for one operation. A broken connection is repeated, and nothing is compared or charged twice.
  const options = { signal, idempotencyKey: `extension:${crypto.randomUUID()}` };
  for await (const { event, data } of client.streamText(request, options)) {
    if (event === 'content_block') tell({ step: 'comparing', blocks: ++blocks });
    if (event === 'complete') answer = data;
  }
  return resultOf(answer, captures, sides);
}

/** Lets the page paint and handle clicks. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, TURN_MS));
}

async function asRequest(
  client: ServiceClient<AbortSignal>,
  { original, revised, format }: PreparedSides,
  embedOrigin: string,
  signal: AbortSignal,
  tell: (progress: Progress) => void,
): Promise<CompareTextRequest> {
  const wishes = {
    format,
    include: [...INCLUDES],
    complexity: 'extended',
    output: ['html', 'json', 'hosted_viewer'],
    embedOrigin,
  } satisfies Partial<CompareTextRequest>;
  const inline: CompareTextRequest = { ...wishes, original, revised };
  // With the field that the client adds.
  if (utf8Length(JSON.stringify({ ...inline, stream: true })) <= INLINE_REQUEST_MAX_BYTES) return inline;
  const upload = async (side: Side, text: string) => {
    const bytes = new TextEncoder().encode(text);
    tell({ step: 'uploading', sizeBytes: bytes.length });
    const announced = { filename: `${side}.${format}`, contentType: UPLOAD_TYPE, sizeBytes: bytes.length };
    const { uploadId, uploadUrl } = await client.createUpload(announced, { signal });
    await client.putUpload(uploadUrl, bytes, UPLOAD_TYPE, { signal });
    return { uploadId };
  };
  return { ...wishes, original: await upload('original', original), revised: await upload('revised', revised) };
}

function resultOf(
  answer: CompareTextResponse | null,
  captures: Readonly<Record<Side, Capture>>,
  { original, revised, scopes, articleMissing }: PreparedSides,
): StoredResult {
  if (answer?.html === undefined || answer.json === undefined || answer.comparisonId === undefined) {
    throw new FragmentError(0, 'html, json and comparisonId in the answer');
  }
  const { html, json, format, fallback, fallbackReason, comparisonId, viewerUrl, embedUrl, digests } = answer;
  return withoutUndefined({
    sides: {
      original: comparedSide(captures.original, scopes.original),
      revised: comparedSide(captures.revised, scopes.revised),
    },
    html,
    summary: json.summary,
    format,
    fallback,
    fallbackReason,
    sourcesDiffer: original !== revised,
    comparisonId,
    viewerUrl: viewerUrl ?? null,
    embedUrl: embedUrl ?? null,
    articleMissing,
    digests: digests ?? null,
    outcome: { sameness: answer.sameness, uncompared: answer.uncompared },
  });
}
