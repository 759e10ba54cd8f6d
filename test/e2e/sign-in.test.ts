/** The one-time link in a browser: it signs the owner in once, and the browser stays signed in. */
import type { BrowserContext, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { onService } from './in-browser.ts';

onService('the one-time link, in a browser', (session) => {
  async function planAt(context: BrowserContext, address: string): Promise<{ page: Page; plan: string }> {
    const page = await context.newPage();
    await page.goto(address);
    await page.getByRole('tab', { name: 'Text' }).click();
    await page.getByRole('textbox', { name: 'Original document' }).fill('one');
    await page.getByRole('textbox', { name: 'Revised document' }).fill('two');
    const answered = Promise.withResolvers<string>();
    await page.route('**/v1/diffsvc/html', async (route) => {
      const response = await route.fetch();
      answered.resolve(await response.text());
      await route.fulfill({ response });
    });
    await page.getByRole('button', { name: 'Open as a comparison' }).click();
    const plan = /"plan":"(\w+)"/u.exec(await answered.promise)?.[1] ?? '';
    await page.getByRole('button', { name: 'Back to the documents' }).waitFor();
    return { page, plan };
  }

  test('signs in, leaves the address, and lasts as long as the browser keeps its cookie', async () => {
    const mine = await session.newContext();
    const link = await session.service.newLink();
    const first = await planAt(mine, link);
    expect(first.plan).toBe('creator_pro');
    expect(first.page.url()).not.toContain('link');
    const [cookie] = await mine.cookies(`${session.service.pageUrl}v1/sessions/x`);
    expect(cookie).toBeUndefined();
    const all = await mine.cookies();
    expect(all).toHaveLength(1);
    expect(all[0]).toMatchObject({
      httpOnly: true,
      sameSite: 'Strict',
      path: expect.stringMatching(/^\/v1\/sessions\/[\w-]{32}$/),
    });
    expect(await first.page.evaluate(() => document.cookie)).toBe('');
    expect((await planAt(mine, session.service.pageUrl)).plan).toBe('creator_pro');

    const other = await session.newContext();
    const late = await planAt(other, link);
    expect(late.plan).toBe('anonymous');
    await late.page.goBack();
    // The page says how to sign in.
    await late.page
      .getByRole('note')
      .filter({ hasText: 'This page is not signed in' })
      .getByText('diffsvc link')
      .first()
      .waitFor();
    await late.page.getByText('was used before').waitFor();
  });
});
