import { STYLESHEET_PATH } from '../../../shared/api/endpoint-paths.ts';
import type { Usage } from '../../../shared/api/usage.ts';
import type { ComparisonOutcome, TextOptions } from '../../comparison/texts/text-comparisons.ts';
import { complexityOf, outcomeOf } from './outcome-of.ts';
import { changesUrl, viewerUrls } from './hosted-addresses.ts';
import { jsonParts } from '../reply/json-parts.ts';
import type { ServerSettings } from '../reply/server-settings.ts';

/**
 * The answer to a text comparison as pieces of JSON text. The worker finished the large ones; they are only inserted.
 */
export function textAnswer(
  asked: TextOptions,
  outcome: ComparisonOutcome,
  usage: Usage,
  settings: ServerSettings,
): Uint8Array[] {
  const { result, keep } = outcome;
  const { html, structure, facts } = result;
  const { requestedMode, effectiveMode, format, engine, fallback, units } = facts;
  const id = keep?.comparison.comparisonId;
  return jsonParts({
    schemaVersion: asked.wantsJson ? 'diffsvc.comparison.v1' : 'diffsvc.html.v1',
    html: html ?? undefined,
    cssUrl: settings.viewerUrl() + STYLESHEET_PATH,
    json: asked.wantsJson ? structure?.firstPage : undefined,
    changesUrl: asked.wantsJson && keep !== null ? changesUrl(settings, id!, keep.token) : undefined,
    requestedMode,
    effectiveMode,
    format,
    engine,
    fallback,
    ...complexityOf(facts),
    units,
    usage,
    comparisonId: id,
    ...(asked.hosted !== null &&
      keep !== null && { ...viewerUrls(settings, id!, keep.token), viewerToken: keep.token }),
    digests: facts.digests,
    ...outcomeOf(facts),
  });
}
