/** A comparison of thousands of blocks, which are mounted in slices. Nothing may be missing or appear twice. */
import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { resolve } from '../../shared/fragment/resolve.ts';
import { host, type Hosted } from './hosted.ts';
import { onService } from './in-browser.ts';

const BLOCKS = 4_000;
const LAST = 'The very last words.';
const text = (fee: (at: number) => string): string =>
  [...Array.from({ length: BLOCKS }, (_, at) => `Clause ${at}: the fee is ${fee(at)} euro.`), LAST].join('\n\n');
const PAIR = {
  original: text(() => '5'),
  revised: text((at) => (at % 40 === 7 && at < BLOCKS / 2 ? '6' : '5')),
  format: 'txt',
};
const CHANGES = BLOCKS / 2 / 40;
onService('a long comparison, in a browser', (session) => {
  let made: Hosted;
  let page: Page;

  beforeAll(async () => {
    made = await host(session.service.pageUrl, await session.service.key('creator'), PAIR);
  });

  beforeEach(async () => {
    page = await session.newPage();
  });

  const shown = () => page.getByRole('region', { name: 'Document with its changes' });
  const whole = () => page.locator('.paper[aria-busy="false"]').waitFor();
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const open = async (query = ''): Promise<void> => {
    await page.goto(`${made.viewerUrl}${query}`);
    await page.locator('.paper').waitFor();
  };

  /** The paragraphs of the page and of a fragment, as texts. */
  const paragraphs = (): Promise<string[]> =>
    page.locator('.paper p.line').evaluateAll((each) => each.map((paragraph) => paragraph.textContent));
  const paragraphsOf = (fragment: string): Promise<string[]> =>
    page.evaluate((html) => {
      const { body } = new DOMParser().parseFromString(html, 'text/html');
      return [...body.querySelectorAll('p.line')].map((paragraph) => paragraph.textContent);
    }, fragment);

  test('is there as a whole soon after its first screen, each paragraph once and in order', async () => {
    await open();
    await shown().getByText('Clause 7: the fee').waitFor();
    await whole();
    expect(await paragraphs()).toEqual(await paragraphsOf(made.html));
  });

  test('is there as a whole as soon as it is to be printed, with nothing folded', async () => {
    await open();
    const atOnce = await page.evaluate(() => {
      dispatchEvent(new Event('beforeprint'));
      return document.querySelectorAll('.paper p.line').length;
    });
    expect(atOnce).toBe(BLOCKS + 1);
    await page.emulateMedia({ media: 'print' });
    expect(await shown().getByText('Clause 3999: the fee').isVisible()).toBe(true);
    const height = await page.locator('.paper').evaluate((paper) => paper.getBoundingClientRect().height);
    expect(height).toBeGreaterThan(BLOCKS * 18);
    for (const fold of await page.locator('.fold').all()) expect(await fold.isVisible()).toBe(false);
  });

  test('decisions reach what is out of view too', async () => {
    await open('&review=true');
    await page.getByRole('button', { name: /^Accept all/u }).click();
    await whole();
    expect(await paragraphs()).toEqual(await paragraphsOf(resolve(made.html, { accept: 'all' })));
    // The last decision completed the review.
    await button('Reopen').click();
    await button('Undo').click();
    await page.getByRole('button', { name: /^Reject all/u }).click();
    await whole();
    expect(await paragraphs()).toEqual(await paragraphsOf(resolve(made.html, { reject: 'all' })));
  });

  test('a step leads to a change far away, which is then in the window', async () => {
    await open();
    await button('Previous change').click();
    await page.getByText(`${CHANGES} / ${CHANGES}`, { exact: true }).waitFor();
    const top = async () => (await page.locator('.diffsvc-current').first().boundingBox())?.y ?? -1;
    await expect.poll(async () => (await top()) > 0 && (await top()) < 700).toBe(true);
    // It stays there while the rest of the document is mounted.
    await whole();
    await expect.poll(async () => (await top()) > 0 && (await top()) < 700).toBe(true);
  });

  test('the search finds words that are folded and have not been shown yet', async () => {
    await open();
    await page.keyboard.press('/');
    await page.getByRole('searchbox', { name: 'Find in the document' }).fill('VERY last');
    await page.getByText('1 of 1', { exact: true }).waitFor();
    await expect.poll(() => shown().getByText(LAST).isVisible()).toBe(true);
    await page.getByRole('searchbox', { name: 'Find in the document' }).fill('clause 7: the fee is 6');
    await page.getByText('1 of 1', { exact: true }).waitFor();
  });

  test('side by side, every row gets both sides, and back again', async () => {
    await open();
    await page.getByRole('radio', { name: 'Side by side' }).check();
    await whole();
    const sides = await page
      .locator('.diffsvc-row')
      .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent)));
    expect(sides).toHaveLength(BLOCKS + 1);
    expect(sides.map(([original]) => original)).toEqual(PAIR.original.split('\n\n'));
    expect(sides.map(([, revised]) => revised)).toEqual(PAIR.revised.split('\n\n'));
    await page.getByRole('radio', { name: 'Redline' }).check();
    await whole();
    expect(await paragraphs()).toEqual(await paragraphsOf(made.html));
  });

  test('unfolding everything unfolds what is out of view', async () => {
    await open('&collapse=false');
    await whole();
    expect(await page.locator('.stretch[hidden], .fold').count()).toBe(0);
    await page.getByRole('button', { name: 'Display' }).click();
    await page.getByRole('switch', { name: 'Fold long parts without a change' }).check();
    await whole();
    expect(await page.locator('.fold').count()).toBe(CHANGES + 1);
  });
});
