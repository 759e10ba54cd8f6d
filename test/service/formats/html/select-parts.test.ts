/** Which parts of a page are compared, by CSS selectors. */
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { Selection } from '../../../../shared/api/selection.ts';
import { textOf } from '../../../../shared/document/model.ts';
import { readHtml } from '../../../../service/formats/html/read-html.ts';
import { compareText } from '../../../../service/pipeline/compare/compare-text.ts';
import { tagSoup } from './html-arbitrary.ts';

const PAGE = `<nav>Home <a href="/a">About</a></nav>
<main id="m"><h1>Terms</h1><p class="fee">The fee is 5.</p><table><tr><td>a<td class="x">b</table>
<aside class="ad">Buy <img src="/ad.png" alt="now"></aside><p>End.</p></main><footer>Version 7</footer>`;

const words = (selection?: Selection): string[] =>
  readHtml(PAGE, [], selection).document.blocks.flatMap((block) =>
    block.kind === 'text'
      ? textOf(block)
      : block.kind === 'table'
        ? block.rows.flatMap(({ cells }) =>
            cells.flatMap((cell) => cell.blocks.flatMap((inner) => (inner.kind === 'text' ? textOf(inner) : []))),
          )
        : [],
  );
const leftOut = (selection: Selection): (string | undefined)[] =>
  (readHtml(PAGE, [], selection).inventory ?? []).filter(({ kind }) => kind === 'left_out').map(({ label }) => label);

describe('parts of a page', () => {
  test.each<[string, Selection, string[], string[]]>([
    ['one part', { select: 'h1' }, ['Terms'], ['everything outside h1']],
    ['several parts', { select: 'h1, .fee' }, ['Terms', 'The fee is 5.'], ['everything outside h1, .fee']],
    ['a cell of a table', { select: 'td.x' }, ['b'], ['everything outside td.x']],
    [
      'a part inside of a part',
      { select: '#m, #m p' },
      ['Terms', 'The fee is 5.', 'a', 'b', 'Buy', 'End.'],
      ['everything outside #m, #m p'],
    ],
    [
      'the page without a part',
      { ignoreSelectors: ['nav', 'footer', '.ad'] },
      ['Terms', 'The fee is 5.', 'a', 'b', 'End.'],
      ['nav', '.ad', 'footer'],
    ],
    [
      'a part without a part',
      { select: 'main', ignoreSelectors: ['.ad', 'table'] },
      ['Terms', 'The fee is 5.', 'End.'],
      ['everything outside main', 'table', '.ad'],
    ],
    ['a part that is left out', { select: '.ad', ignoreSelectors: ['main'] }, [], ['everything outside .ad', 'main']],
    ['by position', { select: 'main > p:nth-of-type(2)' }, ['End.'], ['everything outside main > p:nth-of-type(2)']],
    [
      'by what is inside',
      { ignoreSelectors: ['aside:has(img)', 'a[href^="/"]'] },
      ['Home', 'Terms', 'The fee is 5.', 'a', 'b', 'End.', 'Version 7'],
      ['a[href^="/"]', 'aside:has(img)'],
    ],
    [
      'by a child',
      { select: 'table:has(> tbody > tr > .x)' },
      ['a', 'b'],
      ['everything outside table:has(> tbody > tr > .x)'],
    ],
    [
      'by what is inside of a part',
      { select: 'main:has(table td.x) > h1, tr:has(table td.x)' },
      ['Terms'],
      ['everything outside main:has(table td.x) > h1, tr:has(table td.x)'],
    ],
    [
      'by what follows',
      { select: 'h1:has(~ aside), p:has(+ table)' },
      ['Terms', 'The fee is 5.'],
      ['everything outside h1:has(~ aside), p:has(+ table)'],
    ],
    ['without what follows', { select: 'p:not(:has(~ aside))' }, ['End.'], ['everything outside p:not(:has(~ aside))']],
  ])('%s', (_name, selection, text, labels) => {
    expect(words(selection).map((each) => each.trim())).toEqual(text);
    expect(leftOut(selection)).toEqual(labels);
  });

  it('that are left out have a place', () => {
    const { inventory = [] } = readHtml(PAGE, [], { ignoreSelectors: ['.ad'] });
    expect(inventory.find(({ kind }) => kind === 'left_out')).toMatchObject({
      where: 'after “Home About Terms The fee is 5.ab”',
    });
  });

  const selectors = fc.constantFrom(
    'p',
    'li',
    'div',
    'b',
    'td, th',
    'body > *',
    ':first-child',
    'pre',
    ':not(:has(*))',
  );

  it('hide no difference: what is not compared is listed as different', () => {
    fc.assert(
      fc.property(tagSoup, tagSoup, selectors, (original, revised, selector) => {
        const texts = { original, revised, format: 'html', mode: 'auto' } as const;
        const compared = compareText({ ...texts, ignoreSelectors: [selector] });
        if (compareText(texts).summary.changeCount > 0)
          expect(compared.sameness).toMatch(/different|_in_compared_content/u);
        expect(compareText({ ...texts, revised: original, ignoreSelectors: [selector] }).sameness).toBe('same_file');
      }),
    );
  });
});

describe('a difference in what a selector leaves out', () => {
  const compare = (original: string, revised: string, selection: Selection) =>
    compareText({ original, revised, format: 'html', mode: 'auto', ...selection });

  test.each<[string, Selection]>([
    ['outside', { select: 'main' }],
    ['in an ignored part', { ignoreSelectors: ['nav'] }],
  ])('%s is named and no change', (_where, selection) => {
    const page = (word: string): string => `<nav>${word}</nav><main>Text</main>`;
    const { summary, sameness, uncompared } = compare(page('Old'), page('New'), selection);
    expect(summary.changeCount).toBe(0);
    expect(sameness).toBe('no_differences_in_compared_content');
    expect(uncompared).toMatchObject({ differs: true, items: [{ kind: 'left_out', differs: true }] });
    expect(compare(page('Old'), page('Old'), selection)).toMatchObject({
      sameness: 'same_file',
      uncompared: { differs: false },
    });
  });
});

describe('a selector is refused', () => {
  test.each<[string, Selection, string]>([
    ['that selects nothing', { select: 'article' }, 'The selector "article" selects 0 of 17 elements'],
    ['that is none', { select: 'p[' }, '"p[" is no CSS selector that can be used here'],
    ['with an unknown class', { ignoreSelectors: [':visible-part'] }, '":visible-part" is no CSS selector'],
    ['with a position among some', { select: 'p:nth-child(n+1 of .b)' }, 'and with “of” none can be used. Correct'],
    ['that makes the library fail', { select: ':icontains' }, 'here: a part of it is incomplete or unknown. Correct'],
    ['with a pseudo-element', { ignoreSelectors: ['p::before'] }, '"p::before" is no CSS selector'],
  ])('%s', (_name, selection, message) => {
    expect(() => readHtml(PAGE, [], selection)).toThrow(
      expect.objectContaining({ code: 'invalid_request', message: expect.stringContaining(message) }),
    );
  });

  it('that looks at too many nodes', () => {
    const wide = '<p>a</p>'.repeat(20_000);
    expect(() => readHtml(wide, [], { ignoreSelectors: ['p:nth-last-child(7)', 'p:has(~ i)'] })).toThrow(
      expect.objectContaining({
        code: 'document_too_complex',
        message: expect.stringContaining('look at more than 20000000 nodes'),
      }),
    );
  });

  it('in a text that is no HTML, and never in an empty one', () => {
    const texts = { original: '# a', revised: '# b', mode: 'auto', select: 'h1' } as const;
    expect(() => compareText({ ...texts, format: 'markdown' })).toThrow(
      'Selectors choose parts of HTML, and the format is markdown.',
    );
    expect(compareText({ ...texts, format: 'html', original: '', revised: '<h1>a</h1>' }).summary.changeCount).toBe(1);
  });
});
