// @vitest-environment jsdom
import { describe, expect, test } from 'vitest';
import { plainTextOf } from '../../extension/capture/comparable-side.ts';
import { sanitiseArrived, sanitiseForComparison } from '../../extension/capture/sanitise.ts';
import { prepareSides } from '../../extension/comparison/compare-sides.ts';
import { capture } from './captures.ts';

const SENTENCE = 'The parties agree on all that is written here, and on nothing that is not written here. ';
const ARTICLE = `<nav class="menu"><a href="https://x.example/">Menu</a></nav><article><p>${SENTENCE.repeat(4)}</p><p>${SENTENCE.repeat(4)}</p></article><footer>Imprint</footer>`;

describe('what is sent', () => {
  test.each([
    ['<img src=x onerror=alert(1)>', '<img>'],
    ['<p onclick="x()" style="color:red" data-x="1">a</p>', '<p>a</p>'],
    ['<a href="javascript:alert(1)">a</a>', '<a>a</a>'],
    ['<a href=" java\tscript:alert(1)">a</a>', '<a>a</a>'],
    ['<svg><script>alert(1)</script></svg>b', 'b'],
    [
      '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
      '<img><table></table>',
    ],
    ['<form><input name=attributes>c</form>', 'c'],
    ['<iframe src="https://x.example"></iframe>d', 'd'],
    ['<a href="https://x.example/">e</a>', '<a href="https://x.example/">e</a>'],
    [
      '<table><tbody><tr><td colspan="2" rowspan="3" dir="rtl" lang="ar">f</td></tr></tbody></table>',
      '<table><tbody><tr><td colspan="2" rowspan="3" dir="rtl" lang="ar">f</td></tr></tbody></table>',
    ],
    ['<ol start="4" type="a"><li>g</li></ol>', '<ol start="4" type="a"><li>g</li></ol>'],
  ])('of %s is %s', (given, expected) => {
    expect(sanitiseForComparison(given)).toBe(expected);
  });

  test('keeps classes only until the article is found', () => {
    const given = '<div class="post" id="x" role="main"><p>a</p></div>';
    expect(sanitiseArrived(given)).toBe(given);
    expect(sanitiseForComparison(sanitiseArrived(given))).toBe('<div><p>a</p></div>');
  });
});

describe('two sides', () => {
  test('are their articles, with their titles, or whole', async () => {
    const article = await prepareSides(capture(ARTICLE), capture(ARTICLE), 'article');
    expect(article).toMatchObject({ format: 'html', articleMissing: false, scopes: { original: 'article' } });
    expect(article.original).toContain('<h1>Title</h1>');
    expect(article.original).toContain('The parties agree');
    expect(article.original).not.toMatch(/Menu|Imprint/u);
    const whole = await prepareSides(capture(ARTICLE), capture(ARTICLE), 'whole');
    expect(whole.original).toContain('Menu');
  });

  test('are both whole when one has no article', async () => {
    const sides = await prepareSides(capture(ARTICLE), capture(''), 'article');
    expect(sides).toMatchObject({ articleMissing: true, scopes: { original: 'whole', revised: 'whole' } });
    expect(sides.original).toContain('Menu');
  });

  test('are both text when one is', async () => {
    const clipboard = capture('one  two\r\n\r\nthree', { from: 'clipboard', isPlainText: true });
    const selection = capture('<p>one <b>two</b></p><ul><li>three</li></ul>', { from: 'selection' });
    const sides = await prepareSides(clipboard, selection, 'article');
    expect(sides).toMatchObject({ format: 'txt', original: 'one two\nthree', revised: 'one two\nthree' });
  });
});

test('the text of a table has a line for each row', () => {
  expect(plainTextOf(capture('<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>'))).toBe('a b\nc');
});
