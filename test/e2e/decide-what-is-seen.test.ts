/** Keys and buttons decide what is on the screen; a review ends only when the reader says so. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { runDiffsvc } from '../service/cli/run-diffsvc.ts';
import { inBrowser } from './in-browser.ts';

const MOVED = 'The supplier keeps a copy of every delivery note for six years after the end of the term.';
/** Clauses with a change in each third one, and one clause that moves from the start to the end. */
function clauses(fee: string): string[] {
  return Array.from({ length: 30 }, (_, at) => {
    const price = at % 3 === 0 ? fee : '1';
    return `Clause ${at + 1} says that part ${at + 1} of the delivery costs ${price} euro, to be paid within thirty days.`;
  });
}

inBrowser('a review', (session) => {
  const folder = mkdtempSync(join(tmpdir(), 'diffsvc-seen-'));
  const file = join(folder, 'review.html');
  let page: Page;

  beforeAll(() => {
    session.atEnd(() => rmSync(folder, { recursive: true, force: true }));
    writeFileSync(join(folder, 'old.md'), [MOVED, ...clauses('5')].join('\n\n'));
    writeFileSync(join(folder, 'new.md'), [...clauses('6'), MOVED].join('\n\n'));
    expect(runDiffsvc(['compare', 'old.md', 'new.md', '-o', 'review.html'], { cwd: folder }).code).toBe(1);
    const moved = (days: number) => `The supplier delivers the goods within ${days} days of the written order.`;
    const others = ['The customer inspects the goods.', 'Payment is due on receipt of the invoice.'];
    writeFileSync(join(folder, 'moved-old.md'), [moved(30), ...others].join('\n\n'));
    writeFileSync(join(folder, 'moved-new.md'), [...others, moved(90)].join('\n\n'));
    expect(runDiffsvc(['compare', 'moved-old.md', 'moved-new.md', '-o', 'edited.html'], { cwd: folder }).code).toBe(1);
  });

  beforeEach(async () => {
    const context = await session.newContext({ viewport: { width: 1440, height: 800 } });
    page = await session.newPage(context);
    await page.goto(pathToFileURL(file).href);
    await progress('0 of 11').waitFor();
  });

  const review = () => page.getByRole('region', { name: 'Review' });
  const progress = (decided: string) => review().getByText(`${decided} changes decided`).first();
  const list = () => page.getByRole('complementary', { name: 'Changes' });
  const openList = async (): Promise<void> => {
    if (!(await list().isVisible())) await page.getByRole('button', { name: 'List of changes' }).click();
  };
  const current = () => page.locator('.diffsvc-current').first();

  test('a key brings a change back that was scrolled away, and decides it with the next press', async () => {
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await expect.poll(() => current().innerText()).toMatch(/[56]/u);
    await page.mouse.move(500, 500);
    await page.mouse.wheel(0, 4_000);
    await expect.poll(async () => (await current().boundingBox())!.y).toBeLessThan(-100);
    await page.keyboard.press('a');
    await expect.poll(async () => (await current().boundingBox())!.y).toBeGreaterThan(0);
    expect(await page.getByRole('status').last().innerText()).toContain('Not decided, because it was out of view');
    await progress('0 of 11').waitFor();
    await page.keyboard.press('a');
    await progress('1 of 11').waitFor();
  });

  test('a key decides the row with the keyboard, and the keyboard goes on with the next one', async () => {
    await openList();
    const rows = list().locator('.entry');
    await rows.nth(3).focus();
    await page.keyboard.press('r');
    await progress('1 of 11').waitFor();
    await list()
      .getByRole('button', { name: /rejected/u })
      .first()
      .waitFor();
    expect(await rows.nth(3).innerText()).toMatch(/Change 4 of 11, .*rejected/u);
    await expect.poll(() => rows.nth(4).evaluate((row) => row === document.activeElement)).toBe(true);
    await page.screenshot({ path: join(tmpdir(), 'units-row.png') });
  });

  test('an edit of a moved clause is seen where the clause stays', async () => {
    const texts = () =>
      page.locator('.diffsvc p').evaluateAll((all) => all.map((each) => (each as HTMLElement).innerText));
    const within = async () => (await texts()).flatMap((text) => /within (.*?) days/u.exec(text)?.[1] ?? []);
    await page.goto(pathToFileURL(join(folder, 'edited.html')).href);
    await progress('0 of 2').waitFor();
    // The old place, and the new one with the edit.
    await expect.poll(within).toEqual(['30', '3090']);
    await openList();
    const rows = list().locator('.entry');
    await rows.filter({ hasText: '30' }).filter({ hasText: '90' }).first().focus();
    await page.keyboard.press('a');
    await progress('1 of 2').waitFor();
    await rows.filter({ hasText: 'Moved' }).first().focus();
    await page.keyboard.press('r');
    await progress('2 of 2').waitFor();
    await expect.poll(within).toEqual(['90']);
  });

  test('a selected text decides all changes in it, and one undo takes them back', async () => {
    const paragraphs = page.locator('.diffsvc p');
    const from = (await paragraphs.filter({ hasText: 'Clause 4 ' }).first().boundingBox())!;
    const to = (await paragraphs.filter({ hasText: 'Clause 8 ' }).first().boundingBox())!;
    await page.mouse.move(from.x + 2, from.y + 8);
    await page.mouse.down();
    await page.mouse.move(to.x + 120, to.y + 8, { steps: 4 });
    await page.mouse.up();
    await page.getByText('2 changes selected').waitFor();
    await page.screenshot({ path: join(tmpdir(), 'units-selection.png') });
    await page.keyboard.press('a');
    await progress('2 of 11').waitFor();
    expect(await page.getByText('2 changes selected').count()).toBe(0);
    await page.keyboard.press('Control+z');
    await progress('0 of 11').waitFor();
  });

  test('the change under the pointer has its buttons, which do not cover it', async () => {
    const change = page.locator('.diffsvc ins').filter({ hasText: '6' }).first();
    const own = (await change.boundingBox())!;
    await page.mouse.move(own.x + own.width / 2, own.y + own.height / 2, { steps: 3 });
    const quick = page.getByRole('group', { name: /5.*6/u }).getByRole('button', { name: 'Accept' });
    await quick.waitFor();
    const buttons = (await quick.boundingBox())!;
    expect(buttons.y).toBeGreaterThanOrEqual(own.y + own.height);
    await page.screenshot({ path: join(tmpdir(), 'units-hover.png') });
    await quick.click();
    await progress('1 of 11').waitFor();
  });

  test('finishing with undecided changes asks, and a finished review takes nothing until it is reopened', async () => {
    await page.keyboard.press('j');
    await page.keyboard.press('a');
    await progress('1 of 11').waitFor();
    await review().getByRole('button', { name: 'Finish review' }).click();
    await review().getByText('10 changes are undecided. Finish the review?').waitFor();
    await page.screenshot({ path: join(tmpdir(), 'units-finish.png') });
    await page.keyboard.press('Escape');
    await review().getByRole('button', { name: 'Finish review' }).click();
    await review().getByRole('button', { name: 'Finish anyway' }).click();
    await review().getByText('Review finished').waitFor();
    await page.getByRole('main').focus();
    for (const key of ['j', 'r', 'Control+z']) await page.keyboard.press(key);
    await review().getByText('11 changes: 1 accepted, 0 rejected, 10 undecided').waitFor();
    await review().getByRole('button', { name: 'Reopen' }).click();
    await progress('1 of 11').waitFor();
  });
});
