/**
 * What a reader of a long comparison waits for, in the browser: the first paint, a step to the next change, a decision, an
 * undo, and opening every fold; on the page of a review file, whose components are those of the viewer. Times are those of
 * the main thread, from the gesture to the frame that shows what came of it.
 *
 *     node scripts/build-renderer.mjs && node test/bench/viewer.ts [BLOCKS…]
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { compareText } from '../../service/comparison/compare-text.ts';
import { writeReview } from '../../service/cli/write-review.ts';
import { launchBrowser } from '../e2e/browser.ts';

/** About 500 KB of text, and far more than anybody compares by eye. */
const SIZES = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [5_000, 100_000];
/** One block of so many has a change. */
const CHANGED = 20;
const ROUNDS = 9;

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

function texts(blocks: number): { original: string; revised: string } {
  const lines = (fee: (at: number) => string): string =>
    Array.from(
      { length: blocks },
      (_, at) => `${at}. The tenant shall pay the fee of ${fee(at)} euro on the first day of the month, in advance.`,
    ).join('\n\n');
  return { original: lines(() => '500'), revised: lines((at) => (at % CHANGED === 0 ? '650' : '500')) };
}

/** Milliseconds from the gesture until the frame after it has been painted. */
async function timed(page: Page, gesture: string): Promise<number> {
  return await page.evaluate(
    (name) =>
      new Promise<number>((resolve) => {
        const buttons = [...document.querySelectorAll('button')];
        const button = buttons.find((each) => (each.getAttribute('aria-label') ?? each.textContent.trim()) === name);
        if (!button) throw new Error(`no button ${name}`);
        const started = performance.now();
        button.click();
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - started)));
      }),
    gesture,
  );
}

async function rounds(page: Page, gesture: string): Promise<string> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) times.push(await timed(page, gesture));
  return `${Math.round(median(times))} ms (most ${Math.round(Math.max(...times))})`;
}

const folder = mkdtempSync(join(tmpdir(), 'diffsvc-bench-'));
const browser = await launchBrowser();
try {
  console.log(
    '| Blocks | Page | First paint | Shown | Next change | A decision | Undo | Unfolded | A decision, unfolded |',
  );
  console.log('| --: | --: | --: | --: | --: | --: | --: | --: | --: |');
  for (const blocks of SIZES) {
    const html = await writeReview('bench', compareText({ ...texts(blocks), format: 'txt', mode: 'auto' }));
    const file = join(folder, `${blocks}.html`);
    writeFileSync(file, html);
    const page = await browser.newPage({ viewport: { width: 1200, height: 800 }, reducedMotion: 'reduce' });
    page.setDefaultTimeout(120_000);
    await page.goto(pathToFileURL(file).href);
    await page.getByRole('button', { name: 'Next change' }).waitFor();
    const { paint, shown } = await page.evaluate(() => ({
      paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN,
      shown: performance.now(),
    }));
    await page.getByRole('button', { name: 'Review', exact: true }).click();
    const next = await rounds(page, 'Next change');
    const decision = await rounds(page, 'Accept');
    const undo = await rounds(page, 'Undo');
    const unfolding = await page.evaluate(() => {
      const box = [...document.querySelectorAll('label')].find((each) => each.textContent.includes('Fold unchanged'));
      const started = performance.now();
      box?.querySelector('input')?.click();
      return new Promise<number>((resolve) => {
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - started)));
      });
    });
    await timed(page, 'Next change');
    const unfolded = await rounds(page, 'Accept');
    const cells = [
      blocks,
      `${Math.round(html.length / 1024)} KB`,
      `${Math.round(paint)} ms`,
      `${Math.round(shown)} ms`,
    ];
    console.log(`| ${[...cells, next, decision, undo, `${Math.round(unfolding)} ms`, unfolded].join(' | ')} |`);
    await page.close();
  }
} finally {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}
