import { CHANGES_PATH, COMPARISON_PATH, EMBED_PATH, VIEW_PATH } from '../../../shared/api/endpoint-paths.ts';
import type { ServerSettings } from '../reply/server-settings.ts';

/** The private address of a comparison's changes, including its token. */
export function changesUrl(settings: ServerSettings, comparisonId: string, token: string): string {
  return withToken(new URL(settings.baseUrl()).origin, CHANGES_PATH, comparisonId, token);
}

/** The private address of a stored comparison as JSON, including its token. It is no page. */
export function hostedUrl(settings: ServerSettings, comparisonId: string, token: string): string {
  return withToken(new URL(settings.baseUrl()).origin, COMPARISON_PATH, comparisonId, token);
}

/** The private pages that show a comparison in a browser, including their token. */
export function viewerUrls(
  settings: ServerSettings,
  comparisonId: string,
  token: string,
): { readonly viewerUrl: string; readonly embedUrl: string } {
  const origin = settings.viewerUrl();
  return {
    viewerUrl: withToken(origin, VIEW_PATH, comparisonId, token),
    embedUrl: withToken(origin, EMBED_PATH, comparisonId, token),
  };
}

function withToken(origin: string, path: string, comparisonId: string, token: string): string {
  return `${origin}${path.replace(':comparisonId', comparisonId)}?token=${token}`;
}
