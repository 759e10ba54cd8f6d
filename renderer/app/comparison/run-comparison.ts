import type { CompareTextRequest } from '../../../shared/api/compare-text.ts';
import type { CompareDocumentsRequest } from '../../../shared/api/documents.ts';
import type { HostedComparison } from '../../../shared/api/comparisons.ts';
import { INCLUDES } from '../../../shared/api/include.ts';
import type { DeclaredBy } from '../../../shared/change/change.ts';
import { cellOfChange } from '../../../shared/change/place-of-change.ts';
import type { StructuredPage } from '../../../shared/change/page.ts';
import type { Outcome } from '../../../shared/change/uncompared.ts';
import type { ComparisonDigests } from '../../../shared/api/digests.ts';
import type { ServiceClient } from '../../../shared/client/service-client.ts';
import type { Side } from '../../../shared/document/model.ts';
import { INCOMPLETE_STREAM, ServiceCallError } from '../../../shared/client/service-call-error.ts';
import { isDocumentFormat, type SideFormat } from '../../../shared/formats.ts';
import { mediaTypeOfFile } from '../../../shared/recognize-format.ts';
import { INLINE_REQUEST_MAX_BYTES } from '../../../shared/limits.ts';
import type { ToldOfChanges } from '../../review/listed-changes.svelte.ts';
import { appMessages } from '../../strings/app.ts';
import { utf8Length } from '../../files/read-text-file.ts';
import { BOTH_SIDES, documentsOf, textFormatOf, type Pair, type SideFile } from './pair.ts';
import type { ProgressStep } from './progress.ts';

/** Two file names of usual length. The service accepts titles of 500 UTF-16 units. */
const TITLE_SHOWN = 240;

/** The result of a comparison. */
export interface Finished {
  /** Null if the service does not keep it. */
  readonly comparisonId: string | null;
  /** Opens it for a visitor who is not signed in. Absent if none was asked for. */
  readonly viewerToken?: string;
  /** The fragment as received. */
  readonly html: string;
  readonly summary: HostedComparison['summary'];
  readonly format: HostedComparison['format'];
  /** Formats of the two sides of a mixed comparison. */
  readonly originalFormat?: SideFormat | undefined;
  readonly revisedFormat?: SideFormat | undefined;
  readonly engine: HostedComparison['engine'];
  readonly fallback: boolean;
  /** Why, as one sentence; absent without a fallback. */
  readonly fallbackReason?: string;
  /** Null if the service sent none. */
  readonly digests: ComparisonDigests | null;
  /** Absent in comparisons that an earlier version kept. */
  readonly outcome?: Outcome;
  /** Absent if the pages of changes say nothing that the redline does not. */
  readonly told?: ToldSoFar;
}

/** What the pages of changes say beyond the redline, as far as they were read. */
export interface ToldSoFar extends ToldOfChanges {
  /** Offset of the first change that was not read; null: all were. */
  readonly next: number | null;
}

/** Dependencies of running a comparison. */
export interface RunDeps {
  readonly client: ServiceClient<AbortSignal>;
  readonly signal: AbortSignal;
  /** Whether the comparison of documents gets a token, because no account opens it. */
  readonly wantsToken?: boolean;
  /** Receives every step. */
  readonly tell: (step: ProgressStep) => void;
}

type Uploaded = Record<Side, { uploadId: string }>;

/** Compares two sides. Throws what the client throws. */
export async function runComparison(pair: Pair, deps: RunDeps): Promise<Finished> {
  const documents = documentsOf(pair);
  return documents === null ? await compareTexts(pair, deps) : await compareDocuments(pair, documents, deps);
}

/** The inline request for two texts, used if it is small enough. */
function inlineRequest(pair: Pair): CompareTextRequest {
  const { original, revised } = pair;
  return {
    original: original.text,
    revised: revised.text,
    format: textFormatOf(pair),
    output: ['html', 'json'],
    include: [...INCLUDES],
    complexity: 'extended',
  };
}

async function compareTexts(pair: Pair, deps: RunDeps): Promise<Finished> {
  const { client, signal, tell } = deps;
  const inline = inlineRequest(pair);
  let request = inline;
  if (utf8Length(JSON.stringify(inline)) > INLINE_REQUEST_MAX_BYTES) {
    const encoder = new TextEncoder();
    const uploaded = await upload(deps, (side) => ({
      name: pair[side].name ?? `${side}.txt`,
      bytes: encoder.encode(pair[side].text),
      contentType: 'text/plain; charset=utf-8',
    }));
    request = { ...inline, ...uploaded };
  }
  tell({ type: 'asked' });
  // One answer, not a stream: the application shows a whole text, and a stream would send its redline twice.
  const answer = await client.compareText(request, { signal });
  tell({ type: 'answered' });
  const { html, json, format, engine, fallback, comparisonId = null, digests = null } = answer;
  const { sameness, uncompared, fallbackReason, warnings } = answer;
  if (html === undefined || json === undefined) throw incomplete();
  const outcome = { sameness, uncompared, warnings };
  const reason = fallbackReason === undefined ? {} : { fallbackReason };
  return { comparisonId, html, summary: json.summary, format, engine, fallback, ...reason, digests, outcome };
}

async function compareDocuments(pair: Pair, documents: Record<Side, SideFile>, deps: RunDeps): Promise<Finished> {
  const { client, signal, tell } = deps;
  const uploaded = await uploadDocuments(pair, documents, deps);
  tell({ type: 'asked' });
  const title = [pair.original.name, pair.revised.name].filter((name) => name !== null).join(' – ');
  const request = {
    ...withFormats(documents, uploaded),
    output: ['html' as const, 'json' as const, ...(deps.wantsToken === true ? ['hosted_viewer' as const] : [])],
    include: [...INCLUDES],
    complexity: 'extended' as const,
    ...(title === '' ? {} : { title: [...title].slice(0, TITLE_SHOWN).join('') }),
  };
  // The whole stream is read, because the service stores the comparison at its end.
  let finished: Finished | null = null;
  for await (const event of client.compareDocuments(request, { signal })) {
    if (event.event === 'validating') tell({ type: 'validating' });
    if (event.event === 'converting') tell({ type: 'converting', side: event.data.side });
    if (event.event === 'comparing') tell({ type: 'comparing' });
    if (event.event === 'content_block') tell({ type: 'block' });
    if (event.event !== 'content_complete') continue;
    tell({ type: 'answered' });
    const { format, originalFormat, revisedFormat } = event.data;
    const { html, json, engine, fallback, comparisonId = null, digests = null, hostedUrl } = event.data.contentDiff;
    const { sameness, uncompared, fallbackReason, warnings } = event.data.contentDiff;
    if (html === undefined || json === undefined) break;
    const outcome = { sameness, uncompared, warnings };
    const formats = { format, originalFormat, revisedFormat };
    const reason = fallbackReason === undefined ? {} : { fallbackReason };
    const told = withTold(undefined, json);
    const facts = { ...formats, engine, fallback, ...reason, digests, outcome, ...(told && { told }) };
    const viewerToken = hostedUrl === undefined ? null : new URL(hostedUrl).searchParams.get('token');
    const access = { comparisonId, ...(viewerToken === null ? {} : { viewerToken }) };
    finished = { ...access, html, summary: json.summary, ...facts };
  }
  if (finished === null) throw incomplete();
  return finished;
}

/** What a further page adds; undefined if no page has anything to tell. */
export function withTold(known: ToldSoFar | undefined, page: StructuredPage): ToldSoFar | undefined {
  const { declaredChanges = 0 } = page.summary;
  const by: Record<string, DeclaredBy> = { ...known?.by };
  const cells: Record<string, string> = { ...known?.cells };
  for (const change of page.changes) {
    if (change.declaredBy !== undefined) by[change.id] = change.declaredBy;
    const cell = cellOfChange(change);
    if (cell !== undefined) cells[change.id] = cell;
  }
  const hasCells = Object.keys(cells).length > 0;
  if (declaredChanges === 0 && !hasCells) return undefined;
  const isAll = !hasCells && Object.keys(by).length >= declaredChanges;
  return { by, cells, next: isAll ? null : (page.nextOffset ?? null) };
}

/** The part of a request that names both files and their formats. */
function withFormats({ original, revised }: Record<Side, SideFile>, uploaded: Uploaded): FilesOfRequest {
  if (original.format === revised.format && isDocumentFormat(original.format))
    return { format: original.format, ...uploaded };
  return {
    original: { format: original.format, ...uploaded.original },
    revised: { format: revised.format, ...uploaded.revised },
  };
}
type FilesOfRequest = Pick<CompareDocumentsRequest, 'format' | 'original' | 'revised'>;

async function uploadDocuments(pair: Pair, documents: Record<Side, SideFile>, deps: RunDeps): Promise<Uploaded> {
  return await upload(deps, (side) => {
    const { format, bytes } = documents[side];
    return { name: pair[side].name ?? `${side}.${format}`, bytes, contentType: mediaTypeOfFile(format, bytes) };
  });
}

interface UploadedFile {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly contentType: string;
}

async function upload({ client, signal, tell }: RunDeps, fileOf: (side: Side) => UploadedFile): Promise<Uploaded> {
  const files = BOTH_SIDES.map(fileOf);
  tell({ type: 'uploading', totalBytes: files.reduce((sum, { bytes }) => sum + bytes.byteLength, 0) });
  const ids = await Promise.all(
    files.map(async ({ name, bytes, contentType }) => {
      const announced = { filename: fileName(name), contentType, sizeBytes: bytes.byteLength };
      const { uploadId, uploadUrl } = await client.createUpload(announced, { signal });
      await client.putUpload(uploadUrl, bytes, contentType, { signal });
      tell({ type: 'sent', bytes: bytes.byteLength });
      return { uploadId };
    }),
  );
  return { original: ids[0]!, revised: ids[1]! };
}

/** A name that the service accepts: at most 255 UTF-16 units. A long name keeps its end. */
function fileName(name: string): string {
  return name.length <= 255 ? name : name.slice(-255).replace(/^[\uDC00-\uDFFF]/u, '');
}

function incomplete(): ServiceCallError {
  return new ServiceCallError({ code: INCOMPLETE_STREAM, status: 200, message: appMessages.noResult });
}
