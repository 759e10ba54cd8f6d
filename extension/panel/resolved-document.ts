/** What is done with the document that a review leaves. `html`: as our own writer wrote it. */

import { fileStem } from './file-stem.ts';
import { saveFile } from './save-file.ts';
import { escapeText } from '../../shared/escape-html.ts';

/** Puts a document into the clipboard, with its formatting and as plain text. False: the browser did not allow it. */
export async function copyDocument(html: string): Promise<boolean> {
  const text = textOf(html);
  const item = new ClipboardItem({
    'text/html': new Blob([html], { type: 'text/html' }),
    'text/plain': new Blob([text], { type: 'text/plain' }),
  });
  return await navigator.clipboard.write([item]).then(
    () => true,
    () => false,
  );
}

/** Saves a document as an HTML file, as the browser saves files. */
export function saveDocument(html: string, title: string): void {
  const page = `<!doctype html>\n<html>\n<head><meta charset="utf-8"><title>${escapeText(title)}</title></head>\n<body>\n${html}\n</body>\n</html>\n`;
  saveFile(`${fileStem(title)}.html`, page, 'text/html');
}

const BLOCKS = 'p, h1, h2, h3, h4, h5, h6, li, pre, tr, .line';

/** A line for each block. Parsed where nothing runs or loads. */
function textOf(html: string): string {
  const page = new DOMParser().parseFromString(html, 'text/html');
  for (const block of page.body.querySelectorAll(BLOCKS)) block.append('\n');
  return page.body.textContent.trim();
}
