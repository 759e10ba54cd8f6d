/** The portable review file, opened from the disk: it reviews, saves itself and adopts a colleague's decisions. */
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BrowserContext, Page } from 'playwright-core';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { resolve } from '../../shared/fragment/resolve.ts';
import { readReviewFile } from '../../shared/review-file/review-file.ts';
import { docx, picture, r, wp } from '../builders/docx.ts';
import { runDiffsvc } from '../service/cli/run-diffsvc.ts';
import { inBrowser } from './in-browser.ts';

const ORIGINAL = '# Terms\n\nThe fee is 5 euro.\n\nPaid in May.\n\nBy <b>cheque</b> & post.\n';
const REVISED = '# Terms\n\nThe fee is 6 euro.\n\nPaid in June.\n\nThank you.\n';
inBrowser('a review file', (session) => {
  const folder = mkdtempSync(join(tmpdir(), 'diffsvc-review-'));
  const file = join(folder, 'review.html');
  let context: BrowserContext;
  let page: Page;

  beforeAll(() => {
    session.atEnd(() => rmSync(folder, { recursive: true, force: true }));
    writeFileSync(join(folder, 'old.md'), ORIGINAL);
    writeFileSync(join(folder, 'new.md'), REVISED);
    expect(runDiffsvc(['compare', 'old.md', 'new.md', '-o', 'review.html'], { cwd: folder })).toMatchObject({
      code: 1,
      stderr: '',
    });
  });

  beforeEach(async () => {
    context = await session.newContext({ viewport: { width: 1100, height: 750 } });
    page = await opened(file);
  });

  async function opened(path: string): Promise<Page> {
    const tab = await session.newPage(context);
    tab.on('request', (request) => {
      if (!request.url().startsWith('file:')) session.faults.push(`a request to ${request.url()}`);
    });
    await tab.goto(pathToFileURL(path).href);
    return tab;
  }

  /** Saves a copy with the page's own button. */
  async function saved(tab: Page, name: string): Promise<string> {
    const [download] = await Promise.all([
      tab.waitForEvent('download'),
      tab.getByRole('button', { name: 'Save a copy' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^old\.md new\.md reviewed.*\.html$/u);
    const path = join(folder, name);
    await download.saveAs(path);
    return path;
  }

  const decide = async (tab: Page, verdict: 'Accept' | 'Reject', times = 1): Promise<void> => {
    for (let done = 0; done < times; done++) {
      await tab.getByRole('region', { name: 'Review' }).getByRole('button', { name: verdict, exact: true }).click();
    }
  };
  const start = async (tab: Page): Promise<void> => {
    await tab.getByRole('button', { name: 'Next change' }).click();
  };

  test('says that the compared content is equal and what else differs, and names both files by their digests', async () => {
    const files = ['RED', 'BLUE'].map((name) => {
      const bytes = docx(wp(r('See ') + picture('i1')), { images: { i1: new TextEncoder().encode(name) } });
      writeFileSync(join(folder, `${name}.docx`), bytes);
      return createHash('sha256').update(bytes).digest('hex');
    });
    runDiffsvc(['compare', '--include', 'none', 'RED.docx', 'BLUE.docx', '-o', 'pictures.html'], { cwd: folder });
    const tab = await opened(join(folder, 'pictures.html'));
    const note = tab.getByRole('note').filter({ hasText: 'No differences in the compared content.' });
    await note.getByText('Picture after “See” differs.').waitFor();
    await tab.getByRole('button', { name: /left out: 1 picture/u }).click();
    for (const sha256 of files) await tab.getByText(sha256).waitFor();
  });

  test('reviews without a service, and a saved copy goes on where it was saved', async () => {
    await start(page);
    await decide(page, 'Accept');
    await decide(page, 'Reject');
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByLabel('Your name').fill('Ann');
    const copy = await saved(page, 'ann.html');

    const { fragment, record } = readReviewFile(readFileSync(copy, 'utf8'));
    expect(fragment).toBe(readReviewFile(readFileSync(file, 'utf8')).fragment);
    expect([...record.decided]).toEqual([['chg_000001', 'accepted']]);
    expect(record.reviewer).toBe('Ann');
    expect(runDiffsvc(['resolve', 'ann.html'], { cwd: folder }).stdout).toBe(
      resolve(fragment, { accept: ['chg_000001'] }),
    );

    const again = await opened(copy);
    await again.getByText(/^1 of \d+ changes decided$/u).waitFor();
    await again.getByText(/Sent by Ann, saved/u).waitFor();
    await again
      .getByRole('button', { name: /^Accept (?:other )?\d/u })
      .first()
      .click();
    await again.getByRole('button', { name: 'Finish review' }).click();
    await again.getByText('Review complete').first().waitFor();
    // Unchanged except for the decisions.
    const done = await saved(again, 'done.html');
    const [first, second] = [file, done].map((path) =>
      readFileSync(path, 'utf8').replace(/"review":.*?<\/script>/u, ''),
    );
    expect(second === first).toBe(true);
    expect(runDiffsvc(['resolve', 'done.html'], { cwd: folder }).stdout).toBe(resolve(fragment, { accept: 'all' }));
  });

  test('asks a colleague for their name, and each decision comes back as the one of who made it', async () => {
    await start(page);
    await decide(page, 'Accept');
    await page.getByLabel('Your name').fill('Ann');
    const sent = await saved(page, 'from-ann.html');

    const theirs = await opened(sent);
    const name = theirs.getByLabel('Your name');
    expect(await name.inputValue()).toBe('');
    const question = theirs.getByRole('note').filter({ hasText: 'Ann sent you this file.' });
    await question.getByRole('button', { name: 'Enter your name' }).click();
    await expect.poll(() => name.evaluate((field) => document.activeElement === field)).toBe(true);
    await name.fill('Bob');
    await question.waitFor({ state: 'detached' });
    const list = (tab: Page) => tab.getByRole('complementary', { name: 'Changes' });
    for (const tab of [theirs, page]) await tab.getByRole('button', { name: 'List of changes' }).click();
    await list(theirs).getByText('Accepted by Ann').first().waitFor();
    await start(theirs);
    await decide(theirs, 'Reject');
    const back = await saved(theirs, 'from-bob.html');
    const { record } = readReviewFile(readFileSync(back, 'utf8'));
    expect([record.reviewer, [...record.decidedBy!]]).toEqual(['Bob', [['chg_000001', 'Ann']]]);

    await page.locator('input[type=file]').setInputFiles(back);
    await page.getByText('1 decision of Bob added.').first().waitFor();
    await list(page).getByText('Rejected by Bob').first().waitFor();
    expect(await list(page).getByText('Accepted by Ann').count()).toBe(0);
    const both = readReviewFile(readFileSync(await saved(page, 'both-names.html'), 'utf8')).record;
    expect([both.reviewer, [...both.decidedBy!]]).toEqual(['Ann', [['chg_000002', 'Bob']]]);
  });

  test("takes over a colleague's decisions, and shows what both decided differently", async () => {
    const { fragment } = readReviewFile(readFileSync(file, 'utf8'));
    const total = new Set(fragment.match(/chg_\d+/gu)).size;
    await start(page);
    await decide(page, 'Reject', 2);
    await page.getByLabel('Your name').fill('Bob');
    const bob = await saved(page, 'bob.html');

    const mine = await opened(file);
    await mine.evaluate(() => localStorage.clear());
    await mine.reload();
    await start(mine);
    await decide(mine, 'Accept');
    await mine.locator('input[type=file]').setInputFiles(bob);
    const conflicts = mine.getByRole('region', { name: 'Decided differently' });
    await conflicts.getByText('You: accepted. Bob: rejected.').waitFor();
    await mine.getByText(`2 of ${total} changes decided`).waitFor();
    await conflicts.getByRole('button', { name: 'Take theirs', exact: true }).click();
    await conflicts.waitFor({ state: 'detached' });
    const { record } = readReviewFile(readFileSync(await saved(mine, 'both.html'), 'utf8'));
    expect([...record.decided.values()]).toEqual(['rejected', 'rejected']);
  });

  test('in a narrow window nothing covers the title, and every tool can be reached', async () => {
    await page.setViewportSize({ width: 390, height: 750 });
    await page.keyboard.press('n');
    await page.keyboard.press('a');
    await page.getByRole('button', { name: 'Your name' }).click();
    await page.getByRole('textbox', { name: 'Your name' }).fill('Cem');
    await page.keyboard.press('Escape');
    const boxes = await page.locator('header.bar').evaluate((bar) =>
      [...bar.querySelectorAll('h1, button')].map((each) => {
        const { left, right, width } = each.getBoundingClientRect();
        return { left, right, width };
      }),
    );
    expect(boxes[0]!.width).toBeGreaterThan(60);
    for (const [at, { left, right }] of boxes.slice(1).entries()) {
      expect(left).toBeGreaterThanOrEqual(at === 0 ? 0 : boxes[at]!.right);
      expect(right).toBeLessThanOrEqual(390);
    }
    expect(readReviewFile(readFileSync(await saved(page, 'narrow.html'), 'utf8')).record.reviewer).toBe('Cem');
  });

  test('refuses a file about something else, and one that was tampered with', async () => {
    writeFileSync(join(folder, 'other.md'), 'Another text.\n');
    runDiffsvc(['compare', 'old.md', 'other.md', '-o', 'other.html'], { cwd: folder });
    const chooser = page.locator('input[type=file]');
    await chooser.setInputFiles(join(folder, 'other.html'));
    await page.getByText('That file is about another comparison').waitFor();
    await chooser.setInputFiles(join(folder, 'old.md'));
    await page.getByText('This is no review file').waitFor();

    const bad = join(folder, 'bad.html');
    writeFileSync(bad, readFileSync(file, 'utf8').replace('The fee is', 'The fine is'));
    const tab = await opened(bad);
    await tab.getByText('This file is damaged').waitFor();
    expect(await tab.getByText('The fine is').count()).toBe(0);
  });

  test('is a redline to read in a browser without script', async () => {
    const plain = await session.newContext({ javaScriptEnabled: false });
    const tab = await plain.newPage();
    await tab.goto(pathToFileURL(file).href);
    await tab.locator('del', { hasText: '5' }).first().waitFor();
    expect(await tab.locator('h1').first().textContent()).toBe('old.md → new.md');
    await plain.close();
  });
});
