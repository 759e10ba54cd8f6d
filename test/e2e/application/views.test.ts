/** What the application shows, and how: views, windows, help and colours. */
import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { findFaintTexts } from '../contrast.ts';
import { faultsOfAccess } from '../faults-of-access.ts';
import { onService } from '../in-browser.ts';
import { useApplication } from './use-application.ts';

onService('views of the application, in a browser', (session) => {
  const application = useApplication(session);
  const { at, button, result, choose } = application;
  let page: Page;

  beforeEach(() => {
    page = application.page;
  });

  test('lines aligned by spaces are in type of a fixed width, unless the reader turns that off', async () => {
    await at('');
    const table = (price: number): Buffer => Buffer.from(`Item     Price\nTea          3\nCoffee       ${price}\n`);
    await choose(['old.txt', table(4)], ['new.txt', table(5)]);
    const family = () =>
      result()
        .locator('p.line')
        .first()
        .evaluate((line) => getComputedStyle(line).fontFamily);
    await expect.poll(family).toContain('monospace');
    await button('Display').click();
    await page.getByRole('switch', { name: 'Fixed-width type' }).uncheck();
    expect(await family()).not.toContain('monospace');
  });

  test('another view keeps the selected change in view', async () => {
    const clauses = (fee: string): Buffer =>
      Buffer.from(
        Array.from(
          { length: 400 },
          (_, at) => `Clause ${at + 1}: the fee is ${at % 100 === 50 ? fee : '1'} euro.`,
        ).join('\n\n'),
      );
    await at('');
    await choose(['long.md', clauses('5')], ['longer.md', clauses('6')]);
    await result().waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    const current = () => result().locator('.diffsvc-current').first();
    /** Whether the selected change is in the window, below the bar. */
    const isInView = () =>
      current().evaluate((element) => {
        const { top, bottom } = element.getBoundingClientRect();
        return top > 56 && bottom < innerHeight;
      });
    for (const key of ['2', '1', '3', '4', '1']) {
      await page.keyboard.press(key);
      await expect.poll(isInView).toBe(true);
      expect(await current().evaluate((element) => element.closest('p')?.textContent)).toMatch(/^Clause 251:/u);
    }
  });

  test('the outline of a contract without heading styles leads to its clauses, in one column and in two', async () => {
    const text = 'The parties agree on what follows from this clause, and on nothing else.';
    const clauses = (days: number): Buffer =>
      Buffer.from(
        Array.from({ length: 60 }, (_, at) => [
          `**${at % 2 === 0 ? `Clause ${at}` : 'Notices'}**`,
          `${text} It ends after ${at === 41 ? days : 9} days.`,
          text,
        ])
          .flat()
          .join('\n\n'),
      );
    await page.setViewportSize({ width: 1400, height: 750 });
    await at('');
    await choose(['long.md', clauses(5)], ['longer.md', clauses(6)]);
    await result().waitFor();
    const outline = page.getByRole('navigation', { name: 'Outline' });
    const entry = (at: number) => outline.getByRole('listitem').nth(at).getByRole('button').last();
    await expect.poll(() => entry(41).textContent()).toMatch(/Notices\s*1/u);
    const topOf = (wanted: number) =>
      result().evaluate((root, at) => {
        const all = [...root.querySelectorAll('p')].filter(
          (each) => each.closest('.diffsvc-cell:first-child') === null,
        );
        const headings = all.filter((each) => /^(?:Notices|Clause \d+)$/u.test(each.textContent.trim()));
        return headings[at]?.getBoundingClientRect().top ?? null;
      }, wanted);
    for (const view of ['2', '1']) {
      await page.keyboard.press(view);
      if (view === '2') await page.getByRole('button', { name: 'Outline' }).click();
      await entry(41).click();
      await expect.poll(() => topOf(41)).toBeGreaterThan(40);
      await expect.poll(() => topOf(41)).toBeLessThan(300);
    }
    await page.setViewportSize({ width: 1100, height: 750 });
  });

  test('in a narrow window every control has a name, and in forced colours the chosen ones stand out', async () => {
    await page.setViewportSize({ width: 390, height: 800 });
    await at('');
    await choose(['n.md', Buffer.from('The fee is 5.')], ['o.md', Buffer.from('The fee is 6.')]);
    await result().waitFor();
    await page.getByRole('button', { name: 'The whole text was compared' }).waitFor();
    expect(await faultsOfAccess(page)).toEqual([]);
    await button('Display').click();
    const views = page.getByRole('radiogroup', { name: 'View of the document' });
    await views.waitFor();
    expect(await faultsOfAccess(page)).toEqual([]);
    const edges = await views
      .getByRole('radio')
      .evaluateAll((radios) => radios.map((radio) => radio.getBoundingClientRect().right));
    expect(Math.max(...edges)).toBeLessThanOrEqual(390);
    await page.emulateMedia({ forcedColors: 'active' });
    const look = (name: string) =>
      views.getByRole('radio', { name }).evaluate((radio) => getComputedStyle(radio).backgroundColor);
    expect(await look('Redline')).not.toBe(await look('Final'));
    const track = (name: string) =>
      page.getByRole('switch', { name }).evaluate((input) => {
        const [own, knob] = [getComputedStyle(input), getComputedStyle(input, '::before')];
        return [own.backgroundColor, knob.backgroundColor] as const;
      });
    for (const name of ['Break long lines', 'Also step through decided changes']) {
      const [own, knob] = await track(name);
      expect(knob).not.toBe(own);
    }
  });

  test('texts give a redline while they are typed, and open as a comparison', async () => {
    await at('editors');
    await page.getByRole('textbox', { name: 'Original document' }).fill('The fee is 5 euro.\n\nPay soon.');
    await page
      .getByRole('textbox', { name: 'Revised document' })
      .pressSequentially('The fee is 6 euro.\n\nPay soon.', { delay: 10 });
    // A part of the typed text also has one change.
    const redline = page.getByRole('region', { name: 'Document with its changes' });
    await expect.poll(() => redline.locator('del, ins').allInnerTexts()).toEqual(['5', '6']);
    await page.getByRole('status').filter({ hasText: '1 change' }).waitFor();
    expect(await faultsOfAccess(page)).toEqual([]);
    await button('Open as a comparison').click();
    await result().locator('ins').waitFor();
    await page.goBack();
    expect(await page.getByRole('textbox', { name: 'Original document' }).inputValue()).toContain('5 euro');
  });

  test('the help says how to read a comparison and which keys there are, on a narrow window, too', async () => {
    await at('');
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 800 });
      await button('Help').click();
      const help = page.getByRole('dialog', { name: 'Help' });
      await help.getByRole('heading', { name: 'How to read a comparison' }).waitFor();
      await help.getByText('The original wording comes back.').waitFor();
      await help.getByText('Next change').waitFor();
      expect(await faultsOfAccess(page)).toEqual([]);
      expect((await findFaintTexts(page, 'body')).faint).toEqual([]);
      await page.keyboard.press('Escape');
      await help.waitFor({ state: 'detached' });
    }
  });

  test('colours that are chosen while a comparison is open hold in it', async () => {
    const colours = (name: string) => page.getByRole('radiogroup', { name: 'Colours' }).getByRole('radio', { name });
    const isDark = (): Promise<boolean> => page.evaluate(() => document.documentElement.dataset['theme'] === 'dark');
    await at('');
    await button('Try it with a sample').click();
    await result().waitFor();
    await page.evaluate(() => void (location.hash = '#/settings'));
    await colours('Dark').click();
    await page.goBack();
    await result().waitFor();
    expect(await isDark()).toBe(true);
    await page.goForward();
    expect(await colours('Dark').isChecked()).toBe(true);
    await colours('System').click();
    await expect.poll(isDark).toBe(false);
  });
});
