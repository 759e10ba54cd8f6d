/** The page of a stored comparison. */
import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { findFaintTexts } from './contrast.ts';
import { host, type Hosted } from './hosted.ts';
import { onService } from './in-browser.ts';

const filler = (from: number, to: number): string =>
  Array.from({ length: to - from }, (_, at) => `<p>Paragraph ${from + at} stays as it is.</p>`).join('');
const LONG = {
  original: `<h1>Terms</h1>${filler(0, 30)}<p>The fee is 5 euro.</p>${filler(30, 60)}<p>Pay <strong>soon</strong>.</p>`,
  revised: `<h1>Terms</h1>${filler(0, 30)}<p>The fee is 6 euro.</p>${filler(30, 60)}<p>Pay soon.</p><p>Thank you.</p>`,
  format: 'html',
};

onService('the viewer, in a browser', (session) => {
  let key: string;
  let made: Hosted;
  let page: Page;

  beforeAll(async () => {
    key = await session.service.key('creator');
    made = await host(session.service.pageUrl, key, LONG);
  });

  beforeEach(async () => {
    page = await session.newPage();
  });

  const shown = () => page.getByRole('region', { name: 'Document with its changes' });
  const review = () => page.getByRole('region', { name: 'Review' });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const current = () => shown().locator('.diffsvc-current').first();
  async function open(query = '', at: Hosted = made): Promise<void> {
    await page.goto(`${at.viewerUrl}${query}`);
    await shown().waitFor();
  }
  test('the token leaves the address, and a reload still has it; another tab does not', async () => {
    await open('&theme=dark');
    expect(page.url()).toBe(`${session.service.pageUrl}view/${made.comparisonId}?theme=dark`);
    await page.reload();
    await shown().getByText('Thank you.').waitFor();
    session.expectNoted(401);
    page = await session.newPage(page.context());
    const answer = await page.goto(`${session.service.pageUrl}view/${made.comparisonId}`);
    expect(answer?.status()).toBe(401);
    await page.getByRole('heading', { name: 'This link is not complete' }).waitFor();
    session.expectNoted(401);
  });

  test('works where the browser denies its storage', async () => {
    await page.addInitScript(() => {
      for (const name of ['localStorage', 'sessionStorage']) {
        Object.defineProperty(window, name, {
          get: () => {
            throw new DOMException('denied', 'SecurityError');
          },
        });
      }
    });
    await open('&review=true');
    await page.keyboard.press('n');
    await page.keyboard.press('a');
    await review().getByText('1 of 3 changes decided').waitFor();
  });

  test('the proof and the menu fold away when the reader goes elsewhere', async () => {
    await open();
    const proof = page.getByText('Proved in this browser', { exact: false });
    const badge = button('The whole text was compared');
    await badge.click();
    await proof.waitFor();
    // Nothing inside folds, so that a digest can be copied.
    await page.locator('dd').first().click();
    expect(await proof.isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    expect(await proof.isVisible()).toBe(false);
    expect(await badge.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    await proof.waitFor();
    await shown().getByText('Thank you.').click();
    expect(await proof.isVisible()).toBe(false);
    await button('Display').click();
    await badge.click();
    expect(await page.locator('button[aria-controls][aria-expanded="true"]').count()).toBe(1);
  });

  test('refusals are pages that say what to do', async () => {
    for (const [path, status, heading] of [
      ['view/cmp_unknown?token=x', 404, 'There is no such comparison'],
      [`embed/${made.comparisonId}?token=cmp_tok_1_x`, 401, 'This link is not complete'],
    ] as const) {
      const answer = await page.goto(session.service.pageUrl + path);
      expect(answer?.status()).toBe(status);
      await page.getByRole('heading', { name: heading }).waitFor();
      expect((await findFaintTexts(page, 'body')).faint).toEqual([]);
      session.expectNoted(status);
    }
  });

  test('long unchanged runs are folded, can be shown, and are found by the browser’s search', async () => {
    await open();
    const folded = shown().getByRole('button', { name: /^Show \d+ unchanged blocks$/u });
    expect(await folded.allInnerTexts()).toEqual(['Show 29 unchanged blocks', 'Show 26 unchanged blocks']);
    expect(await shown().getByText('Paragraph 5 stays').isVisible()).toBe(false);
    expect(await shown().locator('[hidden="until-found"]').count()).toBe(2);
    await folded.first().click();
    expect(await shown().getByText('Paragraph 5 stays').isVisible()).toBe(true);
    expect(await folded.count()).toBe(1);
    await button('Display').click();
    await page.getByRole('switch', { name: 'Fold long parts without a change' }).uncheck();
    expect(await folded.count()).toBe(0);
    await page.getByRole('switch', { name: 'Fold long parts without a change' }).check();
    expect(await folded.count()).toBe(2);
  });

  test('the parameters of the address are obeyed', async () => {
    await open('&view=split&theme=dark&collapse=false&controls=false&bg=transparent');
    expect(await shown().locator('.diffsvc-row').count()).toBeGreaterThan(60);
    const root = await page.evaluate(() => ({
      theme: document.documentElement.dataset['theme'],
      background: getComputedStyle(document.documentElement).backgroundColor,
    }));
    expect(root).toEqual({ theme: 'dark', background: 'rgba(0, 0, 0, 0)' });
    expect(await page.getByRole('banner').count()).toBe(0);
    expect(await shown().getByRole('button').count()).toBe(0);
    await open('&review=false');
    expect(await button('Review').count()).toBe(0);
    await open('&theme=blue&view=three&collapse=maybe');
    expect(await page.getByRole('radio', { name: 'Redline' }).isChecked()).toBe(true);
  });

  test('side by side, each side has its own text, row by row', async () => {
    await open();
    await page.getByRole('radio', { name: 'Side by side' }).check();
    const sides = (index: number) => shown().locator(`.diffsvc-cell:nth-child(${index})`).allInnerTexts();
    const [left, right] = [(await sides(1)).join('\n'), (await sides(2)).join('\n')];
    expect(left).toContain('The fee is 5 euro.');
    expect(left).not.toContain('The fee is 6');
    expect(left).not.toContain('Thank you');
    expect(right).toContain('The fee is 6 euro.');
    expect(right).toContain('Thank you.');
    expect(await shown().locator('.diffsvc-cell:first-child strong').innerText()).toBe('soon');
    // Both sides of a row are level, so that they scroll together.
    const tops = await shown()
      .locator('.diffsvc-row', { hasText: 'The fee is' })
      .locator('.diffsvc-cell')
      .evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().top));
    expect(tops[0]).toBe(tops[1]);
  });

  test('the list filters by type and searches, and a step stays among what fits', async () => {
    await open();
    await button('List of changes').click();
    const list = page.getByRole('complementary', { name: 'Changes' });
    expect(await list.getByRole('listitem').count()).toBe(3);
    await button('Filter the list').click();
    await page.getByRole('button', { name: /^Format changes/u }).click();
    await page.keyboard.press('Escape');
    expect(await list.getByRole('listitem').count()).toBe(1);
    await list.getByRole('button', { name: /^Bold removed: “soon”\. .*undecided\.$/u }).waitFor();
    await page.keyboard.press('F8');
    expect(await current().getAttribute('data-change-type')).toBe('format');
    await button('Filter, 1 set').click();
    await button('Clear filter').click();
    await list.getByLabel('Search in changes').fill('THANK');
    expect(await list.getByRole('listitem').count()).toBe(1);
    // Letters typed into the search are no commands.
    await list.getByLabel('Search in changes').fill('');
    await list.getByLabel('Search in changes').pressSequentially('nnn');
    await list.getByText('No change fits the filter.').waitFor();
  });

  test('the ruler shows where the changes are, and leads to them', async () => {
    await open();
    const ruler = page.locator('.ruler');
    expect(await ruler.locator('span').count()).toBe(3);
    const box = await ruler.boundingBox();
    if (!box) throw new Error('no ruler');
    await page.mouse.click(box.x + 5, box.y + box.height / 2);
    expect(await current().innerText()).toBe('5');
  });

  test('a print has the document and none of the tools', async () => {
    await open('&theme=dark&review=true');
    await page.emulateMedia({ media: 'print' });
    expect(await shown().getByText('Thank you.').isVisible()).toBe(true);
    for (const tool of ['.review', '.stepper', '.ruler', '.segmented']) {
      expect(await page.locator(tool).first().isVisible()).toBe(false);
    }
    const schemes = await page.evaluate(() =>
      ['html', '.diffsvc'].map((selector) => getComputedStyle(document.querySelector(selector)!).colorScheme),
    );
    expect(schemes).toEqual(['light', 'light']);
  });

  test('a review by keyboard alone: decide, undo, finish; the choices stay in the browser', async () => {
    await open();
    for (let presses = 0; presses < 20; presses++) {
      await page.keyboard.press('Tab');
      if ((await page.evaluate(() => document.activeElement?.textContent.trim())) === 'Review') break;
    }
    await page.keyboard.press('Enter');
    await review().getByText('0 of 3 changes decided').waitFor();
    expect(await page.getByRole('radio', { name: 'Side by side' }).isDisabled()).toBe(true);
    await button('Next change').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('main').focus();
    await page.keyboard.press('a');
    expect(await shown().getByText('The fee is 6 euro.').count()).toBe(1);
    await page.keyboard.press('r');
    expect(await shown().locator('strong').innerText()).toBe('soon');
    await review().getByText('2 of 3 changes decided').waitFor();
    await page.keyboard.press('Control+z');
    await review().getByText('1 of 3 changes decided').waitFor();
    await page.keyboard.press('Control+Shift+z');
    await review().getByText('2 of 3 changes decided').waitFor();

    await page.goto(made.viewerUrl);
    await shown().waitFor();
    expect(await review().count()).toBe(0);
    await button('Review').click();
    await review().getByText('2 of 3 changes decided').waitFor();
    await page.getByRole('main').focus();
    await page.keyboard.press('n');
    await page.keyboard.press('r');
    await review().getByText('Review complete').waitFor();
    await review().getByText('3 changes: 1 accepted, 2 rejected').waitFor();
    expect(await page.getByRole('button', { name: /^(?:Accept|Reject) (?:all|\d)/u }).count()).toBe(0);
    expect(await shown().getByText('Thank you').count()).toBe(0);
    expect(await page.getByRole('radio', { name: 'Side by side' }).isEnabled()).toBe(true);
    expect(await page.getByRole('status').last().innerText()).toContain('Review complete');
    expect(await page.evaluate(() => document.activeElement?.localName)).toBe('main');
  });

  test('a decision is taken back after everything was decided, and counts as open again', async () => {
    await open('&review=true');
    await button('Accept all 3').click();
    await review().getByText('3 changes: 3 accepted, 0 rejected').waitFor();
    await button('Reopen').click();
    await button('List of changes').click();
    await page.getByRole('button', { name: /Deleted: 5\. Inserted: 6\..*accepted/u }).click();
    await page
      .getByRole('complementary', { name: 'Changes' })
      .getByRole('button', { name: 'Reset', exact: true })
      .click();
    await review().getByText('2 of 3 changes decided').waitFor();
    await shown().locator('del', { hasText: '5' }).waitFor();
  });

  test('what fits a filter is decided in one step, and undone in one', async () => {
    await open('&review=true');
    await button('List of changes').click();
    await button('Filter the list').click();
    await page.getByRole('button', { name: /^Inserted blocks/u }).click();
    await page.keyboard.press('Escape');
    const placeOf = async (name: string) => {
      const { x, y } = (await button(name).boundingBox())!;
      return [x, y];
    };
    const place = await placeOf('Accept 1');
    await button('Accept 1').click();
    await review().getByText('1 of 3 changes decided').waitFor();
    // A second press in the same place takes nothing back.
    expect(await placeOf('Accept 0')).toEqual(place);
    expect(await button('Accept 0').isDisabled()).toBe(true);
    await button('Reject 1').click();
    await button('Filter, 1 set').waitFor();
    await button('Remove the filter Inserted blocks').click();
    await button('Accept other 2').click();
    await review().getByText('2 accepted, 1 rejected').waitFor();
    await button('Reopen').click();
    await button('Undo').click();
    await review().getByText('1 of 3 changes decided').waitFor();
    await button('Finish review').click();
    await review().getByText('2 changes are undecided. Finish the review?').waitFor();
    await button('Finish anyway').click();
    await review().getByText('3 changes: 0 accepted, 1 rejected, 2 undecided').waitFor();
  });

  test('a comparison without reviews is read-only and says so', async () => {
    const basic = await host(session.service.pageUrl, await session.service.key('basic'), LONG);
    await open('&review=true', basic);
    await page.getByRole('note').filter({ hasText: 'can be read but not reviewed' }).waitFor();
    expect(await review().count()).toBe(0);
    expect(await button('Review').count()).toBe(0);
  });

  test('the samples are open to everyone, without a token', async () => {
    for (const id of ['demo', 'sample', 'cmp_demo_docx']) {
      for (const kind of ['view', 'embed']) {
        const answer = await page.goto(`${session.service.pageUrl}${kind}/${id}?review=true`);
        expect(answer?.status()).toBe(200);
        await review()
          .getByText(/^0 of \d+ changes decided$/u)
          .waitFor();
      }
    }
  });

  test('items and paragraphs that a decision empties go with it', async () => {
    const lists = await host(session.service.pageUrl, key, {
      original: '<ul><li>One</li></ul><p>End.</p>',
      revised: '<ul><li>One</li><li>Two</li></ul><p>More.</p><p>End.</p>',
      format: 'html',
    });
    await open('&review=true', lists);
    expect(await shown().locator('li').count()).toBe(2);
    await button('Reject all 2').click();
    await review().getByText('Review complete').waitFor();
    expect(await shown().locator('li').allInnerTexts()).toEqual(['One']);
    expect(await shown().locator('p').allInnerTexts()).toEqual(expect.not.arrayContaining(['']));
    expect(await shown().getByText('More.').count()).toBe(0);
  });

  test('what is no fragment of the grammar is not shown', async () => {
    await page.route('**/view/**', async (route) => {
      const answer = await route.fetch();
      const body = (await answer.text()).replaceAll(String.raw`\u003cp>`, String.raw`\u003cp onclick=\"x()\">`);
      await route.fulfill({ response: answer, body });
    });
    await page.goto(made.viewerUrl);
    await page.getByRole('heading', { name: 'This comparison cannot be shown' }).waitFor();
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`every text can be read when the system is ${colorScheme}`, async () => {
      await page.emulateMedia({ colorScheme });
      await open('&review=true');
      await button('List of changes').click();
      await page.keyboard.press('F8');
      // Beside the list, its row has the controls of the change.
      await current().waitFor();
      await page.getByRole('main').focus();
      await page.keyboard.press('a');
      const { checked, faint } = await findFaintTexts(page, 'body');
      expect(checked).toBeGreaterThan(30);
      expect(faint).toEqual([]);
    });
  }

  test('on a telephone the document has most of the window, and deciding is at its foot', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await open('&review=true');
    const heightOf = async (selector: string) => (await page.locator(selector).boundingBox())?.height ?? NaN;
    expect((await heightOf('.top')) + (await heightOf('.foot'))).toBeLessThan(844 * 0.35);
    await button('Next change').click();
    await review().getByRole('button', { name: 'Accept', exact: true }).click();
    await review().getByText('1 of 3 changes decided').waitFor();
    await button('List of changes').click();
    // Floating parts of the document are below the list, and the foot stays within reach.
    const list = await page.getByRole('complementary', { name: 'Changes' }).boundingBox();
    if (!list) throw new Error('no list');
    for (const y of [list.y + 10, list.y + list.height - 10]) {
      const isList = await page.evaluate(
        ([left, top]) => document.elementFromPoint(left!, top!)?.closest('aside') !== null,
        [list.x + list.width / 2, y],
      );
      expect(isList).toBe(true);
    }
    await button('Reject other 2').click();
    await review().getByText('1 accepted, 2 rejected').waitFor();
  });

  test('notes are taken without a review, and are there at the next visit', async () => {
    await open();
    await page.keyboard.press('n');
    await button('Note').click();
    await page.getByRole('textbox', { name: 'Note' }).fill('Ask Ann.');
    await button('Add note').click();
    await page.goto(made.viewerUrl);
    await shown().waitFor();
    expect(await review().count()).toBe(0);
    await page.getByRole('main').focus();
    await page.keyboard.press('n');
    await page
      .getByRole('group', { name: /^Replaced/u })
      .getByText('Ask Ann.')
      .waitFor();
  });

  for (const width of [320, 640]) {
    test(`everything fits a window of ${width} px`, async () => {
      await page.setViewportSize({ width, height: 640 });
      const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      for (const query of ['&review=true', '&view=split']) {
        await open(query);
        await button('List of changes').click();
        await page.keyboard.press('F8');
        expect(await overflow()).toBeLessThanOrEqual(0);
      }
    });
  }
});
