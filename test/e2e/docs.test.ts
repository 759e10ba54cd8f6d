import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { didNotRun, launchBrowser, reasonToSkip } from './browser.ts';
import { findFaintTexts } from './contrast.ts';
import { startTestService, type TestService } from './service.ts';

const reason = reasonToSkip();

describe.skipIf(reason !== null)(`the reference at /docs, in a browser${didNotRun(reason)}`, () => {
  const ending: (() => Promise<void>)[] = [];
  let service: TestService;
  let browser: Browser;
  let page: Page;
  /** Errors of the console, exceptions, and violations of the content policy. */
  let faults: string[];
  /** Addresses that were asked for elsewhere. */
  let foreign: string[];

  beforeAll(async () => {
    browser = await launchBrowser();
    ending.push(() => browser.close());
    service = await startTestService();
    ending.push(() => service.stop());
  }, 120_000);

  afterAll(async () => {
    for (const end of ending) await end();
  });

  beforeEach(async () => {
    faults = [];
    foreign = [];
    const origin = new URL(service.pageUrl).origin;
    page = await browser.newPage({ viewport: { width: 1200, height: 800 }, reducedMotion: 'reduce' });
    page.setDefaultTimeout(15_000);
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(message.text());
    });
    page.on('pageerror', (fault) => faults.push(fault.message));
    page.on('request', (request) => {
      if (new URL(request.url()).origin !== origin) foreign.push(request.url());
    });
    await page.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', (event) => {
        reportError(new Error(`policy: ${event.violatedDirective} ${event.blockedURI}`));
      });
    });
    await page.goto(`${origin}/docs`);
    await page.getByRole('heading', { level: 1 }).waitFor();
  });

  afterEach(async () => {
    await page.close();
    expect(faults).toEqual([]);
    expect(foreign).toEqual([]);
  });

  const operation = (id: string) => page.locator(`article#${id}`);

  test('shows every operation with a curl line, and asks for nothing elsewhere', async () => {
    const document = (await (await fetch(new URL('/v1/openapi.json', service.pageUrl))).json()) as {
      paths: Record<string, Record<string, { operationId: string }>>;
    };
    const ids = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    );
    expect(ids.length).toBeGreaterThan(20);
    for (const id of ids) expect(await operation(id).locator('.curl pre').textContent()).toMatch(/^curl /);
    expect(await page.locator('nav a').count()).toBe(ids.length);
  });

  test('calls the service from the playground, and shows the answer', async () => {
    const compare = operation('compareText');
    await compare.getByText('Try it').click();
    await compare.getByRole('button', { name: 'Send' }).click();
    await compare.locator('.shown b').filter({ hasText: '200' }).waitFor();
    await expect.poll(() => compare.locator('.shown pre').last().textContent()).toContain('"diffsvc.html.v1"');

    // A stream, event by event; and a refusal with its status.
    await compare.getByLabel('Example').selectOption('a stream');
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
