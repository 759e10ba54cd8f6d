/** What leaves the printer: every word of the document once, and nothing of the frame. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { readPdf } from '../../service/formats/pdf/read-pdf.ts';
import type { Block } from '../../shared/document/model.ts';
import { runDiffsvc } from '../service/cli/run-diffsvc.ts';
import { host } from './hosted.ts';
import { onService } from './in-browser.ts';

/** In pixels. */
const WIDTHS = [1440, 1024, 390] as const;

/** Words that are nowhere else: a title, long runs without a change, changes of each kind, a table, and a list. */
class Words {
  #last = 0;
  next(total = 1): string {
    return Array.from({ length: total }, () => `q${(this.#last += 1)}z`).join(' ');
  }
}

function pair(): { original: string; revised: string; words: readonly string[] } {
  const words = new Words();
  const both: [string, string][] = [];
  const same = (html: string): number => both.push([html, html]);
  const changed = (before: string, after: string): number => both.push([before, after]);
  same(`<h1>${words.next()}</h1>`);
  for (let at = 0; at < 60; at += 1) {
    const [start, end] = [words.next(12), words.next(12)];
    if (at % 7 === 3) changed(`<p>${start} ${words.next(2)} ${end}</p>`, `<p>${start} ${words.next(2)} ${end}</p>`);
    else if (at % 20 === 11) changed(`<p>${start}</p>`, `<p>${start}</p><p>${end}</p>`);
    else if (at % 20 === 12) changed(`<p>${start}</p><p>${end}</p>`, `<p>${start}</p>`);
    else same(`<p>${start} ${end}</p>`);
  }
  const cells = Array.from({ length: 4 }, () => `<td>${words.next()}</td>`).join('');
  changed(
    `<table><tr>${cells}</tr></table>`,
    `<table><tr>${cells}</tr><tr>${cells.replaceAll('q', 'q9')}</tr></table>`,
  );
  same(`<ol><li>${words.next()}</li><li>${words.next()}</li></ol>`);
  const [original, revised] = [0, 1].map((side) => both.map((each) => each[side]).join('\n'));
  const found = new Set(`${original} ${revised}`.match(/q\d+z/gu));
  return { original: original!, revised: revised!, words: [...found].toSorted() };
}

function textsOf(blocks: readonly Block[]): string {
  return blocks
    .map((block) => {
      if (block.kind === 'text') return block.runs.map(({ text }) => text).join('');
      return block.kind === 'table' ? textsOf(block.rows.flatMap(({ cells }) => cells.flatMap((c) => c.blocks))) : '';
    })
    .join('\n');
}

onService('paper', (session) => {
  const { original, revised, words } = pair();

  /** The text of all pages, then that of their margins. */
  async function printed(page: Page): Promise<string> {
    const { document, headersAndFooters } = await readPdf(await page.pdf({ preferCSSPageSize: true }));
    return [textsOf(document.blocks), ...headersAndFooters.map(({ text }) => text)].join('\n');
  }

  /** Beginnings and ends of words that meet without a space are told apart, too. */
  const wordsIn = (text: string): string[] => (text.match(/q\d+z/gu) ?? []).toSorted();

  async function expectWhole(page: Page): Promise<string> {
    const text = await printed(page);
    expect(wordsIn(text)).toEqual(words);
    for (const frame of ['Accept', 'Reject', 'Display', 'Search in', 'unchanged']) expect(text).not.toContain(frame);
    return text;
  }

  async function openApplication(): Promise<Page> {
    const page = await session.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(session.service.pageUrl);
    await page.getByRole('tab', { name: 'Text' }).click();
    await page.getByRole('textbox', { name: 'Original document' }).fill(original);
    await page.getByRole('textbox', { name: 'Revised document' }).fill(revised);
    await page.getByRole('button', { name: 'Open as a comparison' }).click();
    await page.locator('.paper').waitFor();
    return page;
  }

  test('has the whole redline of the application at every width, with the list open and in the dark', async () => {
    const page = await openApplication();
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      if (!(await page.locator('aside.rail').isVisible())) await page.getByRole('button', { name: 'Changes' }).click();
      await page.locator('aside.rail').waitFor();
      await page.emulateMedia({ colorScheme: width === 1024 ? 'dark' : 'light' });
      expect(await expectWhole(page)).toMatch(/Page 1 of [2-9]/u);
    }
  });

  test('has the list after the document if that is chosen', async () => {
    const page = await openApplication();
    await page.evaluate(() => {
      window.print = () => {
        globalThis.document.title = 'printed';
      };
    });
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Print' }).click();
    const sheet = page.getByRole('dialog');
    await sheet.getByRole('radio', { name: 'Document and list' }).click();
    await sheet.getByRole('button', { name: 'Print' }).click();
    await sheet.waitFor({ state: 'detached' });
    expect(await page.title()).toBe('printed');
    const [document, list] = (await printed(page)).split(/^Changes$/mu);
    expect(wordsIn(document!)).toEqual(words);
    // Both words of each replacement.
    expect(list).toMatch(/q\d+z q\d+z → q\d+z q\d+z/u);
  });

  test('has the whole document of the viewer and of a review file', async () => {
    const made = await host(session.service.pageUrl, await session.service.key('creator'), { original, revised });
    const folder = mkdtempSync(join(tmpdir(), 'diffsvc-print-'));
    session.atEnd(() => rmSync(folder, { recursive: true, force: true }));
    writeFileSync(join(folder, 'old.html'), original);
    writeFileSync(join(folder, 'new.html'), revised);
    runDiffsvc(['compare', 'old.html', 'new.html', '-o', 'review.html'], { cwd: folder });
    for (const address of [made.viewerUrl, pathToFileURL(join(folder, 'review.html')).href]) {
      const page = await session.newPage({ viewport: { width: 390, height: 800 } });
      await page.goto(address);
      await page.locator('.paper').waitFor();
      const text = await expectWhole(page);
      if (address.startsWith('file:')) expect(text).toContain('old.html');
    }
  });
});
