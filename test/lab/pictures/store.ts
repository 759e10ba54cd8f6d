/** The pictures of the extension for the stores, from the real extension and the real service. */
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { servePages, signIn, startExtension } from '../../e2e/extension-under-test.ts';
import { startTestService } from '../../e2e/service.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const FOLDER = join(ROOT, 'extension', 'store');
const PANEL = { width: 440, height: 800 };
/** Sizes that the stores ask for. */
const SCREENSHOT = { width: 1280, height: 800 };
const TILE = { width: 440, height: 280 };

const TERMS = (days: string, price: string, more: string) => `<!doctype html><html lang="en"><meta charset="utf-8">
<title>Terms of delivery – Harbour Coffee</title>
<style>body { font: 17px/1.6 Georgia, serif; margin: 3rem 4rem; color: #222 } h1 { font-size: 2rem }</style>
<article><h1>Terms of delivery</h1>
<p>We roast to order. Your coffee leaves our roastery within ${days} days of your order, and you receive a message with the number of the parcel. If a harvest is late, we write to you, and you may choose another coffee or take your money back.</p>
<h2>Price and payment</h2>
<p>A subscription costs <b>${price} euro</b> a month. It includes packaging and insurance. You can end it at the end of each month. We write to you one month before a price rises, and the old price stays until then.</p>
<h2>Returns</h2>
<p>You may return sealed bags within fourteen days. We refund the price, and you pay the parcel. A bag that came damaged is replaced, and you need not send it back. ${more}</p>
<h2>Contact</h2>
<p>Write to us at the address on the invoice. We answer within two working days. If we cannot agree, a board of arbitration hears both of us, and it costs you nothing.</p></article>`;

/** Takes all pictures of the store folder. */
export async function takeStorePictures(): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  execFileSync(process.execPath, [join(ROOT, 'scripts', 'build-extension.mjs')], { stdio: 'inherit' });
  const pages = new Map([['/terms', TERMS('three', '18', '')]]);
  const [service, extension, server] = [await startTestService(), await startExtension(), await servePages(pages)];
  try {
    const owner = await signIn(service.link);
    const panel = await extension.open('panel/panel.html');
    await panel.setViewportSize(PANEL);
    await panel.getByRole('textbox', { name: 'Port' }).fill(new URL(service.pageUrl).port);
    await panel.getByRole('button', { name: 'Pair', exact: true }).click();
    const code = await panel.locator('output').innerText();
    const waiting = (await owner.pairings()).find((pairing) => pairing.code === code);
    if (waiting === undefined) throw new Error('The extension began no pairing.');
    await owner.confirm(waiting.pairingId, code);
    await panel.getByRole('heading', { name: 'Snapshots' }).waitFor();

    const site = await extension.context.newPage();
    await site.setViewportSize({ width: SCREENSHOT.width - PANEL.width, height: SCREENSHOT.height });
    await site.goto(`${server.origin}/terms`);
    await extension.choose('page-since', site);
    await panel.getByText('This is your first look').waitFor();
    pages.set('/terms', TERMS('two', '21', 'Opened bags stay with you.'));
    await site.reload();
    await extension.choose('page-since', site);
    await panel.getByRole('region', { name: 'Document with its changes' }).waitFor();
    await compose(panel, site, '1-what-changed');
    await panel.getByRole('button', { name: 'Review', exact: true }).click();
    await panel.keyboard.press('F8');
    await panel.getByRole('button', { name: 'Accept', exact: true }).first().click();
    await panel.getByRole('button', { name: 'Show on the page' }).click();
    await panel.getByText(/The page shows \d/u).waitFor();
    await compose(panel, site, '2-review-and-marks');
    await panel.emulateMedia({ colorScheme: 'dark' });
    await compose(panel, site, '3-dark');
    await panel.emulateMedia({ colorScheme: 'light' });
    await tile(panel);
  } finally {
    await extension.close();
    await server.stop();
    await service.stop();
  }

  /** The page and the panel beside each other, as a reader sees them. */
  async function compose(panel: Page, site: Page, name: string): Promise<void> {
    const shoot = async (page: Page): Promise<string> => {
      await page.bringToFront();
      await page.evaluate(() => document.fonts.ready);
      await page.waitForTimeout(400);
      return (await page.screenshot()).toString('base64');
    };
    const [left, right] = [await shoot(site), await shoot(panel)];
    const picture = (data: string) => `<img style="display:block" src="data:image/png;base64,${data}">`;
    await print(name, SCREENSHOT, `<body style="display:flex;margin:0">${picture(left)}${picture(right)}</body>`);
  }

  async function tile(panel: Page): Promise<void> {
    await panel.bringToFront();
    const document = panel.getByRole('region', { name: 'Document with its changes' });
    const shown = (await document.screenshot()).toString('base64');
    const text =
      'position:absolute;inset:0 0 auto;padding:18px 22px;background:#0f5c6e;color:#fff;font:700 22px sans-serif';
    await print(
      'tile',
      TILE,
      `<body style="margin:0;overflow:hidden;position:relative"><div style="${text}">diffsvc – see what changed</div>
       <img style="margin:64px 0 0;width:440px" src="data:image/png;base64,${shown}"></body>`,
    );
  }

  async function print(name: string, size: { width: number; height: number }, html: string): Promise<void> {
    const page = await extension.context.newPage();
    await page.setViewportSize(size);
    await page.setContent(html);
    await page.screenshot({ path: join(FOLDER, `${name}.png`) });
    await page.close();
  }
}
