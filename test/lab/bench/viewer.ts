/**
 * Measures how long a reader of a long comparison waits in the browser. It uses a review file, which has the components
 * of the viewer. Times are of the main thread, from the gesture to the frame that shows its result. Each row is printed
 * as soon as it is measured.
 *
 *     node scripts/build-renderer.mjs && node test/lab/bench/viewer.ts [BLOCKS…]
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { compareText } from '../../../service/pipeline/compare/compare-text.ts';
import { writeReview } from '../../../service/cli/output/write-review.ts';
import { sha256 } from '../../../service/sha256.ts';
import { launchBrowser } from '../../e2e/browser.ts';

/** About 500 KB of text, and far more than anybody compares by eye. */
const SIZES = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [5_000, 100_000];
/** Blocks for each changed block. */
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

/** An action of a reader, and its element: a CSS selector, or the name of a button. */
interface Gesture {
  readonly on: string;
  /** Typed or chosen there; null: it is clicked. */
  readonly value: string | null;
}

const press = (name: string): Gesture => ({ on: `button:${name}`, value: null });

/** Milliseconds from the gesture until the frame after it has been painted. */
async function timed(page: Page, gesture: Gesture): Promise<number> {
  return await page.evaluate(
    ({ on, value }) =>
      new Promise<number>((resolve) => {
        const named = (each: Element): boolean =>
          `button:${each.getAttribute('aria-label') ?? each.textContent.trim()}` === on;
        const element = on.startsWith('button:')
          ? [...document.querySelectorAll('.top button')].find(named)
          : document.querySelector(on);
        if (!(element instanceof HTMLElement)) throw new Error(`no ${on}`);
        const started = performance.now();
        if (value === null) {
          element.click();
        } else {
          (element as HTMLInputElement).value = value;
          element.dispatchEvent(new Event('input', { bubbles: true }));
          element.dispatchEvent(new Event('change', { bubbles: true }));
        }
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - started)));
      }),
    gesture,
  );
}

/** When everything is on the page as it is wanted. */
const whole = async (page: Page): Promise<unknown> => page.waitForSelector('.paper[aria-busy="false"]');

/** Milliseconds of the longest task since the last call. */
async function longestTask(page: Page): Promise<number> {
  return await page.evaluate(() => {
    const { tasks } = window as never as { tasks: number[] };
    return Math.max(0, ...tasks.splice(0));
  });
}

/** Prints rows about a document of a size. */
class Rows {
  readonly #blocks: number;
  readonly #page: Page;

  constructor(blocks: number, page: Page) {
    this.#blocks = blocks;
    this.#page = page;
  }

  print(what: string, result: string): void {
    console.log(`| ${this.#blocks} | ${what} | ${result} |`);
  }

  /** Each gesture in turn, some rounds of them. */
  async measure(what: string, ...gestures: Gesture[]): Promise<void> {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      for (const gesture of gestures) times.push(await timed(this.#page, gesture));
    }
    this.print(what, `${Math.round(median(times))} ms, ${Math.round(Math.max(...times))} at most`);
  }

  /** A gesture that the whole document follows, bit by bit. */
  async follow(what: string, gesture: Gesture): Promise<void> {
    await longestTask(this.#page);
    const first = await timed(this.#page, gesture);
    const started = performance.now();
    await whole(this.#page);
    const all = first + performance.now() - started;
    const longest = await longestTask(this.#page);
    this.print(
      what,
      `${Math.round(first)} ms; all ${(all / 1000).toFixed(1)} s later, longest task ${Math.round(longest)} ms`,
    );
  }
}

async function measureSize(blocks: number, page: Page, folder: string): Promise<void> {
  const rows = new Rows(blocks, page);
  const { original, revised } = texts(blocks);
  const comparison = compareText({ original, revised, format: 'txt', mode: 'auto' });
  const html = await writeReview('bench', comparison, { original: sha256(original), revised: sha256(revised) });
  const file = join(folder, `${blocks}.html`);
  writeFileSync(file, html);
  page.setDefaultTimeout(60_000);
  await page.addInitScript(() => {
    const tasks: number[] = [];
    Object.assign(window, { tasks });
    const observer = new PerformanceObserver((list) =>
      tasks.push(...list.getEntries().map(({ duration }) => duration)),
    );
    observer.observe({ type: 'longtask', buffered: true });
  });
  rows.print('size of the page', `${Math.round(html.length / 1024)} KB`);
  await page.goto(pathToFileURL(file).href, { waitUntil: 'commit' });
  await page.waitForSelector('.paper p');
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
  const paint = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN);
  rows.print('first paint, which has the first screen', `${Math.round(paint)} ms`);
  await whole(page);
  const all = await page.evaluate(() => performance.now());
  rows.print('all of it on the page', `${(all / 1000).toFixed(1)} s`);
  rows.print('longest task until then', `${Math.round(await longestTask(page))} ms`);
  await page.locator('.badge.proved').waitFor();
  rows.print('longest task of the proof', `${Math.round(await longestTask(page))} ms`);

  await rows.measure('next change', press('Next change'));
  await rows.measure('previous change', press('Previous change'));
  const scrolls = await page.evaluate(async () => {
    const times: number[] = [];
    const { scrollHeight } = document.documentElement;
    for (let at = 1; at <= 20; at++) {
      const started = performance.now();
      scrollTo(0, (scrollHeight * at) / 20);
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      times.push(performance.now() - started);
    }
    return times;
  });
  rows.print(
    'a jump of the scroll bar',
    `${Math.round(median(scrolls))} ms, ${Math.round(Math.max(...scrolls))} at most`,
  );
  await page.evaluate(() => scrollTo(0, 0));

  const find = (value: string): Gesture => ({ on: '.find input', value });
  await rows.measure('find a word that is everywhere', find('tenant'), find('month'));
  await rows.measure('find what is there once', find(`${blocks - 2}. the`), find(`${blocks - 3}. the`));
  await timed(page, find(''));

  await timed(page, press('List of changes'));
  const choose = (value: string): Gesture => ({ on: '.filter select', value });
  await rows.measure('filter by type', choose('replace'), choose(''));
  await timed(page, press('List of changes'));
  await rows.follow('leave changes of numbers out of view', {
    on: '.menu .group label:nth-of-type(4) input',
    value: null,
  });
  await rows.follow('show them again', { on: '.menu .group label:nth-of-type(4) input', value: null });
  await rows.follow('side by side', { on: 'fieldset input[value=split]', value: null });
  await rows.follow('unified again', { on: 'fieldset input[value=unified]', value: null });

  await timed(page, press('Review'));
  await timed(page, press('Next change'));
  await rows.measure('a decision', press('Accept'));
  await rows.measure('undo', press('Undo'));
  await rows.follow('unfold everything', { on: '.menu input[type=checkbox]', value: null });
  await timed(page, press('Next change'));
  await rows.measure('a decision, unfolded', press('Accept'));
  await rows.follow('accept all', press('Accept all'));
}

const folder = mkdtempSync(join(tmpdir(), 'diffsvc-bench-'));
const browser = await launchBrowser();
try {
  console.log('| Blocks | What | Time |');
  console.log('| --: | --- | --- |');
  for (const blocks of SIZES) {
    const page = await browser.newPage({ viewport: { width: 1200, height: 800 }, reducedMotion: 'reduce' });
    await measureSize(blocks, page, folder);
    await page.close();
  }
} finally {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}
