/**
 * The application as its owner uses it: signed in, in a real Chromium, against the real service. The file is over 400
 * lines long, because all cases share one service and one browser, which start slowly.
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { unzipSync } from 'fflate';
import type { BrowserContext, Download, Page } from 'playwright-core';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { docx, wp } from '../builders/docx.ts';
import { pdf } from '../builders/pdf.ts';
import { verifyEvidence } from '../../service/cli/evidence/verify-evidence.ts';
import { extractPages } from '../../service/formats/pdf/extract-pages.ts';
import { orderOf } from '../../renderer/app/comparison/guess-sides.ts';
import { findFaintTexts } from './contrast.ts';
import { faultsOfAccess } from './faults-of-access.ts';
import { onService } from './in-browser.ts';

const CLAUSES = ['The fee is due in 30 days.', 'The term is one year.', 'Notice is given in writing.'];
const DRAFT = [
  'The fee is due in 14 days.',
  'The term is two years.',
  'Notice is given in writing.',
  'Costs are shared.',
];

const contract = (clauses: readonly string[]): Buffer => Buffer.from(docx(clauses.map((text) => wp(text)).join('')));

/** Both contracts, with a first clause of their own: documents that were reviewed before come with their decisions. */
const contractsOf = (first: string): readonly [original: Buffer, revised: Buffer] => [
  contract([first, ...CLAUSES]),
  contract([first, ...DRAFT]),
];

onService('the application, in a browser', (session) => {
  /** The owner's browser, which stays signed in. */
  let context: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    context = await session.browser.newContext({ viewport: { width: 1100, height: 750 }, reducedMotion: 'reduce' });
    session.atEnd(() => context.close());
    const first = await context.newPage();
    await first.goto(session.service.link);
    await first.getByRole('heading', { name: 'This is what a comparison looks like' }).waitFor();
    await first.close();
  });

  beforeEach(async () => {
    page = await session.newPage(context);
  });

  const at = (name: string) => page.goto(`${session.service.pageUrl}#/${name}`);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const result = () => page.locator('main#document').getByRole('region', { name: 'Document with its changes' });

  async function choose(...files: readonly (readonly [name: string, bytes: Buffer])[]): Promise<void> {
    const given = files.map(([name, buffer]) => ({ name, mimeType: 'application/octet-stream', buffer }));
    await page.locator('input[type=file]').first().setInputFiles(given);
    const [first, second] = files.map(([name]) => ({ name, modifiedMs: 0 }));
    // Where the names do not tell the order, the application asks.
    if (first && second && orderOf(first, second).doubt !== null)
      await asked().getByRole('button', { name: first.name }).click();
  }

  const asked = () => page.getByRole('group', { name: 'Which one is the original document?' });

  /** Reloads the page once all that the application began to store is stored: a program is faster than a person. */
  async function reload(): Promise<void> {
    await page.evaluate(
      () =>
        new Promise<void>((resolve, reject) => {
          const opening = indexedDB.open('diffsvc-recents');
          opening.onerror = () => reject(opening.error!);
          opening.onsuccess = () => {
            const database = opening.result;
            // Transactions of the same stores run in the order in which they began (Indexed Database API 3.0, 2.7.2).
            const last = database.transaction([...database.objectStoreNames], 'readwrite');
            last.onerror = () => reject(last.error!);
            last.oncomplete = () => {
              database.close();
              resolve();
            };
          };
        }),
    );
    await page.reload();
  }

  const entry = (name: string) => page.getByRole('tab', { name, exact: true });

  /** Saves a file from the open sheet. */
  async function save(kind: string): Promise<{ download: Download; bytes: Buffer }> {
    await entry(kind).click();
    const [download] = await Promise.all([page.waitForEvent('download'), button(`Save ${kind}`).click()]);
    return { download, bytes: await readFile(await download.path()) };
  }

  /** For each painted page, whether it shows anything dark. */
  async function inked(): Promise<boolean[]> {
    return await page.locator('main canvas').evaluateAll((canvases) =>
      (canvases as HTMLCanvasElement[]).map((canvas) => {
        const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
        return data.some((value, index) => index % 4 === 0 && value < 128 && data[index + 3]! > 0);
      }),
    );
  }

  test('the first page compares the sample at once, which opens as a comparison to be reviewed', async () => {
    await at('');
    await page.getByRole('region', { name: 'This is what a comparison looks like' }).locator('ins').first().waitFor();
    await button('Try it with a sample').click();
    await page.getByRole('heading', { level: 1, name: 'Sample comparison' }).waitFor();
    await page.keyboard.press('a');
    await page
      .getByText(/^1 of \d+ changes decided$/u)
      .first()
      .waitFor();
  });

  test('two contracts: dropped, reviewed and exported with the keyboard alone', async () => {
    await at('');
    await choose(['old.docx', contract(CLAUSES)], ['new.docx', contract(DRAFT)]);
    await result().waitFor();
    await page.getByRole('button', { name: 'The whole text was compared' }).waitFor();
    // The focus is in the document from the start; the tools come before it.
    for (const key of ['a', 'r']) await page.keyboard.press(key);
    await page
      .getByText(/^2 of 3 changes decided$/u)
      .first()
      .waitFor();
    await page.keyboard.press('Control+z');
    await page
      .getByText(/^1 of 3 changes decided$/u)
      .first()
      .waitFor();
    await button('Export').focus();
    await page.keyboard.press('Enter');
    await page.getByText('1 accepted, 0 rejected, 2 undecided.').waitFor();
    // The final document is chosen first; the arrows lead along the list.
    await entry('Final Word document').focus();
    await page.keyboard.press('ArrowDown');
    await button('Save Tracked Word document').focus();
    const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
    expect(download.suggestedFilename()).toBe('old – new (tracked).docx');
    const files = unzipSync(await readFile(await download.path()));
    const body = new TextDecoder().decode(files['word/document.xml']);
    expect(body).toMatch(/<w:ins\b[^>]*>/u);
    expect(body).toContain('Costs are shared.');
    // The first change was accepted here, and the other side can still reject it.
    expect(body).toMatch(/<w:delText\b[^>]*>30<\/w:delText>/u);
    const final = unzipSync((await save('Final Word document')).bytes)['word/document.xml'];
    expect(new TextDecoder().decode(final)).not.toContain('>30<');
    await page.keyboard.press('Escape');
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await faultsOfAccess(page)).toEqual([]);
  });

  test('every other export: review file, HTML, table, JSON and evidence', async () => {
    await at('');
    const [original, revised] = contractsOf('Every export.');
    await choose(['old.docx', original], ['new.docx', revised]);
    await result().waitFor();
    await page.keyboard.press('a');
    await button('Export').click();
    expect(await faultsOfAccess(page)).toEqual([]);
    expect((await save('Review file')).bytes.toString()).toContain('<!doctype html>');
    expect((await save('Final HTML')).bytes.toString()).toContain('class="diffsvc"');
    const table = (await save('Changes as a table')).bytes.toString();
    expect(table.split('\r\n')).toHaveLength(1 + 3 + 1);
    const { download, bytes } = await save('Changes as JSON');
    expect(download.suggestedFilename()).toBe('old – new (changes).json');
    expect((JSON.parse(bytes.toString()) as { changes: unknown[] }).changes).toHaveLength(3);
    expect(unzipSync((await save('Final Word document')).bytes)['word/document.xml']).toBeDefined();

    // A pack proves the comparison, whatever is decided.
    const pack = await save('Evidence pack');
    expect(pack.download.suggestedFilename()).toBe('old – new (evidence).zip');
    const findings = await verifyEvidence(pack.bytes, null, process.env);
    expect(findings.filter(({ holds }) => holds !== true)).toEqual([]);
    expect(Object.keys(unzipSync(pack.bytes))).toContain('original.docx');
    await page.getByRole('switch', { name: 'Only the changes' }).click();
    await page.getByRole('figure', { name: 'Preview' }).getByText('diffsvc verify EARLIER LATER PACK.zip').waitFor();
    expect(await faultsOfAccess(page)).toEqual([]);
    const only = unzipSync((await save('Evidence pack')).bytes);
    expect(Object.keys(only)).toEqual(['manifest.json', 'changes.json']);
  });

  test('the list says who marked a change in the returned file, beyond the first page of changes, too', async () => {
    const total = 130;
    const clause = (at: number, more: string): string => wp(`<w:r><w:t>Clause number ${at} stands.</w:t></w:r>${more}`);
    const marked = (at: number): string =>
      `<w:ins w:id="${at}" w:author="Bob" w:date="2026-01-02T23:30:00Z"><w:r><w:t> Word${at}.</w:t></w:r></w:ins>`;
    const clauses = (more: (at: number) => string): Buffer =>
      Buffer.from(docx(Array.from({ length: total }, (_, at) => clause(at, more(at))).join('')));
    const silent = (at: number): string => (at === 7 ? '<w:r><w:t> Word7.</w:t></w:r>' : marked(at));
    await page.setViewportSize({ width: 1440, height: 850 });
    await at('');
    await choose(['sent.docx', clauses(() => '')], ['returned.docx', clauses(silent)]);
    await result().waitFor();
    const list = page.getByRole('complementary', { name: 'Changes' });
    await list.getByText('Marked by Bob, 2 Jan 2026', { exact: true }).first().waitFor();
    const search = list.getByRole('searchbox');
    for (const [word, isMarked] of [
      ['Word129.', true],
      ['Word7.', false],
    ] as const) {
      await search.fill(word);
      const row = list.getByRole('button', { name: new RegExp(`Inserted: ${word}`, 'u') });
      await row.waitFor();
      const name = row.filter({ hasText: 'Marked by Bob' });
      if (isMarked) await name.waitFor();
      expect(await name.count()).toBe(isMarked ? 1 : 0);
    }
    expect(await faultsOfAccess(page)).toEqual([]);
  });

  test('the sheet: previews of what is saved, a report with notes, and a link with its end', async () => {
    await at('');
    const [original, revised] = contractsOf('The sheet.');
    // Other names, because decisions come along to a later draft of the same names.
    await choose(['agreed.docx', original], ['asked.docx', revised]);
    await result().waitFor();
    for (const key of ['a', 'r', 'a', 'e']) await page.keyboard.press(key);
    await page.keyboard.type('Ask the client');
    await button('Add note').click();
    await button('Export').click();
    const sheet = page.getByRole('dialog', { name: 'Export and share' });
    await sheet.getByText('Every change is decided. The file holds no tracked change.').waitFor();
    const noteStays = sheet.getByText('Your 1 note is not in this file. The report has it.');
    await noteStays.waitFor();
    const preview = sheet.getByRole('figure', { name: 'Preview' });
    await preview.getByText('The fee is due in 14 days.').waitFor();
    await preview.getByText('The term is one year.').waitFor();
    const final = unzipSync((await save('Final Word document')).bytes)['word/document.xml'];
    expect(new TextDecoder().decode(final)).not.toMatch(/<w:(?:ins|del|moveFrom|moveTo|\w+Change)\b/u);
    await entry('Changes as a table').click();
    await preview.getByText(/^id,type,section/u).waitFor();
    await entry('Report').click();
    const digest = createHash('sha256').update(original).digest('hex');
    await preview.getByText(`SHA-256 ${digest}`).waitFor();
    expect(await noteStays.count()).toBe(0);
    await sheet.getByRole('radio', { name: 'HTML' }).click();
    await sheet.getByRole('textbox', { name: 'Reviewer on the cover' }).fill('Ada Lovelace');
    expect(await faultsOfAccess(page)).toEqual([]);
    const report = await save('Report');
    expect(report.download.suggestedFilename()).toBe('agreed – asked (report).html');
    for (const text of ['agreed.docx', 'asked.docx', digest, 'Ada Lovelace', 'List of changes', 'Ask the client'])
      expect(report.bytes.toString()).toContain(text);
    await entry('Share link').click();
    await sheet.getByRole('radio', { name: 'Two days' }).click();
    await button('Create link').click();
    await sheet.getByText(/The link ends .* It opens on this machine only/u).waitFor();
    expect(await faultsOfAccess(page)).toEqual([]);
    const link = await sheet.getByRole('link', { name: 'Open' }).getAttribute('href');
    expect(new URL(link ?? '').pathname).toMatch(/^\/view\/cmp_/u);
    const answer = async (): Promise<number> => (await fetch(link ?? '')).status;
    expect(await answer()).toBe(200);
    // A link can be ended after the sheet was closed, too.
    await page.keyboard.press('Escape');
    await button('Share').click();
    await button('End all links').click();
    await page.getByText('No link opens this comparison any more.').waitFor();
    expect(await answer()).not.toBe(200);
    // The comparison is stored again when it is needed.
    await button('Create link').click();
    await sheet.getByText(/The link ends/u).waitFor();
    await page.keyboard.press('Escape');
    // What is undecided is shown as accepted, which the view says.
    await page.keyboard.press('ControlOrMeta+z');
    await page.keyboard.press('4');
    await page.getByText('1 undecided change is shown here as accepted.').first().waitFor();
    await page.keyboard.press('1');
  });

  test('a file with decisions says whether it is exactly what was decided, and leads to each place that is not', async () => {
    await at('');
    const [original, revised] = contractsOf('The last check.');
    await choose(['lease 1.docx', original], ['lease 2.docx', revised]);
    await result().waitFor();
    for (const key of ['a', 'r', 'a']) await page.keyboard.press(key);
    await button('Export').click();
    const sheet = page.getByRole('dialog', { name: 'Export and share' });
    for (const name of ['Final Word document', 'Final HTML']) {
      await entry(name).click();
      await sheet.getByText('This file is exactly what you decided').waitFor();
    }
    expect(await faultsOfAccess(page)).toEqual([]);
    await page.keyboard.press('Escape');
    // No file of the service is wrong on purpose. So its answer is changed on the way.
    const message = '“two years.” stands in the file although you rejected it.';
    const whole = 'The file still holds a mark of a tracked change although every change is decided.';
    await page.route(/\/v1\/diffsvc\/jobs\/job_[0-9a-f]+(?:\?.*)?$/u, async (route) => {
      const answer = await route.fetch();
      const job = (await answer.json()) as object;
      const place = { kind: 'left', text: '', section: '' };
      const places = [
        { ...place, message: whole },
        { ...place, changeId: 'chg_000002', message },
      ];
      await route.fulfill({ json: { ...job, ...('check' in job && { check: { exact: false, places } }) } });
    });
    await page.keyboard.press('ControlOrMeta+z');
    await page.keyboard.press('r');
    await button('Export').click();
    await entry('Final Word document').click();
    await sheet.getByText('This file is not exactly what you decided').waitFor();
    await sheet.getByText(whole).waitFor();
    expect(await button('Save Final Word document').count()).toBe(0);
    expect(await faultsOfAccess(page)).toEqual([]);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      button('Save anyway: Final Word document').click(),
    ]);
    expect(download.suggestedFilename()).toBe('lease 1 – lease 2 (final).docx');
    await sheet.getByRole('button', { name: message }).click();
    await sheet.waitFor({ state: 'hidden' });
    await expect
      .poll(() => page.evaluate(() => document.querySelector('[aria-current="true"]')?.textContent ?? ''))
      .toContain('two years');
    await page.unroute(/./u);
  });

  test('two PDFs: redline, and their pages side by side', async () => {
    await at('');
    await choose(
      ['old.pdf', Buffer.from(pdf(['The fee is due in 30 days.']))],
      ['new.pdf', Buffer.from(pdf(['The fee is due in 14 days.']))],
    );
    await result().getByText('days').first().waitFor();
    await button('Export').click();
    await entry('Report').waitFor();
    expect(await entry('Tracked Word document').count()).toBe(0);
    await page.keyboard.press('Escape');
    await page
      .getByRole('radio', { name: 'Pages' })
      .or(page.getByRole('button', { name: /^View of the document/u }))
      .first()
      .waitFor();
    await page.keyboard.press('5');
    await page.getByLabel('Original, page 1 of 1').waitFor();
    await expect.poll(inked).toEqual([true, true]);
    expect(await faultsOfAccess(page)).toEqual([]);
    await page.keyboard.press('1');
    await result().waitFor();
  });

  test('pages: from a mark to the decision, by mouse and by the keyboard alone', async () => {
    const filler = Array.from({ length: 30 }, (_, at) => `Clause ${at + 1} of this agreement stays as it was before.`);
    const pages = (fee: string, last: string): Buffer =>
      Buffer.from(
        pdf([`The fee is due in ${fee} days.`, ...filler, `Notice is given ${last}.`, `Costs are shared ${last}.`]),
      );
    await at('');
    await choose(['old.pdf', pages('30', 'in writing')], ['new.pdf', pages('14', 'by mail')]);
    await result().waitFor();
    await page.keyboard.press('5');
    const sheet = (side: string, number: number) => page.getByRole('group', { name: `${side}, page ${number} of 33` });
    const marks = (side: string, number: number) => sheet(side, number).locator('button.mark');
    await marks('Original', 1).first().waitFor();
    // The first change is selected on both sides, and its decision is offered on the page.
    await expect.poll(() => marks('Revised', 1).first().getAttribute('aria-current')).toBe('true');
    await sheet('Revised', 1).getByRole('button', { name: 'Accept', exact: true }).click();
    await page
      .getByText(/^1 of 3 changes decided$/u)
      .first()
      .waitFor();
    // The next change comes into view on both sides, though it is thirty pages below.
    for (const side of ['Original', 'Revised']) await expect.poll(() => marks(side, 32).first().isVisible()).toBe(true);
    await expect.poll(() => marks('Revised', 1).count()).toBe(0);
    // Scrolling one side takes the other one along.
    await page.getByRole('region', { name: 'Original: pages' }).evaluate((column) => (column.scrollTop = 0));
    await expect.poll(() => marks('Revised', 1).first().isVisible()).toBe(true);
    expect(await marks('Revised', 1).first().getAttribute('class')).toContain('accepted');
    // The selected change is out of view. So the first press only shows it, and the second one decides.
    await page.keyboard.press('r');
    await expect.poll(() => marks('Revised', 32).first().isVisible()).toBe(true);
    await page.keyboard.press('r');
    await page
      .getByText(/^2 of 3 changes decided$/u)
      .first()
      .waitFor();
    // A mark is a button: chosen by Enter, it is the selected change, and its key decides.
    await marks('Original', 32).first().focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('u');
    await page
      .getByText(/^1 of 3 changes decided$/u)
      .first()
      .waitFor();
    // The text of the page can be selected.
    await sheet('Original', 32).getByText('Notice is given in writing.').waitFor();
    await button('Thumbnails').click();
    await page.getByRole('button', { name: 'Page 1, 1 change', exact: true }).waitFor();
    expect(await faultsOfAccess(page)).toEqual([]);

    // The same pages as a file. The decided change is marked quietly there, too.
    await button('Export').click();
    await entry('Marked pages as PDF').click();
    const preview = page.getByRole('figure', { name: 'Preview' }).locator('canvas');
    await expect.poll(() => preview.count()).toBe(2);
    expect(await faultsOfAccess(page)).toEqual([]);
    const counted = async (bytes: Buffer): Promise<number> => (await extractPages(bytes)).pages.length;
    expect(await counted((await save('Marked pages as PDF')).bytes)).toBe(34);
    await page.getByRole('radio', { name: 'One after the other' }).click();
    expect(await counted((await save('Marked pages as PDF')).bytes)).toBe(67);
  });

  test('pages of a PDF whose font and character map are not in it', async () => {
    await at('');
    await choose(
      // Bytes of Shift JIS: 契約 30.
      ['old.pdf', Buffer.from(pdf(['\x8c\x5f\x96\xf1 30'], { shiftJis: true }))],
      ['new.pdf', Buffer.from(pdf(['\x8c\x5f\x96\xf1 14'], { shiftJis: true }))],
    );
    await result().getByText('契約').first().waitFor();
    await page
      .getByRole('radio', { name: 'Pages' })
      .or(page.getByRole('button', { name: /^View of the document/u }))
      .first()
      .waitFor();
    await page.keyboard.press('5');
    await page.getByLabel('Original, page 1 of 1').waitFor();
    await expect.poll(inked).toEqual([true, true]);
  });

  test('lines aligned by spaces are in type of a fixed width, unless the reader turns that off', async () => {
    await at('');
    const table = (price: number): Buffer => Buffer.from(`Item     Price\nTea          3\nCoffee       ${price}\n`);
    await choose(['old.txt', table(4)], ['new.txt', table(5)]);
    const family = () =>
      result()
        .locator('p.line')
        .first()
        .evaluate((line) => getComputedStyle(line).fontFamily);
    await expect.poll(family).toContain('monospace');
    await button('Display').click();
    await page.getByRole('switch', { name: 'Fixed-width type' }).uncheck();
    expect(await family()).not.toContain('monospace');
  });

  test('recent comparisons are there after a reload with their review, are pinned and deleted', async () => {
    await at('');
    await choose(
      ['a.md', Buffer.from('# One\n\nThe fee is 5.')],
      ['b.md', Buffer.from('# One\n\nThe fee is 6.\n\nMore.')],
    );
    await result().waitFor();
    await page.keyboard.press('r');
    await page.getByText('1 of 2 changes decided').first().waitFor();
    await reload();
    await page.getByText('1 of 2 changes decided').first().waitFor();
    await at('recents');
    await page.getByText('1 of 2 decided').waitFor();
    await button('Pin a.md → b.md').click();
    await button('Unpin a.md → b.md').waitFor();
    await reload();
    await button('Unpin a.md → b.md').waitFor();
    expect(await faultsOfAccess(page)).toEqual([]);
    await button('Delete a.md → b.md').click();
    await button('a → b').waitFor({ state: 'detached' });
    await button('Undo').click();
    await button('Unpin a.md → b.md').waitFor();
    await reload();
    await page.getByText('1 of 2 decided').waitFor();
    await button('Delete a.md → b.md').click();
    await button('a → b').waitFor({ state: 'detached' });
    await reload();
    await page.getByRole('heading', { name: 'Recent comparisons' }).waitFor();
    expect(await button('a → b').count()).toBe(0);
  });

  test('decisions are taken back after finishing and after a reload, with clicks and with keys', async () => {
    await at('');
    await choose(
      ['e.md', Buffer.from('The fee is 5.\n\nThe term is one year.')],
      ['f.md', Buffer.from('The fee is 6.\n\nThe term is two years.')],
    );
    await result().waitFor();
    const list = page.getByRole('complementary', { name: 'Changes' });
    if (!(await list.isVisible())) await button('List of changes').click();
    await list.getByRole('button', { name: /^Accept all \d/u }).click();
    await page.getByText('2 of 2 changes decided').first().waitFor();
    await button('Finish review').click();
    await page.getByText('2 changes: 2 accepted, 0 rejected').waitFor();
    // A decided change keeps a quiet mark in the text.
    expect(await result().locator('ins.diffsvc-accepted').count()).toBe(2);
    await reload();
    await page.getByText('2 changes: 2 accepted, 0 rejected').waitFor();
    await list.getByRole('button', { name: /Deleted: 5\. Inserted: 6\..*accepted/u }).click();
    await page.keyboard.press('r');
    await page.keyboard.press('Control+z');
    await page.getByText('2 changes: 2 accepted, 0 rejected').waitFor();
    await button('Reopen').click();
    await page.keyboard.press('r');
    await expect.poll(() => result().locator('.diffsvc-rejected').count()).toBeGreaterThan(0);
    await page.keyboard.press('u');
    await page.getByText('1 of 2 changes decided').first().waitFor();
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await page.getByText('0 of 2 changes decided').first().waitFor();
    await reload();
    await page.getByText('0 of 2 changes decided').first().waitFor();
    await page.keyboard.press('Control+Shift+z');
    await page.getByText('2 of 2 changes decided').first().waitFor();
    expect(await faultsOfAccess(page)).toEqual([]);
  });

  test('another view keeps the selected change in view', async () => {
    const clauses = (fee: string): Buffer =>
      Buffer.from(
        Array.from(
          { length: 400 },
          (_, at) => `Clause ${at + 1}: the fee is ${at % 100 === 50 ? fee : '1'} euro.`,
        ).join('\n\n'),
      );
    await at('');
    await choose(['long.md', clauses('5')], ['longer.md', clauses('6')]);
    await result().waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    const current = () => result().locator('.diffsvc-current').first();
    /** Whether the selected change is in the window, below the bar. */
    const isInView = () =>
      current().evaluate((element) => {
        const { top, bottom } = element.getBoundingClientRect();
        return top > 56 && bottom < innerHeight;
      });
    for (const key of ['2', '1', '3', '4', '1']) {
      await page.keyboard.press(key);
      await expect.poll(isInView).toBe(true);
      expect(await current().evaluate((element) => element.closest('p')?.textContent)).toMatch(/^Clause 251:/u);
    }
  });

  test('the outline of a contract without heading styles leads to its clauses, in one column and in two', async () => {
    const text = 'The parties agree on what follows from this clause, and on nothing else.';
    const clauses = (days: number): Buffer =>
      Buffer.from(
        Array.from({ length: 60 }, (_, at) => [
          `**${at % 2 === 0 ? `Clause ${at}` : 'Notices'}**`,
          `${text} It ends after ${at === 41 ? days : 9} days.`,
          text,
        ])
          .flat()
          .join('\n\n'),
      );
    await page.setViewportSize({ width: 1400, height: 750 });
    await at('');
    await choose(['long.md', clauses(5)], ['longer.md', clauses(6)]);
    await result().waitFor();
    const outline = page.getByRole('navigation', { name: 'Outline' });
    const entry = (at: number) => outline.getByRole('listitem').nth(at).getByRole('button').last();
    await expect.poll(() => entry(41).textContent()).toMatch(/Notices\s*1/u);
    const topOf = (wanted: number) =>
      result().evaluate((root, at) => {
        const all = [...root.querySelectorAll('p')].filter(
          (each) => each.closest('.diffsvc-cell:first-child') === null,
        );
        const headings = all.filter((each) => /^(?:Notices|Clause \d+)$/u.test(each.textContent.trim()));
        return headings[at]?.getBoundingClientRect().top ?? null;
      }, wanted);
    for (const view of ['2', '1']) {
      await page.keyboard.press(view);
      if (view === '2') await page.getByRole('button', { name: 'Outline' }).click();
      await entry(41).click();
      await expect.poll(() => topOf(41)).toBeGreaterThan(40);
      await expect.poll(() => topOf(41)).toBeLessThan(300);
    }
    await page.setViewportSize({ width: 1100, height: 750 });
  });

  test('in a narrow window every control has a name, and in forced colours the chosen ones stand out', async () => {
    await page.setViewportSize({ width: 390, height: 800 });
    await at('');
    await choose(['n.md', Buffer.from('The fee is 5.')], ['o.md', Buffer.from('The fee is 6.')]);
    await result().waitFor();
    await page.getByRole('button', { name: 'The whole text was compared' }).waitFor();
    expect(await faultsOfAccess(page)).toEqual([]);
    await button('Display').click();
    const views = page.getByRole('radiogroup', { name: 'View of the document' });
    await views.waitFor();
    expect(await faultsOfAccess(page)).toEqual([]);
    const edges = await views
      .getByRole('radio')
      .evaluateAll((radios) => radios.map((radio) => radio.getBoundingClientRect().right));
    expect(Math.max(...edges)).toBeLessThanOrEqual(390);
    await page.emulateMedia({ forcedColors: 'active' });
    const look = (name: string) =>
      views.getByRole('radio', { name }).evaluate((radio) => getComputedStyle(radio).backgroundColor);
    expect(await look('Redline')).not.toBe(await look('Final'));
    const track = (name: string) =>
      page.getByRole('switch', { name }).evaluate((input) => {
        const [own, knob] = [getComputedStyle(input), getComputedStyle(input, '::before')];
        return [own.backgroundColor, knob.backgroundColor] as const;
      });
    for (const name of ['Break long lines', 'Also step through decided changes']) {
      const [own, knob] = await track(name);
      expect(knob).not.toBe(own);
    }
  });

  test('notes are threads on changes and on a selection, in the list, the margin and the table', async () => {
    await at('');
    await choose(
      ['g.md', Buffer.from('The fee is 5.\n\nThe term is one year.')],
      ['h.md', Buffer.from('The fee is 6.\n\nThe term is one year.')],
    );
    await result().waitFor();
    await page.getByRole('button', { name: 'The whole text was compared' }).waitFor();
    await page.keyboard.press('e');
    await page.getByRole('textbox', { name: 'Note' }).fill('Who agreed to this?');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Who agreed to this?').first().waitFor();
    await result()
      .getByText('The term is one year.')
      .dblclick({ position: { x: 40, y: 10 } });
    await page.keyboard.press('e');
    await page.getByRole('textbox', { name: 'Note' }).fill('Too long.');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Too long.').first().waitFor();
    await reload();
    await result().waitFor();
    const list = page.getByRole('complementary', { name: 'Changes' });
    // The list shows by itself where it has room.
    await list.waitFor();
    await list.getByRole('region', { name: 'Notes on passages' }).getByText('Too long.').waitFor();
    await result()
      .getByRole('button', { name: /^Note on “/u })
      .waitFor();
    await button('Export').click();
    const table = (await save('Changes as a table')).bytes.toString('utf8');
    expect(table).toContain('Who agreed to this?');
    expect(table).toMatch(/,note,,,term,,,.*Too long/u);
  });

  test('a note is written on a narrow window without anything over it', async () => {
    await page.setViewportSize({ width: 390, height: 540 });
    await at('');
    const terms = (fee: number): Buffer =>
      Buffer.from(`${'A clause.\n\n'.repeat(30)}The fee is ${fee}.\n\n${'A clause.\n\n'.repeat(30)}`);
    await choose(['long.md', terms(5)], ['longer.md', terms(6)]);
    await result().waitFor();
    await page.keyboard.press('n');
    await page.keyboard.press('e');
    const isFree = () =>
      page.getByRole('textbox', { name: 'Tags' }).evaluate((field) => {
        const { left, bottom } = field.getBoundingClientRect();
        return field.contains(document.elementFromPoint(left + 5, bottom - 3));
      });
    await expect.poll(isFree).toBe(true);
    await page.setViewportSize({ width: 1100, height: 750 });
  });

  test('decisions come along to the next draft, and what fits nowhere is listed', async () => {
    await at('');
    const original = 'The fee is 5 euro a month.\n\nThe term is one year.';
    const draft = 'The fee is 6 euro a month.\n\nThe term is two years.';
    await choose(['c.txt', Buffer.from(original)], ['d.txt', Buffer.from(draft)]);
    await result().waitFor();
    await page.keyboard.press('a');
    await page.keyboard.press('r');
    await at('');
    await button('Remove original document').click();
    await button('Remove revised document').click();
    const next = `A preamble.\n\n${draft.replace('two years', 'three years')}`;
    await choose(['draft of May.txt', Buffer.from(original)], ['e.txt', Buffer.from(next)]);
    const offer = /^You decided 2 changes of “c\.txt – d\.txt” on .*\. 1 is here again\. Take it over\?$/u;
    await page.getByText(offer).waitFor();
    await page.getByRole('button', { name: 'Take over' }).click();
    await page.getByText(/1 decision of your last review could not be kept/u).click();
    await page.getByText(/Rejected:/u).waitFor();
    expect(await page.getByText(offer).count()).toBe(0);
  });

  test('keys are made, shown once and revoked, and nothing is said of units', async () => {
    await at('keys');
    await page.getByLabel('What is it for?').fill('Nightly');
    await button('Create key').click();
    const key = await page.getByRole('region', { name: 'Your new key: Nightly' }).locator('code').innerText();
    const usage = () =>
      fetch(`${session.service.pageUrl}v1/diffsvc/usage`, { headers: { authorization: `Bearer ${key}` } });
    expect((await usage()).status).toBe(200);
    await reload();
    await page.getByRole('cell', { name: 'Nightly', exact: true }).waitFor();
    expect(await page.getByText(key).count()).toBe(0);
    expect(await page.getByText(/\bunits?\b/u).count()).toBe(0);
    expect(await faultsOfAccess(page)).toEqual([]);
    await button('Revoke Nightly').click();
    await page.getByRole('alertdialog', { name: 'Revoke “Nightly”?' }).getByRole('button', { name: 'Revoke' }).click();
    await page.getByText(/^Revoked /u).waitFor();
    expect((await usage()).status).toBe(403);
  });

  test('an extension is confirmed by its id and its code, and unpaired', async () => {
    const origin = `chrome-extension://${'abcdefghijklmnop'.repeat(2)}`;
    const verifier = 'v'.repeat(50);
    const post = (path: string, body: object) =>
      fetch(new URL(path, session.service.pageUrl), {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin },
        body: JSON.stringify(body),
      });
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    await at('extensions');
    const begun = (await (await post('/v1/pairings', { challenge, name: 'diffsvc in Chrome' })).json()) as {
      pairingId: string;
      code: string;
    };
    const waiting = page.getByRole('region', { name: 'diffsvc in Chrome: Wants to be paired' });
    await waiting.getByText(origin).waitFor();
    await waiting.getByText(`${begun.code.slice(0, 3)} ${begun.code.slice(3)}`).waitFor();
    expect(await faultsOfAccess(page)).toEqual([]);
    await button('Yes, pair it').click();
    await page.getByText('Confirmed. The extension takes its key in a moment.').waitFor();
    const exchanged = await post(`/v1/pairings/${begun.pairingId}/key`, { verifier });
    expect(exchanged.status).toBe(201);
    await button('Unpair diffsvc in Chrome').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Unpair' }).click();
    await page.getByText('No extension is paired.').waitFor();
  });

  test('texts give a redline while they are typed, and open as a comparison', async () => {
    await at('editors');
    await page.getByRole('textbox', { name: 'Original document' }).fill('The fee is 5 euro.\n\nPay soon.');
    await page
      .getByRole('textbox', { name: 'Revised document' })
      .pressSequentially('The fee is 6 euro.\n\nPay soon.', { delay: 10 });
    // A part of the typed text also has one change.
    const redline = page.getByRole('region', { name: 'Document with its changes' });
    await expect.poll(() => redline.locator('del, ins').allInnerTexts()).toEqual(['5', '6']);
    await page.getByRole('status').filter({ hasText: '1 change' }).waitFor();
    expect(await faultsOfAccess(page)).toEqual([]);
    await button('Open as a comparison').click();
    await result().locator('ins').waitFor();
    await page.goBack();
    expect(await page.getByRole('textbox', { name: 'Original document' }).inputValue()).toContain('5 euro');
  });

  test('a document that cannot be read says why and what to do', async () => {
    await at('');
    // Playwright can fill in a file input, but not the picker that gives handles.
    await page.evaluate(() => Object.assign(window, { showOpenFilePicker: undefined }));
    await choose(['old.docx', Buffer.from([0x50, 0x4b, 3, 4, 1, 2, 3, 4])], ['new.docx', contract(DRAFT)]);
    const notice = page.getByRole('alert').filter({ hasText: 'The documents were not compared' });
    await notice.waitFor();
    expect(await notice.innerText()).toMatch(/Original document: .*save it again/u);
    expect(await faultsOfAccess(page)).toEqual([]);
    const chooser = page.waitForEvent('filechooser');
    await button('Choose another file…').first().click();
    await (
      await chooser
    ).setFiles({ name: 'old.docx', mimeType: 'application/octet-stream', buffer: contract(CLAUSES) });
    await result().waitFor();
  });

  test('what is dropped on another page begins a new comparison', async () => {
    await at('settings');
    await page.getByRole('heading', { name: 'Appearance' }).waitFor();
    const transfer = await page.evaluateHandle(() => {
      const data = new DataTransfer();
      for (const name of ['e.txt', 'f.txt']) data.items.add(new File([name], name));
      return data;
    });
    for (const event of ['dragenter', 'dragover', 'drop'])
      await page.locator('h1').dispatchEvent(event, { dataTransfer: transfer });
    await asked().getByRole('button', { name: 'f.txt' }).click();
    await page.getByRole('heading', { level: 1, name: 'f → e' }).waitFor();
  });

  test('files that cannot be compared are told on their tiles, and nothing is compared', async () => {
    await at('');
    await page.evaluate(() => Object.assign(window, { showOpenFilePicker: undefined }));
    const [original, revised] = contractsOf('What is kept.');
    await choose(['kept v1.docx', original], ['kept v2.docx', revised]);
    await result().waitFor();
    await at('');
    await button('Compare').waitFor();
    const sent: string[] = [];
    page.on('request', (request) => {
      // The review of the comparison before may still be on its way.
      if (request.method() === 'POST' && !request.url().includes('/reviews/')) sent.push(request.url());
    });
    await choose(
      ['photo v1.jpg', Buffer.from([0xff, 0xd8, 0xff, 0xe0])],
      ['setup v2.exe', Buffer.from([0x4d, 0x5a, 0x90, 0x00])],
    );
    for (const [side, told, kept] of [
      ['Original document', '“photo v1.jpg” is a picture, which is not compared.', '“kept v1.docx” stays.'],
      ['Revised document', '“setup v2.exe” is a program, which is not compared.', '“kept v2.docx” stays.'],
    ] as const) {
      const tile = page.getByRole('region', { name: side });
      await tile.getByRole('alert').filter({ hasText: told }).filter({ hasText: kept }).waitFor();
    }
    expect(await faultsOfAccess(page)).toEqual([]);
    expect([sent, await page.getByText('The same file').count()]).toEqual([[], 0]);
  });

  test('a part of the page that does not arrive says so, and comes when the page is loaded again', async () => {
    await page.route('**/RecentsPage-*.js', (route) => route.abort());
    await at('recents');
    await page.getByText('A part of this page did not arrive').waitFor();
    expect(session.faults.splice(0)).toContain('Failed to load resource: net::ERR_FAILED');
    await page.unrouteAll();
    await button('Load the page again').click();
    await page.getByRole('heading', { name: 'Recent', level: 1 }).waitFor();
  });

  test('the help says how to read a comparison and which keys there are, on a narrow window, too', async () => {
    await at('');
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 800 });
      await button('Help').click();
      const help = page.getByRole('dialog', { name: 'Help' });
      await help.getByRole('heading', { name: 'How to read a comparison' }).waitFor();
      await help.getByText('The original wording comes back.').waitFor();
      await help.getByText('Next change').waitFor();
      expect(await faultsOfAccess(page)).toEqual([]);
      expect((await findFaintTexts(page, 'body')).faint).toEqual([]);
      await page.keyboard.press('Escape');
      await help.waitFor({ state: 'detached' });
    }
  });

  test('colours that are chosen while a comparison is open hold in it', async () => {
    const colours = (name: string) => page.getByRole('radiogroup', { name: 'Colours' }).getByRole('radio', { name });
    const isDark = (): Promise<boolean> => page.evaluate(() => document.documentElement.dataset['theme'] === 'dark');
    await at('');
    await button('Try it with a sample').click();
    await result().waitFor();
    await page.evaluate(() => void (location.hash = '#/settings'));
    await colours('Dark').click();
    await page.goBack();
    await result().waitFor();
    expect(await isDark()).toBe(true);
    await page.goForward();
    expect(await colours('Dark').isChecked()).toBe(true);
    await colours('System').click();
    await expect.poll(isDark).toBe(false);
  });

  test('settings hold, the data’s place is told, and everything is deleted when asked twice', async () => {
    await at('settings');
    await page.getByRole('radiogroup', { name: 'Colours' }).getByRole('radio', { name: 'Dark' }).click();
    await page.getByText('diffsvc-e2e-').waitFor();
    await reload();
    await page.getByText('diffsvc-e2e-').waitFor();
    expect(await page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark');
    expect(await faultsOfAccess(page)).toEqual([]);
    await button('Delete everything…').click();
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Cancel');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete everything' }).click();
    await page
      .getByText(/^Deleted: \d+ comparisons and \d+ exports of the service/u)
      .first()
      .waitFor();
    await at('recents');
    await page.getByText('Nothing has been compared yet.').waitFor();
    expect(await page.evaluate(() => document.documentElement.dataset['theme'])).toBeUndefined();
  });
});
