/** Files that leave the application: what they hold, and what is said of them. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { unzipSync } from 'fflate';
import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { verifyEvidence } from '../../../service/cli/evidence/verify-evidence.ts';
import { faultsOfAccess } from '../faults-of-access.ts';
import { onService } from '../in-browser.ts';
import { CLAUSES, DRAFT, contract, contractsOf } from './contracts.ts';
import { useApplication } from './use-application.ts';

onService('exports of the application, in a browser', (session) => {
  const application = useApplication(session);
  const { at, button, result, choose, entry, save } = application;
  let page: Page;

  beforeEach(() => {
    page = application.page;
  });

  test('two contracts: dropped, reviewed and exported with the keyboard alone', async () => {
    await at('');
    await choose(['old.docx', contract(CLAUSES)], ['new.docx', contract(DRAFT)]);
    await result().waitFor();
    await page.getByRole('button', { name: 'The whole text was compared' }).waitFor();
    // The focus is in the document from the start; the tools come before it.
    for (const key of ['a', 'r']) await page.keyboard.press(key);
    await page
      .getByText(/^2 of 3 changes decided$/u)
      .first()
      .waitFor();
    await page.keyboard.press('Control+z');
    await page
      .getByText(/^1 of 3 changes decided$/u)
      .first()
      .waitFor();
    await button('Export').focus();
    await page.keyboard.press('Enter');
    await page.getByText('1 accepted, 0 rejected, 2 undecided.').waitFor();
    // The final document is chosen first; the arrows lead along the list.
    await entry('Final Word document').focus();
    await page.keyboard.press('ArrowDown');
    await button('Save Tracked Word document').focus();
    const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
    expect(download.suggestedFilename()).toBe('old against new – tracked changes.docx');
    const files = unzipSync(await readFile(await download.path()));
    const body = new TextDecoder().decode(files['word/document.xml']);
    expect(body).toMatch(/<w:ins\b[^>]*>/u);
    expect(body).toContain('Costs are shared.');
    // The first change was accepted here, and the other side can still reject it.
    expect(body).toMatch(/<w:delText\b[^>]*>30<\/w:delText>/u);
    const final = unzipSync((await save('Final Word document')).bytes)['word/document.xml'];
    expect(new TextDecoder().decode(final)).not.toContain('>30<');
    await page.keyboard.press('Escape');
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await faultsOfAccess(page)).toEqual([]);
  });

  test('every other export: review file, HTML, table, JSON and evidence', async () => {
    await at('');
    const [original, revised] = contractsOf('Every export.');
    await choose(['old.docx', original], ['new.docx', revised]);
    await result().waitFor();
    await page.keyboard.press('a');
    await button('Export').click();
    expect(await faultsOfAccess(page)).toEqual([]);
    expect((await save('Review file')).bytes.toString()).toContain('<!doctype html>');
    expect((await save('Final HTML')).bytes.toString()).toContain('class="diffsvc"');
    const table = (await save('Changes as a table')).bytes.toString();
    expect(table.split('\r\n')).toHaveLength(1 + 3 + 1);
    const { download, bytes } = await save('Changes as JSON');
    expect(download.suggestedFilename()).toBe('old against new – changes.json');
    expect((JSON.parse(bytes.toString()) as { changes: unknown[] }).changes).toHaveLength(3);
    expect(unzipSync((await save('Final Word document')).bytes)['word/document.xml']).toBeDefined();

    // A pack proves the comparison, whatever is decided.
    const pack = await save('Evidence pack');
    expect(pack.download.suggestedFilename()).toBe('old against new – evidence.zip');
    const findings = await verifyEvidence(pack.bytes, null, process.env);
    expect(findings.filter(({ holds }) => holds !== true)).toEqual([]);
    expect(Object.keys(unzipSync(pack.bytes))).toContain('original.docx');
    await page.getByRole('switch', { name: 'Only the changes' }).click();
    await page.getByRole('figure', { name: 'Preview' }).getByText('diffsvc verify EARLIER LATER PACK.zip').waitFor();
    expect(await faultsOfAccess(page)).toEqual([]);
    const only = unzipSync((await save('Evidence pack')).bytes);
    expect(Object.keys(only)).toEqual(['manifest.json', 'changes.json']);
  });

  test('the sheet: previews of what is saved, a report with notes, and a link with its end', async () => {
    await at('');
    const [original, revised] = contractsOf('The sheet.');
    // Other names, because decisions come along to a later draft of the same names.
    await choose(['agreed.docx', original], ['asked.docx', revised]);
    await result().waitFor();
    for (const key of ['a', 'r', 'a', 'e']) await page.keyboard.press(key);
    await page.keyboard.type('Ask the client');
    await button('Add note').click();
    await button('Export').click();
    const sheet = page.getByRole('dialog', { name: 'Export and share' });
    await sheet.getByText('Every change is decided. The file holds no tracked change.').waitFor();
    const noteStays = sheet.getByText('Your 1 note is not in this file. The report has it.');
    await noteStays.waitFor();
    const preview = sheet.getByRole('figure', { name: 'Preview' });
    await preview.getByText('The fee is due in 14 days.').waitFor();
    await preview.getByText('The term is one year.').waitFor();
    const final = unzipSync((await save('Final Word document')).bytes)['word/document.xml'];
    expect(new TextDecoder().decode(final)).not.toMatch(/<w:(?:ins|del|moveFrom|moveTo|\w+Change)\b/u);
    await entry('Changes as a table').click();
    await preview.getByText(/^id,type,section/u).waitFor();
    await entry('Report').click();
    const digest = createHash('sha256').update(original).digest('hex');
    await preview.getByText(`SHA-256 ${digest}`).waitFor();
    expect(await noteStays.count()).toBe(0);
    await sheet.getByRole('radio', { name: 'HTML' }).click();
    await sheet.getByRole('textbox', { name: 'Reviewer on the cover' }).fill('Ada Lovelace');
    expect(await faultsOfAccess(page)).toEqual([]);
    const report = await save('Report');
    expect(report.download.suggestedFilename()).toBe('agreed against asked – report.html');
    for (const text of ['agreed.docx', 'asked.docx', digest, 'Ada Lovelace', 'List of changes', 'Ask the client'])
      expect(report.bytes.toString()).toContain(text);
    await entry('Share link').click();
    await sheet.getByRole('radio', { name: 'Two days' }).click();
    await sheet.getByText('The link leads to this machine, so nobody else can open it.').waitFor();
    await button('Create link').click();
    await sheet.getByText(/The link ends .* It leads to this machine, so nobody else can open it/u).waitFor();
    expect(await faultsOfAccess(page)).toEqual([]);
    const link = await sheet.getByRole('link', { name: 'Open' }).getAttribute('href');
    expect(new URL(link ?? '').pathname).toMatch(/^\/view\/cmp_/u);
    const answer = async (): Promise<number> => (await fetch(link ?? '')).status;
    expect(await answer()).toBe(200);
    // A link can be ended after the sheet was closed, too.
    await page.keyboard.press('Escape');
    await button('Share').click();
    await button('End all links').click();
    await page.getByText('No link opens this comparison any more.').waitFor();
    expect(await answer()).not.toBe(200);
    // The comparison is stored again when it is needed.
    await button('Create link').click();
    await sheet.getByText(/The link ends/u).waitFor();
    await page.keyboard.press('Escape');
    // What is undecided is shown as accepted, which the view says.
    await page.keyboard.press('ControlOrMeta+z');
    await page.keyboard.press('4');
    await page.getByText('1 undecided change is shown here as accepted.').first().waitFor();
    await page.keyboard.press('1');
  });

  test('a file with decisions says whether it is exactly what was decided, and leads to each place that is not', async () => {
    await at('');
    const [original, revised] = contractsOf('The last check.');
    await choose(['lease 1.docx', original], ['lease 2.docx', revised]);
    await result().waitFor();
    for (const key of ['a', 'r', 'a']) await page.keyboard.press(key);
    await button('Export').click();
    const sheet = page.getByRole('dialog', { name: 'Export and share' });
    for (const name of ['Final Word document', 'Final HTML']) {
      await entry(name).click();
      await sheet.getByText('This file is exactly what you decided').waitFor();
    }
    expect(await faultsOfAccess(page)).toEqual([]);
    await page.keyboard.press('Escape');
    // No file of the service is wrong on purpose. So its answer is changed on the way.
    const message = '“two years.” stands in the file although you rejected it.';
    const whole = 'The file still holds a mark of a tracked change although every change is decided.';
    await page.route(/\/v1\/diffsvc\/jobs\/job_[0-9a-f]+(?:\?.*)?$/u, async (route) => {
      const answer = await route.fetch();
      const job = (await answer.json()) as object;
      const place = { kind: 'left', text: '', section: '' };
      const places = [
        { ...place, message: whole },
        { ...place, changeId: 'chg_000002', message },
      ];
      await route.fulfill({ json: { ...job, ...('check' in job && { check: { exact: false, places } }) } });
    });
    await page.keyboard.press('ControlOrMeta+z');
    await page.keyboard.press('r');
    await button('Export').click();
    await entry('Final Word document').click();
    await sheet.getByText('This file is not exactly what you decided').waitFor();
    await sheet.getByText(whole).waitFor();
    expect(await button('Save Final Word document').count()).toBe(0);
    expect(await faultsOfAccess(page)).toEqual([]);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      button('Save anyway: Final Word document').click(),
    ]);
    expect(download.suggestedFilename()).toBe('lease – 1 against 2 – final.docx');
    await sheet.getByRole('button', { name: message }).click();
    await sheet.waitFor({ state: 'hidden' });
    await expect
      .poll(() => page.evaluate(() => document.querySelector('[aria-current="true"]')?.textContent ?? ''))
      .toContain('two years');
    await page.unroute(/./u);
  });
});
