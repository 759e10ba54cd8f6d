import { fileURLToPath } from 'node:url';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { changeIdsOf } from '../../shared/fragment/change-ids.ts';
import { scanFragment } from '../../shared/fragment/scan.ts';
import { writeFragment } from '../../shared/fragment/write.ts';
import { findFaintTexts } from './contrast.ts';
import { inBrowser } from './in-browser.ts';
import { sampleBlocks } from './sample-blocks.ts';

const STYLESHEET = fileURLToPath(new URL('../../renderer/styles/diffsvc.css', import.meta.url));

inBrowser('the stylesheet of fragments, on every construct', (session) => {
  const fragment = writeFragment(sampleBlocks());

  async function open(options: BrowserContextOptions = {}, frame = fragment): Promise<Page> {
    const page = await session.newPage({ viewport: { width: 900, height: 900 }, ...options });
    await page.setContent(`<!doctype html><html><body>${frame}</body></html>`);
    await page.addStyleTag({ path: STYLESHEET });
    return page;
  }

  test('the sample is a fragment, and has changes', () => {
    const blocks = scanFragment(fragment);
    expect(writeFragment(blocks)).toBe(fragment);
    expect(changeIdsOf(blocks).length).toBeGreaterThan(20);
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`texts have the contrast of WCAG AA when the system is ${colorScheme}`, async () => {
      const page = await open({ colorScheme });
      const { checked, faint } = await findFaintTexts(page, '.diffsvc');
      expect(checked).toBeGreaterThan(50);
      expect(faint).toEqual([]);
      await page.close();
    });
  }

  test('a description of several lines is whole, and a sign covers the icon of a broken picture', async () => {
    const words = 'a description that goes over several lines '.repeat(8);
    const picture = `<p>See <img alt="${words}"> and <del data-change-id="c1"><img data-digest="a" alt="${words}"></del></p>`;
    const page = await open({}, `<div class="diffsvc">${picture}<div dir="rtl">${picture}</div></div>`);
    const looks = await page.locator('img').evaluateAll((pictures) =>
      pictures.map((each) => {
        const [own, cover] = [getComputedStyle(each), getComputedStyle(each, '::before')];
        return { clip: own.clipPath, height: each.getBoundingClientRect().height > 36, covers: cover.inlineSize };
      }),
    );
    expect(looks).toEqual(looks.map(() => ({ clip: 'none', height: true, covers: '16.5px' })));
    expect(looks).toHaveLength(4);
    await page.close();
  });

  test('a theme on an ancestor wins over the system', async () => {
    const page = await open({ colorScheme: 'dark' }, `<div data-theme="light">${fragment}</div>`);
    const background = () => page.locator('.diffsvc').evaluate((root) => getComputedStyle(root).backgroundColor);
    const light = await background();
    await page.locator('[data-theme]').evaluate((host) => host.setAttribute('data-theme', 'dark'));
    const dark = await background();
    await page.locator('[data-theme]').evaluate((host) => host.removeAttribute('data-theme'));
    expect(light).toBe('rgb(255, 255, 255)');
    expect(await background()).toBe(dark);
    expect(dark).not.toBe(light);
    await page.close();
  });

  test('a host sets colours by custom properties on any ancestor', async () => {
    const page = await open({}, `<main>${fragment}</main>`);
    await page.addStyleTag({ content: 'main { --diffsvc-insert-bg: rgb(1, 2, 3) }' });
    const background = await page
      .locator('ins[data-change-id]')
      .first()
      .evaluate((element) => getComputedStyle(element).backgroundColor);
    expect(background).toBe('rgb(1, 2, 3)');
    await page.close();
  });

  test('no change is shown by colour alone', async () => {
    const page = await open();
    const signs = await page.evaluate(() =>
      [...document.querySelectorAll('[data-change-id], [data-boundary-id]')].map((element) => {
        const style = getComputedStyle(element);
        const cells = element.matches('tr') ? [...element.children] : [];
        const lines = [style.textDecorationLine, style.borderInlineStartStyle, style.borderBlockEndStyle];
        const signed =
          lines.some((line) => line !== 'none') ||
          style.borderBlockStartStyle !== 'none' ||
          getComputedStyle(element, '::before').content.includes('¶') ||
          (cells.length > 0 && cells.every((cell) => parseFloat(getComputedStyle(cell).borderBlockStartWidth) >= 2));
        return { signed, element: element.outerHTML.slice(0, 120) };
      }),
    );
    expect(signs.length).toBeGreaterThan(20);
    expect(signs.filter(({ signed }) => !signed)).toEqual([]);
    await page.close();
  });

  test('markers, lines and columns stand where the text begins', async () => {
    const cell = (text: string, dir = ''): string => `<td><p${dir}>${text}</p></td>`;
    const right = ' dir="rtl"';
    const page = await open(
      {},
      `<div class="diffsvc"><ul><li><p${right}>البند</p><ol><li><p>one</p></li></ol></li><li><p>two</p></li></ul>
       <ul><li><p>three</p><ol><li><p${right}>واحد</p></li></ol></li></ul><blockquote><p${right}>البند</p></blockquote>
       <table data-direction="rtl"><tbody><tr>${cell('البند', right)}<td><table><tbody><tr>${cell('one')}</tr></tbody></table></td></tr></tbody></table>
       <table><tbody><tr>${cell('البند', right)}${cell('one')}</tr></tbody></table></div>`,
    );
    const directions = await page
      .locator('.diffsvc :is(ul, ol, blockquote, table, p:not([dir]))')
      .evaluateAll((elements) => elements.map((element) => getComputedStyle(element).direction));
    //                   ul,    ol,    one,   two,   ul,    three, ol,    quotation, table, in it, one,   table, one
    expect(directions).toEqual([
      'rtl',
      'ltr',
      'ltr',
      'ltr',
      'ltr',
      'ltr',
      'rtl',
      'rtl',
      'rtl',
      'ltr',
      'ltr',
      'ltr',
      'ltr',
    ]);
    await page.close();
  });

  test('vertical lines are vertical, and a changed direction says what it was', async () => {
    const changed = (look: string): string =>
      `data-change-id="chg_000001" data-change-type="format" data-original-path="" data-original-look='${look}'`;
    const page = await open(
      {},
      `<div class="diffsvc"><p data-direction="vertical-rl" ${changed('{}')}>a</p><p ${changed('{"data-direction":"vertical-rl"}')}>b</p>
       <table data-direction="rtl" ${changed('{}')}><tbody><tr><td></td></tr></tbody></table>
       <p data-align="center" ${changed('{}')}>c</p><p data-direction="sideways-lr">d</p></div>`,
    );
    const shown = await page.locator('.diffsvc > *').evaluateAll((elements) =>
      elements.map((element) => {
        const [label, own] = [getComputedStyle(element, '::after').content, getComputedStyle(element)];
        return `${own.writingMode} ${own.direction} ${label}`;
      }),
    );
    expect(shown).toEqual([
      'vertical-rl ltr "was horizontal"',
      'horizontal-tb ltr "was vertical"',
      'horizontal-tb rtl "was left to right"',
      'horizontal-tb ltr "layout changed"',
      'sideways-lr ltr none',
    ]);
    await page.close();
  });

  test('insertions are underlined, deletions struck through', async () => {
    const page = await open();
    const line = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((element) => getComputedStyle(element).textDecorationLine);
    expect(await line('ins')).toBe('underline');
    expect(await line('del')).toBe('line-through');
    await page.close();
  });

  test('a line of plain text whose paragraph alone is another one has the sign of a boundary, and no label', async () => {
    const page = await open();
    const signs = await page.locator('.line[data-original-path]').evaluateAll((lines) =>
      lines.map((line) => {
        const [before, after] = ['::before', '::after'].map((pseudo) => getComputedStyle(line, pseudo));
        return `${before!.content}, ${before!.textDecorationLine}, ${after!.content}, ${getComputedStyle(line).borderLeftWidth}`;
      }),
    );
    expect(signs).toEqual([
      '"¶" / "paragraph break inserted", underline, none, 0px',
      '"¶" / "paragraph break deleted", line-through, none, 0px',
    ]);
    await page.close();
  });

  test('screen readers hear where a change begins and ends; a print does not carry these words', async () => {
    const page = await open();
    const words = () =>
      page
        .locator('ins[data-change-id]')
        .first()
        .evaluate((element) => ['::before', '::after'].map((pseudo) => getComputedStyle(element, pseudo).content));
    expect(await words()).toEqual(['"insertion start"', '"insertion end"']);
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    expect(await words()).toEqual(['none', 'none']);
    expect(await page.locator('.diffsvc').evaluate((root) => getComputedStyle(root).colorScheme)).toBe('light');
    await page.close();
  });

  test('forced colours keep insertions, deletions and the current change apart', async () => {
    const page = await open({ forcedColors: 'active' });
    await page
      .locator('ins')
      .first()
      .evaluate((element) => element.classList.add('diffsvc-current'));
    const outlines = await page.evaluate(() =>
      ['ins.diffsvc-current', 'ins:not(.diffsvc-current)', 'del'].map((selector) => {
        const element = document.querySelector(selector);
        const style = element ? getComputedStyle(element) : null;
        return `${style?.textDecorationLine ?? ''} ${style?.outlineStyle ?? ''} ${style?.outlineWidth ?? ''}`;
      }),
    );
    expect(outlines).toEqual(['underline solid 3px', 'underline solid 1px', 'line-through dashed 1px']);
    await page.close();
  });

  for (const width of [360, 900]) {
    test(`nothing is wider than a window of ${String(width)} px`, async () => {
      const page = await open({ viewport: { width, height: 800 } });
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow).toBeLessThanOrEqual(0);
      await page.close();
    });
  }

  test('a wide table scrolls in itself', async () => {
    const cells = Array.from({ length: 40 }, (_, index) => `<td><p>column${String(index)}</p></td>`).join('');
    const page = await open(
      { viewport: { width: 360, height: 800 } },
      `<div class="diffsvc"><table><tbody><tr>${cells}</tr></tbody></table></div>`,
    );
    const table = await page.locator('table').evaluate((element) => [element.scrollWidth, element.clientWidth]);
    expect(table[0]).toBeGreaterThan(table[1] ?? 0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await page.close();
  });

  test('hidden content of the original side takes no room, and nothing is loaded', async () => {
    const requests: string[] = [];
    const page = await session.newPage();
    page.on('request', (request) => requests.push(request.url()));
    await page.setContent(
      `${fragment}<div class="diffsvc"><figure class="image" data-side="original" hidden=""><img alt="gone" data-src="https://example.org/x.png"></figure></div>`,
    );
    await page.addStyleTag({ path: STYLESHEET });
    expect(await page.locator('figure[hidden]').isVisible()).toBe(false);
    expect(requests.filter((url) => !url.startsWith('data:') && !url.startsWith('about:'))).toEqual([]);
    await page.close();
  });
});
