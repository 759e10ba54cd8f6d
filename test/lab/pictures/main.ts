/**
 * `npm run pictures`: takes the pictures of the documentation from the real application, light and dark, into
 * `docs/pictures`, and those of the stores into `extension/store`. `npm run pictures -- store` takes these alone. Needs
 * Chromium.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { launchBrowser } from '../../e2e/browser.ts';
import { startTestService } from '../../e2e/service.ts';
import { ORIGINAL, REVISED } from './contract.ts';
import { takeStorePictures } from './store.ts';

const FOLDER = fileURLToPath(new URL('../../../docs/pictures', import.meta.url));
const SIZE = { width: 1440, height: 900 };
const SCHEMES = ['light', 'dark'] as const;

if (!process.argv.includes('store')) await takeDocumentationPictures();
await takeStorePictures();

async function takeDocumentationPictures(): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  const service = await startTestService();
  const browser = await launchBrowser();
  try {
    // The link signs in once, so the first page keeps its session for both schemes.
    const context = await browser.newContext({ viewport: SIZE, reducedMotion: 'reduce' });
    const page = await context.newPage();
    await page.goto(service.link);
    await page.getByRole('button', { name: 'Try it with a sample' }).waitFor();
    for (const scheme of SCHEMES) await take(page, scheme, service.pageUrl);
    await context.close();
  } finally {
    await browser.close();
    await service.stop();
  }
}

async function take(page: Page, scheme: (typeof SCHEMES)[number], pageUrl: string): Promise<void> {
  const shoot = async (name: string): Promise<void> => {
    // Faces and the quiet parts of the page have come.
    await page.evaluate(() => document.fonts.ready);
    await page.waitForTimeout(600);
    await page.screenshot({ path: join(FOLDER, `${name}-${scheme}.png`) });
  };
  await page.emulateMedia({ colorScheme: scheme });
  await page.goto(`${pageUrl}#/`);
  await page.getByRole('button', { name: 'Try it with a sample' }).waitFor();
  await shoot('start');
  const files = [
    { name: 'Supply Agreement, draft 1.docx', mimeType: 'application/octet-stream', buffer: Buffer.from(ORIGINAL) },
    { name: 'Supply Agreement, draft 2.docx', mimeType: 'application/octet-stream', buffer: Buffer.from(REVISED) },
  ];
  await page.locator('input[type=file]').first().setInputFiles(files);
  await page.getByRole('region', { name: 'Document with its changes' }).waitFor();
  for (const key of ['a', 'a', 'r']) await page.keyboard.press(key);
  await shoot('review');
  await page.keyboard.press('2');
  await shoot('side-by-side');
  await page.keyboard.press('1');
}
