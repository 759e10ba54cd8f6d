/** How a comparison begins: the first page, and files that cannot be compared. */
import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { faultsOfAccess } from '../faults-of-access.ts';
import { onService } from '../in-browser.ts';
import { CLAUSES, DRAFT, contract, contractsOf } from './contracts.ts';
import { useApplication } from './use-application.ts';

onService('the beginning of a comparison, in a browser', (session) => {
  const application = useApplication(session);
  const { at, button, result, choose, asked } = application;
  let page: Page;

  beforeEach(() => {
    page = application.page;
  });

  test('the first page compares the sample at once, which opens as a comparison to be reviewed', async () => {
    await at('');
    await page.getByRole('region', { name: 'This is what a comparison looks like' }).locator('ins').first().waitFor();
    await button('Try it with a sample').click();
    await page.getByRole('heading', { level: 1, name: 'Sample comparison' }).waitFor();
    await page.keyboard.press('a');
    await page
      .getByText(/^1 of \d+ changes decided$/u)
      .first()
      .waitFor();
  });

  test('a document that cannot be read says why and what to do', async () => {
    await at('');
    // Playwright can fill in a file input, but not the picker that gives handles.
    await page.evaluate(() => Object.assign(window, { showOpenFilePicker: undefined }));
    await choose(['old.docx', Buffer.from([0x50, 0x4b, 3, 4, 1, 2, 3, 4])], ['new.docx', contract(DRAFT)]);
    const notice = page.getByRole('alert').filter({ hasText: 'The documents were not compared' });
    await notice.waitFor();
    expect(await notice.innerText()).toMatch(/Original document: .*save it again/u);
    expect(await faultsOfAccess(page)).toEqual([]);
    const chooser = page.waitForEvent('filechooser');
    await button('Choose another file…').first().click();
    await (
      await chooser
    ).setFiles({ name: 'old.docx', mimeType: 'application/octet-stream', buffer: contract(CLAUSES) });
    await result().waitFor();
  });

  test('what is dropped on another page begins a new comparison', async () => {
    await at('settings');
    await page.getByRole('heading', { name: 'Appearance' }).waitFor();
    const transfer = await page.evaluateHandle(() => {
      const data = new DataTransfer();
      for (const name of ['e.txt', 'f.txt']) data.items.add(new File([name], name));
      return data;
    });
    for (const event of ['dragenter', 'dragover', 'drop'])
      await page.locator('h1').dispatchEvent(event, { dataTransfer: transfer });
    await asked().getByRole('button', { name: 'f.txt' }).click();
    await page.getByRole('heading', { level: 1, name: 'f → e' }).waitFor();
  });

  test('files that cannot be compared are told on their tiles, and nothing is compared', async () => {
    await at('');
    await page.evaluate(() => Object.assign(window, { showOpenFilePicker: undefined }));
    const [original, revised] = contractsOf('What is kept.');
    await choose(['kept v1.docx', original], ['kept v2.docx', revised]);
    await result().waitFor();
    await at('');
    await button('Compare').waitFor();
    const sent: string[] = [];
    page.on('request', (request) => {
      // The review of the comparison before may still be on its way.
      if (request.method() === 'POST' && !request.url().includes('/reviews/')) sent.push(request.url());
    });
    await choose(
      ['photo v1.jpg', Buffer.from([0xff, 0xd8, 0xff, 0xe0])],
      ['setup v2.exe', Buffer.from([0x4d, 0x5a, 0x90, 0x00])],
    );
    for (const [side, told, kept] of [
      ['Original document', '“photo v1.jpg” is a picture, which is not compared.', '“kept v1.docx” stays.'],
      ['Revised document', '“setup v2.exe” is a program, which is not compared.', '“kept v2.docx” stays.'],
    ] as const) {
      const tile = page.getByRole('region', { name: side });
      await tile.getByRole('alert').filter({ hasText: told }).filter({ hasText: kept }).waitFor();
    }
    expect(await faultsOfAccess(page)).toEqual([]);
    expect([sent, await page.getByText('The same file').count()]).toEqual([[], 0]);
  });

  test('a part of the page that does not arrive says so, and comes when the page is loaded again', async () => {
    await page.route('**/RecentsPage-*.js', (route) => route.abort());
    await at('recents');
    await page.getByText('A part of this page did not arrive').waitFor();
    expect(session.faults.splice(0)).toContain('Failed to load resource: net::ERR_FAILED');
    await page.unrouteAll();
    await button('Load the page again').click();
    await page.getByRole('heading', { name: 'Recent', level: 1 }).waitFor();
  });
});
