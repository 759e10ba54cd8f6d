/** What pages, names and answers with payloads can do to the extension, in Chromium. */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { didNotRun, reasonToSkip } from './browser.ts';
import { HOSTILE_MARKUP } from './hostile-markup.ts';
import { PanelDriver } from './panel-driver.ts';

/** A title, a name or a message that is markup. */
const PAYLOAD = `"'></title></script><script>alert(1)</script><img src=x onerror=alert(1)>\u202E{{7*7}}\${alert(1)}`;
/** The same in an address. */
const PATH = `/%22%3E%3Cimg%20src=x%20onerror=alert(1)%3E`;

const reason = reasonToSkip();

describe.skipIf(reason !== null)(`the extension among hostile pages, in a browser${didNotRun(reason)}`, () => {
  let driver: PanelDriver;
  /** Dialogs, and requests of the extension's pages that leave this machine's service. */
  let leaks: string[];

  beforeAll(async () => {
    driver = await PanelDriver.start();
    await driver.pair();
  });
  afterAll(() => driver.stop());
  beforeEach(() => {
    driver.pages.clear();
    leaks = [];
  });
  afterEach(async () => {
    await driver.clear();
    expect(leaks).toEqual([]);
  });

  /** Opens a page of the extension that may run nothing of others and ask nobody but the service. */
  async function open(path?: string): Promise<Page> {
    const page = await driver.open(path);
    const own = [new URL(driver.service.pageUrl).origin, driver.extension.origin, 'blob:'];
    page.on('dialog', (dialog) => {
      leaks.push(`a dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on('request', (request) => {
      if (!own.some((origin) => request.url().startsWith(origin))) leaks.push(request.url());
    });
    return page;
  }

  const alerts = (panel: Page, text: string) => panel.getByRole('alert').filter({ hasText: text });

  describe('a hostile page', () => {
    test('puts nothing into the panel that runs or loads, however it is compared', async () => {
      const hostile = (word: string) =>
        `<title><img src=x onerror=alert(1)>${word}</title><p>Text ${word}</p>${HOSTILE_MARKUP.map((markup) => `<div>${markup.replaceAll('SPY', `${driver.server.origin}/spy`)}</div>`).join('\n')}<p>The end</p>`;
      driver.pages.set('/one', hostile('one'));
      driver.pages.set('/two', hostile('two'));
      const panel = await open();
      await driver.comparePages(panel, '/one', '/two');
      await panel.getByRole('button', { name: 'Changes', exact: true }).click();
      await panel.getByRole('button', { name: 'Display' }).click();
      await panel.getByRole('switch', { name: 'Fold long parts without a change' }).uncheck();
      const found = await panel.evaluate(() => {
        const bad = [...document.querySelectorAll('main *')].filter(
          (element) =>
            /^(script|style|svg|math|iframe|object|embed|form|base|meta|link|template)$/u.test(element.localName) &&
            element.closest('button, summary, .remark, [role=alert], .lucide') === null,
        );
        const attributes = [...document.querySelectorAll('main section *')].flatMap((element) =>
          [...element.attributes]
            .filter(
              ({ name, value }) =>
                /^on|^style$|^srcdoc$/u.test(name) || /^\s*(javascript|vbscript|data):/iu.test(value),
            )
            .map(({ name, value }) => `${element.localName} ${name}=${value}`),
        );
        return { elements: bad.map((element) => element.outerHTML), attributes };
      });
      // The panel's own elements have custom properties for the place of its markers and the height of unmounted parts.
      // Others are for the place of what floats, and the room for list rows out of view.
      expect(
        found.attributes.filter(
          (text) =>
            !/^(div|section) style=(--|inset|contain-intrinsic-block-size: auto \d+px;$)/u.test(text) &&
            !/^div style=left: [\d.]+px; top: [\d.]+px;$|^ol style=padding-block: [\d.]+px(?: [\d.]+px)?;$/u.test(text),
        ),
      ).toEqual([]);
      expect(found.elements).toEqual([]);
      expect(await driver.textOf(panel)).toContain('The end');
    });

    test('is read whatever names it gives to its fields, pictures and forms', async () => {
      const fields = ['childNodes', 'localName', 'nodeType', 'ownerDocument', 'getAttribute', 'getRootNode'];
      const pictures = ['body', 'title', 'documentElement', 'contentType', 'activeElement', 'querySelectorAll'];
      const page = (word: string) =>
        `<title>Names</title><form><p id="word">in the form: ${word}</p>${fields.map((name) => `<input name="${name}">`).join('')}</form>
         ${[...pictures, 'getSelection', 'createRange', 'defaultView'].map((name) => `<img name="${name}" alt="">`).join('')}`;
      driver.pages.set('/one', page('one'));
      driver.pages.set('/two', page('two'));
      const panel = await open();
      await driver.comparePages(panel, '/one', '/two');
      expect(await driver.textOf(panel)).toContain('in the form: onetwo');
    });
  });

  describe('names with payloads', () => {
    const page = (word: string) =>
      `<title>${PAYLOAD.replaceAll('<', '&lt;')}${word}</title><p>${word} text</p><iframe src="${driver.server.otherOrigin}${PATH}"></iframe>`;

    test('are text in the panel, the popup and the options', async () => {
      driver.pages.set(PATH, page('one'));
      driver.pages.set(`${PATH}2`, page('two'));
      const panel = await open();
      await driver.startAnew(panel);
      await driver.extension.choose('page-snapshot', await driver.visit(PATH));
      await panel.getByRole('button', { name: `Use the snapshot of ${PAYLOAD}one as original` }).waitFor();
      await driver.comparePages(panel, PATH, `${PATH}2`);
      await panel.getByText(`${PAYLOAD}two`).first().waitFor();
      await panel.getByRole('button', { name: 'Review', exact: true }).click();
      await panel.keyboard.press('F8');
      await panel.getByRole('button', { name: 'Note', exact: true }).click();
      await panel.getByRole('textbox', { name: 'Note' }).fill(PAYLOAD);
      await panel.getByRole('button', { name: 'Add note' }).click();
      await panel.getByRole('button', { name: 'Find', exact: true }).click();
      await panel.getByRole('searchbox', { name: 'Find in the document' }).fill(PAYLOAD);
      // A tab that cannot be read is named by its address.
      const elsewhere = await driver.visit(`${PATH}#<img src=x onerror=alert(1)>`, driver.server.otherOrigin);
      await driver.extension.choose('page-original', elsewhere);
      await alerts(panel, 'could not be read').waitFor();
      const popup = await open('popup/popup.html');
      await popup.getByText(`${PAYLOAD}one`).waitFor();
      await alerts(popup, 'could not be read').waitFor();
      const options = await open('options/options.html');
      await options.getByRole('heading', { name: 'Paired with the service' }).waitFor();
      for (const shown of [panel, popup, options]) {
        expect(await shown.locator('img, script:not([src]), iframe, [onerror]').count()).toBe(0);
        expect(await shown.locator('a[href]:not([href^="http"], [href^="#"])').count()).toBe(0);
      }
    });

    test('are text where the service sends them, and lead nowhere', async () => {
      driver.pages.set('/one', '<title>One</title><p>one</p>');
      driver.pages.set('/two', '<title>Two</title><p>two</p>');
      const panel = await open();
      await driver.extension.choose('page-original', await driver.visit('/one'));
      await panel.getByRole('region', { name: 'Original' }).getByText('Page', { exact: true }).waitFor();
      const json = (status: number, answer: object) => ({
        status,
        contentType: 'application/json',
        body: JSON.stringify(answer),
      });
      const refusal = { code: PAYLOAD, message: PAYLOAD, requestId: PAYLOAD };
      await panel.route('**/v1/diffsvc/html', (route) => route.fulfill(json(400, refusal)));
      await driver.extension.choose('page-revised', await driver.visit('/two'));
      await panel.bringToFront();
      await alerts(panel, PAYLOAD).waitFor();
      await panel.unroute('**/v1/diffsvc/html');

      // A result with addresses that are none, and then one with markup that is no fragment.
      const changed = async (change: (answer: string) => string): Promise<void> => {
        await panel.route('**/v1/diffsvc/html', async (route) => {
          const response = await route.fetch();
          await route.fulfill({ response, body: change(await response.text()) });
        });
      };
      await changed((answer) =>
        answer
          .replace(/"viewerUrl":"[^"]*"/u, '"viewerUrl":"javascript:alert(1)"')
          .replace(/"embedUrl":"[^"]*"/u, '"embedUrl":"data:text/html,<script>alert(1)</script>"'),
      );
      await panel.getByRole('button', { name: 'Compare', exact: true }).click();
      await driver.result(panel).waitFor();
      expect(await panel.getByRole('button', { name: /viewer/u }).count()).toBe(0);
      const job = {
        jobId: '<img src=x onerror=alert(1)>',
        artifactType: 'redline_pdf',
        pollUrl: '/',
        createdAt: '2026-01-01T00:00:00Z',
      };
      await panel.route('**/exports', (route) =>
        route.fulfill(json(202, { ...job, status: 'failed', error: refusal })),
      );
      const save = async (): Promise<void> => {
        await panel.getByRole('button', { name: 'Save as' }).first().click();
        await panel.getByRole('menuitem', { name: 'PDF of the redline' }).click();
      };
      await save();
      await alerts(panel, PAYLOAD).waitFor();
      await panel.unroute('**/exports');
      await panel.route('**/exports', (route) =>
        route.fulfill(json(202, { ...job, status: 'succeeded', warnings: [PAYLOAD] })),
      );
      await panel.route('**/result', (route) => route.fulfill({ contentType: 'text/html', body: PAYLOAD }));
      const saved = panel.waitForEvent('download');
      await save();
      expect((await saved).suggestedFilename()).toBe('Two-redline.pdf');
      await panel.getByRole('listitem').filter({ hasText: PAYLOAD }).waitFor();

      await panel.unroute('**/v1/diffsvc/html');
      await changed((answer) => answer.replaceAll('<p>', '<p onclick=\\"alert(1)\\">'));
      await driver.again(panel);
      await alerts(panel, 'cannot be shown safely').waitFor();
    });
  });

  describe('the script of a page', () => {
    test('changes nothing of what is read, sees nothing of the extension, and is asked nothing', async () => {
      driver.pages.set(
        '/page',
        `<title>Honest</title><body><p>Honest text.</p><input type="password" value="s3cret"><script>
          const touched = [];
          for (const { prototype } of [Array, String, Object, Map, Set, Promise, Node, Element, Document, Range, Selection, NodeList])
            for (const name of Object.getOwnPropertyNames(prototype)) {
              const old = Object.getOwnPropertyDescriptor(prototype, name);
              if (!old.configurable || name === 'constructor') continue;
              Object.defineProperty(prototype, name, { configurable: true, set() {}, get() {
                touched[touched.length] = name;
                return old.get ? old.get.call(this) : old.value;
              } });
            }
          Object.prototype.toJSON = () => 'evil';
          JSON.stringify = JSON.parse = () => 'evil';
          getComputedStyle = () => ({ display: 'none', visibility: 'hidden' });
          for (const name of ['title', 'body', 'documentElement', 'contentType', 'defaultView'])
            Object.defineProperty(document, name, { get: () => (touched[touched.length] = name, null) });
          const heard = [];
          addEventListener('message', (event) => heard.push(event.data));
          new MutationObserver((changes) => heard.push(...changes)).observe(document, { subtree: true, childList: true, attributes: true });
        </script>`,
      );
      const panel = await open();
      const page = await driver.visit('/page');
      const seen = () =>
        page.evaluate(() => {
          // Its own variables, by a script of the page.
          const answer = (0, eval)('({ touched: touched.length, heard: heard.length })') as {
            touched: number;
            heard: number;
          };
          return answer;
        });
      const before = await seen();
      await driver.extension.choose('page-original', page);
      await panel.getByRole('region', { name: 'Original' }).getByText('Honest').waitFor();
      const after = await seen();
      const own = (await seen()).touched - after.touched;
      expect(after.heard).toBe(0);
      // The questions of this test itself count alike each time.
      expect(after.touched - before.touched).toBeLessThanOrEqual(own);
      const captured = await panel.evaluate(async () => {
        const opening = indexedDB.open('diffsvc');
        await new Promise((resolve) => (opening.onsuccess = resolve));
        const asked = opening.result.transaction('singles').objectStore('singles').get('sides');
        await new Promise((resolve) => (asked.onsuccess = resolve));
        opening.result.close();
        return (asked.result as { original: { title: string; markup: string } }).original;
      });
      expect(captured.title).toBe('Honest');
      expect(captured.markup).toContain('<p>Honest text.</p>');
      expect(captured.markup).not.toContain('s3cret');
    });

    test('cannot speak to the extension, open its pages, or find what it stores', async () => {
      driver.pages.set('/old', '<title>Old</title><p>old</p>');
      const panel = await open();
      await driver.startAnew(panel);
      const page = await driver.visit('/old');
      await driver.extension.choose('page-snapshot', page);
      await panel.getByRole('button', { name: 'Use the snapshot of Old as original' }).waitFor();
      const found = await page.evaluate(async (origin) => {
        const id = origin.split('/')[2] ?? '';
        const message = { type: 'capture', tabId: 1, part: 'page', role: 'original' };
        for (const type of ['capture', 'sides-changed', 'pairing-changed']) {
          postMessage({ ...message, type }, '*');
          dispatchEvent(new CustomEvent(type, { detail: message }));
          document.dispatchEvent(new CustomEvent(type, { detail: message }));
        }
        const runtime = (globalThis as { chrome?: { runtime?: { sendMessage?(...given: unknown[]): unknown } } }).chrome
          ?.runtime;
        const sent = await Promise.resolve(runtime?.sendMessage?.(id, message)).catch((fault: unknown) =>
          String(fault),
        );
        const fetched = await Promise.all(
          ['manifest.json', 'panel/panel.html', 'content.js', 'background.js', 'icons/16.png'].map((path) =>
            fetch(`${origin}/${path}`).then(
              (response) => response.status,
              () => 'refused',
            ),
          ),
        );
        const frame = document.createElement('iframe');
        frame.src = `${origin}/panel/panel.html`;
        document.body.append(frame);
        await new Promise((resolve) => (frame.onload = resolve));
        let framed: string;
        try {
          framed = frame.contentDocument?.title ?? 'closed';
        } catch {
          framed = 'closed';
        }
        return {
          ...{ sent, fetched: [...new Set(fetched)], framed },
          stored: [await indexedDB.databases(), Object.keys(localStorage), document.cookie].flat(),
          left: Object.getOwnPropertyNames(globalThis).filter((name) => /diffsvc/iu.test(name)),
        };
      }, driver.extension.origin);
      expect(found).toEqual({ sent: undefined, fetched: ['refused'], framed: 'closed', stored: [''], left: [] });
      expect(await driver.badge()).toBe('+');
      const remove = panel.getByRole('button', { name: 'Remove the snapshot of Old' });
      await remove.click();
      await remove.waitFor({ state: 'detached' });
    });

    test('cannot tear what is read: a page that changes all the time is read as it was at one moment', async () => {
      driver.pages.set(
        '/restless',
        `<title>Restless</title><body><script>
          let turn = 0;
          const write = () => { turn += 1; document.body.innerHTML = ('<p>turn ' + turn + '</p>').repeat(500); };
          write();
          setInterval(write, 0);
          onblur = onfocus = onvisibilitychange = write;
        </script>`,
      );
      driver.pages.set('/still', '<title>Still</title><p>still</p>');
      const panel = await open();
      await driver.comparePages(panel, '/restless', '/still');
      const deleted = (await driver.result(panel).locator('del').allInnerTexts()).join(' ');
      expect(new Set(deleted.match(/turn \d+/gu)).size).toBe(1);
    });
  });

  test('pages without an address of their own are refused or read, and nothing else', async () => {
    const panel = await open();
    for (const url of ['data:text/html,<title>Data</title><p>data</p>', 'about:blank', 'view-source:about:blank']) {
      const page = await driver.extension.context.newPage();
      await page.goto(url).catch(() => undefined);
      await driver.extension.choose('page-original', page);
      await alerts(panel, 'could not be read').waitFor();
      await panel.getByRole('button', { name: 'Dismiss' }).click();
      await page.close();
    }
  });

  test('marks and selects in a form, whatever names it gives to its fields', async () => {
    const fields = ['scrollIntoView', 'parentElement', 'matches', 'closest'].map((name) => `<input name="${name}">`);
    const page = (word: string) => `<title>Form</title><form>The word ${word}.${fields.join('')}</form>`;
    driver.pages.set('/one', page('one'));
    driver.pages.set('/two', page('two'));
    const panel = await open();
    await driver.startAnew(panel);
    const [one, two] = [await driver.visit('/one'), await driver.visit('/two')];
    await driver.select(one, 'form');
    await driver.extension.choose('selection-original', one);
    await panel.getByRole('region', { name: 'Original' }).getByText('Selection', { exact: true }).waitFor();
    await driver.select(two, 'form');
    await driver.extension.choose('selection-revised', two);
    await driver.result(panel).locator('ins', { hasText: 'two' }).waitFor();
    await panel.bringToFront();
    await panel.getByRole('button', { name: 'Show on the page' }).click();
    await panel.getByText('The page shows 1 change.').waitFor();
  });

  test('another extension of the browser is not heard, and reads nothing of this one', async () => {
    const panel = await open();
    const neighbour = await driver.extension.openNeighbour();
    const panelTab = await panel.evaluate(async () => (await chrome.tabs.getCurrent())?.id);
    const found = await neighbour.evaluate(
      async ({ origin, tabId }) => {
        const id = origin.split('/')[2]!;
        const message = { type: 'capture', tabId, part: 'page', role: 'original' };
        const outcomeOf = (asked: Promise<unknown>): Promise<string> =>
          asked.then(
            (answer) => `answered ${JSON.stringify(answer)}`,
            (fault: unknown) => (fault as Error).message,
          );
        const sent = await Promise.all(
          ['capture', 'sides-changed', 'pairing-changed'].map((type) =>
            outcomeOf(chrome.runtime.sendMessage(id, { ...message, type })),
          ),
        );
        const port = chrome.runtime.connect(id);
        const connected = await new Promise((resolve) =>
          port.onDisconnect.addListener(() => resolve(chrome.runtime.lastError?.message)),
        );
        const injected = await outcomeOf(
          chrome.scripting.executeScript({ target: { tabId: tabId! }, func: () => document.title }),
        );
        const told = await outcomeOf(chrome.tabs.sendMessage(tabId!, message));
        const fetched = await Promise.all(
          ['manifest.json', 'panel/panel.html', 'background.js'].map((path) =>
            fetch(`${origin}/${path}`).then(
              ({ status }) => status,
              () => 'refused',
            ),
          ),
        );
        const stored = await indexedDB.databases();
        return { refusals: [...sent, connected, injected, told], fetched, stored };
      },
      { origin: driver.extension.origin, tabId: panelTab },
    );
    expect(found.fetched).toEqual(['refused', 'refused', 'refused']);
    expect(found.stored).toEqual([]);
    for (const refusal of found.refusals) expect(refusal).toMatch(/does not exist|[Cc]annot access/u);
    expect(await driver.badge()).toBe('');
  });
});
