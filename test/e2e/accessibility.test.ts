/**
 * Accessibility of the viewer, the embed, the refusals and the review file: axe, the accessibility tree, the keyboard
 * alone.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { runDiffsvc } from '../service/cli/run-diffsvc.ts';
import { host, type Hosted } from './hosted.ts';
import { onService } from './in-browser.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const PAIR = {
  original:
    '<h1>Terms</h1><p>The fee is 5 euro.</p><p>Pay <strong>soon</strong>.</p><table><tr><th>Item</th><th>Price</th></tr><tr><td>Rent</td><td>5</td></tr></table><p>See <a href="https://example.org/a">this</a>.</p>',
  revised:
    '<h1>Terms</h1><p>The fee is 6 euro.</p><p>Pay soon.</p><table><tr><th>Item</th><th>Price</th></tr><tr><td>Rent</td><td>6</td></tr></table><p>See <a href="https://example.org/b">this</a>.</p><p>Thank you.</p>',
  format: 'html',
};

/** The findings of axe, each with its elements: of all rules, or of those about colours. */
async function violations(page: Page, rules: 'all' | 'colours'): Promise<string[]> {
  // The debugger evaluates it, so that the page's own policy remains.
  await page.evaluate(AXE);
  const { violations: found } = await page.evaluate(
    async (options) => {
      const { axe } = window as unknown as { axe: { run: (root: Document, options: object) => Promise<AxeResults> } };
      return await axe.run(document, options);
    },
    rules === 'all' ? {} : { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } },
  );
  return found.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`));
}

onService('the viewer, for everyone', (session) => {
  let made: Hosted;
  const folder = mkdtempSync(join(tmpdir(), 'diffsvc-accessibility-'));
  const file = join(folder, 'review.html');

  beforeAll(async () => {
    session.atEnd(() => rmSync(folder, { recursive: true, force: true }));
    writeFileSync(join(folder, 'old.html'), PAIR.original);
    writeFileSync(join(folder, 'new.html'), PAIR.revised);
    expect(runDiffsvc(['compare', 'old.html', 'new.html', '-o', file], { cwd: folder }).code).toBe(1);
    made = await host(session.service.pageUrl, await session.service.key('creator'), PAIR);
  });

  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const STATES: readonly (readonly [name: string, url: () => string, reach: (page: Page) => Promise<void>])[] = [
    [
      'unified, with the menu open',
      () => made.viewerUrl,
      async (page) => {
        await page.keyboard.press('F8');
        await button(page, 'Display').click();
      },
    ],
    [
      'unified, with the proof open',
      () => made.viewerUrl,
      async (page) => {
        await button(page, 'The whole text was compared').click();
      },
    ],
    [
      'side by side, with text to find',
      () => `${made.viewerUrl}&view=split`,
      async (page) => {
        await page.keyboard.press('/');
        await page.getByRole('searchbox', { name: 'Find in the document' }).fill('fee');
        await page.getByText('1 of', { exact: false }).first().waitFor();
      },
    ],
    [
      'in review, with the list and a note',
      () => `${made.viewerUrl}&review=true`,
      async (page) => {
        await button(page, 'List of changes').click();
        await page.keyboard.press('F8');
        await button(page, 'Note').click();
      },
    ],
    [
      'finished',
      () => `${made.embedUrl}&review=true&controls=false`,
      async (page) => {
        await page.getByRole('button', { name: /^Accept all/u }).click();
        await page.getByText('Review complete').first().waitFor();
      },
    ],
    [
      'a review file, in review',
      () => pathToFileURL(file).href,
      async (page) => {
        await page.keyboard.press('F8');
        await button(page, 'List of changes').click();
      },
    ],
    [
      'no such comparison',
      () => `${new URL(made.viewerUrl).origin}/view/cmp_nothing?token=x`,
      async (page) => {
        await page.getByRole('heading', { name: 'There is no such comparison' }).waitFor();
        session.expectNoted(404);
      },
    ],
    [
      'refused',
      () => made.viewerUrl.replace(/token=[^&]*/u, 'token=cmp_tok_1_x'),
      async (page) => {
        await page.getByRole('heading', { name: 'This link is not complete' }).waitFor();
        session.expectNoted(401);
      },
    ],
  ];
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`axe has nothing against it when the system is ${colorScheme}`, async () => {
      const found: string[] = [];
      for (const [name, url, reach] of STATES) {
        const page = await session.newPage({ colorScheme });
        await page.goto(url());
        await reach(page);
        // The elements and their names are those of the light page.
        const rules = colorScheme === 'light' ? 'all' : 'colours';
        found.push(...(await violations(page, rules)).map((each) => `${name}: ${each}`));
        await page.context().close();
      }
      expect(found).toEqual([]);
    });
  }

  test('every change is one sentence of the accessibility tree, in the viewer and in a review file', async () => {
    for (const url of [`${made.viewerUrl}&review=true`, pathToFileURL(file).href]) {
      const page = await session.newPage();
      await page.goto(url);
      await page.getByRole('heading', { name: 'Terms' }).first().waitFor();
      const list = page.getByRole('list', { name: 'Changes' });
      if (!(await list.isVisible())) await button(page, 'List of changes').click();
      const tree = await list.ariaSnapshot();
      expect(tree).toMatch(/Deleted: 5\. Inserted: 6\. Terms\. Change 1 of 5, undecided\./u);
      const places = [...tree.matchAll(/Change (\d) of 5, undecided\./gu)].map(([, at]) => Number(at));
      expect([...new Set(places)].sort()).toEqual([1, 2, 3, 4, 5]);
      await page.context().close();
    }
  });

  test('the accessibility tree has deletions and insertions, and names the sides', async () => {
    const page = await session.newPage();
    await page.goto(made.viewerUrl);
    const shown = page.getByRole('region', { name: 'Document with its changes' });
    const tree = await shown.ariaSnapshot();
    expect(tree).toMatch(/deletion:[^\n]*5/u);
    expect(tree).toMatch(/insertion:[^\n]*6/u);
    await page.getByText('Side by side').click();
    expect(await shown.ariaSnapshot()).toMatch(/Original[\s\S]*Revised/u);
  });

  test('a review is done with the keyboard alone, at 200 % and with forced colours', async () => {
    const page = await session.newPage({
      viewport: { width: 640, height: 400 },
      deviceScaleFactor: 2,
      forcedColors: 'active',
    });
    await page.goto(made.viewerUrl);
    await page.getByRole('main').waitFor();
    // Shift and Tab lead from the document back to the tools; the last tool is the review.
    for (let presses = 0; presses < 12; presses++) {
      await page.keyboard.press('Shift+Tab');
      if ((await page.evaluate(() => document.activeElement?.textContent.trim())) === 'Review') break;
    }
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'Review' }).waitFor();
    await page.getByRole('main').focus();
    for (const key of ['n', 'a', 'n', 'r', 'n', 'a']) await page.keyboard.press(key);
    await page.getByText('3 of', { exact: false }).first().waitFor();
    await page.keyboard.press('Control+z');
    await page.getByText('2 of', { exact: false }).first().waitFor();
    // Colour is not the only mark of a change.
    const lines = await page
      .locator('.stretch ins, .stretch del')
      .evaluateAll((elements) => elements.map((element) => getComputedStyle(element).textDecorationLine));
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) expect(line).toMatch(/underline|line-through/u);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  });
});
