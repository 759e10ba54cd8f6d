import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CHANGES_PATH, COMPARE_TEXT_PATH, STYLESHEET_PATH } from '../../shared/api/endpoint-paths.ts';
import { ServiceError } from '../../shared/errors.ts';
import type { TextComparisons, TextOutcome } from '../comparison/text-comparisons.ts';
import { anonymousCaller } from './anonymous-caller.ts';
import { unsupportedMediaType } from './error-answer.ts';
import { checkDeclaredLength } from './json-body.ts';
import { readTextRequest } from './read-text-request.ts';
import type { ServerSettings } from './server-settings.ts';

/** `POST /v1/diffsvc/html`: compares two texts (specification 4.1). */
export function addCompareTextEndpoint(
  server: FastifyInstance,
  comparisons: TextComparisons,
  settings: ServerSettings,
): void {
  server.post(COMPARE_TEXT_PATH, {
    onRequest: (request, _reply, done) => {
      checkDeclaredLength(request);
      refuseBearer(request);
      done();
    },
    handler: async (request, reply) => {
      if (!Buffer.isBuffer(request.body)) throw unsupportedMediaType();
      const wish = { acceptsEventStream: /\btext\/event-stream\b/i.test(request.headers.accept ?? '') };
      const asked = readTextRequest(request.body, wish);
      const caller = anonymousCaller(request.ip, settings.anonymousUnitsPerMonth);
      const gone = signalOfDeparture(reply);
      let outcome: TextOutcome;
      try {
        outcome = await comparisons.compare(asked, caller, gone);
      } catch (fault) {
        if (!gone.aborted) throw fault;
        // The caller has left: there is no one to answer.
        reply.hijack();
        return;
      }
      return reply.type('application/json').send(answerBytes(outcome, settings));
    },
  });
}

/** No keys are known in this version, so that every bearer is an unknown one. */
function refuseBearer(request: FastifyRequest): void {
  if (request.headers.authorization === undefined) return;
  throw new ServiceError(
    'invalid_api_key',
    'The bearer is not a key of this service. Leave the Authorization header out to be an anonymous caller.',
  );
}

/** Aborts when the connection closes before the answer is out. */
function signalOfDeparture(reply: FastifyReply): AbortSignal {
  const departure = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) departure.abort();
  });
  return departure.signal;
}

/** The answer (specification 2.2). The large parts arrive as finished JSON text and are only put in their place. */
function answerBytes(outcome: TextOutcome, settings: ServerSettings): Buffer {
  const { result, usage, kept } = outcome;
  const { html, structure, facts } = result;
  const schemaVersion = structure === null ? 'diffsvc.html.v1' : 'diffsvc.comparison.v1';
  const parts: Uint8Array[] = [Buffer.from(`{"schemaVersion":"${schemaVersion}"`)];
  if (html !== null) parts.push(Buffer.from(',"html":'), html);
  parts.push(Buffer.from(`,"cssUrl":${JSON.stringify(settings.viewerUrl() + STYLESHEET_PATH)}`));
  if (structure !== null) parts.push(Buffer.from(',"json":'), structure.firstPage);
  const { requestedMode, effectiveMode, format, engine, fallback, units } = facts;
  const rest = {
    ...(kept === null ? {} : { changesUrl: changesUrl(settings, kept) }),
    requestedMode,
    effectiveMode,
    format,
    engine,
    fallback,
    units,
    usage,
    ...(kept === null ? {} : { comparisonId: kept.comparisonId }),
  };
  parts.push(Buffer.from(`,${JSON.stringify(rest).slice(1)}`));
  return Buffer.concat(parts);
}

function changesUrl(settings: ServerSettings, kept: { comparisonId: string; token: string }): string {
  const path = CHANGES_PATH.replace(':comparisonId', kept.comparisonId);
  return `${new URL(settings.baseUrl()).origin}${path}?token=${kept.token}`;
}
