/** An extension is paired in a browser that is not signed in, without a terminal. */
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { didNotRun, reasonToSkip } from './browser.ts';
import { PanelDriver } from './panel-driver.ts';

/** The service uses the opener of a Linux desktop, which this machine may lack. Ours writes down what it is given. */
const reason = process.platform === 'linux' ? reasonToSkip() : 'needs the opener of a Linux desktop';

describe.skipIf(reason !== null)(`an extension and a browser that is not signed in${didNotRun(reason)}`, () => {
  let desktop: string;
  let driver: PanelDriver;

  beforeAll(async () => {
    desktop = await mkdtemp(join(tmpdir(), 'diffsvc-desktop-'));
    const opener = join(desktop, 'xdg-open');
    await writeFile(
      opener,
      `#!/bin/sh\nprintf '%s\\n' "$@" > '${desktop}/draft'\nmv '${desktop}/draft' '${desktop}/opened'\n`,
    );
    await chmod(opener, 0o755);
    driver = await PanelDriver.start({}, { DISPLAY: ':0', PATH: `${desktop}${delimiter}${process.env['PATH'] ?? ''}` });
  });
  afterAll(async () => {
    await driver.stop();
    await rm(desktop, { recursive: true, force: true });
  });
  afterEach(() => driver.clear());

  const note = (sentence: string) => `<!doctype html><title>Note</title><p>${sentence}`;

  /** Does what the desktop does with the file that the service opens. */
  async function openWhatTheServiceOpened(): Promise<Page> {
    await expect.poll(() => readFile(join(desktop, 'opened'), 'utf8').catch(() => null)).not.toBeNull();
    const given = (await readFile(join(desktop, 'opened'), 'utf8')).trim().split('\n');
    expect(given).toHaveLength(1);
    const [file = ''] = given;
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(given.join('')).not.toContain('link=');
    const tab = await driver.extension.context.newPage();
    await tab.goto(`file://${file}`);
    return tab;
  }

  test('the first comparison of two selected tabs takes four clicks, with the sign-in', async () => {
    driver.pages.set('/old', note('The fee is 5 euro.'));
    driver.pages.set('/new', note('The fee is 6 euro.'));
    let clicks = 0;
    const panel = await driver.open();
    await panel.getByRole('textbox', { name: 'Port' }).fill(driver.port);
    const [old, fresh] = [await driver.visit('/old'), await driver.visit('/new')];
    await driver.extension.worker.evaluate(
      async (urls) => {
        const tabs = await chrome.tabs.query({});
        const found = urls.map((url) => tabs.find((one) => one.url === url)!);
        await chrome.tabs.highlight({ windowId: found[0]!.windowId, tabs: found.map(({ index }) => index) });
        const event = chrome.commands.onCommand as unknown as { dispatch(...given: unknown[]): void };
        event.dispatch('page-pair', found[0]);
      },
      [old.url(), fresh.url()] as const,
    );
    clicks += 1;
    await expect.poll(() => driver.badge()).toMatch(/^2?$/u);
    await panel.bringToFront();

    const opened = driver.extension.context.waitForEvent('page');
    await panel.getByRole('button', { name: 'Pair', exact: true }).click();
    clicks += 1;
    const page = await opened;
    await page.getByText('Sign in first.').waitFor();
    // A visitor learns nothing about extensions that wait.
    expect(await page.getByRole('button', { name: 'Yes, pair it' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Sign in' }).click();
    clicks += 1;
    await page.getByText('Your browser opened a new tab').waitFor();
    const tab = await openWhatTheServiceOpened();
    await tab.getByRole('button', { name: 'Yes, pair it' }).waitFor();
    expect(tab.url()).toBe(`${driver.service.pageUrl}#/connections`);
    // The page that asked is signed in, too, because its browser is.
    await page.getByRole('button', { name: 'Yes, pair it' }).waitFor();
    await tab.getByRole('button', { name: 'Yes, pair it' }).click();
    clicks += 1;
    await driver.result(panel).locator('ins', { hasText: '6' }).waitFor();
    expect(clicks).toBe(4);
  });
});
