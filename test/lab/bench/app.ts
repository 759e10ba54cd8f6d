/**
 * Measures the application in a real Chromium on the real service, on this machine:
 *
 *     node test/lab/bench/app.ts
 *
 * JavaScript before the first comparison has a bar of 120 KB gzipped. From the drop of a pair of 1 MB to its redline on
 * the screen, the bar is 600 ms. A hosted comparison with 850 KB of redline has its first paint within 500 ms. A key in
 * the live editors with 100 KB on each side has a bar of 50 ms.
 */
import { gzipSync } from 'node:zlib';
import type { BrowserContext, Page } from 'playwright-core';
import { ServiceClient } from '../../../shared/client/service-client.ts';
import { launchBrowser } from '../../e2e/browser.ts';
import { startTestService } from '../../e2e/service.ts';

const WORDS =
  'the party of first part shall pay to other within thirty days after notice in writing and without prejudice to any right that it may have under this agreement or at law including interest on late amounts'.split(
    ' ',
  );

/** Prose of about `bytes` bytes, the same each time; `edited` changes a word in every twentieth paragraph. */
function contract(bytes: number, edited: boolean): string {
  const paragraphs: string[] = [];
  let [size, state] = [0, 1];
  while (size < bytes) {
    const words = Array.from({ length: 60 }, () => {
      state = (state * 48_271) % 2_147_483_647;
      return WORDS[state % WORDS.length]!;
    });
    if (edited && paragraphs.length % 20 === 7) words[10] = 'forthwith';
    const text = `${String(paragraphs.length + 1)}. ${words.join(' ')}.`;
    paragraphs.push(text);
    size += text.length + 2;
  }
  return paragraphs.join('\n\n');
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

async function scriptBytes(page: Page, address: string): Promise<number> {
  const sizes: Promise<number>[] = [];
  page.on('response', (response) => {
    if (!/\.m?js(\?|$)/.test(response.url())) return;
    sizes.push(response.body().then((body) => gzipSync(body).byteLength));
  });
  await page.goto(address);
  await page.getByRole('heading', { name: 'This is what a comparison looks like' }).waitFor();
  await page.waitForTimeout(500);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

async function dropToScreen(context: BrowserContext, pageUrl: string, bytesEach: number): Promise<number> {
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  await page.goto(pageUrl);
  await page.getByRole('button', { name: 'Compare', exact: true }).waitFor();
  const files = [false, true].map((edited) => ({
    name: edited ? 'b.txt' : 'a.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from(contract(bytesEach, edited)),
  }));
  await page.evaluate(() => {
    const seen = (): void => {
      if (document.querySelector('main#document ins')) {
        requestAnimationFrame(() => {
          Object.assign(window, { shownAt: performance.now() });
        });
      } else requestAnimationFrame(seen);
    };
    addEventListener(
      'change',
      () => {
        Object.assign(window, { droppedAt: performance.now() });
        seen();
      },
      { capture: true, once: true },
    );
  });
  await page.locator('input[type=file]').first().setInputFiles(files);
  const times = await page.waitForFunction(() => {
    const { droppedAt, shownAt } = window as { droppedAt?: number; shownAt?: number };
    return shownAt === undefined || droppedAt === undefined ? null : shownAt - droppedAt;
  });
  const ms = (await times.jsonValue()) ?? Number.NaN;
  await page.close();
  return ms;
}

/** Milliseconds from the start of the navigation to the first paint of a hosted comparison, and to its first mark. */
async function hostedPaint(context: BrowserContext, url: string): Promise<{ painted: number; marked: number }> {
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  await page.addInitScript(() => {
    const seen = (): void => {
      if (document.querySelector('ins, del'))
        requestAnimationFrame(() => Object.assign(window, { markedAt: performance.now() }));
      else requestAnimationFrame(seen);
    };
    seen();
  });
  await page.goto(url);
  const times = await page.waitForFunction(() => {
    const [paint] = performance.getEntriesByName('first-contentful-paint');
    const { markedAt } = window as { markedAt?: number };
    return paint === undefined || markedAt === undefined ? null : { painted: paint.startTime, marked: markedAt };
  });
  const measured = await times.jsonValue();
  await page.close();
  return measured ?? { painted: Number.NaN, marked: Number.NaN };
}

/** The hosted viewer of a pair whose redline has about 850 KB. */
async function host(pageUrl: string, apiKey: string): Promise<{ url: string; bytes: number }> {
  const client = new ServiceClient<AbortSignal>({
    origin: new URL(pageUrl).origin,
    fetch: (url, init) => fetch(url, init),
    bearer: () => Promise.resolve(apiKey),
  });
  const contentType = 'text/plain; charset=utf-8';
  const sides = [false, true].map(async (edited) => {
    const bytes = new TextEncoder().encode(contract(750_000, edited));
    const file = { filename: edited ? 'b.txt' : 'a.txt', contentType, sizeBytes: bytes.byteLength };
    const { uploadId, uploadUrl } = await client.createUpload(file);
    await client.putUpload(uploadUrl, bytes, contentType);
    return { uploadId };
  });
  const [original, revised] = [await sides[0]!, await sides[1]!];
  const answer = await client.compareText({
    ...{ original, revised, format: 'txt', output: ['html', 'hosted_viewer'], complexity: 'extended' },
  });
  if (answer.html === undefined || answer.viewerUrl === undefined) throw new Error('The comparison is not hosted.');
  return { url: answer.viewerUrl, bytes: Buffer.byteLength(answer.html) };
}

async function keyMs(page: Page, pageUrl: string): Promise<{ median: number; worst: number }> {
  await page.goto(`${pageUrl}#/text`);
  await page.getByRole('textbox', { name: 'Original document' }).fill(contract(100_000, false));
  const revised = page.getByRole('textbox', { name: 'Revised document' });
  await revised.fill(contract(100_000, true));
  await page.getByRole('status').filter({ hasText: 'changes' }).waitFor();
  await page.evaluate(() => {
    const times: number[] = [];
    Object.assign(window, { keyTimes: times });
    // From the key to the frame that shows it, the redline's own work in between included.
    addEventListener(
      'keydown',
      () => {
        const from = performance.now();
        requestAnimationFrame(() => {
          const channel = new MessageChannel();
          channel.port1.onmessage = () => times.push(performance.now() - from);
          channel.port2.postMessage(null);
        });
      },
      { capture: true },
    );
  });
  await revised.evaluate((area) => {
    const field = area as HTMLTextAreaElement;
    field.focus();
    field.setSelectionRange(50_000, 50_000);
  });
  for (const letter of 'the quick brown fox jumps over the lazy dog and back again, twice') {
    await page.keyboard.press(letter === ' ' ? 'Space' : letter);
    await page.waitForTimeout(90);
  }
  const times = await page.evaluate(() => (window as unknown as { keyTimes: number[] }).keyTimes);
  return { median: median(times), worst: Math.max(...times) };
}

const service = await startTestService();
const browser = await launchBrowser();
try {
  const context = await browser.newContext({ viewport: { width: 1280, height: 850 } });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const bytes = await scriptBytes(page, service.link);
  console.log(`scripts before the first comparison: ${(bytes / 1_000).toFixed(1)} KB gzipped (bar 120 KB)`);
  for (const [name, bytesEach] of [
    ['1 MB in both together', 500_000],
    ['1 MB on each side', 1_000_000],
  ] as const) {
    const times: number[] = [];
    for (let run = 0; run < 5; run += 1) times.push(await dropToScreen(context, service.pageUrl, bytesEach));
    const listed = times.map((ms) => ms.toFixed(0)).join(', ');
    console.log(`drop to screen, ${name}: median ${median(times).toFixed(0)} ms of ${listed} (bar 600 ms)`);
  }
  const hosted = await host(service.pageUrl, await service.key('creator_pro'));
  const paints: { painted: number; marked: number }[] = [];
  for (let run = 0; run < 5; run += 1) paints.push(await hostedPaint(context, hosted.url));
  const rounded = (values: readonly number[]): string =>
    `median ${median(values).toFixed(0)} ms of ${values.map((ms) => ms.toFixed(0)).join(', ')}`;
  const size = `${(hosted.bytes / 1_000).toFixed(0)} KB of redline`;
  console.log(
    `first paint of a hosted comparison, ${size}: ${rounded(paints.map((each) => each.painted))} (bar 500 ms)`,
  );
  console.log(`its first change on the screen: ${rounded(paints.map((each) => each.marked))}`);
  const { median: usual, worst } = await keyMs(page, service.pageUrl);
  console.log(
    `a key in the live editors, 100 KB a side: median ${usual.toFixed(1)} ms, worst ${worst.toFixed(1)} ms (bar 50 ms)`,
  );
} finally {
  await browser.close();
  await service.stop();
}
