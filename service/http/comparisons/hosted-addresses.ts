import { CHANGES_PATH, COMPARISON_PATH, EMBED_PATH, VIEW_PATH } from '../../../shared/api/endpoint-paths.ts';
import type { ServerSettings } from '../server-settings.ts';

/** The private address of the changes of a comparison (specification 4.5), its token included. */
export function changesUrl(settings: ServerSettings, comparisonId: string, token: string): string {
  return withToken(new URL(settings.baseUrl()).origin, CHANGES_PATH, comparisonId, token);
}

/** Where a stored comparison is read (specification 2.7), its token included. */
export function hostedUrl(settings: ServerSettings, comparisonId: string, token: string): string {
  return withToken(new URL(settings.baseUrl()).origin, COMPARISON_PATH, comparisonId, token);
}

/** The pages that show a comparison in a browser (specification 2.10), their token included. */
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
