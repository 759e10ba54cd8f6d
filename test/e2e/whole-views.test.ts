/** Every view shows a whole document: under filters that hide changes, with decisions of both kinds, with all numbers. */
import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { onService } from './in-browser.ts';

const ORIGINAL = `<h1>Fees</h1><p>The Buyer may pay 4% of 100 euro.</p>
<table><tr><td>Basic</td><td>10</td></tr><tr><td>Large</td><td>20</td></tr></table>
<ol type="a"><li>Deliver the goods on time.</li><li>Keep the stock insured at all times.</li><li>Report each month.</li></ol>
<ul><li>Paper of any kind</li><li>Old letters</li></ul>`;
const REVISED = `<h1>Fees</h1><p>The Buyer shall pay 5% of 120 euro.</p>
<table><tr><td>Basic</td><td>12</td></tr><tr><td>Large</td><td>25</td></tr></table>
<ol type="a"><li>Name a person for all questions beforehand.</li><li>Deliver the goods on time.</li><li>Report each month.</li></ol>
<ul><li>Paper of any kind</li></ul>`;

onService('each view, in a browser', (session) => {
  let page: Page;

  beforeEach(async () => {
    page = await session.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(session.service.pageUrl);
    await page.getByRole('tab', { name: 'Text' }).click();
    await page.getByRole('textbox', { name: 'Original document' }).fill(ORIGINAL);
    await page.getByRole('textbox', { name: 'Revised document' }).fill(REVISED);
    await page.getByRole('button', { name: 'Open as a comparison' }).click();
    await paper().waitFor();
  });

  const paper = () => page.getByRole('region', { name: 'Document with its changes' });
  const show = (view: string) => page.getByRole('radio', { name: view, exact: true }).click();

  /** The visible paragraphs, without what the stylesheet adds. */
  const paragraphs = (): Promise<string[]> =>
    paper().evaluate((root) => {
      const shown = (element: Element): string =>
        [...element.childNodes]
          .map((node) => {
            if (!(node instanceof Element)) return node.textContent ?? '';
            return node.getClientRects().length === 0 || getComputedStyle(node).color === 'rgba(0, 0, 0, 0)'
              ? ''
              : shown(node);
          })
          .join('');
      return [...root.querySelectorAll('p, h1')].map(shown).filter((text) => text !== '');
    });

  /** The numbers before the items, as the page shows them. */
  const numbers = (): Promise<string[]> =>
    paper().evaluate((root) =>
      [...root.querySelectorAll('li')].map((item) => {
        const label = getComputedStyle(item.querySelector('p') ?? item, '::before').content;
        const isLabel = label !== 'none' && label !== 'normal';
        return `${isLabel ? label.slice(1, -1) : getComputedStyle(item).listStyleType} ${item.textContent.slice(0, 6)}`;
      }),
    );

  async function hide(...kinds: readonly string[]): Promise<void> {
    await page.getByRole('button', { name: 'Display' }).click();
    for (const name of kinds) await page.getByRole('checkbox', { name }).check();
    await page.keyboard.press('Escape');
  }

  test('is a whole text where numbers are hidden, as they were decided', async () => {
    await hide('Numbers');
    expect(await page.getByRole('note').textContent()).toContain('3 changes hidden');
    expect((await paragraphs()).slice(1, 6)).toEqual([
      ...['The Buyer mayshall pay 5% of 120 euro.', 'Basic', '12', 'Large', '25'],
    ]);
    await show('Original');
    expect((await paragraphs()).slice(0, 6)).toEqual([
      ...['Fees', 'The Buyer may pay 4% of 100 euro.', 'Basic', '10', 'Large', '20'],
    ]);
    await show('Final');
    expect((await paragraphs()).slice(0, 6)).toEqual([
      ...['Fees', 'The Buyer shall pay 5% of 120 euro.', 'Basic', '12', 'Large', '25'],
    ]);
    await show('Side by side');
    expect((await paragraphs()).slice(2, 4)).toEqual([
      'The Buyer may pay 4% of 100 euro.',
      'The Buyer shall pay 5% of 120 euro.',
    ]);
    await show('Redline');
    // Everything is rejected, and the hidden ones with it.
    await page.getByRole('button', { name: 'Show all' }).click();
    await page.getByRole('button', { name: /^Reject all/u }).click();
    await hide('Numbers');
    expect((await paragraphs()).slice(0, 6)).toEqual([
      ...['Fees', 'The Buyer may pay 4% of 100 euro.', 'Basic', '10', 'Large', '20'],
    ]);
    await show('Final');
    expect((await paragraphs()).slice(1, 2)).toEqual(['The Buyer may pay 4% of 100 euro.']);
  });

  test('has the numbers of its document, also before clauses of one side', async () => {
    await show('Original');
    expect(await numbers()).toEqual(['a. Delive', 'b. Keep t', 'c. Report', 'disc Paper ', 'disc Old le']);
    await show('Final');
    expect(await numbers()).toEqual(['a. Name a', 'b. Delive', 'c. Report', 'disc Paper ']);
  });
});
