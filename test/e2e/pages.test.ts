/** The pages of both documents: for a visitor, searched, saved, and beside a LibreOffice that fails. */
import { readFile } from 'node:fs/promises';
import { afterAll, expect, test } from 'vitest';
import { extractPages } from '../../service/formats/pdf/extract-pages.ts';
import type { Page } from 'playwright-core';
import { docx, wp } from '../builders/docx.ts';
import { drawnPdf, type DrawnPage } from '../builders/drawn-pdf.ts';
import { pdf } from '../builders/pdf.ts';
import { StandInOffice } from '../service/pages/stand-in-office.ts';
import { faultsOfAccess } from './faults-of-access.ts';
import { onService } from './in-browser.ts';

const office = new StandInOffice(pdf(['The fee is due in 30 days.']));
afterAll(() => office.remove());

onService(
  'the pages of both documents, in a browser',
  (session) => {
    const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

    /** Compares two files, and waits for the redline. */
    async function compare(page: Page, ...files: readonly (readonly [name: string, bytes: Uint8Array])[]) {
      await page.goto(`${session.service.pageUrl}#/`);
      const given = files.map(([name, bytes]) => ({
        ...{ name, mimeType: 'application/octet-stream' },
        buffer: Buffer.from(bytes),
      }));
      await page.locator('input[type=file]').first().setInputFiles(given);
      await page.locator('main#document').getByRole('region', { name: 'Document with its changes' }).waitFor();
    }

    const signedIn = async (): Promise<Page> => session.newPage({ storageState: await session.ownersSignIn() });
    const contract = (fee: string): Uint8Array => docx(wp(`The fee is due in ${fee} days.`));

    test('a visitor who is not signed in sees them with their marks, and in the preview of the file, too', async () => {
      const page = await session.newPage();
      await compare(
        page,
        ['old.pdf', pdf(['The fee is due in 30 days.'])],
        ['new.pdf', pdf(['The fee is due in 14 days.'])],
      );
      await page.keyboard.press('5');
      const sheet = page.getByRole('group', { name: 'Revised, page 1 of 1' });
      await sheet.locator('button.mark').first().waitFor();
      await button(page, 'Export').click();
      await page.getByRole('tab', { name: 'Marked pages as PDF', exact: true }).click();
      await expect.poll(() => page.getByRole('figure', { name: 'Preview' }).locator('canvas').count()).toBe(2);
    });

    test('text is found on the pages of both documents, also on those out of view, by the keyboard alone', async () => {
      const lines = (fee: string): string[] => [
        `The fee is due in ${fee} days.`,
        ...Array.from({ length: 28 }, (_, at) => `Clause ${at + 1} stays as it was.`),
        'The late fee is not due.',
      ];
      const page = await signedIn();
      await compare(page, ['old.pdf', pdf(lines('30'))], ['new.pdf', pdf(lines('14'))]);
      await page.keyboard.press('5');
      const sheet = (side: string, number: number) =>
        page.getByRole('group', { name: `${side}, page ${number} of 30`, exact: true });
      await sheet('Original', 1).locator('button.mark').first().waitFor();
      await page.keyboard.press('Control+f');
      const field = page.getByRole('searchbox', { name: 'Find in the document' });
      await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
      await page.keyboard.type('FEE  is');
      const state = page.getByRole('search').getByRole('status');
      await state.getByText('1 of 4').waitFor();
      await state.getByText('Original, page 1', { exact: true }).waitFor();
      /** The painted hits: of all, and of the current one. */
      const painted = () =>
        page.evaluate(() =>
          ['diffsvc-page-found', 'diffsvc-page-found-current'].map((name) =>
            [...(CSS.highlights.get(name) ?? [])].map(({ startContainer, startOffset, endOffset }) =>
              startContainer.textContent?.slice(startOffset, endOffset),
            ),
          ),
        );
      await expect.poll(painted).toEqual([['fee is'], ['fee is']]);
      await page.keyboard.press('Shift+Enter');
      await state.getByText('4 of 4').waitFor();
      await state.getByText('Revised, page 30', { exact: true }).waitFor();
      // Its page was not painted before, and both sides come level.
      for (const side of ['Original', 'Revised']) await sheet(side, 30).getByText('The late fee is not due.').waitFor();
      await expect.poll(painted).toEqual([['fee is'], ['fee is']]);
      expect(await faultsOfAccess(page)).toEqual([]);
      for (const told of ['1 of 4', '2 of 4', '3 of 4']) {
        await page.keyboard.press('Enter');
        await state.getByText(told).waitFor();
      }
      // The key takes the field again, with its text to be replaced.
      await page.keyboard.press('Control+f');
      await page.keyboard.type('clause 17');
      await state.getByText('1 of 2').waitFor();
      await page.keyboard.press('Escape');
      await expect
        .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
        .toBe('Original: pages');
      expect(await painted()).toEqual([[], []]);
      expect(await field.count()).toBe(0);
    });

    test('pages without text say so, and whether they differ', async () => {
      const box = (width: number): DrawnPage => ({ content: `100 100 ${width} 300 re f` });
      const file = (fee: string, ...boxes: readonly number[]): Uint8Array =>
        drawnPdf([{ content: `BT /F1 10 Tf 72 700 Td (The fee is due in ${fee} days.) Tj ET` }, ...boxes.map(box)]);
      const page = await signedIn();
      await compare(page, ['old.pdf', file('30', 50, 90)], ['new.pdf', file('14', 50, 80)]);
      await page.getByText('Page without text (page 3) differs.').waitFor();
      await page.keyboard.press('5');
      const told = (number: number) => page.getByRole('group', { name: `Revised, page ${number} of 3` });
      await told(2).getByText('The other version shows the same.').waitFor();
      await told(3).getByText('Not compared: this page has no text. It differs.').waitFor();
      expect(await told(1).getByText('no text').count()).toBe(0);
      expect(await faultsOfAccess(page)).toEqual([]);
      // Pages that show the same are no difference, but a reader knows that their text was not read.
      await page.keyboard.press('1');
      await compare(page, ['old.pdf', file('30', 50)], ['new.pdf', file('7', 50)]);
      await page.getByText('About the reading: 2 remarks').click();
      await page.getByText('Original document: ').first().waitFor();
    });

    test('in a narrow window, a search goes from one document to the other', async () => {
      const page = await session.newPage({ viewport: { width: 390, height: 800 }, colorScheme: 'dark' });
      await compare(
        page,
        ['old.pdf', pdf(['The agree-', 'An old word.'])],
        ['new.pdf', pdf(['The agree-', 'A new word.'])],
      );
      await page.keyboard.press('5');
      const shown = (side: string) => page.getByRole('group', { name: new RegExp(`^${side}, page 2 of 2`, 'u') });
      await shown('Revised').waitFor();
      await page.keyboard.press('Control+f');
      await page.keyboard.type('old word');
      await shown('Original').getByText('An old word.').waitFor();
      await page.keyboard.press('Control+f');
      await page.keyboard.type('new word');
      await shown('Revised').getByText('A new word.').waitFor();
      await page.getByRole('search').getByText('Revised, page 2', { exact: true }).waitFor();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    });

    test('marked pages are written by the keyboard alone, in either arrangement', async () => {
      const page = await signedIn();
      await compare(
        page,
        ['old.pdf', pdf(['The fee is due in 30 days.'])],
        ['new.pdf', pdf(['The fee is due in 14 days.'])],
      );
      /** Presses Tab until an element has the focus. */
      const tabTo = async (role: string, name: string): Promise<void> => {
        const wanted = page.getByRole(role as 'button', { name, exact: true });
        for (let tabs = 0; tabs < 60; tabs++) {
          await page.keyboard.press('Tab');
          if (await wanted.evaluate((element) => element === document.activeElement)) return;
        }
        throw new Error(`Tab does not reach ${role} ${name}`);
      };
      const save = async (): Promise<number> => {
        await tabTo('button', 'Save Marked pages as PDF');
        const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
        const read = await extractPages(await readFile(await download.path()));
        return read.pages.length;
      };
      await page.keyboard.press('Shift+Tab');
      await tabTo('button', 'Export');
      await page.keyboard.press('Enter');
      const entry = page.getByRole('tab', { name: 'Marked pages as PDF', exact: true });
      await entry.waitFor();
      await page.keyboard.press('Tab');
      const isTab = () => page.evaluate(() => document.activeElement?.getAttribute('role') === 'tab');
      for (let tabs = 0; tabs < 20 && !(await isTab()); tabs++) await page.keyboard.press('Tab');
      for (let steps = 0; steps < 20; steps++) {
        if ((await entry.getAttribute('aria-selected')) === 'true') break;
        await page.keyboard.press('ArrowDown');
      }
      expect(await entry.getAttribute('aria-selected')).toBe('true');
      // The summary, a sheet with both sides, and the explanation.
      expect(await save()).toBe(3);
      const radio = page.getByRole('radio', { name: 'One after the other' });
      const isRadio = () =>
        page.evaluate(
          () =>
            document.activeElement?.getAttribute('role') ?? (document.activeElement as HTMLInputElement | null)?.type,
        );
      for (let tabs = 0; tabs < 40 && (await isRadio()) !== 'radio'; tabs++) await page.keyboard.press('Shift+Tab');
      await page.keyboard.press('ArrowRight');
      await expect.poll(() => radio.isChecked()).toBe(true);
      expect(await save()).toBe(4);
      await page.keyboard.press('Escape');
      await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
      // The keyboard is where it was.
      expect(await page.evaluate(() => document.activeElement?.textContent.trim())).toBe('Export');
    });

    test.skipIf(process.platform === 'win32')('a layout that failed is tried again by hand', async () => {
      office.behave('crashes');
      const page = await signedIn();
      await compare(page, ['old.docx', contract('30')], ['new.docx', contract('14')]);
      await page.keyboard.press('5');
      await page
        .getByRole('alert')
        .getByText(/could not lay this document out\. Try again\./u)
        .waitFor();
      office.behave('works');
      await button(page, 'Try again').click();
      await page.getByRole('group', { name: 'Original, page 1 of 1' }).locator('button.mark').first().waitFor();
    });

    test.skipIf(process.platform === 'win32')('a layout that takes long is cancelled, and ends', async () => {
      office.behave('sleeps');
      const page = await signedIn();
      await compare(page, ['old.docx', contract('14')], ['new.docx', contract('30')]);
      await page.keyboard.press('5');
      await page.getByRole('status').getByText('Laying out the pages of both documents…').waitFor();
      await expect.poll(() => office.sleeping).toBe(4);
      await button(page, 'Cancel').click();
      await page.getByText('Nothing is shown, because you cancelled the pages.').waitFor();
      await expect.poll(() => office.sleeping).toBe(0);
      office.behave('works');
      await button(page, 'Try again').click();
      await page.getByRole('group', { name: 'Revised, page 1 of 1' }).locator('button.mark').first().waitFor();
    });
  },
  { PATH: office.path },
);
