/** What people do with the extension from end to end, in Chromium, against the real service. */
import { readFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { corpusRoot } from '../oracle/input-pairs.ts';
import { didNotRun, reasonToSkip } from './browser.ts';
import { findFaintTexts } from './contrast.ts';
import { PanelDriver } from './panel-driver.ts';

const reason = reasonToSkip();
const corpus = corpusRoot();

/** A shop page: a form with values that script set, a price in a shadow tree, and a cookie banner in a dialog. */
const SHOP = (
  price: string,
  street: string,
  banner: string,
) => `<!doctype html><html lang="en"><title>Lamp – shop</title>
<main><h1>Lamp</h1><p>A lamp for the desk.</p><x-price></x-price>
<form><label>Street <input name="street" value="Old Road 1"></label>
<label>Country <select name="country"><option>France</option><option selected>Spain</option></select></label>
<label>Card <input autocomplete="cc-number" value="4111111111111111"></label>
<label>Password <input type="password" value="secret-${price}"></label></form>
<p><a href="#terms">Terms</a></p><h2 id="terms">Terms</h2><p>Returns within 14 days.</p></main>
<dialog><p>${banner}</p><button>Accept cookies</button></dialog>
<script>
  customElements.define('x-price', class extends HTMLElement {
    constructor() { super(); this.attachShadow({ mode: 'closed' }).innerHTML = '<p>Price: <b>${price} euro</b></p>'; }
  });
  document.querySelector('[name=street]').value = '${street}';
  document.querySelector('dialog').show();
</script>`;

/** A page of one heading and one paragraph. */
const NOTE = (text: string) => `<!doctype html><title>Note</title><h1>Note</h1><p>${text}</p>`;

/** A PDF of one page with one line, with correct offsets. */
function pdfOf(line: string): Buffer {
  const content = `BT /F1 18 Tf 72 720 Td (${line}) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${String(content.length)} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, at) => {
    const offset = file.length;
    file += `${String(at + 1)} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const trailer = `trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n${String(file.length)}\n%%EOF\n`;
  return Buffer.from(`${file}xref\n0 6\n0000000000 65535 f \n${entries}${trailer}`, 'latin1');
}

describe.skipIf(reason !== null)(`tasks with the extension, in a browser${didNotRun(reason)}`, () => {
  let driver: PanelDriver;

  beforeAll(async () => {
    driver = await PanelDriver.start();
  });
  afterAll(() => driver.stop());
  beforeEach(() => {
    driver.pages.clear();
  });
  afterEach(() => driver.clear());

  const changes = (panel: Page, count: RegExp | string) => panel.getByRole('heading', { level: 1, name: count });
  const sides = (panel: Page) => panel.locator('dl[aria-label="Compared"]');

  test('the first comparison takes four clicks without a pairing, and two with one', async () => {
    driver.pages.set('/old', NOTE('The fee is 5 euro.'));
    driver.pages.set('/new', NOTE('The fee is 6 euro.'));
    let clicks = 0;
    const panel = await driver.open();
    await panel.getByRole('textbox', { name: 'Port' }).fill(driver.port);
    const [old, fresh] = [await driver.visit('/old'), await driver.visit('/new')];
    await driver.extension.choose('page-original', old);
    clicks += 1;
    await expect.poll(() => driver.badge()).toBe('1');
    await driver.extension.choose('page-revised', fresh);
    clicks += 1;
    await expect.poll(() => driver.badge()).toMatch(/^2?$/u);
    // The browser signs its owner in once for a month. That is no part of a comparison.
    const owner = await driver.extension.context.newPage();
    await owner.goto(await driver.service.newLink());
    await owner.getByRole('navigation').first().waitFor();
    await owner.close();
    await panel.bringToFront();
    const opened = driver.extension.context.waitForEvent('page');
    await panel.getByRole('button', { name: 'Pair', exact: true }).click();
    clicks += 1;
    const page = await opened;
    expect(new URL(page.url()).origin).toBe(new URL(driver.service.pageUrl).origin);
    await page.getByRole('button', { name: 'Yes, pair it' }).click();
    clicks += 1;
    await changes(panel, '1 change').waitFor();
    expect(clicks).toBe(4);

    clicks = 0;
    await driver.extension.choose('page-original', fresh);
    clicks += 1;
    await panel.getByRole('region', { name: 'Original' }).getByText('Note').waitFor();
    await driver.extension.choose('page-revised', old);
    clicks += 1;
    await driver.result(panel).locator('ins', { hasText: '5' }).waitFor();
    expect(clicks).toBe(2);
  });

  test('an address that is looked at three times is compared with the look before', async () => {
    const panel = await driver.open();
    await driver.startAnew(panel);
    driver.pages.set('/news', NOTE('The council meets on Monday.'));
    const page = await driver.visit('/news');
    await driver.extension.choose('page-since', page);
    await panel.getByText('This is your first look at this page.').waitFor();
    expect(await driver.badge()).toBe('+');

    driver.pages.set('/news', NOTE('The council meets on Tuesday.'));
    await page.goto(`${driver.server.origin}/news#top`);
    await page.reload();
    await driver.extension.choose('page-since', page);
    await driver.result(panel).locator('ins', { hasText: 'Tuesday' }).waitFor();
    expect(await driver.result(panel).locator('del').innerText()).toBe('Monday');
    const tabBadge = () =>
      driver.extension.worker.evaluate(async (url) => {
        const tab = (await chrome.tabs.query({})).find((one) => one.url === url);
        return await chrome.action.getBadgeText({ tabId: tab?.id ?? -1 });
      }, page.url());
    await expect.poll(tabBadge).toBe('1');

    driver.pages.set('/news', NOTE('The council meets on Tuesday evening.'));
    await page.reload();
    await driver.extension.choose('page-since', page);
    await driver.result(panel).locator('ins', { hasText: 'evening' }).waitFor();
    expect(await driver.result(panel).locator('del').count()).toBe(0);

    await page.reload();
    await driver.extension.choose('page-since', page);
    await changes(panel, /The same|No differences/u).waitFor();
    await driver.startAnew(panel);
    // One look is kept for each address.
    const kept = panel.getByRole('button', { name: /^Use the snapshot of Note/u });
    await expect.poll(() => kept.count()).toBe(1);
    await panel.getByRole('button', { name: /^Remove the snapshot of Note/u }).click();
    await panel.getByText('None yet.').waitFor();
  });

  test('two gestures at once are carried out in their order, although the first page takes longer to read', async () => {
    driver.pages.set('/long', NOTE('Long words.') + '<p>The same.</p>'.repeat(15_000));
    driver.pages.set('/short', NOTE('Short words.'));
    const panel = await driver.open();
    await driver.startAnew(panel);
    const [long, short] = [await driver.visit('/long'), await driver.visit('/short')];
    await driver.extension.worker.evaluate(
      async (urls) => {
        const tabs = await chrome.tabs.query({});
        const event = chrome.commands.onCommand as unknown as { dispatch(...given: unknown[]): void };
        for (const [command, url] of urls)
          event.dispatch(
            command,
            tabs.find((tab) => tab.url === url),
          );
      },
      [
        ['page-original', long.url()],
        ['page-revised', short.url()],
      ] as const,
    );
    await driver.result(panel).locator('ins', { hasText: 'Short' }).waitFor();
    expect(await sides(panel).innerText()).toMatch(/\/long[\s\S]*\/short/u);
  });

  test('two selected tabs are compared by one gesture, the left one as the original', async () => {
    driver.pages.set('/left', NOTE('Left words.'));
    driver.pages.set('/right', NOTE('Right words.'));
    const panel = await driver.open();
    await driver.startAnew(panel);
    const left = await driver.visit('/left');
    const right = await driver.visit('/right');
    const select = (urls: readonly string[]) =>
      driver.extension.worker.evaluate(async (wanted) => {
        const tabs = await chrome.tabs.query({});
        const found = wanted.map((url) => tabs.find((tab) => tab.url === url)!);
        await chrome.tabs.highlight({ windowId: found[0]!.windowId, tabs: found.map(({ index }) => index) });
      }, urls);
    const gesture = (url: string) =>
      driver.extension.worker.evaluate(async (wanted) => {
        const tab = (await chrome.tabs.query({})).find((one) => one.url === wanted);
        const event = chrome.commands.onCommand as unknown as { dispatch(...given: unknown[]): void };
        event.dispatch('page-pair', tab);
      }, url);
    await select([right.url(), left.url()]);
    await gesture(right.url());
    await driver.result(panel).locator('ins', { hasText: 'Right' }).waitFor();
    expect(await driver.result(panel).locator('del').innerText()).toBe('Left');
    expect(await sides(panel).innerText()).toMatch(/\/left[\s\S]*\/right/u);

    await select([left.url()]);
    await gesture(left.url());
    await panel.getByRole('alert').filter({ hasText: '1 tab is selected, and a comparison needs two.' }).waitFor();
    await panel.getByRole('button', { name: 'Dismiss' }).first().click();
  });

  test('a form, a shadow tree and a cookie banner are compared as they are shown, and secrets stay in the page', async () => {
    driver.pages.set('/before', SHOP('40', 'Old Road 1', 'We use cookies.'));
    driver.pages.set('/after', SHOP('45', 'New Road 2', 'We use cookies and beacons.'));
    const panel = await driver.open();
    await driver.startAnew(panel);
    const sent: string[] = [];
    panel.on('request', (request) => sent.push(request.postData() ?? ''));
    await driver.comparePages(panel, '/before', '/after');
    const inserted = (await driver.result(panel).locator('ins').allInnerTexts()).join('|');
    for (const word of ['45', 'New', '2', 'beacons']) expect(inserted).toContain(word);
    expect(await driver.textOf(panel)).toContain('Spain');
    expect(sent.join('')).toContain('New Road 2');
    expect(sent.join('')).not.toMatch(/4111111111111111|secret-/u);
  });

  test.skipIf(corpus === null || !existsSync(join(corpus, 'real', 'html')))(
    'a long page of a documentation is compared in its real versions',
    async () => {
      const name = 'http-extensions_tch-1-draft-ietf-httpbis-rfc6265bis-html_ae2ec75';
      for (const side of ['original', 'revised']) {
        driver.pages.set(`/${side}`, await readFile(join(corpus!, 'real', 'html', `${name}.${side}.html`), 'utf8'));
      }
      const panel = await driver.open();
      await driver.startAnew(panel);
      await driver.comparePages(panel, '/original', '/revised');
      await changes(panel, /^\d[\d,]* changes?$/u).waitFor();
    },
  );

  test('two PDF tabs are compared as documents, and a PDF with a page', async () => {
    driver.pages.set('/a.pdf', pdfOf('The fee is five euro a month.'));
    driver.pages.set('/b.pdf', pdfOf('The fee is six euro a month.'));
    driver.pages.set('/page', NOTE('The fee is seven euro a month.'));
    const panel = await driver.open();
    await driver.startAnew(panel);
    const pdf = async (path: string) => {
      const page = await driver.extension.context.newPage();
      await page.goto(driver.server.origin + path).catch(() => undefined);
      return page;
    };
    const first = await pdf('/a.pdf');
    // A browser without its viewer downloads the file instead.
    if (new URL(first.url()).pathname !== '/a.pdf') return;
    await driver.extension.choose('page-original', first);
    await panel.getByRole('region', { name: 'Original' }).getByText('PDF', { exact: true }).waitFor();
    await driver.extension.choose('page-revised', await pdf('/b.pdf'));
    await driver.result(panel).locator('ins', { hasText: 'six' }).waitFor();
    expect(await driver.result(panel).locator('del').innerText()).toBe('five');
    expect(await panel.getByRole('button', { name: 'Show on the page' }).count()).toBe(0);

    await driver.extension.choose('page-revised', await driver.visit('/page'));
    await driver.result(panel).locator('ins', { hasText: 'seven' }).waitFor();
  });

  test('a result is saved as Word and as PDF', async () => {
    driver.pages.set('/old', NOTE('The fee is 5 euro.'));
    driver.pages.set('/new', NOTE('The fee is 6 euro.'));
    const panel = await driver.open();
    await driver.startAnew(panel);
    await driver.comparePages(panel, '/old', '/new');
    const save = async (item: string) => {
      const saved = panel.waitForEvent('download');
      await panel.getByRole('button', { name: 'Save as', exact: true }).click();
      await panel.getByRole('menuitem', { name: item }).click();
      const download = await saved;
      return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
    };
    const tracked = await save('Word with tracked changes');
    expect(tracked.name).toBe('Note-tracked.docx');
    const body = new TextDecoder().decode(unzipSync(tracked.bytes)['word/document.xml']);
    expect(body).toMatch(/<w:ins\b[\s\S]*6/u);
    expect(body).toMatch(/<w:delText\b[^>]*>5/u);
    const printed = await save('PDF of the redline');
    expect(printed.name).toBe('Note-redline.pdf');
    expect(printed.bytes.toString('latin1', 0, 5)).toBe('%PDF-');
    expect((await findFaintTexts(panel, 'body')).faint).toEqual([]);
  });

  test('changes are marked on the page itself, which stays as it is, and the marks go again', async () => {
    driver.pages.set('/old', `${NOTE('The fee is 5 euro.')}<p>Long gone.</p><p>It is due <b>soon</b>.</p>`);
    driver.pages.set('/new', `${NOTE('The fee is 6 euro.')}<p>It is  due soon.</p><p>Entirely new.</p>`);
    const panel = await driver.open();
    await driver.startAnew(panel);
    await driver.comparePages(panel, '/old', '/new');
    const page = driver.extension.context.pages().find((one) => one.url().endsWith('/new'))!;
    const before = await page.content();
    await panel.getByRole('button', { name: 'Show on the page' }).click();
    await panel.getByText(/The page shows \d of \d changes\./u).waitFor();
    const marked = () =>
      page.evaluate(() =>
        [...CSS.highlights].map(
          ([name, ranges]) => `${name}: ${[...ranges].map((range) => (range as Range).toString()).join('|')}`,
        ),
      );
    expect((await marked()).join('\n')).toMatch(/diffsvc-inserted: 6[\s\S]*Entirely new\./u);
    expect(await page.content()).toBe(before);
    await page.goto(`${driver.server.origin}/old`);
    await panel.bringToFront();
    await panel.getByRole('button', { name: 'Remove from the page' }).click();
    await page.goto(`${driver.server.origin}/old`);
    await panel.getByRole('button', { name: 'Show on the page' }).click();
    await panel.getByText('The tab shows another page now.').waitFor();
  });

  test('the header of a result tells two versions of one address apart', async () => {
    driver.pages.set('/terms/1', NOTE('The fee is 5 euro.'));
    driver.pages.set('/terms/2', NOTE('The fee is 6 euro.'));
    const panel = await driver.open();
    await driver.startAnew(panel);
    await driver.comparePages(panel, '/terms/1', '/terms/2');
    const { host } = new URL(driver.server.origin);
    const text = await sides(panel).innerText();
    expect(text).toContain(`${host}/terms/1`);
    expect(text).toContain(`${host}/terms/2`);
    const times = await sides(panel).locator('time').allInnerTexts();
    expect(times).toHaveLength(2);
    for (const time of times) expect(time).toMatch(/\d/u);
  });

  test('the popup says whether the extension is paired and the service runs', async () => {
    const state = async () => {
      const popup = await driver.open('popup/popup.html');
      const text = await popup.locator('.state').innerText();
      await popup.close();
      return text;
    };
    expect(await state()).toBe(`Paired, runs on port ${driver.port}`);
    await driver.service.kill();
    expect(await state()).toBe(`Paired, but nothing answers on port ${driver.port}`);
    await driver.service.restart();
    expect(await state()).toBe(`Paired, runs on port ${driver.port}`);
    const options = await driver.open('options/options.html');
    await options.getByRole('button', { name: 'Unpair' }).click();
    await options.getByText('Unpaired: the key is revoked and forgotten.').waitFor();
    await options.close();
    expect(await state()).toBe('Not paired: open the panel');
  });
});
