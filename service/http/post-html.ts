import type { FastifyInstance } from 'fastify';
import { CHANGES_PATH, COMPARE_TEXT_PATH, STYLESHEET_PATH } from '../../shared/api/endpoint-paths.ts';
import type { Usage } from '../../shared/api/usage.ts';
import type { Admission } from '../admission/admission.ts';
import type { ReplayCache } from '../admission/replay-cache.ts';
import type { Uploads } from '../admission/uploads.ts';
import type { TextComparisons, TextOutcome } from '../comparison/text-comparisons.ts';
import { openTextSources } from '../comparison/text-sources.ts';
import { serveOperation } from './admission/serve-operation.ts';
import { readTextRequest } from './read-text-request.ts';
import type { ServerSettings } from './server-settings.ts';

/** What the endpoint works with beside the use case. */
export interface CompareTextParts {
  readonly admission: Admission;
  readonly replays: ReplayCache;
  readonly uploads: Uploads;
}

/** `POST /v1/diffsvc/html`: compares two texts (specification 4.1). */
export function addCompareTextEndpoint(
  server: FastifyInstance,
  comparisons: TextComparisons,
  { admission, replays, uploads }: CompareTextParts,
  settings: ServerSettings,
): void {
  server.post(COMPARE_TEXT_PATH, { config: { access: { to: 'anyone' } } }, async (request, reply) => {
    const wish = { acceptsEventStream: /\btext\/event-stream\b/i.test(request.headers.accept ?? '') };
    const endpoint = {
      admission,
      replays,
      endpoint: `POST ${COMPARE_TEXT_PATH}`,
      prepare: async (body: Buffer) => {
        const { inputs, wishes } = readTextRequest(body, wish);
        const sources = await openTextSources(inputs, request.identity, uploads);
        const { units, inline: replayable } = sources;
        return { wishes, sources, units, replayable, reserve: () => comparisons.reserve() };
      },
    };
    await serveOperation(request, reply, endpoint, async ({ prepared, operation, signal }) => {
      const { wishes, sources, units } = prepared;
      const outcome = await comparisons.compare({ ...wishes, ...(await sources.read()), units }, signal);
      return {
        body: answerBytes(outcome, operation.usage, settings),
        alongside: (transaction) => comparisons.keep(transaction, request.identity.subject, outcome),
      };
    });
    return reply;
  });
}

/** The answer (specification 2.2). The large parts arrive as finished JSON text and are only put in their place. */
function answerBytes(outcome: TextOutcome, usage: Usage, settings: ServerSettings): Buffer {
  const { result, keep } = outcome;
  const { html, structure, facts } = result;
  const schemaVersion = structure === null ? 'diffsvc.html.v1' : 'diffsvc.comparison.v1';
  const parts: Uint8Array[] = [Buffer.from(`{"schemaVersion":"${schemaVersion}"`)];
  if (html !== null) parts.push(Buffer.from(',"html":'), html);
  parts.push(Buffer.from(`,"cssUrl":${JSON.stringify(settings.viewerUrl() + STYLESHEET_PATH)}`));
  if (structure !== null) parts.push(Buffer.from(',"json":'), structure.firstPage);
  const { requestedMode, effectiveMode, format, engine, fallback, units } = facts;
  const rest = {
    ...(keep === null ? {} : { changesUrl: changesUrl(settings, keep.comparison.comparisonId, keep.token) }),
    requestedMode,
    effectiveMode,
    format,
    engine,
    fallback,
    units,
    usage,
    ...(keep === null ? {} : { comparisonId: keep.comparison.comparisonId }),
  };
  parts.push(Buffer.from(`,${JSON.stringify(rest).slice(1)}`));
  return Buffer.concat(parts);
}

function changesUrl(settings: ServerSettings, comparisonId: string, token: string): string {
  const path = CHANGES_PATH.replace(':comparisonId', comparisonId);
  return `${new URL(settings.baseUrl()).origin}${path}?token=${token}`;
}
