import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { STYLESHEET_PATH } from '../../../shared/api/endpoint-paths.ts';
import { VIEWER_DATA_ID } from '../../../shared/api/viewer-page.ts';

/** The parts of a viewer page. */
export interface ViewerPageContent {
  readonly title: string;
  /** JSON text of a `ViewerPageData`. */
  readonly data: string;
  /** The same content as HTML for a browser without script. */
  readonly plain: string;
}

const PLAIN_SHELL =
  `<!doctype html><html lang="en"><head><meta charset="utf-8">` +
  `<meta name="viewport" content="width=device-width, initial-scale=1">` +
  `<title></title><link rel="stylesheet" href="${STYLESHEET_PATH}"></head><body></body></html>`;

/**
 * A viewer page: the built page with the comparison as inert data. Before the page is built it is the redline alone.
 * The file is read at each request, so that a newly built page appears.
 */
export async function viewerPage(pageDirectory: string, content: ViewerPageContent): Promise<string> {
  const shell = await readFile(join(pageDirectory, 'viewer.html'), 'utf8').catch(() => null);
  const plain = `<main>${content.plain}</main>`;
  const body =
    shell === null
      ? plain
      : `<noscript>${plain}</noscript>` +
        `<script type="application/json" id="${VIEWER_DATA_ID}">${asScriptText(content.data)}</script>`;
  return (shell ?? PLAIN_SHELL)
    .replace(/<title>.*?<\/title>/s, () => `<title>${escapeHtml(content.title)}</title>`)
    .replace('</body>', () => `${body}</body>`);
}

/** JSON that cannot end its element: it escapes each `<`, which only occurs inside strings. */
function asScriptText(json: string): string {
  return json.replaceAll('<', String.raw`\u003c`);
}

/** Escapes a text for HTML. */
export function escapeHtml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
}
