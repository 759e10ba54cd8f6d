// @vitest-environment jsdom
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { comparableSide, plainTextOf } from '../../extension/capture/comparable-side.ts';
import { comparedHtml, sanitisedPage, sanitiseForComparison } from '../../extension/capture/sanitise.ts';
import { prepareSides } from '../../extension/comparison/compare-sides.ts';
import type { Progress } from '../../extension/comparison/progress.ts';
import type { Capture, PageScope } from '../../extension/capture/capture.ts';
import { capture } from './captures.ts';

const SENTENCE = 'The parties agree on all that is written here, and on nothing that is not written here. ';
const ARTICLE = `<nav class="menu"><a href="https://x.example/">Menu</a></nav><article><p>${SENTENCE.repeat(4)}</p><p>${SENTENCE.repeat(4)}</p></article><footer>Imprint</footer>`;

describe('what is sent', () => {
  test.each([
    ['<img src=x onerror=alert(1)>', '<img>'],
    ['<p onclick="x()" style="color:red" data-x="1">a</p>', '<p>a</p>'],
    ['<a href="javascript:alert(1)">a</a>', '<a>a</a>'],
    ['<a href=" java\tscript:alert(1)">a</a>', '<a>a</a>'],
    [
      '<svg><script>alert(1)</script><path onclick=x() d="M0 0"/><text>a</text></svg>b',
      '<svg><path d="M0 0"></path><text>a</text></svg>b',
    ],
    [
      '<svg><a href="javascript:x"><text>a</text></a><use href="https://x.example/#a"/></svg>b',
      '<svg><a><text>a</text></a></svg>b',
    ],
    [
      '<math><mi href="javascript:x" onclick=x()>a</mi><annotation-xml encoding="text/html"><p>b</p></annotation-xml></math>',
      '<math><mi>a</mi></math>',
    ],
    ['<input type=password value=secret onfocus=x() autofocus>', '<input type="password">'],
    ['<video src="javascript:x" poster="https://x.example/a" autoplay></video>', '<video></video>'],
    ['<a href="#part">a</a><p id=part>b</p>', '<a href="#part">a</a><p id="part">b</p>'],
    [
      '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
      '<math><mtext><img><table></table></mtext></math>',
    ],
    ['<form><input name=attributes>c</form>', '<input>c'],
    ['<iframe src="https://x.example"></iframe>d', 'd'],
    ['<a href="https://x.example/">e</a>', '<a href="https://x.example/">e</a>'],
    [
      '<table><tbody><tr><td colspan="2" rowspan="3" dir="rtl" lang="ar">f</td></tr></tbody></table>',
      '<table><tbody><tr><td colspan="2" rowspan="3" dir="rtl" lang="ar">f</td></tr></tbody></table>',
    ],
    ['<ol start="4" type="a"><li>g</li></ol>', '<ol start="4" type="a"><li>g</li></ol>'],
  ])('of %s is %s', (given, expected) => {
    expect(sanitiseForComparison(given)).toBe(expected);
    expect(comparedHtml(sanitisedPage(given))).toBe(expected);
  });

  test('keeps classes only until the article is found', () => {
    const given = '<div class="post" id="x" role="main" hidden=""><p itemprop="b" lang="de">a</p></div>';
    const page = sanitisedPage(given);
    expect(page.innerHTML).toBe(given);
    expect(comparedHtml(page)).toBe('<div id="x"><p lang="de">a</p></div>');
  });

  test('is the same, whether a page is sanitised for its article first or for the comparison at once', () => {
    const element = fc.letrec((tie) => ({
      node: fc.oneof({ maxDepth: 4 }, fc.string(), tie('element')),
      element: fc
        .tuple(
          fc.constantFrom(
            'p',
            'div',
            'ul',
            'li',
            'table',
            'td',
            'pre',
            'svg',
            'math',
            'style',
            'template',
            'form',
            'b',
          ),
          fc.constantFrom('', ' class="a"', ' id=body', ' onclick=x()', ' href="javascript:x"', ' dir=rtl', ' hidden'),
          fc.array(tie('node'), { maxLength: 3 }),
        )
        .map(([tag, attribute, nodes]) => `<${tag}${attribute}>${nodes.join('')}</${tag}>`),
    })).element;
    fc.assert(
      fc.property(element, (markup) => {
        expect(comparedHtml(sanitisedPage(markup))).toBe(sanitiseForComparison(markup));
      }),
    );
  });
});

function prepare(original: Capture, revised: Capture, scope: PageScope) {
  return prepareSides({ original, revised }, scope, new AbortController().signal, () => undefined);
}

test('an article keeps what its form controls, drawings and equations show', () => {
  const inside = '<p>Price ☑ 12 EUR<input type="password"></p><svg><text>2026</text></svg><math><mi>x</mi></math>';
  const { html, scope } = comparableSide(capture(ARTICLE.replace('</article>', `${inside}</article>`)), 'article');
  expect(scope).toBe('article');
  expect(html).toContain('Price ☑ 12 EUR');
  expect(html).toContain('<svg><text>2026</text></svg>');
  expect(html).toContain('<math><mi>x</mi></math>');
});

describe('two sides', () => {
  test('are their articles, with their titles, or whole', async () => {
    const article = await prepare(capture(ARTICLE), capture(ARTICLE), 'article');
    expect(article).toMatchObject({ format: 'html', articleMissing: false, scopes: { original: 'article' } });
    expect(article.original).toContain('<h1>Title</h1>');
    expect(article.original).toContain('The parties agree');
    expect(article.original).not.toMatch(/Menu|Imprint/u);
    const whole = await prepare(capture(ARTICLE), capture(ARTICLE), 'whole');
    expect(whole.original).toContain('Menu');
  });

  test('that are a page and a selection keep the article of the page', async () => {
    const sides = await prepare(capture('<p>x</p>', { from: 'selection' }), capture(ARTICLE), 'article');
    expect(sides).toMatchObject({ articleMissing: false, scopes: { original: 'whole', revised: 'article' } });
  });

  test('are told one by one, and end between them when that is asked for', async () => {
    const running = new AbortController();
    const told: Progress[] = [];
    const captures = { original: capture(ARTICLE), revised: capture(ARTICLE) };
    const ended = prepareSides(captures, 'whole', running.signal, (progress) => {
      told.push(progress);
      if (told.length === 2) running.abort();
    });
    await expect(ended).rejects.toThrow('aborted');
    expect(told).toEqual([
      { step: 'preparing', side: 'original' },
      { step: 'preparing', side: 'revised' },
    ]);
  });

  test('are both whole when one has no article', async () => {
    const sides = await prepare(capture(ARTICLE), capture(''), 'article');
    expect(sides).toMatchObject({ articleMissing: true, scopes: { original: 'whole', revised: 'whole' } });
    expect(sides.original).toContain('Menu');
  });

  test('are both text when one is', async () => {
    const clipboard = capture('one  two\r\n\r\nthree', { from: 'clipboard', isPlainText: true });
    const selection = capture('<p>one <b>two</b></p><ul><li>three</li></ul>', { from: 'selection' });
    const sides = await prepare(clipboard, selection, 'article');
    expect(sides).toMatchObject({ format: 'txt', original: 'one two\nthree', revised: 'one two\nthree' });
  });
});

test('the text of a table has a line for each row', () => {
  expect(plainTextOf(capture('<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>'))).toBe('a b\nc');
});
