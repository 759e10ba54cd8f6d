/** Three drafts of a negotiation: chosen, followed, and read in their redlines. */
import type { BrowserContext, Page } from 'playwright-core';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { docx, wp } from '../builders/docx.ts';
import { faultsOfAccess } from './faults-of-access.ts';
import { onService } from './in-browser.ts';

const OURS = ['The fee is due in 30 days.', 'The term is one year.', 'Notice is given in writing.', 'The law is ours.'];
const THEIRS = [
  'The fee is due in 60 days.',
  'The term is two years.',
  'Notice is given by letter.',
  'The law is ours.',
];
const NEWEST = [
  'The fee is due in 60 days.',
  'The term is one year.',
  'Notice is given by courier.',
  'The law is ours alone.',
];

onService('three drafts, in a browser', (session) => {
  let context: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    const storageState = await session.ownersSignIn();
    context = await session.newContextOfFile({ storageState, viewport: { width: 1440, height: 900 } });
  });

  beforeEach(async () => {
    page = await session.newPage(context);
  });

  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const contract = (clauses: readonly string[]): Buffer => Buffer.from(docx(clauses.map((text) => wp(text)).join('')));
  const list = (name: string) => page.getByRole('region', { name: new RegExp(`^${name}`, 'u') });

  async function choose(at: number, ...files: readonly (readonly [name: string, bytes: Buffer])[]): Promise<void> {
    const given = files.map(([name, buffer]) => ({ name, mimeType: 'application/octet-stream', buffer }));
    await page.locator('input[type=file]').nth(at).setInputFiles(given);
  }

  async function openDrafts(): Promise<void> {
    await page.goto(`${session.service.pageUrl}#/`);
    await button('Follow three drafts…').click();
    await page.getByRole('heading', { level: 1, name: 'Three drafts' }).waitFor();
  }

  /** The counts of the four lists, in their order. */
  async function counts(): Promise<string[]> {
    const summary = page.getByRole('list', { name: 'What became of the changes' });
    await summary.waitFor();
    return await summary.locator('strong').allTextContents();
  }

  test('what became of each change is listed with its wording, and leads into the redline and back', async () => {
    await openDrafts();
    // Given in any order: names tell which one is earlier.
    await choose(
      0,
      ['lease v3.docx', contract(NEWEST)],
      ['lease v1.docx', contract(OURS)],
      ['lease v2.docx', contract(THEIRS)],
    );
    await page.getByText('All three drafts are chosen.').waitFor();
    expect(await faultsOfAccess(page)).toEqual([]);
    await button('Follow the changes').click();
    expect(await counts()).toEqual(['1', '1', '1', '1']);
    expect(await faultsOfAccess(page)).toEqual([]);
    expect(await list('We accepted').locator('li').allInnerTexts()).toEqual([expect.stringMatching(/30\s*→\s*60/u)]);
    expect(await list('We changed back').locator('li').allInnerTexts()).toEqual([expect.stringContaining('two')]);
    expect(await list('We changed further').locator('li').allInnerTexts()).toEqual([expect.stringContaining('letter')]);
    expect(await list('New from us').locator('li').allInnerTexts()).toEqual([expect.stringContaining('alone')]);

    // The other reading: the same lists, told from the other party.
    await page.getByRole('radio', { name: 'Theirs, ours, theirs' }).click();
    await list('They changed back').waitFor();

    await list('They changed back').getByRole('button').click();
    const current = page.locator('main#document .diffsvc-current');
    await current.first().waitFor();
    expect((await current.allTextContents()).join(' ')).toContain('two');
    await button('Back to the three drafts').click();
    const row = list('They changed back').getByRole('button');
    await row.waitFor();
    expect(await row.evaluate((element) => element === document.activeElement)).toBe(true);

    // A change of the newest draft is in the second comparison.
    await list('New from them').getByRole('button').focus();
    await page.keyboard.press('Enter');
    await current.first().waitFor();
    expect((await current.allTextContents()).join(' ')).toContain('alone');
    // Both comparisons are ordinary ones from then on.
    await page.goto(`${session.service.pageUrl}#/recents`);
    await page
      .getByRole('button', { name: /lease v1\.docx.*lease v2\.docx|lease v1 → v2/u })
      .first()
      .waitFor();
  });

  test('a missing draft, a file that cannot be read, other formats and the same draft twice are each explained', async () => {
    await openDrafts();
    await choose(0, ['a.docx', contract(OURS)], ['b.docx', contract(OURS)]);
    await button('Remove our draft, as sent').waitFor();
    await button('Remove their draft, as returned').waitFor();
    await button('Follow the changes').click();
    await page.getByRole('alert').filter({ hasText: 'A draft is missing: our newest draft.' }).waitFor();

    await choose(2, ['c.docx', Buffer.from('this is no archive')]);
    await page.getByRole('alert').filter({ hasText: '“c.docx” is no DOCX file inside' }).waitFor();
    await choose(2, ['c.pdf', Buffer.from('%PDF-1.7\n')]);
    await button('Remove our newest draft').waitFor();
    await button('Follow the changes').click();
    await page
      .getByRole('alert')
      .filter({ hasText: '“c.pdf” is PDF, and changes of PDF cannot be followed.' })
      .waitFor();
    await choose(2, ['c.txt', Buffer.from('plain')]);
    await page.getByText('c.txt', { exact: true }).waitFor();
    await button('Follow the changes').click();
    await page.getByRole('alert').filter({ hasText: 'several formats: DOCX and Plain text' }).waitFor();

    // An archive that is no Word document: the service refuses it, and the page says which draft it is.
    await choose(2, ['c.docx', Buffer.from('PK\u0003\u0004 and nothing that can be read')]);
    await page.getByText('c.docx', { exact: true }).waitFor();
    await button('Follow the changes').click();
    const refused = page.getByRole('alert').filter({ hasText: 'The drafts were not followed' });
    await refused.getByText('Our newest draft').waitFor();
    await refused.getByRole('button', { name: 'Choose another file…' }).waitFor();

    await choose(2, ['c.docx', contract(NEWEST)]);
    await page.getByText('All three drafts are chosen.').waitFor();
    await button('Follow the changes').click();
    await page.getByRole('note').filter({ hasText: 'The first and the second draft are the same file' }).waitFor();
    expect((await counts()).slice(0, 3)).toEqual(['0', '0', '0']);
    await button('Choose other drafts').click();
    await button('Follow the changes').waitFor();

    await choose(0, ['c.docx', contract(OURS)]);
    await choose(1, ['c.docx', contract(OURS)]);
    await choose(2, ['c.docx', contract(OURS)]);
    await button('Follow the changes').click();
    await page.getByRole('note').filter({ hasText: 'All three drafts are the same file' }).waitFor();
  });

  test('an open comparison goes on into a third draft, and its script comes only then', async () => {
    const scripts: string[] = [];
    page.on('request', (request) => {
      if (/Drafts/u.test(request.url())) scripts.push(request.url());
    });
    await page.goto(`${session.service.pageUrl}#/`);
    await choose(
      0,
      ['old.md', Buffer.from('# 4 Fees\n\nThe fee is **10** euro.\n')],
      ['new.md', Buffer.from('# 4 Fees\n\nThe fee is **12** euro.\n')],
    );
    await page.getByRole('region', { name: 'Document with its changes' }).locator('ins').first().waitFor();
    expect(scripts).toEqual([]);
    await button('More').click();
    await page.getByRole('menuitem', { name: 'Follow into a third draft' }).click();
    await page.getByText('old.md', { exact: true }).waitFor();
    await choose(2, ['newest.md', Buffer.from('# 4 Fees\n\nThe fee is **12** euro.\n\nIt is final.\n')]);
    await page.getByText('All three drafts are chosen.').waitFor();
    await button('Follow the changes').click();
    expect(await counts()).toEqual(['1', '0', '0', '1']);
    expect(scripts).not.toEqual([]);
    // The place of a change is the heading above it.
    expect(await list('We accepted').locator('li').allInnerTexts()).toEqual([expect.stringContaining('4 Fees')]);
  });
});
