import { STYLESHEET_PATH } from '../../../shared/api/endpoint-paths.ts';
import type { OpenComparison } from '../../comparison/open-comparison.ts';
import { summaryOf } from '../../comparison/stored/stored-comparisons.ts';
import { complexityOf, formatFieldsOf, outcomeOf } from './outcome-of.ts';
import { jsonParts } from '../reply/json-parts.ts';
import type { ServerSettings } from '../reply/server-settings.ts';

/** A `HostedComparison` as JSON text. The fragment is finished JSON and is only inserted. */
export async function hostedAnswer(open: OpenComparison, settings: ServerSettings): Promise<Buffer> {
  const { record, head, expiresAtSeconds, share } = open;
  const { comparisonId, title, facts, createdAtMs } = record;
  // The visitor's access ends with its token, even if a later link extends the comparison's life.
  const ends = share === null ? expiresAtSeconds : share.issuedAtSeconds + share.ttlSeconds;
  const parts = jsonParts({
    comparisonId,
    title: title ?? undefined,
    ...formatFieldsOf(facts),
    engine: facts.engine,
    fallback: facts.fallback,
    ...complexityOf(facts),
    html: await open.html(),
    cssUrl: settings.viewerUrl() + STYLESHEET_PATH,
    summary: summaryOf(head),
    ...outcomeOf(facts),
    createdAt: new Date(createdAtMs).toISOString(),
    expiresAt: ends === null ? undefined : new Date(ends * 1_000).toISOString(),
  });
  return Buffer.concat(parts);
}
