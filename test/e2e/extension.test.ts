/** Captures, comparisons and reviews of the extension, in Chromium, on real pages, against the real service. */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { RUNS_ALL } from '../seed/seed.ts';
import { didNotRun, reasonToSkip } from './browser.ts';
import { findFaintTexts } from './contrast.ts';
import { PanelDriver } from './panel-driver.ts';

const ARTICLE = (fee: string, extra: string) => `<!doctype html><html lang="en"><title>Terms of ${fee}</title>
<nav class="menu"><a href="/a">Menu ${fee}</a></nav>
<article><h1>Terms</h1>${'<p>The parties agree on all that is written here, and on nothing that is not written here, as is the custom of the trade among those who keep to their word.</p>'.repeat(6)}
<p id="fee">The fee is <b>${fee} euro</b> a month.</p>${extra}</article>
<footer>Printed ${fee}</footer>`;

const reason = reasonToSkip();

describe.skipIf(reason !== null)(`the extension, in a browser${didNotRun(reason)}`, () => {
  let driver: PanelDriver;

  beforeAll(async () => {
    driver = await PanelDriver.start();
    await driver.pair();
  });
  afterAll(() => driver.stop());
  beforeEach(() => {
    driver.pages.clear();
    driver.pages.set('/old', ARTICLE('5', ''));
    driver.pages.set('/new', ARTICLE('6', '<p>It is due on the first day.</p>'));
  });
  afterEach(() => driver.clear());

  const progress = (panel: Page) => panel.getByRole('region', { name: 'Review' }).locator('.words');

  test('compares two selections of two tabs', async () => {
    expect(await driver.liveKeys()).toHaveLength(1);
    const panel = await driver.open();
    const before = await driver.visit('/old');
    await driver.select(before, '#fee');
    await driver.extension.choose('selection-original', before);
    await panel.getByText('Terms of 5').waitFor();
    const after = await driver.visit('/new');
    await driver.select(after, '#fee');
    await driver.extension.choose('selection-revised', after);
    await panel.getByRole('heading', { level: 1, name: '1 change' }).waitFor();
    expect(await driver.result(panel).locator('del').innerText()).toContain('5');
    expect(await driver.result(panel).locator('ins').innerText()).toContain('6');
    expect(await driver.textOf(panel)).not.toContain('The parties agree');
  });

  test('compares two pages by their articles, or whole; the result is stepped through, listed, and there again', async () => {
    const panel = await driver.open();
    await driver.comparePages(panel, '/old', '/new');
    expect(await driver.textOf(panel)).not.toContain('Menu');
    await panel.getByRole('button', { name: 'Changes', exact: true }).click();
    const list = panel.getByRole('complementary', { name: 'Changes' });
    const entries = await list.locator('.entry').allInnerTexts();
    expect(entries.some((entry) => entry.includes('Deleted: 5. Inserted: 6.'))).toBe(true);
    // A screen reader says each change in one sentence.
    const tree = await list.ariaSnapshot();
    expect(tree).toMatch(/Deleted: 5\. Inserted: 6\. Terms of 6\. Change 1 of \d+, undecided\./u);
    for (let at = 1; at <= entries.length; at += 1)
      expect(tree).toContain(`Change ${String(at)} of ${String(entries.length)}, undecided.`);
    await panel.keyboard.press('F8');
    const position = (at: number) => panel.getByText(`${String(at)} / ${String(entries.length)}`, { exact: true });
    await position(1).waitFor();
    const current = driver.result(panel).locator('.diffsvc-current').first();
    expect(await current.getAttribute('data-change-id')).toBe('chg_000001');
    await list.locator('.entry').last().click();
    await position(entries.length).waitFor();
    expect((await findFaintTexts(panel, 'body')).faint).toEqual([]);
    await panel.emulateMedia({ colorScheme: 'dark' });
    expect((await findFaintTexts(panel, 'body')).faint).toEqual([]);

    const again = await driver.open();
    await driver.result(again).waitFor();
    await again.getByRole('button', { name: 'Compare the whole pages' }).click();
    await driver.result(again).getByText('Menu').first().waitFor();
    await again.getByRole('button', { name: 'New comparison' }).click();
    await again.getByRole('radio', { name: 'The article' }).check();
  });

  test('changes are decided in the panel, and the decisions outlast the panel and the browser', async () => {
    let panel = await driver.open();
    await driver.comparePages(panel, '/old', '/new');
    const total = Number(/\d+/u.exec(await panel.locator('#result-heading').innerText())?.[0]);
    const decided = (done: number) => `${String(done)} of ${String(total)} changes decided`;
    await panel.getByRole('button', { name: 'Review', exact: true }).click();
    await panel.keyboard.press('F8');
    await panel.getByRole('button', { name: 'Accept', exact: true }).first().click();
    await panel.getByRole('button', { name: 'Reject', exact: true }).first().click();
    await expect.poll(() => progress(panel).innerText()).toBe(decided(2));
    await panel.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => progress(panel).innerText()).toBe(decided(1));
    expect((await findFaintTexts(panel, 'body')).faint).toEqual([]);
    await panel.close();
    panel = await driver.open();
    await progress(panel).waitFor();
    await expect.poll(() => progress(panel).innerText()).toBe(decided(1));

    await driver.clear();
    driver.extension = await driver.extension.restart();
    panel = await driver.open();
    await progress(panel).waitFor();
    await expect.poll(() => progress(panel).innerText()).toBe(decided(1));

    await panel.getByRole('button', { name: 'Accept other 2', exact: true }).click();
    await panel.getByRole('button', { name: 'Finish review' }).click();
    await panel.getByText('Review complete').first().waitFor();
    // The decided changes stay in the text, in their quiet form: what was replaced is hidden.
    await expect.poll(() => driver.result(panel).locator('del').filter({ visible: true }).count()).toBe(0);
    const saved = panel.waitForEvent('download');
    await panel.getByRole('button', { name: 'Save as HTML' }).click();
    const download = await saved;
    expect(download.suggestedFilename()).toBe('Terms-of-6.html');
    const html = await readFile(await download.path(), 'utf8');
    expect(html).toContain('<strong>6 euro</strong>');
    expect(html).toContain('It is due on the first day.');
    expect(html).not.toMatch(/<(ins|del)\b|5 euro/u);
    await panel.getByRole('button', { name: 'Reopen' }).click();
    await panel.getByRole('button', { name: 'Undo' }).click();
    await panel.getByRole('button', { name: 'Finish review' }).waitFor();
  });

  test('a comparison that is asked for while no panel is open begins in the panel of that window, once', async () => {
    await driver.extension.choose('page-original', await driver.visit('/old'));
    await expect.poll(() => driver.badge()).toBe('1');
    await driver.extension.choose('page-revised', await driver.visit('/new'));
    await expect.poll(() => driver.badge()).toBe('2');

    const elsewhere = await driver.openInNewWindow();
    await elsewhere.getByRole('button', { name: 'Compare', exact: true }).waitFor();
    expect(await driver.badge()).toBe('2');
    await elsewhere.close();

    const panel = await driver.open();
    await driver.result(panel).getByText('It is due on the first day.').waitFor();
    await expect.poll(() => driver.badge()).toBe('');
    await panel.getByRole('button', { name: 'New comparison' }).click();
    // From here on the result is forgotten, also by a panel that opens now.
    await panel.getByRole('button', { name: 'Compare', exact: true }).waitFor();
    await panel.reload();
    await panel.getByRole('button', { name: 'Compare', exact: true }).waitFor();
    expect(await driver.result(panel).count()).toBe(0);
  });

  test('the side panel itself, opened by a click in the popup, carries out what was asked for', async () => {
    await driver.extension.choose('page-original', await driver.visit('/old'));
    await expect.poll(() => driver.badge()).toBe('1');
    await driver.extension.choose('page-revised', await driver.visit('/new'));
    await expect.poll(() => driver.badge()).toBe('2');
    const popup = await driver.open('popup/popup.html');
    await popup.getByRole('button', { name: 'Open panel' }).click();
    await expect.poll(() => driver.badge()).toBe('');
    // A second panel finds no request. It finds the result or waits for it.
    const panel = await driver.open();
    await expect
      .poll(async () => {
        await panel.reload();
        return await driver
          .result(panel)
          .waitFor({ timeout: 15_000 })
          .then(
            () => 1,
            () => 0,
          );
      })
      .toBe(1);
    await driver.clear();
    driver.extension = await driver.extension.restart();
  });

  test('a snapshot, or a gesture that takes nothing, leaves a result where it is', async () => {
    const panel = await driver.open();
    await driver.comparePages(panel, '/old', '/new');
    const page = await driver.visit('/old');
    await driver.extension.choose('selection-original', page);
    await panel.getByRole('alert').filter({ hasText: 'Nothing is selected' }).waitFor();
    await driver.result(panel).waitFor();
    await driver.extension.choose('page-snapshot', page);
    await expect.poll(() => panel.getByRole('alert').count()).toBe(0);
    await driver.result(panel).waitFor();
    await panel.getByRole('button', { name: 'New comparison' }).click();
    await panel.getByRole('button', { name: 'Remove the snapshot of Terms of 5' }).click();
    await panel.getByText('None yet.').waitFor();
  });

  test('the panel proves, finds, leaves out of view and takes notes as the viewer does', async () => {
    // Of pages that were decided before, the decisions are there again.
    driver.pages.set('/old', ARTICLE('7', ''));
    driver.pages.set('/new', ARTICLE('8', '<p>It is due on the first day.</p>'));
    const panel = await driver.open();
    await driver.comparePages(panel, '/old', '/new');
    const badge = panel.getByRole('button', { name: 'The whole text was compared' });
    const proof = panel.getByRole('group', { name: 'The whole text was compared' });
    await badge.click();
    // The digests of both inputs, of both texts as they were read, and of the comparison.
    expect(await proof.locator('code').allInnerTexts()).toEqual(
      Array.from({ length: 5 }, () => expect.stringMatching(/^[0-9a-f]{64}$/u)),
    );
    await badge.click();

    await panel.getByRole('button', { name: 'Find', exact: true }).click();
    await panel.getByRole('searchbox', { name: 'Find in the document' }).fill('euro a month');
    await panel.getByRole('search').getByText('1 of 1').waitFor();
    await panel.getByRole('button', { name: 'Find', exact: true }).click();

    await panel.getByRole('button', { name: 'Display' }).click();
    await panel.getByRole('checkbox', { name: 'Numbers' }).check();
    await panel.getByRole('button', { name: 'Display' }).click();
    const hidden = panel.getByRole('note').filter({ hasText: /\d changes? hidden/u });
    await hidden.waitFor();
    expect(await driver.result(panel).locator('del').first().isVisible()).toBe(false);
    expect((await findFaintTexts(panel, 'body')).faint).toEqual([]);
    await hidden.getByRole('button', { name: 'Show all' }).click();
    await hidden.waitFor({ state: 'detached' });

    // A note needs no review.
    await panel.keyboard.press('F8');
    await panel.getByRole('button', { name: 'Note', exact: true }).click();
    await panel.getByRole('textbox', { name: 'Note' }).fill('Ask Ann');
    await panel.getByRole('button', { name: 'Add note' }).click();
    await panel.close();
    const again = await driver.open();
    await driver.result(again).waitFor();
    expect(await progress(again).count()).toBe(0);
    await again.keyboard.press('F8');
    await again.getByText('Ask Ann').first().waitFor();
  });

  test('the private page of a result opens in a tab, and is framed when the reader likes it so', async () => {
    const panel = await driver.open();
    await driver.comparePages(panel, '/old', '/new');
    const opened = driver.extension.context.waitForEvent('page');
    await panel.getByRole('button', { name: 'Open in viewer' }).click();
    const viewer = await opened;
    await viewer.getByText('It is due on the first day.').waitFor();
    expect(new URL(viewer.url()).origin).toBe(new URL(driver.service.pageUrl).origin);

    await panel.bringToFront();
    await panel.getByRole('button', { name: 'Show the viewer here' }).click();
    const framed = panel.frameLocator('iframe');
    await framed.getByText('It is due on the first day.').waitFor();
    expect(await driver.result(panel).count()).toBe(0);
    // If the viewer does not answer, the panel shows the result itself with the next step.
    await panel.route('**/embed/**', (route) => route.fulfill({ contentType: 'text/html', body: '<p>Silence</p>' }));
    await panel.reload();
    await panel.getByRole('alert').filter({ hasText: 'did not answer within 5 seconds' }).waitFor();
    await driver.result(panel).getByText('It is due on the first day.').waitFor();
    await panel.unroute('**/embed/**');
    await panel.getByRole('alert').getByRole('button', { name: 'Try again' }).click();
    await framed.getByText('It is due on the first day.').waitFor();
    await panel.getByRole('button', { name: 'Show in the panel' }).click();
    await driver.result(panel).waitFor();
  });

  test('shadow trees and frames of the same site are read; other ones are named, and hidden text is left out', async () => {
    const frames = `<iframe src="/inner"></iframe><iframe src="${driver.server.otherOrigin}/inner"></iframe>`;
    const script = `<script>const root = document.querySelector('x-card').attachShadow({mode: 'closed'});
      root.innerHTML = '<p>Inside the <slot></slot> card</p>';
      document.querySelector('#host').attachShadow({mode: 'closed'}).innerHTML = '<p>Inside the host</p>';</script>`;
    const body = (word: string) =>
      `<title>${word}</title><p>${word}</p><p style="display:none">secret ${word}</p><p style="visibility:hidden">secret ${word}</p><div id="host"></div><x-card>slotted ${word}</x-card>${script}${frames}`;
    driver.pages.set('/inner', '<p>Framed text</p>');
    driver.pages.set('/one', body('one'));
    driver.pages.set('/two', body('two'));
    const panel = await driver.open();
    await driver.comparePages(panel, '/one', '/two');
    const shown = await driver.textOf(panel);
    expect(shown).toContain('Inside the slotted');
    expect(shown).toContain('card');
    expect(shown).toContain('Inside the host');
    expect(shown.match(/Framed text/gu)).toHaveLength(1);
    expect(shown).not.toContain('secret');
    const { host } = new URL(driver.server.otherOrigin);
    await panel.getByRole('note').filter({ hasText: 'Frames of other sites' }).getByText(`${host} (in both)`).waitFor();
  });

  test('pages that write themselves, in other scripts and directions, are compared as they stand', async () => {
    driver.pages.set(
      '/app',
      `<title>App</title><main dir="rtl" lang="ar"><p>الرسوم الشهرية خمسة يورو.</p></main><p lang="ja">料金は五ユーロです。</p><p lang="th">ค่าธรรมเนียมห้ายูโร</p>
       <script>onhashchange = () => { history.replaceState(null, '', '/app/later');
         document.querySelector('main').innerHTML = '<p>الرسوم الشهرية ستة يورو.</p><p>جديد</p>'; };</script>`,
    );
    const panel = await driver.open();
    const page = await driver.visit('/app');
    await driver.extension.choose('page-original', page);
    await panel.getByRole('region', { name: 'Original' }).getByText('App').waitFor();
    await page.evaluate(() => void (location.hash = 'later'));
    await page.getByText('جديد').waitFor();
    await driver.extension.choose('page-revised', page);
    await driver.result(panel).waitFor();
    expect(await driver.result(panel).locator('del').allInnerTexts()).toEqual(['خمسة']);
    expect((await driver.result(panel).locator('ins').allInnerTexts()).join('|')).toContain('ستة');
    expect(await driver.result(panel).locator('[dir="rtl"]').count()).toBeGreaterThan(0);
    expect(await driver.textOf(panel)).toContain('料金は五ユーロです。');
  });

  test('a snapshot is compared with the page as it is later, and can be removed', async () => {
    const page = await driver.visit('/old');
    const panel = await driver.open();
    await driver.startAnew(panel);
    await driver.extension.choose('page-snapshot', page);
    await panel.getByRole('button', { name: 'Use the snapshot of Terms of 5 as original' }).click();
    driver.pages.set('/old', ARTICLE('7', ''));
    await page.reload();
    await driver.extension.choose('page-revised', page);
    await driver.result(panel).locator('ins', { hasText: '7' }).first().waitFor();
    await panel.getByRole('button', { name: 'New comparison' }).click();
    await panel.getByRole('button', { name: 'Remove the snapshot of Terms of 5' }).click();
    await panel.getByText('None yet.').waitFor();
  });

  test('a selection is compared with the clipboard, as text; so is what is selected in a field', async () => {
    await driver.extension.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const panel = await driver.open();
    await panel.evaluate(() => navigator.clipboard.writeText('The fee is 4 euro  a month.'));
    const page = await driver.visit('/old');
    await driver.select(page, '#fee');
    await driver.extension.choose('selection-clipboard', page);
    await panel.bringToFront();
    await panel.getByRole('button', { name: 'Read the clipboard' }).click();
    await panel.getByRole('heading', { level: 1, name: '1 change' }).waitFor();
    expect(await driver.result(panel).locator('del').innerText()).toContain('4');
    await panel.getByText('One side is plain text').waitFor();

    driver.pages.set('/field', '<title>Field</title><textarea>The fee is 8 euro a month.</textarea>');
    const field = await driver.visit('/field');
    await field.locator('textarea').selectText();
    await driver.extension.choose('selection-clipboard', field);
    await panel.bringToFront();
    await panel.getByRole('button', { name: 'Read the clipboard' }).click();
    await driver.result(panel).locator('ins', { hasText: '8' }).waitFor();
  });

  /** Of 5 MB in a run of everything. A third of it is too long for a request, too. */
  const longPageBytes = RUNS_ALL ? 5_000_000 : 1_700_000;
  test(`pages of ${longPageBytes} bytes are uploaded, and compared with their progress; cancel ends it`, async () => {
    const line = (at: number, word: string) =>
      `<p>Paragraph ${String(at)} says ${at === 500 ? word : 'the same'} to everyone.${' It is long, as the paragraphs of old contracts are.'.repeat(50)}</p>`;
    const long = (word: string) =>
      `<title>Long ${word}</title>${Array.from({ length: longPageBytes / 2_500 }, (_, at) => line(at, word)).join('')}`;
    driver.pages.set('/long1', long('this'));
    driver.pages.set('/long2', long('that'));
    expect(driver.pages.get('/long1')?.length).toBeGreaterThan(longPageBytes);
    const panel = await driver.open();
    const uploads: string[] = [];
    panel.on('request', (request) => {
      if (request.method() === 'PUT') uploads.push(request.url());
    });
    await driver.extension.choose('page-original', await driver.visit('/long1'));
    await panel.getByRole('region', { name: 'Original' }).getByText('Long this').waitFor();
    // The first uploads wait until the comparison is cancelled. Otherwise it would end too soon.
    const cancelled = Promise.withResolvers<undefined>();
    await panel.route('**/uploads/**', async (route) => {
      await cancelled.promise;
      await route.continue().catch(() => undefined);
    });
    await driver.extension.choose('page-revised', await driver.visit('/long2'));
    await panel.getByRole('button', { name: 'Cancel' }).click();
    cancelled.resolve(undefined);
    await panel.getByRole('button', { name: 'Compare', exact: true }).click();
    await panel.getByText(/Sending [\d,]+ bytes|parts? ready/u).waitFor();
    await panel.getByRole('heading', { level: 1, name: '2 changes' }).waitFor();
    expect(uploads.length).toBeGreaterThanOrEqual(2);
    expect(await panel.locator('.remark').allInnerTexts()).not.toContain('Compared as text.');
  });
});
