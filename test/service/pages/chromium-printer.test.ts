/** Printing with a browser of this machine. Skipped where there is none. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { compareText } from '../../../service/pipeline/compare/compare-text.ts';
import { writePage } from '../../../service/exports/pages/write-page.ts';
import { extractPages } from '../../../service/formats/pdf/extract-pages.ts';
import { Confinements } from '../../../service/pages/confinement/confinements.ts';
import { ChromiumPrinter } from '../../../service/pages/chromium-printer.ts';
import { findPrograms } from '../../../service/pages/programs.ts';
import { startForbiddenServer } from './forbidden-server.ts';

const programs = findPrograms(process.env);
const never = new AbortController().signal;

describe.skipIf(programs.browser === null)('printing', () => {
  it('gives a PDF, the same bytes each time', async () => {
    const page = await writePage(
      'A title',
      compareText({ original: 'Some words.', revised: 'Some words more.', format: 'txt', mode: 'auto' }).html,
      '1 change',
      {},
    );
    const first = await new ChromiumPrinter(programs).print(page, never);
    expect(Buffer.from(first.subarray(0, 5)).toString()).toBe('%PDF-');
    expect((await extractPages(first)).pages).toHaveLength(1);
    expect(Buffer.compare(first, await new ChromiumPrinter(programs).print(page, never))).toBe(0);
  });

  it('opens no address, even of a page without a policy', async () => {
    const forbidden = await startForbiddenServer();
    try {
      const { address } = forbidden;
      const page = `<!doctype html><script>new Image().src = '${address}/script'</script><img src="${address}/image"><p>text</p>`;
      const pdf = await new ChromiumPrinter(programs).print(page, never);
      expect((await extractPages(pdf)).pages).toHaveLength(1);
      expect(forbidden.asked).toEqual([]);
    } finally {
      forbidden.stop();
    }
  });

  it('is stopped when nobody wants it any more', async () => {
    const stop = new AbortController();
    const printed = new ChromiumPrinter(programs).print('<p>text</p>', stop.signal);
    setTimeout(() => stop.abort(new Error('enough')), 50);
    await expect(printed).rejects.toThrow('enough');
  });
});

it('says what to install where there is no browser', async () => {
  const printer = new ChromiumPrinter({ office: null, browser: null, confinements: new Confinements('') });
  await expect(printer.print('<p>text</p>', never)).rejects.toMatchObject({ code: 'renderer_unavailable' });
});

describe.skipIf(process.platform === 'win32')('a program in the place of the browser', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'diffsvc-printer-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** Prints with a shell script. `$pdf` is the file to write, and `$page` the page. */
  async function print(script: string): Promise<Uint8Array> {
    const browser = join(folder, 'browser');
    const reads =
      'for page in "$@"; do case "$page" in --print-to-pdf=*) pdf=${page#*=} ;; esac; done; page=${page#file://}';
    writeFileSync(browser, `#!/bin/sh\n${reads}\n${script}\n`, { mode: 0o755 });
    return await new ChromiumPrinter({ ...programs, browser }).print('<p>a long document</p>', never);
  }

  it('that writes no PDF of this page: the answer says what to do', async () => {
    const script = 'if /bin/grep -q trial "$page"; then echo %PDF- > "$pdf"; fi';
    await expect(print(script)).rejects.toMatchObject({
      code: 'document_too_complex',
      message: expect.stringContaining('Export it as HTML'),
    });
  });

  it.each([
    ['exit 0', 'it wrote no file'],
    ['exit 3', 'it ended with exit code 3'],
    [
      'echo "FATAL: No usable sandbox! Update your kernel" >&2; exit 133',
      'the system allows it no sandbox. Install bubblewrap, or see DIFFSVC_BROWSER_SANDBOX in docs/settings.md',
    ],
  ])('that does not run (%s): the answer says so, and not that the document is at fault', async (script, reason) => {
    await expect(print(script)).rejects.toMatchObject({
      code: 'renderer_unavailable',
      message: `The browser is installed and does not run here: ${reason}. The document is not at fault. \`diffsvc doctor\` tries it again.`,
    });
  });

  it('has no sandbox of its own only where the setting says so', async () => {
    const script = 'for each in "$@"; do echo "$each"; done > "$pdf"';
    const flags = async (setting: string | undefined): Promise<string[]> => {
      const browser = join(folder, 'google-chrome');
      const reads = 'for each in "$@"; do case "$each" in --print-to-pdf=*) pdf=${each#*=} ;; esac; done';
      writeFileSync(browser, `#!/bin/sh\n${reads}\n${script}\n`, { mode: 0o755 });
      const setTo = findPrograms({ PATH: folder, DIFFSVC_BROWSER_SANDBOX: setting });
      const written = await new ChromiumPrinter(setTo).print('<p>text</p>', never);
      return Buffer.from(written).toString().split('\n');
    };
    const isRoot = process.getuid?.() === 0;
    expect((await flags(undefined)).includes('--no-sandbox')).toBe(isRoot);
    expect((await flags('on')).includes('--no-sandbox')).toBe(isRoot);
    expect(await flags('off')).toContain('--no-sandbox');
  });
});
