/** What the files of a worker share outlives the crash of one test, and what they do not share stays apart. */
import { expect, test } from 'vitest';
import { onService } from './in-browser.ts';
import { sharedService } from './shared-programs.ts';

onService('the programs that test files share', (session) => {
  test('a browser that crashes is replaced for the next window', async () => {
    const browser = (await session.newPage()).context().browser()!;
    const gone = new Promise((resolve) => browser.once('disconnected', resolve));
    const debuggerOfAll = await browser.newBrowserCDPSession();
    debuggerOfAll.send('Browser.crash').catch(() => undefined);
    await gone;
    const page = await session.newPage();
    await page.goto(session.service.pageUrl);
    await page.getByRole('navigation').first().waitFor();
  });

  test('a service that crashes is replaced for the next file', async () => {
    expect(await sharedService()).toBe(session.service);
    await session.service.kill();
    const next = await sharedService();
    expect(next).not.toBe(session.service);
    const page = await session.newPage();
    await page.goto(next.pageUrl);
    await page.getByRole('navigation').first().waitFor();
  });

  test('a window sees nothing of what another one stored', async () => {
    const { pageUrl } = await sharedService();
    const stored = async (): Promise<string | null> => {
      const page = await session.newPage();
      await page.goto(pageUrl);
      return await page.evaluate(() => {
        const before = localStorage.getItem('of-test');
        localStorage.setItem('of-test', 'yes');
        return before;
      });
    };
    expect([await stored(), await stored()]).toEqual([null, null]);
  });
});
