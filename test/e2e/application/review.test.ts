/** A review in the application: decisions, notes and drafts, also after a reload. */
import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { docx, wp } from '../../builders/docx.ts';
import { faultsOfAccess } from '../faults-of-access.ts';
import { onService } from '../in-browser.ts';
import { useApplication } from './use-application.ts';

onService('a review in the application, in a browser', (session) => {
  const application = useApplication(session);
  const { at, button, result, choose, reload, save } = application;
  let page: Page;

  beforeEach(() => {
    page = application.page;
  });

  test('the list says who marked a change in the returned file, beyond the first page of changes, too', async () => {
    const total = 130;
    const clause = (at: number, more: string): string => wp(`<w:r><w:t>Clause number ${at} stands.</w:t></w:r>${more}`);
    const marked = (at: number): string =>
      `<w:ins w:id="${at}" w:author="Bob" w:date="2026-01-02T23:30:00Z"><w:r><w:t> Word${at}.</w:t></w:r></w:ins>`;
    const clauses = (more: (at: number) => string): Buffer =>
      Buffer.from(docx(Array.from({ length: total }, (_, at) => clause(at, more(at))).join('')));
    const silent = (at: number): string => (at === 7 ? '<w:r><w:t> Word7.</w:t></w:r>' : marked(at));
    await page.setViewportSize({ width: 1440, height: 850 });
    await at('');
    await choose(['sent.docx', clauses(() => '')], ['returned.docx', clauses(silent)]);
    await result().waitFor();
    const list = page.getByRole('complementary', { name: 'Changes' });
    await list.getByText('Marked by Bob, 2 Jan 2026', { exact: true }).first().waitFor();
    const notice = page.getByRole('alert').filter({ hasText: '1 edit is not tracked: added “Word7.”.' });
    await notice.getByRole('button', { name: 'Show in the list' }).click();
    await list.getByRole('heading', { name: 'Changed without being marked' }).waitFor();
    await list.getByRole('button', { name: 'Added: “Word7.”.', exact: true }).waitFor();
    await notice.getByRole('button', { name: 'Dismiss' }).click();
    expect(await notice.count()).toBe(0);
    const search = list.getByRole('searchbox');
    for (const [word, isMarked] of [
      ['Word129.', true],
      ['Word7.', false],
    ] as const) {
      await search.fill(word);
      const row = list.getByRole('button', { name: new RegExp(`Inserted: ${word}`, 'u') });
      await row.waitFor();
      const name = row.filter({ hasText: 'Marked by Bob' });
      if (isMarked) await name.waitFor();
      expect(await name.count()).toBe(isMarked ? 1 : 0);
    }
    expect(await faultsOfAccess(page)).toEqual([]);
  });

  test('recent comparisons are there after a reload with their review, are pinned and deleted', async () => {
    await at('');
    await choose(
      ['a.md', Buffer.from('# One\n\nThe fee is 5.')],
      ['b.md', Buffer.from('# One\n\nThe fee is 6.\n\nMore.')],
    );
    await result().waitFor();
    await page.keyboard.press('r');
    await page.getByText('1 of 2 changes decided').first().waitFor();
    await reload();
    await page.getByText('1 of 2 changes decided').first().waitFor();
    await at('recents');
    await page.getByText('1 of 2 decided').waitFor();
    await button('Pin a.md → b.md').click();
    await button('Unpin a.md → b.md').waitFor();
    await reload();
    await button('Unpin a.md → b.md').waitFor();
    expect(await faultsOfAccess(page)).toEqual([]);
    await button('Delete a.md → b.md').click();
    await button('a → b').waitFor({ state: 'detached' });
    await button('Undo').click();
    await button('Unpin a.md → b.md').waitFor();
    await reload();
    await page.getByText('1 of 2 decided').waitFor();
    await button('Delete a.md → b.md').click();
    await button('a → b').waitFor({ state: 'detached' });
    await reload();
    await page.getByRole('heading', { name: 'Recent comparisons' }).waitFor();
    expect(await button('a → b').count()).toBe(0);
  });

  test('decisions are taken back after finishing and after a reload, with clicks and with keys', async () => {
    await at('');
    await choose(
      ['e.md', Buffer.from('The fee is 5.\n\nThe term is one year.')],
      ['f.md', Buffer.from('The fee is 6.\n\nThe term is two years.')],
    );
    await result().waitFor();
    const list = page.getByRole('complementary', { name: 'Changes' });
    if (!(await list.isVisible())) await button('List of changes').click();
    await list.getByRole('button', { name: /^Accept all \d/u }).click();
    await page.getByText('2 of 2 changes decided').first().waitFor();
    await button('Finish review').click();
    await page.getByText('2 changes: 2 accepted, 0 rejected').waitFor();
    // A decided change keeps a quiet mark in the text.
    expect(await result().locator('ins.diffsvc-accepted').count()).toBe(2);
    await reload();
    await page.getByText('2 changes: 2 accepted, 0 rejected').waitFor();
    await list.getByRole('button', { name: /Deleted: 5\. Inserted: 6\..*accepted/u }).click();
    await page.keyboard.press('r');
    await page.keyboard.press('Control+z');
    await page.getByText('2 changes: 2 accepted, 0 rejected').waitFor();
    await button('Reopen').click();
    await page.keyboard.press('r');
    await expect.poll(() => result().locator('.diffsvc-rejected').count()).toBeGreaterThan(0);
    await page.keyboard.press('u');
    await page.getByText('1 of 2 changes decided').first().waitFor();
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await page.getByText('0 of 2 changes decided').first().waitFor();
    await reload();
    await page.getByText('0 of 2 changes decided').first().waitFor();
    await page.keyboard.press('Control+Shift+z');
    await page.getByText('2 of 2 changes decided').first().waitFor();
    expect(await faultsOfAccess(page)).toEqual([]);
  });

  test('notes are threads on changes and on a selection, in the list, the margin and the table', async () => {
    await at('');
    await choose(
      ['g.md', Buffer.from('The fee is 5.\n\nThe term is one year.')],
      ['h.md', Buffer.from('The fee is 6.\n\nThe term is one year.')],
    );
    await result().waitFor();
    await page.getByRole('button', { name: 'The whole text was compared' }).waitFor();
    await page.keyboard.press('e');
    await page.getByRole('textbox', { name: 'Note' }).fill('Who agreed to this?');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Who agreed to this?').first().waitFor();
    await result()
      .getByText('The term is one year.')
      .dblclick({ position: { x: 40, y: 10 } });
    await page.keyboard.press('e');
    await page.getByRole('textbox', { name: 'Note' }).fill('Too long.');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Too long.').first().waitFor();
    await reload();
    await result().waitFor();
    const list = page.getByRole('complementary', { name: 'Changes' });
    // The list shows by itself where it has room.
    await list.waitFor();
    await list.getByRole('region', { name: 'Notes on passages' }).getByText('Too long.').waitFor();
    await result()
      .getByRole('button', { name: /^Note on “/u })
      .waitFor();
    await button('Export').click();
    const table = (await save('Changes as a table')).bytes.toString('utf8');
    expect(table).toContain('Who agreed to this?');
    expect(table).toMatch(/,note,,,,term,,,.*Too long/u);
  });

  test('a note is written on a narrow window without anything over it', async () => {
    await page.setViewportSize({ width: 390, height: 540 });
    await at('');
    const terms = (fee: number): Buffer =>
      Buffer.from(`${'A clause.\n\n'.repeat(30)}The fee is ${fee}.\n\n${'A clause.\n\n'.repeat(30)}`);
    await choose(['long.md', terms(5)], ['longer.md', terms(6)]);
    await result().waitFor();
    await page.keyboard.press('n');
    await page.keyboard.press('e');
    const isFree = () =>
      page.getByRole('textbox', { name: 'Tags' }).evaluate((field) => {
        const { left, bottom } = field.getBoundingClientRect();
        return field.contains(document.elementFromPoint(left + 5, bottom - 3));
      });
    await expect.poll(isFree).toBe(true);
    await page.setViewportSize({ width: 1100, height: 750 });
  });

  test('decisions come along to the next draft, and what fits nowhere is listed', async () => {
    await at('');
    const original = 'The fee is 5 euro a month.\n\nThe term is one year.';
    const draft = 'The fee is 6 euro a month.\n\nThe term is two years.';
    await choose(['c.txt', Buffer.from(original)], ['d.txt', Buffer.from(draft)]);
    await result().waitFor();
    await page.keyboard.press('a');
    await page.keyboard.press('r');
    await at('');
    await button('Remove original document').click();
    await button('Remove revised document').click();
    const next = `A preamble.\n\n${draft.replace('two years', 'three years')}`;
    await choose(['draft of May.txt', Buffer.from(original)], ['e.txt', Buffer.from(next)]);
    const offer = /^You decided 2 changes of “c\.txt – d\.txt” on .*\. 1 is here again\. Take it over\?$/u;
    await page.getByText(offer).waitFor();
    await page.getByRole('button', { name: 'Take over' }).click();
    await page.getByText(/1 decision of your last review could not be kept/u).click();
    await page.getByText(/Rejected:/u).waitFor();
    expect(await page.getByText(offer).count()).toBe(0);
  });
});
