/** Refusals, faults and messages of the extension: pairings, service faults, unreadable tabs. */
import { createServer } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { PAIRING_TRIES } from '../../service/admission/pairings.ts';
import { didNotRun, reasonToSkip } from './browser.ts';
import { findFaintTexts } from './contrast.ts';
import { PanelDriver } from './panel-driver.ts';

/** A port without a listener. */
async function unusedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

const reason = reasonToSkip();

describe.skipIf(reason !== null)(`the states of the extension, in a browser${didNotRun(reason)}`, () => {
  let driver: PanelDriver;

  beforeAll(async () => {
    driver = await PanelDriver.start({ basic: { unitsPerMonth: 0 } });
  });
  afterAll(() => driver.stop());
  beforeEach(() => {
    driver.pages.clear();
    for (const [path, fee] of [
      ['/old', '5'],
      ['/new', '6'],
    ] as const) {
      driver.pages.set(path, `<title>Terms of ${fee}</title><p id="fee">The fee is ${fee} euro.</p>`);
    }
  });
  afterEach(() => driver.clear());

  const problem = (panel: Page, text: string | RegExp) => panel.getByRole('alert').filter({ hasText: text });

  describe('a pairing', () => {
    test('says what is wrong with a port', async () => {
      const panel = await driver.open();
      await panel.getByRole('textbox', { name: 'Port' }).fill(String(await unusedPort()));
      await panel.getByRole('button', { name: 'Pair', exact: true }).click();
      await problem(panel, 'No diffsvc service answers on port ').waitFor();
      await panel.getByRole('textbox', { name: 'Port' }).fill('99999');
      await panel.getByRole('button', { name: 'Pair', exact: true }).click();
      await problem(panel, '1 to 65535').waitFor();
    });

    test('that the owner refuses is over', async () => {
      const panel = await driver.open();
      await driver.owner.refuse((await driver.beginPairing(panel)).pairingId);
      await problem(panel, 'refused').waitFor();
      expect(await driver.liveKeys()).toEqual([]);
    });

    test('ends after as many wrong codes as are allowed', async () => {
      const panel = await driver.open();
      const { pairingId, code } = await driver.beginPairing(panel);
      const wrong = code === '000000' ? '000001' : '000000';
      for (let each = 0; each < PAIRING_TRIES; each++) {
        await expect(driver.owner.confirm(pairingId, wrong)).rejects.toThrow(': 400');
      }
      await expect(driver.owner.confirm(pairingId, code)).rejects.toThrow(': 410');
      await problem(panel, 'refused, or took longer').waitFor();
      expect(await driver.liveKeys()).toEqual([]);
    });

    test('gives its key to nobody who does not know the verifier, such as another extension', async () => {
      const panel = await driver.open();
      const { pairingId, code } = await driver.beginPairing(panel);
      await driver.owner.confirm(pairingId, code === '000000' ? '000001' : '000000').catch(() => undefined);
      const stolen = await fetch(new URL(`/v1/pairings/${pairingId}/key`, driver.service.pageUrl), {
        method: 'POST',
        headers: { origin: `chrome-extension://${'p'.repeat(32)}`, 'content-type': 'application/json' },
        body: JSON.stringify({ verifier: 'v'.repeat(43) }),
      });
      expect(stolen.status).toBe(401);
      await driver.owner.confirm(pairingId, code);
      await panel.getByRole('heading', { name: 'Snapshots' }).waitFor();
      expect(await driver.liveKeys()).toHaveLength(1);
    });
  });

  describe('a tab', () => {
    test('that cannot be read is refused with the reason', async () => {
      // The server says that it is a PDF, and it is none.
      driver.pages.set('/file.pdf', 'Sign in first.');
      const panel = await driver.open();
      const page = await driver.visit('/old');
      await driver.extension.choose('selection-original', page);
      await problem(panel, 'Nothing is selected').waitFor();
      // Without a person's gesture there is no access to another site.
      await driver.extension.choose('page-original', await driver.visit('/old', driver.server.otherOrigin));
      await problem(panel, 'could not be read').waitFor();
      await driver.extension.choose('page-original', page);
      await expect.poll(() => panel.getByRole('alert').count()).toBe(0);
      const browserPage = await driver.extension.context.newPage();
      await browserPage.goto('chrome://version');
      await driver.extension.choose('page-original', browserPage);
      await problem(panel, 'keep their own pages').waitFor();
      const pdf = await driver.extension.context.newPage();
      await pdf.goto(`${driver.server.origin}/file.pdf`).catch(() => undefined);
      if (new URL(pdf.url()).pathname !== '/file.pdf') return;
      await driver.extension.choose('page-original', pdf);
      await problem(panel, 'shows a PDF').waitFor();
    });

    test('is asked by the popup, which says why not', async () => {
      const popup = await driver.open('popup/popup.html');
      // As a tab the popup's active tab is itself, which no extension may read.
      await popup.getByRole('button', { name: 'Set page as original' }).click();
      await problem(popup, 'could not be read').waitFor();
      expect((await findFaintTexts(popup, 'body')).faint).toEqual([]);
    });

    test('is kept as a snapshot up to their number and their length together, and told when that is reached', async () => {
      const panel = await driver.open();
      const page = await driver.visit('/old');
      const fill = (count: number, length: number) =>
        panel.evaluate(
          async ([each, long]) => {
            const opening = indexedDB.open('diffsvc');
            await new Promise((resolve) => (opening.onsuccess = resolve));
            const transaction = opening.result.transaction('snapshots', 'readwrite');
            const store = transaction.objectStore('snapshots');
            store.clear();
            for (let at = 0; at < each; at += 1) {
              const about = {
                from: 'page',
                title: `Filled ${String(at)}`,
                url: '',
                isPlainText: false,
                unreadFrames: [],
              };
              store.put({ id: String(at), ...about, markup: 'x'.repeat(long), takenAtMs: at });
            }
            await new Promise((resolve) => (transaction.oncomplete = resolve));
            opening.result.close();
          },
          [count, length] as const,
        );
      await fill(50, 10);
      await driver.extension.choose('page-snapshot', page);
      await problem(panel, 'There are 50 snapshots, which is the limit.').waitFor();
      await fill(4, 24 * 1024 * 1024);
      await driver.extension.choose('page-snapshot', page);
      await problem(panel, 'larger than 96 MiB together').waitFor();
      await fill(49, 10);
      await driver.extension.choose('page-snapshot', page);
      await panel.getByRole('button', { name: 'Use the snapshot of Terms of 5 as original' }).waitFor();
      expect(await panel.getByRole('alert').count()).toBe(0);
      await fill(0, 0);
    });

    test('sees neither the key nor the settings', async () => {
      const seen = await driver.extension.worker.evaluate(async (url) => {
        const tab = await chrome.tabs.create({ url });
        while ((await chrome.tabs.get(tab.id ?? -1)).status !== 'complete') {
          await new Promise((resolve) => setTimeout(resolve, 50));
        }
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
      }, `${driver.server.origin}/old`);
      expect(seen).toEqual({ names: [], settings: 'denied' });
    });
  });

  test('the policy of the package binds its pages: no script of others, no inline script, no calls elsewhere', async () => {
    driver.pages.set('/script.js', 'globalThis.wasRun = true;');
    const panel = await driver.open();
    const outcome = await panel.evaluate(async (origin) => {
      const refused: string[] = [];
      addEventListener('securitypolicyviolation', (event) => refused.push(event.effectiveDirective));
      const script = document.createElement('script');
      script.src = `${origin}/script.js`;
      const inline = document.createElement('script');
      inline.textContent = 'globalThis.wasRun = true;';
      const picture = document.createElement('img');
      picture.src = `${origin}/spy.png`;
      const frame = document.createElement('iframe');
      frame.src = 'https://example.org/';
      document.body.append(script, inline, picture, frame);
      await fetch('https://example.org/').catch(() => undefined);
      // A timer's text, because a driver may evaluate more than the page.
      Reflect.apply(setTimeout, globalThis, ['globalThis.wasRun = true;']);
      // The browser refuses the inline script, the timer, the picture, the frame and the call in separate turns.
      for (let turns = 0; new Set(refused).size < 5 && turns < 1_000; turns++) {
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      return { refused, wasRun: 'wasRun' in globalThis };
    }, driver.server.origin);
    expect(outcome.wasRun).toBe(false);
    expect(outcome.refused).toEqual(
      expect.arrayContaining(['connect-src', 'frame-src', 'img-src', 'script-src', 'script-src-elem']),
    );
    expect(driver.faults.length).toBeGreaterThan(0);
    driver.faults = [];
  });

  describe('the service', () => {
    test('that does not answer, or is started again, is spoken of; then the comparison goes on', async () => {
      const panel = await driver.open();
      await driver.comparePages(panel, '/old', '/new');
      await driver.service.kill();
      await driver.again(panel);
      await problem(panel, 'No diffsvc service answers').waitFor();
      await driver.service.restart();
      await panel.getByRole('button', { name: 'Try again' }).click();
      await driver.result(panel).waitFor();
    });

    test('that has no units left says so, and that waiting helps', async () => {
      const panel = await driver.open();
      await driver.comparePages(panel, '/old', '/new');
      // A real refusal: an account without an allowance. Only a key of the extension may name the extension for the
      // frame.
      const poor = await driver.service.key('basic');
      await panel.route('**/v1/diffsvc/html', async (route) => {
        const { embedOrigin: _, ...request } = JSON.parse(route.request().postData() ?? '{}');
        const headers = { ...route.request().headers(), authorization: `Bearer ${poor}` };
        await route.continue({ headers, postData: JSON.stringify(request) });
      });
      await driver.again(panel);
      await problem(panel, 'next calendar month').waitFor();
      expect(await problem(panel, 'quota_exceeded').count()).toBe(1);
      expect(await panel.getByRole('button', { name: 'Try again' }).count()).toBe(0);
      await panel.unroute('**/v1/diffsvc/html');
    });

    test('that has revoked the key is told apart, and pairing again helps', async () => {
      const panel = await driver.open();
      await driver.comparePages(panel, '/old', '/new');
      for (const keyId of await driver.liveKeys()) await driver.owner.revoke(keyId);
      await driver.again(panel);
      await panel.getByRole('button', { name: 'Pair again' }).click();
      const { pairingId, code } = await driver.beginPairing(panel);
      await driver.owner.confirm(pairingId, code);
      await driver.result(panel).waitFor();
    });

    test('revokes the key of an extension that is unpaired; what is kept can be removed', async () => {
      const options = await driver.open('options/options.html');
      await options.getByRole('heading', { name: 'Paired with the service' }).waitFor();
      expect((await findFaintTexts(options, 'body')).faint).toEqual([]);
      await options.getByRole('button', { name: 'Remove all of it' }).click();
      await options.getByText('Removed.', { exact: true }).waitFor();
      await options.getByRole('button', { name: 'Unpair' }).click();
      await options.getByText('Unpaired: the key is revoked and forgotten.').waitFor();
      expect(await driver.liveKeys()).toEqual([]);
      const panel = await driver.open();
      await panel.getByRole('heading', { name: 'Pair with the service on this machine' }).waitFor();
      await panel.close();

      await driver.pair();
      await options.reload();
      await options.route('**/v1/**', (route) => route.abort('connectionrefused'));
      await options.getByRole('button', { name: 'Unpair' }).click();
      await options.getByText('The key is forgotten here, but the service did not answer').waitFor();
      for (const keyId of await driver.liveKeys()) await driver.owner.revoke(keyId);
      await driver.pair();
    });

    test('that takes no more requests this minute is asked again later, and the reader sees when', async () => {
      const panel = await driver.open();
      await driver.comparePages(panel, '/old', '/new');
      // The owner's and the extension's requests count together, because both keys belong to one account.
      const calls = Array.from({ length: 320 }, () => driver.owner.keys().catch(() => null));
      expect(await Promise.all(calls)).toContain(null);
      await driver.again(panel);
      await panel.getByText(/takes no more requests just now.*asked again in \d+ seconds?/u).waitFor();
      await panel.getByRole('button', { name: 'Cancel' }).click();
      await panel.getByRole('button', { name: 'Compare', exact: true }).waitFor();
    });
  });
});
