import { VIEWER_DATA_ID, type ViewerPageData } from '../../shared/api/viewer-page.ts';

/** The data that the service put into the page; null if the page has none. */
export function readPageData(page: ParentNode): ViewerPageData | null {
  const text = page.querySelector(`#${VIEWER_DATA_ID}`)?.textContent;
  return text === undefined ? null : (JSON.parse(text) as ViewerPageData);
}

/**
 * The data to show. The service refuses a page that was loaded without a token, as after a reload. The page then asks
 * again with the token of this tab in a header, where no address shows it.
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
