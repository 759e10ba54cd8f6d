/** A table of 15 columns and 120 rows on the page, and on the paper that the page prints. */
import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { readPdf } from '../../service/formats/pdf/read-pdf.ts';
import { writeFragment } from '../../shared/fragment/write.ts';
import { sampleOf } from '../seed/seed.ts';
import { onService } from './in-browser.ts';

const COLUMNS = 15;

function tableWith(changes: Readonly<Record<string, string>>): string {
  const row = (name: string, tag: string): string =>
    `<tr>${Array.from({ length: COLUMNS }, (_, at) => {
      const text = `${name}column${at}`;
      return `<${tag}>${changes[text] ?? text}</${tag}>`;
    }).join('')}</tr>`;
  const rows = Array.from({ length: 120 }, (_, at) => row(`r${at}`, 'td'));
  return `<p>Before.</p><table><thead>${row('head', 'th')}</thead><tbody>${rows.join('')}</tbody></table><p>After.</p>`;
}

onService('a wide table', (session) => {
  let page: Page;

  beforeEach(async () => {
    page = await session.newPage();
    await page.goto(`${session.service.pageUrl}#/text`);
    await page.getByRole('textbox', { name: 'Original document' }).fill(tableWith({}));
    await page
      .getByRole('textbox', { name: 'Revised document' })
      .fill(tableWith({ r60column11: 'first', r100column1: 'second' }));
    await page.getByRole('button', { name: 'Open as a comparison' }).click();
    await table().waitFor();
  });

  const table = () => page.locator('main#document table');

  /** Whether an element is inside the frame, and covered neither by the head nor by the first column. */
  const isInFrame = (text: string) =>
    page.evaluate((wanted) => {
      const frame = document.querySelector('main#document table')!;
      const change = [...frame.querySelectorAll('ins')].find(({ textContent }) => textContent === wanted)!;
      const { left, right, top, bottom } = change.getBoundingClientRect();
      const around = frame.getBoundingClientRect();
      const isInside = left >= around.left && right <= around.right && top >= around.top && bottom <= around.bottom;
      const covering = [...frame.querySelectorAll('thead, .diffsvc-first')].some((each) => {
        const box = each.getBoundingClientRect();
        return !each.contains(change) && box.left < right && box.right > left && box.top < bottom && box.bottom > top;
      });
      return isInside && !covering;
    }, text);

  test('opens at its first change, and stepping scrolls it in both directions', async () => {
    await expect.poll(() => isInFrame('first')).toBe(true);
    await page.keyboard.press('n');
    await expect.poll(() => isInFrame('second')).toBe(true);
    const [head, first] = await table().evaluate((frame) => {
      const { left, top } = frame.getBoundingClientRect();
      const cell = frame.querySelector('tbody .diffsvc-first')!.getBoundingClientRect();
      return [frame.querySelector('thead')!.getBoundingClientRect().top - top, cell.left - left];
    });
    expect(Math.abs(head)).toBeLessThan(2);
    expect(Math.abs(first)).toBeLessThan(2);
  });

  test('stays at its first columns if its first change is there, or is a whole row', async () => {
    const rows = (third: string, added: string): string =>
      tableWith({ r60column2: third }).replace('</tbody>', `${added}</tbody>`);
    const row = `<tr>${'<td>a new cell of text</td>'.repeat(COLUMNS)}</tr>`;
    for (const revised of [rows('third', ''), rows('r60column2', row)]) {
      await page.goto(`${session.service.pageUrl}#/text`);
      await page.getByRole('textbox', { name: 'Original document' }).fill(tableWith({}));
      await page.getByRole('textbox', { name: 'Revised document' }).fill(revised);
      await page.getByRole('button', { name: 'Open as a comparison' }).click();
      await page.locator('main#document table ins').first().waitFor();
      // It is scrolled when it is measured.
      await expect.poll(() => table().evaluate((frame) => frame.classList.contains('diffsvc-wide'))).toBe(true);
      expect(await table().evaluate((frame) => frame.scrollLeft)).toBeLessThan(2);
    }
  });

  test('begins with a whole column where it is scrolled to its first change', async () => {
    await expect.poll(() => isInFrame('first')).toBe(true);
    const cut = await table().evaluate((frame) => {
      const edge = frame.querySelector('tbody .diffsvc-first')!.getBoundingClientRect().right;
      const cells = [...frame.querySelectorAll('thead th:not(.diffsvc-first)')].map((cell) =>
        cell.getBoundingClientRect(),
      );
      return cells.some(({ left, right }) => left < edge - 1 && right > edge + 9);
    });
    expect(cut).toBe(false);
  });

  test('folds its unchanged rows, and a key unfolds them', async () => {
    const button = page.getByRole('button', { name: 'Show 35 unchanged rows' });
    await button.waitFor();
    expect(await page.getByText('r80column0', { exact: true }).isVisible()).toBe(false);
    await button.focus();
    await page.keyboard.press('Enter');
    await page.getByText('r80column0', { exact: true }).waitFor();
    expect(await button.count()).toBe(0);
    expect(await page.evaluate(() => document.activeElement?.localName)).toBe('table');
    await page.keyboard.press('/');
    await page.getByRole('searchbox', { name: 'Find in the document' }).fill('r10column3');
    await page.getByText('r10column3', { exact: true }).waitFor();
  });

  test('loses no cell on paper, on either layout', async () => {
    for (const layout of sampleOf(['Redline', 'Side by side'], 0.5)) {
      await page.keyboard.press(layout === 'Redline' ? '1' : '2');
      const { document } = await readPdf(await page.pdf());
      const text = writeFragment(document.blocks).replaceAll(/<[^>]*>|[\s\u200B]/gu, '');
      const missing: string[] = [];
      for (let row = 0; row < 120; row += 1)
        for (let column = 0; column < COLUMNS; column += 1)
          if (!text.includes(`r${row}column${column}`)) missing.push(`r${row}column${column}`);
      expect(missing, layout).toEqual([]);
      expect(text).toContain('first');
      expect(text).toContain('second');
    }
  });
});
