import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { STYLESHEET_PATH } from '../../../shared/api/endpoint-paths.ts';
import { VIEWER_DATA_ID } from '../../../shared/api/viewer-page.ts';
import { scriptSlices, SLICE_BYTES, textSlices } from './in-slices.ts';
import { escapeHtml } from '../../../shared/escape-html.ts';

/** The parts of a viewer page. */
export interface ViewerPageContent {
  readonly title: string;
  /** JSON text of a `ViewerPageData` in UTF-8, in parts. */
  readonly data: readonly Uint8Array[];
  /** The same content as HTML for a browser without script, up to the fragment. */
  readonly plain: string;
  /** The fragment as a JSON string in UTF-8; absent: there is none. */
  readonly fragment?: Uint8Array;
}

const PLAIN_SHELL =
  `<!doctype html><html lang="en"><head><meta charset="utf-8">` +
  `<meta name="viewport" content="width=device-width, initial-scale=1">` +
  `<title></title><link rel="stylesheet" href="${STYLESHEET_PATH}"></head><body></body></html>`;

/**
 * A viewer page: the built page with the comparison as inert data. Before the page is built it is the redline alone.
 * The file is read at each request, so that a newly built page appears.
 */
export async function viewerPage(pageDirectory: string, content: ViewerPageContent): Promise<Buffer> {
  const shell = await readFile(join(pageDirectory, 'viewer.html'), 'utf8').catch(() => null);
  const page = (shell ?? PLAIN_SHELL).replace(
    /<title>.*?<\/title>/s,
    () => `<title>${escapeHtml(content.title)}</title>`,
  );
  const end = page.indexOf('</body>');
  const parts: Uint8Array[] = [];
  for (const part of partsOf(content, shell !== null)) {
    parts.push(part);
    // A large comparison takes a tenth of a second. Other requests have their turn after each part.
    if (part.length >= SLICE_BYTES / 2) await setImmediate();
  }
  return Buffer.concat([Buffer.from(page.slice(0, end)), ...parts, Buffer.from(page.slice(end))]);
}

/** What the body of the page contains. */
function* partsOf({ data, plain, fragment }: ViewerPageContent, isBuilt: boolean): Generator<Uint8Array> {
  yield Buffer.from(`${isBuilt ? '<noscript>' : ''}<main>${plain}`);
  if (fragment !== undefined) yield* textSlices(fragment);
  yield Buffer.from('</main>');
  if (!isBuilt) return;
  yield Buffer.from(`</noscript><script type="application/json" id="${VIEWER_DATA_ID}">`);
  for (const part of data) yield* scriptSlices(part);
  yield Buffer.from('</script>');
}
