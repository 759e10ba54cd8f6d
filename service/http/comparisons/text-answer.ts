import { STYLESHEET_PATH } from '../../../shared/api/endpoint-paths.ts';
import type { Usage } from '../../../shared/api/usage.ts';
import type { ComparisonOutcome, TextOptions } from '../../comparison/texts/text-comparisons.ts';
import { complexityOf, outcomeOf } from './outcome-of.ts';
import { changesUrl, viewerUrls } from './hosted-addresses.ts';
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
  const schemaVersion = asked.wantsJson ? 'diffsvc.comparison.v1' : 'diffsvc.html.v1';
  const parts: Uint8Array[] = [Buffer.from(`{"schemaVersion":"${schemaVersion}"`)];
  if (html !== null) parts.push(Buffer.from(',"html":'), html);
  parts.push(Buffer.from(`,"cssUrl":${JSON.stringify(settings.viewerUrl() + STYLESHEET_PATH)}`));
  if (asked.wantsJson && structure !== null) parts.push(Buffer.from(',"json":'), structure.firstPage);
  const { requestedMode, effectiveMode, format, engine, fallback, units } = facts;
  const id = keep?.comparison.comparisonId;
  const rest = {
    ...(asked.wantsJson && keep !== null ? { changesUrl: changesUrl(settings, id!, keep.token) } : {}),
    requestedMode,
    effectiveMode,
    format,
    engine,
    fallback,
    ...complexityOf(facts),
    units,
    usage,
    ...(id === undefined ? {} : { comparisonId: id }),
    ...(asked.hosted !== null && keep !== null
      ? { ...viewerUrls(settings, id!, keep.token), viewerToken: keep.token }
      : {}),
    ...(facts.digests === undefined ? {} : { digests: facts.digests }),
    ...outcomeOf(facts),
  };
  parts.push(Buffer.from(`,${JSON.stringify(rest).slice(1)}`));
  return parts;
}
