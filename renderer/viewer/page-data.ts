import { VIEWER_DATA_ID, type ViewerPageData } from '../../shared/api/viewer-page.ts';

/** What the service put into a page; null when the page has none, as it was not made by the service. */
export function readPageData(page: ParentNode): ViewerPageData | null {
  const text = page.querySelector(`#${VIEWER_DATA_ID}`)?.textContent;
  return text === undefined ? null : (JSON.parse(text) as ViewerPageData);
}

/**
 * What to show. A page that was loaded without a token, as after a reload, is refused by the service; it is then asked for
 * once more with the token that this tab has kept, in a header, where no address shows it.
 */
export async function pageDataWith(
  data: ViewerPageData,
  kept: string | null,
  fetchPage: (headers: Record<string, string>) => Promise<Response>,
): Promise<ViewerPageData> {
  if (kept === null || !('refusal' in data) || data.refusal.code !== 'invalid_token') return data;
  try {
    const response = await fetchPage({ 'x-viewer-token': kept });
    const page = new DOMParser().parseFromString(await response.text(), 'text/html');
    return readPageData(page) ?? data;
  } catch {
    return data;
  }
}
