/**
 * `npm run lab -- scroll [--pages N] [--seconds N]`
 *
 * Opens a pair of long PDFs in the application and scrolls through their pages, by default 400 a side. Prints the time
 * to the first marked page, frame times, painted pages, memory, and the time of a search. The pair is generated.
 *
 * Exit code 2 without Chromium or outside of Linux, whose process table gives the memory.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { CDPSession, Page } from 'playwright-core';
import { launchBrowser, reasonToSkip } from '../../e2e/browser.ts';
import { startTestService } from '../../e2e/service.ts';
import { longPair } from './long-pair.ts';

const { values } = parseArgs({
  options: { pages: { type: 'string', default: '400' }, seconds: { type: 'string', default: '20' } },
});
const reason = process.platform === 'linux' ? reasonToSkip() : 'the memory is read from /proc';
if (reason !== null) {
  console.error(reason);
  process.exit(2);
}
const pages = Number(values.pages);
const PATIENCE_MS = 600_000;

const pair = await longPair(pages);
console.log(`pair: ${pages} pages a side, ${pair.map(({ byteLength }) => megabytes(byteLength)).join(' and ')}`);
const service = await startTestService();
const browser = await launchBrowser();
const isService = (command: string): boolean => command.includes('service/');
const peaks = { service: 0, browser: 0 };
const watch = setInterval(() => {
  const own = family();
  const sum = (wanted: boolean): number =>
    own.reduce((total, { command, bytes }) => (isService(command) === wanted ? total + bytes : total), 0);
  peaks.service = Math.max(peaks.service, sum(true));
  peaks.browser = Math.max(peaks.browser, sum(false));
}, 250);
try {
  const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
  page.setDefaultTimeout(PATIENCE_MS);
  await page.goto(service.link);
  await page.getByRole('heading', { name: 'This is what a comparison looks like' }).waitFor();
  const compared = performance.now();
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles(
      pair.map((bytes, at) => ({
        ...{ name: at === 0 ? 'old.pdf' : 'new.pdf', mimeType: 'application/pdf' },
        buffer: Buffer.from(bytes),
      })),
    );
  await page.locator('main#document').getByRole('region', { name: 'Document with its changes' }).waitFor();
  console.log(`compared: ${seconds(compared)}`);
  console.log(`memory of the service so far: ${megabytes(peaks.service)}`);
  peaks.service = 0;
  const asked = performance.now();
  await page.keyboard.press('5');
  await page.locator('.pages button.mark').first().waitFor();
  console.log(`first marked page: ${seconds(asked)}`);
  await page.waitForFunction(() => {
    const canvas = document.querySelector<HTMLCanvasElement>('.pages canvas');
    return canvas !== null && canvas.width > 0 && canvas.parentElement?.querySelector('.text span') !== null;
  });
  console.log(`first page painted: ${seconds(asked)}`);
  console.log(`memory of the service while it marks: ${megabytes(peaks.service)}`);
  await page.waitForTimeout(2_000);
  for (const [name, step] of [
    ['reading (a page in 2 seconds)', 8],
    ['leafing (4 pages a second)', 60],
    ['flying (20 pages a second)', 300],
  ] as const)
    console.log(`${name}: ${await scrolled(page, step, Number(values.seconds))}`);
  const field = performance.now();
  await page.keyboard.press('Control+f');
  await page.keyboard.insertText('exactly seventeen');
  await page.waitForFunction(() => / of \d/u.test(document.querySelector('.find .total')?.textContent ?? ''));
  console.log(`first hit of a search: ${seconds(field)}`);
  await page.waitForFunction(
    (wanted) => document.querySelector('.find .total')?.textContent.includes(` of ${wanted}`),
    Math.ceil(pages / 10),
  );
  console.log(`every page searched: ${seconds(field)}`);
  console.log(`memory of the browser at most: ${megabytes(peaks.browser)}`);
} finally {
  clearInterval(watch);
  await browser.close();
  await service.stop();
}

/** Scrolls the revised pages by `step` pixels a frame, and tells of frames, painted pages and memory. */
async function scrolled(page: Page, step: number, forSeconds: number): Promise<string> {
  const session = await page.context().newCDPSession(page);
  // Processor time of the main thread: frame times alone depend on what else the machine does.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const busyBefore = await metricOf(session, 'TaskDuration');
  const { gaps, canvases, pixels } = await page.evaluate(
    async ({ by, ms }) => {
      const column = document.querySelector<HTMLElement>('[aria-label="Revised: pages"]')!;
      column.scrollTop = 0;
      const times: number[] = [];
      let [most, mostPixels, last, direction] = [0, 0, 0, 1];
      const begun = performance.now();
      await new Promise<void>((resolve) => {
        const frame = (now: number): void => {
          if (last > 0) times.push(now - last);
          last = now;
          const before = column.scrollTop;
          column.scrollTop += by * direction;
          if (column.scrollTop === before) direction = -direction;
          const painted = [...document.querySelectorAll<HTMLCanvasElement>('.pages canvas')];
          most = Math.max(most, painted.length);
          mostPixels = Math.max(
            mostPixels,
            painted.reduce((sum, { width, height }) => sum + width * height, 0),
          );
          if (now - begun < ms) requestAnimationFrame(frame);
          else resolve();
        };
        requestAnimationFrame(frame);
      });
      return { gaps: times, canvases: most, pixels: mostPixels };
    },
    { by: step, ms: forSeconds * 1_000 },
  );
  const busy = (await metricOf(session, 'TaskDuration')) - busyBefore;
  const heap = await metricOf(session, 'JSHeapUsedSize');
  gaps.sort((a, b) => a - b);
  const at = (share: number): string => `${(gaps[Math.floor(share * (gaps.length - 1))] ?? 0).toFixed(0)} ms`;
  const slow = gaps.filter((gap) => gap > 50).length;
  return [
    `${gaps.length} frames: median ${at(0.5)}, 95 % ${at(0.95)}, longest ${at(1)}; ${slow} over 50 ms`,
    `main thread ${((1_000 * busy) / gaps.length).toFixed(1)} ms a frame`,
    `at most ${canvases} pages painted (${megabytes(4 * pixels)} of pixels)`,
    `heap ${megabytes(heap)}`,
  ].join('; ');
}

async function metricOf(session: CDPSession, wanted: string): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === wanted)?.value ?? 0;
}

/** The processes that this one started, with theirs. */
function family(): { readonly command: string; readonly bytes: number }[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/u.test(name))
    .flatMap((pid) => {
      try {
        const [, parent = ''] = /^\d+ \(.*\) \S (\d+)/su.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
        const [, kilobytes = '0'] = /^VmRSS:\s+(\d+)/mu.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
        return [{ pid: Number(pid), parent: Number(parent), command, bytes: Number(kilobytes) * 1_024 }];
      } catch {
        // It has just ended.
        return [];
      }
    });
  const own = new Set([process.pid]);
  for (let grown = true; grown;) {
    grown = false;
    for (const { pid, parent } of all)
      if (own.has(parent) && !own.has(pid)) {
        own.add(pid);
        grown = true;
      }
  }
  own.delete(process.pid);
  return all.filter(({ pid }) => own.has(pid));
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_048_576).toFixed(1)} MiB`;
}

function seconds(since: number): string {
  return `${((performance.now() - since) / 1_000).toFixed(1)} s`;
}
