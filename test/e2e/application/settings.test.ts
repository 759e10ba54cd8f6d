/** What the owner settles: keys, extensions, appearance, and the end of all data. */
import { createHash } from 'node:crypto';
import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { faultsOfAccess } from '../faults-of-access.ts';
import { onService } from '../in-browser.ts';
import { useApplication } from './use-application.ts';

onService('settings of the application, in a browser', (session) => {
  const application = useApplication(session);
  const { at, button, reload } = application;
  let page: Page;

  beforeEach(() => {
    page = application.page;
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
