/** The built extension in Chromium, on real pages, with the real service (completion of the specification, 7). */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { didNotRun, reasonToSkip } from './browser.ts';
import { findFaintTexts } from './contrast.ts';
import {
  servePages,
  signIn,
  startExtension,
  type ExtensionUnderTest,
  type Owner,
  type PageServer,
} from './extension-under-test.ts';
import { createServer } from 'node:net';
import { startTestService, type TestService } from './service.ts';

const ARTICLE = (fee: string, extra: string) => `<!doctype html><html lang="en"><title>Terms of ${fee}</title>
<nav class="menu"><a href="/a">Menu ${fee}</a></nav>
<article><h1>Terms</h1>${'<p>The parties agree on all that is written here, and on nothing that is not written here, as is the custom of the trade.</p>'.repeat(6)}
<p id="fee">The fee is <b>${fee} euro</b> a month.</p>${extra}</article>
<footer>Printed ${fee}</footer>`;

/** The panel, which a driver sees only as a tab. */
const PANEL = 'panel/panel.html';

/** A port that nothing listens on. */
async function unusedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

const reason = reasonToSkip();

describe.skipIf(reason !== null)(`the extension, in a browser${didNotRun(reason)}`, () => {
  const ending: (() => Promise<void>)[] = [];
  const pages = new Map<string, string>();
  let service: TestService;
  let server: PageServer;
  let owner: Owner;
  let extension: ExtensionUnderTest;
  let port: string;
  /** Errors of the pages of the extension: exceptions, and violations of its content policy. */
  let faults: string[];

  beforeAll(async () => {
    service = await startTestService();
    ending.push(() => service.stop());
    owner = await signIn(service.link);
    port = new URL(service.pageUrl).port;
    server = await servePages(pages);
    ending.push(() => server.stop());
    extension = await startExtension();
    ending.push(() => extension.close());
  }, 180_000);

  afterAll(async () => {
    for (const end of ending.reverse()) await end();
  });

  beforeEach(() => {
    faults = [];
    pages.clear();
    pages.set('/old', ARTICLE('5', ''));
    pages.set('/new', ARTICLE('6', '<p>It is due on the first day.</p>'));
  });

  afterEach(async () => {
    const [first, ...others] = extension.context.pages();
    for (const page of others) await page.close();
    await first?.goto('about:blank');
    expect(faults).toEqual([]);
  });

  async function open(path: string): Promise<Page> {
    const page = await extension.open(path);
    page.on('pageerror', (fault) => faults.push(fault.message));
    page.on('console', (message) => {
      if (message.type() === 'error' && !/status of \d{3}|ERR_CONNECTION/u.test(message.text()))
        faults.push(message.text());
    });
    return page;
  }

  async function visit(path: string, origin = server.origin): Promise<Page> {
    const page = await extension.context.newPage();
    await page.goto(origin + path);
    return page;
  }

  const select = (page: Page, selector = '#fee') =>
    page.evaluate((found) => getSelection()!.selectAllChildren(document.querySelector(found)!), selector);

  const result = (panel: Page) => panel.getByRole('region', { name: 'Document with its changes' });

  /** Sets one page as the original and compares the other with it. */
  async function comparePages(panel: Page, before: string, after: string): Promise<void> {
    await extension.choose('page-original', await visit(before));
    await panel.getByRole('region', { name: 'Original' }).getByText('Page', { exact: true }).waitFor();
    await extension.choose('page-revised', await visit(after));
    await result(panel).waitFor();
  }

  async function pair(): Promise<void> {
    const panel = await open(PANEL);
    await panel.getByRole('textbox', { name: 'Port' }).fill(port);
    await panel.getByRole('button', { name: 'Pair', exact: true }).click();
    const code = await panel.locator('output').innerText();
    const [waiting] = await owner.pairings();
    expect(waiting).toMatchObject({ code, extensionOrigin: extension.origin, name: 'diffsvc for Chromium' });
    await owner.confirm(waiting!.pairingId, code);
    await panel.getByRole('heading', { name: 'Snapshots' }).waitFor();
    await panel.close();
  }

  test('first it is not paired, and a refused pairing says so', async () => {
    const panel = await open(PANEL);
    await panel.getByRole('textbox', { name: 'Port' }).fill(String(await unusedPort()));
    await panel.getByRole('button', { name: 'Pair', exact: true }).click();
    await panel.getByRole('alert').filter({ hasText: 'No diffsvc service answers on port ' }).waitFor();
    await panel.getByRole('textbox', { name: 'Port' }).fill('99999');
    await panel.getByRole('button', { name: 'Pair', exact: true }).click();
    await panel.getByRole('alert').filter({ hasText: '1 to 65535' }).waitFor();
    await panel.getByRole('textbox', { name: 'Port' }).fill(port);
    await panel.getByRole('button', { name: 'Pair', exact: true }).click();
    await panel.getByText(extension.origin).waitFor();
    const [waiting] = await owner.pairings();
    await owner.refuse(waiting!.pairingId);
    await panel.getByRole('alert').filter({ hasText: 'refused' }).waitFor();
  });

  test('paired, it compares two selections of two tabs', async () => {
    await pair();
    expect((await owner.keys()).map((key) => key.extensionOrigin)).toContain(extension.origin);
    const panel = await open(PANEL);
    const select = (page: Page) =>
      page.evaluate(() => getSelection()!.selectAllChildren(document.querySelector('#fee')!));
    const before = await visit('/old');
    await select(before);
    await extension.choose('selection-original', before);
    await panel.getByText('Terms of 5').waitFor();
    const after = await visit('/new');
    await select(after);
    await extension.choose('selection-revised', after);
    await panel.getByRole('heading', { level: 1, name: '1 change' }).waitFor();
    expect(await result(panel).locator('del').innerText()).toContain('5');
    expect(await result(panel).locator('ins').innerText()).toContain('6');
    expect(await result(panel).innerText()).not.toContain('The parties agree');
  });

  test('two pages are compared by their articles, or whole; the result is stepped through and is there again', async () => {
    const panel = await open(PANEL);
    await comparePages(panel, '/old', '/new');
    expect(await result(panel).innerText()).not.toContain('Menu');
    await panel.getByText('List of changes').click();
    const listed = panel.getByRole('list').filter({ has: panel.getByRole('button', { name: 'It is due' }) });
    const buttons = await listed.getByRole('button').allInnerTexts();
    expect(buttons).toContain('“5” → “6”');
    await panel.keyboard.press('F8');
    await panel.getByText(`1 of ${String(buttons.length)}`, { exact: true }).waitFor();
    const current = () => result(panel).locator('.diffsvc-current').first().getAttribute('data-change-id');
    expect(await current()).toBe('chg_000001');
    await listed.getByRole('button').last().click();
    await panel.getByText(`${String(buttons.length)} of ${String(buttons.length)}`, { exact: true }).waitFor();
    expect((await findFaintTexts(panel, 'body')).faint).toEqual([]);
    await panel.emulateMedia({ colorScheme: 'dark' });
    expect((await findFaintTexts(panel, 'body')).faint).toEqual([]);

    const again = await open(PANEL);
    await result(again).waitFor();
    await again.getByRole('button', { name: 'New comparison' }).click();
    await again.getByRole('radio', { name: 'The whole page' }).check();
    await again.getByRole('button', { name: 'Compare', exact: true }).click();
    await result(again).waitFor();
    expect(await result(again).innerText()).toContain('Menu');
    await again.getByRole('button', { name: 'New comparison' }).click();
    await again.getByRole('radio', { name: 'The article' }).check();
  });

  test('the private page of a result opens in a tab', async () => {
    const panel = await open(PANEL);
    await comparePages(panel, '/old', '/new');
    const opened = extension.context.waitForEvent('page');
    await panel.getByRole('button', { name: 'Open in viewer' }).click();
    expect(new URL((await opened).url()).origin).toBe(new URL(service.pageUrl).origin);
  });

  test('shadow trees and frames of the same site are read; those of others are named, and hidden text is left out', async () => {
    const frames = `<iframe src="/inner"></iframe><iframe src="${server.otherOrigin}/inner"></iframe>`;
    const script = `<script>const root = document.querySelector('x-card').attachShadow({mode: 'closed'});
      root.innerHTML = '<p>Inside the <slot></slot> card</p>';</script>`;
    const body = (word: string) =>
      `<title>${word}</title><p>${word}</p><p style="display:none">secret ${word}</p><x-card>slotted ${word}</x-card>${script}${frames}`;
    pages.set('/inner', '<p>Framed text</p>');
    pages.set('/one', body('one'));
    pages.set('/two', body('two'));
    const panel = await open(PANEL);
    await comparePages(panel, '/one', '/two');
    const shown = (await result(panel).innerText()).replace(/\s+/gu, ' ');
    expect(shown).toContain('Inside the slotted');
    expect(shown).toContain('card');
    expect(shown.match(/Framed text/gu)).toHaveLength(1);
    expect(shown).not.toContain('secret');
    expect(await panel.getByRole('note').filter({ hasText: 'frames of other sites' }).count()).toBe(2);
    await panel.getByText(new URL(server.otherOrigin).host).first().waitFor();
  });

  test('a page cannot put script, styles or pictures into the panel', async () => {
    const hostile = (word: string) => `<title><img src=x onerror=alert(1)></title>
      <p onclick="alert(1)">Text ${word} <a href="javascript:alert(1)">link</a> <img src="${server.origin}/spy.png" alt="Picture"></p>
      <svg><script>alert(1)</script></svg><math><mtext><style><img src=x onerror=alert(1)></style></mtext></math>
      <p>&lt;script&gt;alert(2)&lt;/script&gt;</p><style>body{display:block}</style>`;
    pages.set('/one', hostile('one'));
    pages.set('/two', hostile('two'));
    const panel = await open(PANEL);
    let dialogs = 0;
    const asked: string[] = [];
    panel.on('dialog', (dialog) => {
      dialogs += 1;
      void dialog.dismiss();
    });
    panel.on('request', (request) => asked.push(request.url()));
    await comparePages(panel, '/one', '/two');
    const found = await result(panel).evaluate((root) => ({
      elements: root.querySelectorAll('script, style, svg, [onclick], [onerror], img[src], a[href^="javascript"]')
        .length,
      text: root.textContent,
    }));
    expect(found.elements).toBe(0);
    expect(found.text).toContain('<script>alert(2)</script>');
    expect(dialogs).toBe(0);
    expect(asked.filter((url) => !url.startsWith(new URL(service.pageUrl).origin))).toEqual([]);
  });

  /** Leaves the result of an earlier comparison, if the panel shows one. */
  async function startAnew(panel: Page): Promise<void> {
    await panel.getByRole('heading', { level: 1 }).first().waitFor();
    const anew = panel.getByRole('button', { name: 'New comparison' });
    await anew.waitFor({ timeout: 1_500 }).then(
      () => anew.click(),
      () => undefined,
    );
  }

  test('a snapshot is compared with the page as it is later, and can be removed', async () => {
    const page = await visit('/old');
    await extension.choose('page-snapshot', page);
    const panel = await open(PANEL);
    await startAnew(panel);
    await panel.getByRole('button', { name: 'Use the snapshot of Terms of 5 as original' }).click();
    pages.set('/old', ARTICLE('7', ''));
    await page.reload();
    await extension.choose('page-revised', page);
    await result(panel).locator('ins', { hasText: '7' }).first().waitFor();
    await panel.getByRole('button', { name: 'New comparison' }).click();
    await panel.getByRole('button', { name: 'Remove the snapshot of Terms of 5' }).click();
    await panel.getByText('None yet.').waitFor();
  });

  test('a selection is compared with the clipboard, as text', async () => {
    await extension.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const panel = await open(PANEL);
    await panel.evaluate(() => navigator.clipboard.writeText('The fee is 4 euro  a month.'));
    const page = await visit('/old');
    await select(page);
    await extension.choose('selection-clipboard', page);
    await panel.bringToFront();
    await panel.getByRole('button', { name: 'Read the clipboard' }).click();
    await panel.getByRole('heading', { level: 1, name: '1 change' }).waitFor();
    expect(await result(panel).locator('del').innerText()).toContain('4');
    await panel.getByText('One side is plain text').waitFor();
  });

  test('what cannot be read is refused with the reason', async () => {
    const panel = await open(PANEL);
    const page = await visit('/old');
    await extension.choose('selection-original', page);
    await panel.getByRole('alert').filter({ hasText: 'Nothing is selected' }).waitFor();
    // Without the gesture of a person there is no access to another site.
    await extension.choose('page-original', await visit('/old', server.otherOrigin));
    await panel.getByRole('alert').filter({ hasText: 'could not be read' }).waitFor();
    await extension.choose('page-original', page);
    await expect.poll(() => panel.getByRole('alert').count()).toBe(0);
  });

  test('pages too long for a request are uploaded, and compared with their progress; cancel ends it', async () => {
    const long = (word: string) =>
      `<title>Long ${word}</title>${Array.from({ length: 12_000 }, (_, at) => `<p>Paragraph ${String(at)} says ${at === 9_000 ? word : 'the same'} to all.</p>`).join('')}`;
    pages.set('/long1', long('this'));
    pages.set('/long2', long('that'));
    const panel = await open(PANEL);
    const uploads: string[] = [];
    panel.on('request', (request) => {
      if (request.method() === 'PUT') uploads.push(request.url());
    });
    await extension.choose('page-original', await visit('/long1'));
    await panel.getByRole('region', { name: 'Original' }).getByText('Long this').waitFor();
    // The first uploads wait until the comparison was cancelled: it would be over too soon.
    const cancelled = Promise.withResolvers<undefined>();
    await panel.route('**/uploads/**', async (route) => {
      await cancelled.promise;
      await route.continue().catch(() => undefined);
    });
    await extension.choose('page-revised', await visit('/long2'));
    await panel.getByRole('button', { name: 'Cancel' }).click();
    cancelled.resolve(undefined);
    await panel.getByRole('button', { name: 'Compare', exact: true }).click();
    await panel.getByRole('heading', { level: 1, name: '2 changes' }).waitFor({ timeout: 45_000 });
    expect(uploads.length).toBeGreaterThanOrEqual(2);
    await panel.getByText('Compared as text.').waitFor();
  });

  test('the popup takes what is asked of the tab under it, and says why not', async () => {
    const popup = await open('popup/popup.html');
    // As a tab it stands over itself, which no extension may read.
    await popup.getByRole('button', { name: 'Set page as original' }).click();
    await popup.getByRole('alert').filter({ hasText: 'could not be read' }).waitFor();
    expect((await findFaintTexts(popup, 'body')).faint).toEqual([]);
  });

  test('scripts in tabs cannot see the key or the settings', async () => {
    const seen = await extension.worker.evaluate(async (url) => {
      const tab = await chrome.tabs.create({ url });
      await new Promise((resolve) => setTimeout(resolve, 500));
      const [answer] = await chrome.scripting.executeScript({
        target: { tabId: tab.id ?? -1 },
        func: async () => {
          const names = (await indexedDB.databases()).map(({ name }) => name);
          const settings = await chrome.storage.local.get().then(
            (all) => Object.keys(all),
            () => 'denied',
          );
          return { names, settings };
        },
      });
      return answer?.result;
    }, `${server.origin}/old`);
    expect(seen).toEqual({ names: [], settings: 'denied' });
  });

  test('a revoked key is said to be revoked, and pairing again helps', async () => {
    const panel = await open(PANEL);
    await comparePages(panel, '/old', '/new');
    for (const { keyId, extensionOrigin, revokedAt } of await owner.keys()) {
      if (extensionOrigin === extension.origin && revokedAt === undefined) await owner.revoke(keyId);
    }
    await panel.getByRole('button', { name: 'New comparison' }).click();
    await panel.getByRole('button', { name: 'Compare', exact: true }).click();
    await panel.getByRole('button', { name: 'Pair again' }).click({ timeout: 30_000 });
    await panel.getByRole('button', { name: 'Pair', exact: true }).click();
    const code = await panel.locator('output').innerText();
    const [waiting] = await owner.pairings();
    await owner.confirm(waiting!.pairingId, code);
    await result(panel).waitFor();
  });

  test('unpaired in the options, it asks for pairing again; what is kept can be removed', async () => {
    const options = await open('options/options.html');
    await options.getByRole('heading', { name: 'Paired with the service' }).waitFor();
    expect((await findFaintTexts(options, 'body')).faint).toEqual([]);
    await options.getByRole('button', { name: 'Remove all of it' }).click();
    await options.getByText('Removed.', { exact: true }).waitFor();
    await options.getByRole('button', { name: 'Unpair' }).click();
    await options.getByText('The key is forgotten.').waitFor();
    const panel = await open(PANEL);
    await panel.getByRole('heading', { name: 'Pair with the service on this machine' }).waitFor();
    await pair();
  });

  test('without the service it says what to do, and goes on when the service is there', async () => {
    const panel = await open(PANEL);
    await comparePages(panel, '/old', '/new');
    await panel.getByRole('button', { name: 'New comparison' }).click();
    await panel.route('**/v1/**', (route) => route.abort('connectionrefused'));
    await panel.getByRole('button', { name: 'Compare', exact: true }).click();
    await panel.getByRole('alert').filter({ hasText: 'No diffsvc service answers' }).waitFor();
    await panel.unroute('**/v1/**');
    await panel.getByRole('button', { name: 'Try again' }).click();
    await result(panel).waitFor();
  });
});
