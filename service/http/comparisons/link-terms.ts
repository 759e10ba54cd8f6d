import type { ComparisonWarning } from '../../../shared/change/uncompared.ts';
import { ServiceError, type Issue } from '../../../shared/errors.ts';
import { ttlSecondsOf, type TtlSpelling } from '../../../shared/api/text-spellings.ts';
import type { Identity } from '../../admission/identity.ts';
import type { LinkTerms } from '../../comparison/stored/viewer-token.ts';
import { invalid } from '../guards/validate.ts';

/** The request fields that determine what a link to the hosted viewer allows. */
export interface LinkFields {
  readonly hostedViewerTtl?: TtlSpelling;
  readonly embedOrigin?: string;
}

/**
 * The terms of the requested link. Throws `invalid_request` for an inexact origin. Throws `unauthorized` for an origin
 * from an anonymous caller. Throws `plan_required` for a time to live outside the caller's plan.
 */
export function linkTermsOf({ hostedViewerTtl = '24h', embedOrigin }: LinkFields, identity: Identity): LinkTerms {
  checkEmbedOrigin(embedOrigin, identity);
  const ttlSeconds = ttlSecondsOf(hostedViewerTtl);
  const allowed = identity.terms.hostedTtlSeconds;
  if (!allowed.includes(ttlSeconds)) {
    const offered = allowed.map((seconds) => `${seconds / 3_600}h`).join(', ');
    throw new ServiceError(
      'plan_required',
      `hostedViewerTtl is ${ttlSeconds / 3_600}h; the plan ${identity.plan} has ${offered}. Choose one of these, or use an account of a larger plan.`,
      { plan: identity.plan },
    );
  }
  return { ttlSeconds, embedOrigin: embedOrigin ?? null };
}

/** One warning for each term of a link in a request that asks for no link. */
export function unusedLinkTerms(fields: LinkFields): ComparisonWarning[] {
  return (['hostedViewerTtl', 'embedOrigin'] as const).flatMap((field) =>
    fields[field] === undefined
      ? []
      : [{ code: 'no_hosted_viewer', message: `${field} has no effect: output does not name hosted_viewer.` }],
  );
}

/** Checks a request that may name an origin without requesting a link. Throws like `linkTermsOf`. */
export function checkEmbedOrigin(embedOrigin: string | undefined, identity: Identity): void {
  if (embedOrigin === undefined) return;
  if (!isWebOrigin(embedOrigin) && embedOrigin !== identity.extensionOrigin) {
    const message =
      'must be an exact web origin such as https://example.org: scheme, lower-case host, and port unless it is the default';
    throw invalid([{ in: 'body', path: '/embedOrigin', message } satisfies Issue]);
  }
  if (identity.by === 'address') {
    throw new ServiceError(
      'unauthorized',
      'embedOrigin gives a web page control over the viewer, which takes an account. Send an API key as Authorization: Bearer, a space, the key.',
    );
  }
}

/** Names and addresses as browsers write them. The URL parser accepts more, such as an asterisk. */
const WEB_ORIGIN = /^https?:\/\/(?:\[[\da-f:]+\]|[a-z\d._-]+)(?::\d+)?$/;

/** Whether a text is the origin of a web page as a browser sends it. */
function isWebOrigin(text: string): boolean {
  return WEB_ORIGIN.test(text) && URL.parse(text)?.origin === text;
}
