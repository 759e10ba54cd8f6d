/** The pages of two PDFs in the application, from a mark to the decision. */
import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { pdf } from '../../builders/pdf.ts';
import { extractPages } from '../../../service/formats/pdf/extract-pages.ts';
import { faultsOfAccess } from '../faults-of-access.ts';
import { onService } from '../in-browser.ts';
import { useApplication } from './use-application.ts';

onService('pages in the application, in a browser', (session) => {
  const application = useApplication(session);
  const { at, button, result, choose, entry, save, inked } = application;
  let page: Page;

  beforeEach(() => {
    page = application.page;
  });

  /** Chooses the pages of both files by a key, and waits until they are drawn. */
  const showPages = async (): Promise<void> => {
    await page
      .getByRole('radio', { name: 'Pages' })
      .or(page.getByRole('button', { name: /^View of the document/u }))
      .first()
      .waitFor();
    await page.keyboard.press('5');
    await page.getByLabel('Original, page 1 of 1').waitFor();
    await expect.poll(inked).toEqual([true, true]);
  };

  test('two PDFs: redline, and their pages side by side', async () => {
    await at('');
    await choose(
      ['old.pdf', Buffer.from(pdf(['The fee is due in 30 days.']))],
      ['new.pdf', Buffer.from(pdf(['The fee is due in 14 days.']))],
    );
    await result().getByText('days').first().waitFor();
    await button('Export').click();
    await entry('Report').waitFor();
    expect(await entry('Tracked Word document').count()).toBe(0);
    await page.keyboard.press('Escape');
    await showPages();
    expect(await faultsOfAccess(page)).toEqual([]);
    await page.keyboard.press('1');
    await result().waitFor();
  });

  test('pages: from a mark to the decision, by mouse and by the keyboard alone', async () => {
    const filler = Array.from({ length: 30 }, (_, at) => `Clause ${at + 1} of this agreement stays as it was before.`);
    const pages = (fee: string, last: string): Buffer =>
      Buffer.from(
        pdf([`The fee is due in ${fee} days.`, ...filler, `Notice is given ${last}.`, `Costs are shared ${last}.`]),
      );
    await at('');
    await choose(['old.pdf', pages('30', 'in writing')], ['new.pdf', pages('14', 'by mail')]);
    await result().waitFor();
    await page.keyboard.press('5');
    const sheet = (side: string, number: number) => page.getByRole('group', { name: `${side}, page ${number} of 33` });
    const marks = (side: string, number: number) => sheet(side, number).locator('button.mark');
    await marks('Original', 1).first().waitFor();
    // The first change is selected on both sides, and its decision is offered on the page.
    await expect.poll(() => marks('Revised', 1).first().getAttribute('aria-current')).toBe('true');
    await sheet('Revised', 1).getByRole('button', { name: 'Accept', exact: true }).click();
    await page
      .getByText(/^1 of 3 changes decided$/u)
      .first()
      .waitFor();
    // The next change comes into view on both sides, though it is thirty pages below.
    for (const side of ['Original', 'Revised']) await expect.poll(() => marks(side, 32).first().isVisible()).toBe(true);
    await expect.poll(() => marks('Revised', 1).count()).toBe(0);
    // Scrolling one side takes the other one along.
    await page.getByRole('region', { name: 'Original: pages' }).evaluate((column) => (column.scrollTop = 0));
    await expect.poll(() => marks('Revised', 1).first().isVisible()).toBe(true);
    expect(await marks('Revised', 1).first().getAttribute('class')).toContain('accepted');
    // The selected change is out of view. So the first press only shows it, and the second one decides.
    await page.keyboard.press('r');
    await expect.poll(() => marks('Revised', 32).first().isVisible()).toBe(true);
    await page.keyboard.press('r');
    await page
      .getByText(/^2 of 3 changes decided$/u)
      .first()
      .waitFor();
    // A mark is a button: chosen by Enter, it is the selected change, and its key decides.
    await marks('Original', 32).first().focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('u');
    await page
      .getByText(/^1 of 3 changes decided$/u)
      .first()
      .waitFor();
    // The text of the page can be selected.
    await sheet('Original', 32).getByText('Notice is given in writing.').waitFor();
    await button('Thumbnails').click();
    await page.getByRole('button', { name: 'Page 1, 1 change', exact: true }).waitFor();
    expect(await faultsOfAccess(page)).toEqual([]);

    // The same pages as a file, behind a summary. The decided change is marked quietly there, too.
    await button('Export').click();
    await entry('Marked pages as PDF').click();
    const preview = page.getByRole('figure', { name: 'Preview' }).locator('canvas');
    await expect.poll(() => preview.count()).toBe(2);
    expect(await faultsOfAccess(page)).toEqual([]);
    const counted = async (bytes: Buffer): Promise<number> => (await extractPages(bytes)).pages.length;
    expect(await counted((await save('Marked pages as PDF')).bytes)).toBe(35);
    await page.getByRole('radio', { name: 'One after the other' }).click();
    expect(await counted((await save('Marked pages as PDF')).bytes)).toBe(68);
  });

  test('pages of a PDF whose font and character map are not in it', async () => {
    await at('');
    await choose(
      // Bytes of Shift JIS: 契約 30.
      ['old.pdf', Buffer.from(pdf(['\x8c\x5f\x96\xf1 30'], { shiftJis: true }))],
      ['new.pdf', Buffer.from(pdf(['\x8c\x5f\x96\xf1 14'], { shiftJis: true }))],
    );
    await result().getByText('契約').first().waitFor();
    await showPages();
  });
});
