/** Files that are saved while their comparison is open, with the browser's own file handles. */
import type { BrowserContext, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { onService } from './in-browser.ts';

/** A way for the page to give the dialog's answer. A driver cannot use the dialog of the system. */
type OwnPicker = { showOpenFilePicker: () => Promise<FileSystemFileHandle[]> };

onService('files that are saved while they are compared', (session) => {
  let context: BrowserContext;

  beforeAll(async () => {
    context = await session.newContextOfFile({ storageState: await session.ownersSignIn() });
  });

  /** Real handles of the browser, on files that the page may write. */
  async function save(page: Page, name: string, text: string): Promise<void> {
    await page.evaluate(
      async ([path, content]) => {
        const folder = await navigator.storage.getDirectory();
        const writable = await (await folder.getFileHandle(path, { create: true })).createWritable();
        await writable.write(content);
        await writable.close();
      },
      [name, text] as const,
    );
  }

  async function compared(page: Page, old: string, fresh: string): Promise<void> {
    await page.goto(`${session.service.pageUrl}#/`);
    await save(page, 'draft-1.txt', old);
    await save(page, 'draft-2.txt', fresh);
    await page.evaluate(() => {
      (window as unknown as OwnPicker).showOpenFilePicker = async () => {
        const folder = await navigator.storage.getDirectory();
        return [await folder.getFileHandle('draft-1.txt'), await folder.getFileHandle('draft-2.txt')];
      };
    });
    await page.getByRole('button', { name: /Choose.*original/iu }).click();
    await document(page).locator('ins').first().waitFor();
  }

  const document = (page: Page) => page.getByRole('region', { name: 'Document with its changes' });
  const progress = (page: Page) => page.getByText(/\d of \d changes decided/u).first();

  test('a saved file is compared again at once, decisions stay, and what is not found again is listed', async () => {
    const page = await session.newPage(context);
    await compared(
      page,
      'The fee is 5 euro.\nNothing else.\nThe term is one year.\nIt ends here.\n',
      'The fee is 6 euro.\nNothing else.\nThe term is two years.\nIt ends there.\n',
    );
    for (const decided of ['0 of 3', '1 of 3']) {
      await progress(page).filter({ hasText: decided }).waitFor();
      await page.keyboard.press('a');
    }
    await progress(page).filter({ hasText: '2 of 3' }).waitFor();

    await save(page, 'draft-2.txt', 'The fee is 6 euro.\nNothing else.\nThe term is one year.\nIt ends there.\n');
    await page.getByText('draft-2.txt was saved. Compared again.').waitFor();
    await progress(page).filter({ hasText: '1 of 2' }).waitFor();
    const lost = page.getByText('1 decision of your last review could not be kept: the text has changed.');
    await lost.click();
    await page.getByRole('listitem').filter({ hasText: 'two years' }).first().waitFor();
  });

  test('with the setting off, a notice names the saved file and offers to compare again', async () => {
    const page = await session.newPage(context);
    await page.goto(`${session.service.pageUrl}#/settings`);
    await page.getByRole('switch', { name: 'Compare again when a file is saved' }).uncheck();
    await compared(page, 'One.\n', 'Two.\n');
    await save(page, 'draft-2.txt', 'Three.\n');
    await page.getByText('draft-2.txt has changed on disk.').waitFor();
    expect(await document(page).locator('ins').allInnerTexts()).toEqual(['Two']);
    await page.getByRole('button', { name: 'Compare both documents again' }).first().click();
    await document(page).locator('ins', { hasText: 'Three' }).waitFor();
  });
});
