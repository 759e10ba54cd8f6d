// Tests of the judge. It finds each fault that is put into a redline by hand, and none in a clean redline.
import { describe, expect, test } from 'vitest';
import { comparedSide, ON_ORIGINAL, ON_REVISED, readJudgedBlocks } from './judged-blocks.ts';
import { findFaults, isInsideToken } from './readability.ts';
import { measureRedline } from './redline-measure.ts';
import { browserText, inkOfResult, inkOfSource } from './source-ink.ts';
import { firstDifference } from './judge-comparison.ts';

const root = (content: string): string => `<div class="diffsvc">${content}</div>`;
const ins = (text: string, id = 'chg_000001'): string => `<ins data-change-id="${id}">${text}</ins>`;
const del = (text: string, id = 'chg_000001'): string => `<del data-change-id="${id}">${text}</del>`;

describe('measureRedline', () => {
  test('returns both sides, changed characters and segments', () => {
    const measure = measureRedline(root(`<p>a ${del('big')}${ins('small one')} b</p><p>c<br>d</p>`));
    expect(measure).toMatchObject({
      original: 'a big b c d',
      revised: 'a small one b c d',
      changedChars: 11,
      segments: 2,
      empty: 0,
      illegal: 0,
      malformed: 0,
      marked: true,
    });
  });

  test.each([
    ['in a list', '<ul><ins><li>a</li></ins></ul>'],
    ['in a row', '<table><tbody><tr><ins><td>a</td></ins></tr></tbody></table>'],
    ['in a table', '<table><del><tbody></tbody></del></table>'],
    ['around a block in a paragraph', '<p><ins><h1>a</h1></ins></p>'],
    ['around an item', '<div><ins><li>a</li></ins></div>'],
  ])('blames a change %s', (_, html) => {
    expect(measureRedline(html).illegal).toBe(1);
  });

  test.each([
    ['around paragraphs in a division', '<div><ins><p>a</p></ins></div>'],
    ['in an item', '<ul><li><ins>a</ins></li></ul>'],
    ['around marks', '<p><del><strong>a</strong></del></p>'],
  ])('allows a change %s', (_, html) => {
    expect(measureRedline(html)).toMatchObject({ illegal: 0, empty: 0, malformed: 0 });
  });

  test('finds empty changes, but not those that hold an image or a line break', () => {
    expect(measureRedline('<p><ins></ins><del><b></b></del><ins><img src="x"></ins><del><br></del></p>').empty).toBe(2);
  });

  test('finds missing end tags', () => {
    expect(measureRedline('<div><p>a<p>b</div>').malformed).toBe(2);
  });

  test('counts the whole content of an element that is marked as added or removed', () => {
    const measure = measureRedline('<p class="vdd-removed">old <b>x</b></p><p class="vdd-added">new</p>');
    expect(measure).toMatchObject({ original: 'old x', revised: 'new', changedChars: 7, segments: 2 });
    expect(measure.originalTags).toEqual(['<p>', '#', '<b>', '#', '</b>', '</p>']);
  });
});

describe('comparedSide', () => {
  const side = (html: string, bit: typeof ON_ORIGINAL | typeof ON_REVISED): unknown =>
    comparedSide(readJudgedBlocks(root(html)), bit).map(({ type, items, spans }) => [type, items, spans]);

  test('leaves out blocks, rows and cells of the other side', () => {
    const html =
      '<p data-change-id="c" data-change-type="block_insert"><ins>new</ins></p>' +
      '<table><tbody><tr data-change-id="d" data-change-type="block_delete"><td><p><del>x</del></p></td></tr></tbody></table>';
    expect(side(html, ON_ORIGINAL)).toEqual([
      ['table', '', []],
      ['row', '', []],
      ['cell', '', []],
      ['p', '', [['x', '', null]]],
    ]);
    expect(side(html, ON_REVISED)).toEqual([
      ['p', '', [['new', '', null]]],
      ['table', '', []],
    ]);
  });

  test('reads addresses that no change restores', () => {
    const carried = '{"attributes":{},"code":[],"images":[],"links":[[2,6,"#a"]]}'.replaceAll('"', '&quot;');
    const html = `<p data-original-carried="${carried}">x <ins data-change-id="c">new </ins><a href="#b">link</a></p>`;
    const spans = (bit: typeof ON_ORIGINAL | typeof ON_REVISED) =>
      comparedSide(readJudgedBlocks(root(html)), bit)[0]?.spans;
    expect(spans(ON_ORIGINAL)).toEqual([
      ['x ', '', null],
      ['link', '', '#a'],
    ]);
    expect(spans(ON_REVISED)?.at(-1)).toEqual(['link', '', '#b']);
  });

  test('reads marks and destinations of either side', () => {
    const html =
      '<p>a <span data-change-id="c" data-change-type="format" data-original-marks="em">b</span>' +
      '<span data-change-id="d" data-change-type="link" data-original-href="/x"><a href="/y">c</a></span></p>';
    expect(side(html, ON_ORIGINAL)).toEqual([
      [
        'p',
        '',
        [
          ['a ', '', null],
          ['b', 'em', null],
          ['c', '', '/x'],
        ],
      ],
    ]);
    expect(side(html, ON_REVISED)).toEqual([
      [
        'p',
        '',
        [
          ['a b', '', null],
          ['c', '', '/y'],
        ],
      ],
    ]);
  });

  test('joins the pieces of a split or merged paragraph', () => {
    const html = '<p>a</p><p data-boundary-id="c" data-boundary-type="insert"><del data-change-id="c"> </del>b</p>';
    expect(side(html, ON_ORIGINAL)).toEqual([['p', '', [['a b', '', null]]]]);
    expect(side(html, ON_REVISED)).toEqual([
      ['p', '', [['a', '', null]]],
      ['p', '', [['b', '', null]]],
    ]);
  });

  test('distinguishes items from continued items, and reads the original path', () => {
    const html =
      '<ul><li><p>a</p><p>b</p></li></ul><p>between</p><ul><li data-continues=""><p>c</p></li><li>' +
      '<p data-change-id="c" data-change-type="format" data-original-type="h2" data-original-path="quote">d</p></li></ul>';
    expect(side(html, ON_REVISED)).toEqual([
      ['p', 'ul+', [['a', '', null]]],
      ['p', 'ul', [['b', '', null]]],
      ['p', '', [['between', '', null]]],
      ['p', 'ul', [['c', '', null]]],
      ['p', 'ul+', [['d', '', null]]],
    ]);
    expect(side(html, ON_ORIGINAL)).toContainEqual(['h2', 'quote', [['d', '', null]]]);
  });
});

describe('findFaults', () => {
  const faults = (html: string): unknown => findFaults(readJudgedBlocks(root(html)));
  const none = { islands: [], cuts: [], blanks: [], loneWords: [] };

  test('accepts changes of whole words', () => {
    expect(faults(`<p>the ${del('old')}${ins('new')} house, ${del('1,000')}${ins('2,000')} of it</p>`)).toEqual(none);
  });

  test('finds a short word between changes as an island, and a longer one as a lone word', () => {
    expect(faults(`<p>${del('x')}${ins('y')} of ${del('z')}</p>`)).toEqual({ ...none, islands: ['y| of '] });
    expect(faults(`<p>${del('x')}${ins('y')} offers ${del('z')}</p>`)).toEqual({
      ...none,
      loneWords: ['[x → y] offers [z → ]'],
    });
    expect(faults(`<p>${del('x')} offers ten ${del('z')}</p>`)).toEqual(none);
  });

  test.each([
    ['a word', `<p>house${ins('s')}</p>`],
    ['a number', `<p>1,${del('0')}${ins('2')}00</p>`],
    ['a URL', `<p>https://example.org/${del('a')}${ins('b')}/c</p>`],
    ['a contraction', `<p>don${del("'t")}</p>`],
    ['an emoji', `<p>👩${del('🏼')}${ins('🏽')}</p>`],
    ['a word that is divided', `<p>foo${ins(' ')}bar</p>`],
  ])('finds a change that cuts %s', (_, html) => {
    expect((faults(html) as { cuts: string[] }).cuts).not.toEqual([]);
  });

  test('accepts cuts between letters of scripts without spaces', () => {
    expect(isInsideToken('中', '文')).toBe(false);
    expect(isInsideToken('ab', 'c')).toBe(true);
  });

  test('keeps a mark with the character before it, also with a space', () => {
    expect(isInsideToken('abc \u0300', 'X')).toBe(false);
    expect(isInsideToken('abce\u0300', 'X')).toBe(true);
  });

  test('finds a change of white space only, unless white space is text', () => {
    expect(faults(`<p>a,${ins(' ')}"b"</p>`)).toMatchObject({ blanks: ['a,| "b"'] });
    expect(faults(`<p class="line">a,${ins(' ')}"b"</p>`)).toEqual(none);
  });
});

describe('inkOfSource', () => {
  test.each([
    ['html', '<title>t</title><p>a&nbsp;b<script>x</script>e\u0301</p>', 'ab\u00E9'],
    ['markdown', '# A *b*\n\n- c [d](https://x)', 'Abcd'],
    ['markdown', '<https://x.example/?a=%5B1%5D>', 'https://x.example/?a=%5B1%5D'],
    ['markdown', '---\nt: a\nl:\n- b\n---\n\nc[^1]\n\n[^1]: d\n', 't:al:-bc[1]d'],
    ['txt', '\uFEFFa \t b\r\n', 'ab'],
  ] as const)('of %s is its visible text', (format, text, ink) => {
    expect(inkOfSource(text, format)).toBe(ink);
  });

  test('of JSON does not depend on order, and keeps the spelling of numbers', () => {
    expect(inkOfSource('{"b":1.0,"a":"\\u0078 y"}', 'json')).toBe(inkOfResult('{\n "a": "x y",\n "b": 1.0\n}', 'json'));
    expect(inkOfSource('{"a":1.0}', 'json')).not.toBe(inkOfSource('{"a":1}', 'json'));
  });

  test('of a fragment shows what a browser moves', () => {
    expect(browserText('<table><tbody><tr><ins>x</ins><td>y</td></tr></tbody></table>')).toBe('xy');
  });
});

test('firstDifference names the place', () => {
  expect(firstDifference('abc', 'abc')).toBeNull();
  expect(firstDifference('abc', 'abd')).toBe('at 2 expected "abc", found "abd"');
});
