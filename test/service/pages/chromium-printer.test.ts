/** Printing with a browser of this machine. Skipped where there is none. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
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

it('says what to do when the browser ends without a PDF', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'diffsvc-printer-'));
  try {
    const browser = join(folder, 'browser');
    writeFileSync(browser, '#!/bin/sh\nexit 0\n', { mode: 0o755 });
    await expect(new ChromiumPrinter({ ...programs, browser }).print('<p>text</p>', never)).rejects.toMatchObject({
      code: 'document_too_complex',
      message: expect.stringContaining('Export it as HTML'),
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
