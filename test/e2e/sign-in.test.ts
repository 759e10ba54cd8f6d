/** The one-time link in a browser: it signs the owner in, once, and the browser stays signed in (completion, 7). */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { didNotRun, launchBrowser, reasonToSkip } from './browser.ts';
import { startTestService, type TestService } from './service.ts';

const reason = reasonToSkip();

describe.skipIf(reason !== null)(`the one-time link, in a browser${didNotRun(reason)}`, () => {
  const ending: (() => Promise<void>)[] = [];
  let service: TestService;
  let browser: Browser;

  beforeAll(async () => {
    browser = await launchBrowser();
    ending.push(() => browser.close());
    service = await startTestService();
    ending.push(() => service.stop());
  }, 120_000);

  afterAll(async () => {
    for (const end of ending) await end();
  });

  async function planAt(context: BrowserContext, address: string): Promise<{ page: Page; plan: string }> {
    const page = await context.newPage();
    page.setDefaultTimeout(15_000);
    await page.goto(address);
    await page.getByRole('textbox', { name: 'Original' }).fill('one');
    await page.getByRole('textbox', { name: 'Revised' }).fill('two');
    const answered = Promise.withResolvers<string>();
    await page.route('**/v1/diffsvc/html', async (route) => {
      const response = await route.fetch();
      answered.resolve(await response.text());
      await route.fulfill({ response });
    });
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    const plan = /"plan":"(\w+)"/u.exec(await answered.promise)?.[1] ?? '';
    await page.getByRole('button', { name: 'Back to the documents' }).waitFor();
    return { page, plan };
  }

  test('signs in, leaves the address, and lasts as long as the browser keeps its cookie', async () => {
    const mine = await browser.newContext();
    const first = await planAt(mine, service.link);
    expect(first.plan).toBe('creator_pro');
    expect(first.page.url()).not.toContain('link');
    const [cookie] = await mine.cookies(`${service.pageUrl}v1/sessions/x`);
    expect(cookie).toBeUndefined();
    const all = await mine.cookies();
    expect(all).toHaveLength(1);
    expect(all[0]).toMatchObject({
      httpOnly: true,
      sameSite: 'Strict',
      path: expect.stringMatching(/^\/v1\/sessions\/[\w-]{32}$/),
    });
    expect(await first.page.evaluate(() => document.cookie)).toBe('');
    expect((await planAt(mine, service.pageUrl)).plan).toBe('creator_pro');

    const other = await browser.newContext();
    const late = await planAt(other, service.link);
    expect(late.plan).toBe('anonymous');
    await late.page.goBack();
    // The page says how one signs in.
    await late.page
      .getByRole('region', { name: 'This page is not signed in' })
      .getByText('diffsvc link')
      .first()
      .waitFor();
    await late.page.getByText('was used before').waitFor();
  });
});
