/** Lays out DOCX in a browser with docx-preview, if there is no LibreOffice. */
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { ServiceError } from '../../shared/errors.ts';
import type { PageRenderer } from '../comparison/pages/page-ports.ts';
import { ChromiumPrinter } from './chromium-printer.ts';
import type { Programs } from './programs.ts';

const PREVIEW_FILE = createRequire(import.meta.url).resolve('docx-preview');
const ZIP_FILE = createRequire(import.meta.url).resolve('jszip/dist/jszip.min.js');

/** Virtual time for timers and pictures, which costs no waiting. The program itself has its own limit. */
const SETTLE_MS = 20_000;
/** The title of a page that was laid out completely. The PDF repeats it, and the PDF of a broken page lacks it. */
const DONE = 'laid out';

/** Pages follow each other, each in the size of its section. Overflow continues with the same margins. */
const STYLE = `
  html, body { margin: 0; background: white }
  section.docx { margin: 0 !important; box-shadow: none !important; box-decoration-break: clone; overflow: visible !important }
  section.docx:not(:last-of-type) { break-after: page }
`;

/**
 * Runs in the page. Pictures and fonts become `data:` URLs, which the policy of the page allows and which are ready
 * for printing. Embedded HTML is never shown.
 */
const SCRIPT = `
  const text = document.getElementById('source').textContent;
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  document.getElementById('source').remove();
  const options = { inWrapper: false, breakPages: true, ignoreLastRenderedPageBreak: false, useBase64URL: true, renderAltChunks: false };
  docx.renderAsync(bytes.buffer, document.getElementById('pages'), document.getElementById('styles'), options).then(async () => {
    const first = document.querySelector('section.docx');
    const sheet = document.createElement('style');
    const width = first?.style.width || '21cm';
    const height = first?.style.minHeight || '29.7cm';
    sheet.textContent = '@page { size: ' + width + ' ' + height + '; margin: 0 }';
    document.head.append(sheet);
    await Promise.allSettled([...document.images].map((image) => image.decode()));
    document.title = ${JSON.stringify(DONE)};
  });
`;

/** Lays out DOCX with docx-preview in a browser on this machine without network access. */
export class PreviewRenderer implements PageRenderer {
  readonly name = 'docx-preview';
  readonly #programs: Programs;

  constructor(programs: Programs) {
    this.#programs = programs;
  }

  /**
   * See `PageRenderer`. The file must have no external references: see `closedCopy`. Page breaks are less exact than
   * LibreOffice's.
   */
  async render(docx: Uint8Array, signal: AbortSignal): Promise<Uint8Array> {
    if (this.#programs.browser === null) {
      throw new ServiceError(
        'renderer_unavailable',
        'Rendering the pages of DOCX needs LibreOffice or a browser, and neither was found. Install libreoffice-writer (or chromium, Chrome or Edge, whose pages are rougher) and compare again; the comparison itself needs none.',
      );
    }
    const page = await pageOf(docx);
    const pdf = await new ChromiumPrinter(this.#programs).print(page, signal, { settleMs: SETTLE_MS });
    if (!isDone(pdf)) throw new Error('docx-preview did not come to its end');
    return pdf;
  }
}

/** The page that lays out a document. Only its own three scripts run, because the document cannot know their nonce. */
async function pageOf(docx: Uint8Array): Promise<string> {
  const nonce = randomBytes(16).toString('hex');
  const [zip, preview] = await Promise.all([readFile(ZIP_FILE, 'utf8'), readFile(PREVIEW_FILE, 'utf8')]);
  const policy = `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'unsafe-inline'; img-src data:; font-src data:; form-action 'none'; base-uri 'none'`;
  const script = (text: string): string =>
    `<script nonce="${nonce}">${text.replaceAll('</script', '<\\/script')}</script>`;
  const source = Buffer.from(docx.buffer, docx.byteOffset, docx.byteLength).toString('base64');
  return [
    '<!doctype html><html><head><meta charset="utf-8">',
    `<meta http-equiv="content-security-policy" content="${policy}"><title></title><style>${STYLE}</style>`,
    `</head><body><div id="styles"></div><div id="pages"></div><script type="text/plain" id="source">${source}</script>`,
    script(zip) + script(preview) + script(SCRIPT),
    '</body></html>',
  ].join('');
}

/** Whether the PDF has the title of a completely laid out page. It is plain text or UTF-16 (ISO 32000-1, 7.9.2). */
function isDone(pdf: Uint8Array): boolean {
  const bytes = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
  const wide = Buffer.from(`\ufeff${DONE}`, 'utf16le').swap16().toString('hex');
  return bytes.includes(`(${DONE})`) || bytes.includes(`<${wide.toUpperCase()}>`) || bytes.includes(`<${wide}>`);
}
