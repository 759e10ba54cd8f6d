/** The pages of both documents: for a visitor, and beside a LibreOffice that fails. */
import { afterAll, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { docx, wp } from '../builders/docx.ts';
import { pdf } from '../builders/pdf.ts';
import { StandInOffice } from '../service/pages/stand-in-office.ts';
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

    async function signedIn(): Promise<Page> {
      const context = await session.newContext();
      const first = await context.newPage();
      await first.goto(await session.service.newLink());
      await first.getByRole('heading', { name: 'This is what a comparison looks like' }).waitFor();
      await first.close();
      return await session.newPage(context);
    }

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
