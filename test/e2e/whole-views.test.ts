/** Every view shows a whole document: under filters that hide changes, with decisions of both kinds, with all numbers. */
import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { annotated } from '../builders/annotated-docx.ts';
import { faultsOfAccess } from './faults-of-access.ts';
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

  /** Opens two drafts of a contract that have all that stands beside a text. */
  async function openAnnotated(): Promise<void> {
    await page.goto('about:blank');
    await page.goto(session.service.pageUrl);
    const given = (['original', 'revised'] as const).map((which, at) => ({
      name: `lease v${at + 1}.docx`,
      mimeType: 'application/octet-stream',
      buffer: Buffer.from(annotated(which)),
    }));
    await page.locator('input[type=file]').first().setInputFiles(given);
    await paper().waitFor();
  }

  const thread = (number: number) => page.getByRole('region', { name: `Comment ${number}`, exact: true });
  const card = (name: string) => page.getByRole('article', { name, exact: true });

  test('has each comment beside its words, and below its sign in a narrow window', async () => {
    await openAnnotated();
    const reply = card('Reply by Jonas Frey, added');
    await reply.getByRole('button', { name: 'Accept' }).waitFor();
    // The cards do not overlap, and begin at the height of their words.
    await expect
      .poll(() =>
        paper().evaluate((root) => {
          const boxes = [...root.querySelectorAll('[data-thread]')].map((each) => each.getBoundingClientRect());
          const edge = root.getBoundingClientRect().right;
          const signs = [...root.querySelectorAll('a.image[href="[1]"]')].map((each) => each.getBoundingClientRect());
          return [
            boxes.length,
            boxes.every(({ left }) => left > edge),
            boxes.every(({ top }, at) => at === 0 || top >= boxes[at - 1]!.bottom),
            Math.abs(boxes[0]!.top - signs[0]!.top) < 40,
          ];
        }),
      )
      .toEqual([3, true, true, true]);
    expect(await card('Comment by Mara Bell, resolved').textContent()).toContain('Not resolved in the original');
    expect(await paper().locator('.story.comment').count()).toBe(4);
    expect(await paper().locator('.sheet .story.comment').count()).toBe(0);
    await card('Comment by Jonas Frey, deleted').getByRole('button', { name: 'Accept' }).click();
    expect(await page.getByText('1 of 9 changes decided').count()).toBe(1);
    expect(await thread(2).textContent()).toContain('Accepted');
    expect(await faultsOfAccess(page)).toEqual([]);
    await show('Original');
    expect(await page.getByRole('article', { name: /^Comment by/u }).count()).toBe(2);
    await show('Redline');
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('button', { name: 'Close the list' }).click();
    await page.getByRole('link', { name: 'Comment 1', exact: true }).press('Enter');
    await card('Comment by Mara Bell, resolved').waitFor();
    expect(await faultsOfAccess(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await card('Comment by Mara Bell, resolved').waitFor({ state: 'hidden' });
    expect(await page.evaluate(() => document.activeElement?.getAttribute('href'))).toBe('[1]');
  });

  test('has the numbers of its notes as links there and back', async () => {
    await openAnnotated();
    const noteNumbers = () => paper().locator('a[href^="#note:"]').allTextContents();
    expect(await noteNumbers()).toEqual(['1', '2', '3']);
    await page.getByRole('link', { name: 'Footnote 2', exact: true }).click();
    expect(await page.evaluate(() => document.activeElement?.closest('p')?.textContent)).toContain('In euro.');
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('2');
    await show('Original');
    expect(await noteNumbers()).toEqual(['1', '2']);
  });

  test('keeps the list where it is, marks the section that is read, and cuts names at their end', async () => {
    const arabic = 'اتفاقية الإيجار بين المالك والمستأجر بشأن المكتب في الطابق الأول من المبنى الرئيسي';
    const draft = (name: string) =>
      `<h1>${arabic}</h1><p>See <img src="https://example.org/plan.png"> here.</p>` +
      Array.from({ length: 12 }, (_, at) => {
        const text = `<p>In part ${at} the ${name} keeps a record, and pays ${name === 'Vendor' ? at : at + 20} euro.</p>`;
        return `<h1>Part ${at}</h1>${text}${'<p>Nothing else is agreed in this part of the text.</p>'.repeat(6)}`;
      }).join('');
    await page.goto('about:blank');
    await page.goto(session.service.pageUrl);
    await page.getByRole('tab', { name: 'Text' }).click();
    await page.getByRole('textbox', { name: 'Original document' }).fill(draft('Vendor'));
    await page.getByRole('textbox', { name: 'Revised document' }).fill(draft('Supplier'));
    await page.getByRole('button', { name: 'Open as a comparison' }).click();
    await paper().getByRole('img', { name: 'Picture' }).waitFor();
    const entries = page.getByRole('navigation', { name: 'Outline' }).getByRole('listitem');
    expect(
      await entries
        .first()
        .locator('.text')
        .evaluate((each) => getComputedStyle(each).direction),
    ).toBe('rtl');
    const group = page.locator('.rows li').filter({ hasText: '12 places' }).getByRole('button').first();
    await page.locator('.rows').evaluate((rows) => rows.scrollTo(0, 20));
    const top = () => group.evaluate((each) => Math.round(each.getBoundingClientRect().top));
    const before = await top();
    for (const isOpen of ['true', 'false']) {
      await group.click();
      await expect.poll(() => group.getAttribute('aria-expanded')).toBe(isOpen);
      await expect.poll(top).toBe(before);
    }
    const marked = () => page.locator('nav li.current').textContent();
    await paper()
      .getByRole('heading', { name: 'Part 6' })
      .evaluate((each) => each.scrollIntoView({ block: 'start' }));
    await expect.poll(marked).toContain('Part 6');
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await expect.poll(marked).toContain('Part 11');
  });

  test('has the numbers of its document, also before clauses of one side', async () => {
    await show('Original');
    expect(await numbers()).toEqual(['a. Delive', 'b. Keep t', 'c. Report', 'disc Paper ', 'disc Old le']);
    await show('Final');
    expect(await numbers()).toEqual(['a. Name a', 'b. Delive', 'c. Report', 'disc Paper ']);
  });
});
