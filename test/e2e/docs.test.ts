import type { Page } from 'playwright-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findFaintTexts } from './contrast.ts';
import { onService } from './in-browser.ts';

onService('the reference at /docs, in a browser', (session) => {
  let page: Page;
  /** Addresses that the page requested elsewhere. */
  let foreign: string[];

  beforeEach(async () => {
    foreign = [];
    const { origin } = new URL(session.service.pageUrl);
    page = await session.newPage({ viewport: { width: 1200, height: 800 } });
    page.on('request', (request) => {
      if (new URL(request.url()).origin !== origin) foreign.push(request.url());
    });
    await page.goto(`${origin}/docs`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    session.forgetBusy();
  });

  afterEach(() => {
    expect(foreign).toEqual([]);
  });

  const operation = (id: string) => page.locator(`article#${id}`);

  test('shows every operation with a curl line, and asks for nothing elsewhere', async () => {
    const document = (await (await fetch(new URL('/v1/openapi.json', session.service.pageUrl))).json()) as {
      paths: Record<string, Record<string, { operationId: string }>>;
    };
    const ids = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    );
    expect(ids.length).toBeGreaterThan(20);
    for (const id of ids) expect(await operation(id).locator('.curl pre').textContent()).toMatch(/^curl /);
    expect(await page.locator('nav a').count()).toBe(ids.length);
  });

  test('asks a busy service again, and shows the message of one that stays busy', async () => {
    let refusals = 1;
    await page.route('**/v1/openapi.json', async (route) => {
      refusals -= 1;
      if (refusals < 0) {
        await route.continue();
        return;
      }
      const json = { code: 'unavailable', message: 'The service is busy.', requestId: 'req_1' };
      await route.fulfill({ status: 503, headers: { 'retry-after': '0.05' }, json });
    });
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
    refusals = 5;
    await page.reload();
    await page.getByText('could not be read: The service is busy. Load this page again.').waitFor();
    session.forgetBusy();
  });

  test('calls the service from the playground, and shows the answer', async () => {
    const compare = operation('compareText');
    await compare.getByText('Try it').click();
    await compare.getByRole('button', { name: 'Send' }).click();
    await compare.locator('.shown b').filter({ hasText: '200' }).waitFor();
    await expect.poll(() => compare.locator('.shown pre').last().textContent()).toContain('"diffsvc.html.v1"');

    // A stream, event by event; and a refusal with its status.
    await compare.getByLabel(/^Example: /u).click();
    await page.getByRole('option', { name: 'a stream' }).click();
    await compare.getByLabel('Accept').fill('text/event-stream');
    await compare.getByRole('button', { name: 'Send' }).click();
    await expect.poll(() => compare.locator('.shown pre').last().textContent()).toContain('event: complete');
    expect(await compare.locator('.curl pre').textContent()).toContain('curl -sSN');

    const sample = operation('getChanges');
    await sample.getByText('Try it').click();
    await sample.getByRole('button', { name: 'Send' }).click();
    await expect.poll(() => sample.locator('.shown pre').last().textContent()).toContain('"comparisonId": "demo"');
  });

  test('can be read in light and dark, and in a narrow window', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const { checked, faint } = await findFaintTexts(page, 'article *, nav *, header *');
      expect(checked).toBeGreaterThan(100);
      expect(faint).toEqual([]);
    }
    await page.setViewportSize({ width: 360, height: 700 });
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  });
});
