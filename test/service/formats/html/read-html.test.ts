import { describe, expect, it } from 'vitest';
import { stepsOf } from '../../../../shared/document/path.ts';
import { ServiceError } from '../../../../shared/errors.ts';
import { readText } from '../../../../service/formats/read-text.ts';
import { blocksOf, sketch } from '../builders.ts';
import { costlyTest } from '../../../seed/costly-test.ts';

const CASES: Record<string, [html: string, ...blocks: string[]][]> = {
  'white space': [
    ['<p>  a \n\t b&nbsp;&#8195;c  </p>', 'p: a b c'],
    ['<p><b>a </b>b</p>', 'p: [strong a] b'],
    ['<p><b>a</b> b</p>', 'p: [strong a] b'],
    ['<p><b>a</b> <b>b</b></p>', 'p: [strong a b]'],
    ['<p><a href=x>a</a> <a href=x>b</a> <a href=y>c</a></p>', 'p: [@x a b] [@y c]'],
    ['<p>a <br> b<br><br></p>', 'p: a⏎b'],
    ['<p><br>a</p>', 'p: a'],
    ['<p><b>a<br></b><b>b</b></p>', 'p: [strong a⏎b]'],
    ['<p>\u00adsoft\u200bzero</p>', 'p: \u00adsoft\u200bzero'],
    ['a <img src=x> b', 'p: a (x)b'],
  ],
  'NFC over run boundaries': [
    ['e<b>\u0301x</b>', 'p: \u00e9[strong x]'],
    ['<b>e</b>\u0301', 'p: [strong \u00e9]'],
    ['<i>\u1100</i><b>\u1161</b>\u11a8', 'p: [em \uac01]'],
  ],
  marks: [
    ['<b><i>a</i></b><i><b>b</b></i>', 'p: [strong.em ab]'],
    ['<ins>a</ins><u>b</u><del>c</del><strike>d</strike>', 'p: [u ab][s cd]'],
    ['<kbd>a</kbd><sup>b</sup><sub>c</sub><mark>d</mark>', 'p: [code a][sup b][sub c][mark d]'],
    ['<cite>a</cite><var>b</var><big>c</big>', 'p: abc'],
    ['<span style="font-weight:700;font-style:italic">a</span>', 'p: [strong.em a]'],
    ['<span style="text-decoration: underline line-through">a</span>', 'p: [u.s a]'],
    ['<b style="font-weight:normal">a</b>', 'p: a'],
    ['<a>a</a><a href=" b ">b</a>', 'p: a[@b b]'],
  ],
  'broken nesting, as browsers repair it': [
    ['<b>a<i>b</b>c</i>d', 'p: [strong a][strong.em b][em c]d'],
    ['<p><b>a<p>b</b>c', 'p: [strong a]', 'p: [strong b]c'],
    ['<b>a<div>b</b>c</div>d', 'p: [strong a]', 'p: [strong b]c', 'p: d'],
    ['<p>a</p>b</p>c', 'p: a', 'p: b', 'p: c'],
    ['<a href=x>a<a href=y>b</a>c', 'p: [@x a][@y b]c'],
    ['<p>a<h2>b<h3>c', 'p: a', 'h2: b', 'h3: c'],
    ['<p>a<![CDATA[ b > c', 'p: a c'],
  ],
  blocks: [
    ['a<section>b</section>c', 'p: a', 'p: b', 'p: c'],
    ['<h1>a</h1><hr><pre>\n\n  b\n</pre>', 'h1: a', 'rule', 'pre: ⏎  b'],
    ['<pre>a<div> b</div>c</pre>', 'pre: a', 'pre:  b', 'pre: c'],
    ['<blockquote>a<blockquote><p>b</blockquote></blockquote>', 'quote p: a', 'quote quote p: b'],
    ['<p> </p><ul><li></li><li>&nbsp;</li></ul>'],
    ['<div dir=RTL lang=ar><p>a<p lang="">b</div><p>c', 'p dir=rtl lang=ar: a', 'p dir=rtl: b', 'p: c'],
    ['<html lang=en><body dir=rtl><p>a', 'p dir=rtl: a'],
    ['<html lang=en dir=ltr><p>a', 'p: a'],
  ],
  lists: [
    ['<ul><li>a<li>b<p>c</ul>', 'ul+ p: a', 'ul+ p: b', 'ul p: c'],
    ['<ol><li>a<ul><li>b<li>c</ul>d</ol>', 'ol+ p: a', 'ol ul+ p: b', 'ol ul+ p: c', 'ol p: d'],
    ['<ul><li>a</li><ul><li>b</li></ul><li>c</ul>', 'ul+ p: a', 'ul ul+ p: b', 'ul+ p: c'],
    ['<ul>a<li>b</li>c<p>d</ul>', 'ul+ p: a', 'ul+ p: b', 'ul+ p: c', 'ul p: d'],
    ['<li>a<li>b', 'ul+ p: a', 'ul+ p: b'],
    ['<ol start=3><li>a<li>b<li value=9>c<li>d</ol>', 'ol+=3 p: a', 'ol+ p: b', 'ol+=9 p: c', 'ol+ p: d'],
    ['<ol><li>a</ol><ol><li>b</ol>', 'ol+ p: a', 'ol+=1 p: b'],
    ['<ol><li>a</ol><p>x</p><ol start=2><li>b</ol>', 'ol+ p: a', 'p: x', 'ol+=2 p: b'],
    ['<ol><li>a<li><li>c</ol>', 'ol+ p: a', 'ol+=3 p: c'],
    ['<dl><dt>a<dd>b<dd>c</dl>', 'dt+ p: a', 'dd+ p: b', 'dd+ p: c'],
  ],
  tables: [
    [
      'x<table><caption>t</caption>y<thead><tr><th colspan=2000>a<tbody><tr><td rowspan=0><td>b</table>z',
      'p: xy',
      'caption: t',
      'table',
      '| head',
      '|| th(1000x1)',
      '|| p: a',
      '| body',
      '|| td(1x65534)',
      '|| td',
      '|| p: b',
      'p: z',
    ],
    ['<table><tr></tr></table><table></table>a', 'p: a'],
    ['<ul><li>a<table><td><ul><li>b</table></ul>', 'ul+ p: a', 'ul table', '| body', '|| td', '|| ul+ p: b'],
    [
      '<table><td><table><td>a</table></table>',
      'table',
      '| body',
      '|| td',
      '|| table',
      '|| | body',
      '|| || td',
      '|| || p: a',
    ],
    ['<td>a</td><td>b</td>', 'p: ab'],
    ['<b>a<table><td>b</table>', 'p: [strong a]', 'table', '| body', '|| td', '|| p: [strong b]'],
  ],
  images: [
    ['<p>a<img src=i alt=x>b</p>', 'p: a(x)b'],
    ['<p><a href=l><img src=i></a> <img src=j></p>', 'image i -> l', 'image j'],
    ['<img>'],
  ],
  'what is dropped': [
    [
      '<head><title>t</title><style>s</style></head><script>a<b</script>x<noscript><p>n</noscript><svg><path/></svg>' +
        '<template>t</template><iframe>i</iframe><object>o</object><audio>a</audio><canvas>c</canvas>' +
        '<dialog>q</dialog><datalist><option>p</datalist><p hidden>h</p><p style="display: none">d</p><!-- c --><button>y</button>z',
      'p: xyz',
    ],
    [
      'a<div hidden><table><td>x</table></div>b<table><tr hidden><td>c<tr><td hidden>d<td>e</table>',
      'p: ab',
      'table',
      '| body',
      '|| td',
      '|| p: e',
    ],
    ['<p aria-hidden=true>a', 'p: a'],
    ['<math><mi>x</mi><mo>=</mo><mspace/><mn>1</mn></math>', 'p: x=1'],
    [
      '<li><input type=checkbox checked> a<li><input type=checkbox>b<input type=hidden value=c>',
      'ul+ p: ☑ a',
      'ul+ p: ☐ b',
    ],
  ],
  'form controls': [
    ['a<input value=" 1  2 ">b', 'p: a 1 2 b'],
    ['<input type=radio checked>a<input type=radio>b', 'p: ◉ a○ b'],
    ['<input type=password value=secret><input type=file value=f>a', 'p: a'],
    ['<input type=image src=i alt=x>', 'image i'],
    ['a<select><option>p<option value=1 selected>q</select>b', 'p: a ○ p ◉ q b'],
    ['<select multiple><option selected>p<option label=q>r</select>', 'p: ☑ p ☐ q'],
    ['<select size=2><optgroup label=g><option>p</optgroup><optgroup label=h><option>q</select>', 'p: g: ○ p h: ○ q'],
    ['<p>a<textarea>\nb\n c</textarea>d', 'p: a', 'pre: b⏎ c', 'p: d'],
    ['a<meter value=.5>x</meter><progress></progress>b', 'p: a .5/1 b'],
    ['<dialog open>a</dialog>b', 'p: a', 'p: b'],
  ],
  drawings: [
    [
      'a<svg><desc>no</desc><g>no<text x=1>b<tspan x=1>c</tspan><tspan>d</tspan></text></g><style>no</style></svg>e',
      'p: a b cd e',
    ],
    ['<svg><a href=l><text>b</text></a></svg>', 'p: [@l b]'],
    ['<svg><text visibility=hidden>b</text><foreignObject>no<p>c</p></foreignObject></svg>d', 'p: c', 'p: d'],
  ],
  equations: [
    ['<math><mfrac><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mn>2</mn></mfrac></math>', 'p: (a+b)/(2)'],
    ['<math><msup><mi>x</mi><mrow><mi>n</mi><mo>-</mo><mn>1</mn></mrow></msup></math>', 'p: x^(n-1)'],
    ['<math><mfrac linethickness="0"><mi>n</mi><mi>k</mi></mfrac></math>', 'p: (n)¦(k)'],
    ['<math><mover><mi>x</mi><mo>¯</mo></mover><mrow><mi>y</mi></mrow></math>', 'p: x^(¯)y'],
    ['<math><msubsup><mi>x</mi><mn>1</mn><mn>2</mn></msubsup></math>', 'p: x_1^2'],
    [
      '<math><msqrt><mi>x</mi><mo>+</mo><mn>1</mn></msqrt><mroot><mi>y</mi><mn>3</mn></mroot></math>',
      'p: √(x+1)√(3&y)',
    ],
    [
      '<math><munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>0</mn></mrow><mi>n</mi></munderover></math>',
      'p: ∑_(i=0)^n',
    ],
    [
      '<math><mtable><mtr><mtd>1</mtd><mtd><mn>2</mn></mtd></mtr><mtr><mtd><mn>3</mn></mtd></mtr></mtable></math>',
      'p: [, 2; 3]',
    ],
    [
      '<math><mmultiscripts><mi>X</mi><mn>1</mn><mrow/><mprescripts/><mrow/><mn>4</mn></mmultiscripts></math>',
      'p: ^4X_1',
    ],
    ['a<math display=block><mi>x</mi></math>b', 'p: a', 'p: x', 'p: b'],
    [
      '<math><semantics><mi>f</mi><annotation>no</annotation></semantics><mo>&#x2061;</mo><mtext> if <b>y</b> </mtext></math>',
      'p: fif y',
    ],
  ],
  'the fragment read back': [
    ['<div class="diffsvc"><div class="para"><p class="line"> a </p></div></div>', 'para+ line:  a '],
    ['<div class="diffsvc"><pre class="line">  1</pre><p class="caption">c</p></div>', 'code-line:   1', 'caption: c'],
    ['<p class="line"> a </p>', 'p: a'],
    ['<div class="diffsvc"><p><a data-href="javascript:x">a</a></p></div>', 'p: [@javascript:x a]'],
  ],
};

describe.each(Object.entries(CASES))('readHtml: %s', (_, cases) => {
  it.each(cases)('%s', (html, ...expected) => {
    expect(sketch(blocksOf(html))).toEqual(expected);
  });
});

describe('readHtml: guard and envelope', () => {
  const codeOf = (html: string): string | undefined => {
    try {
      readText(html, 'html');
      return undefined;
    } catch (error) {
      return error instanceof ServiceError ? error.code : String(error);
    }
  };

  it('reads 2,000 nested elements and refuses one more', () => {
    expect(codeOf('<div>'.repeat(2000) + 'x')).toBeUndefined();
    expect(codeOf('<div>'.repeat(2001) + 'x')).toBe('document_too_complex');
    expect(codeOf('<b>'.repeat(2001) + 'x')).toBe('document_too_complex');
  });

  it('reads what is nested in equations, drawings and hidden parts just as deep', () => {
    const nested = (name: string): string => `<${name}>`.repeat(1_998) + 'x';
    expect(blocksOf(`<math>${nested('msqrt')}`)).toHaveLength(1);
    expect(sketch(blocksOf(`<math>${'<msqrt>'.repeat(1_998)}<mi>x`))[0]).toMatch(/^p: √\(+√/);
    expect(blocksOf(`<svg>${nested('g')}`)).toHaveLength(0);
    expect(readText(`<div hidden>${nested('b')}`, 'html').inventory).toHaveLength(1);
    expect(codeOf(`<math>${nested('mrow')}<mrow><mrow>`)).toBe('document_too_complex');
  });

  it('reads 300 nested lists', () => {
    const blocks = blocksOf(Array.from({ length: 300 }, (_, i) => `<ul><li>${i}`).join(''));
    expect(blocks.map((block) => block.path.length)).toEqual(Array.from({ length: 300 }, (_, i) => i + 1));
    expect(stepsOf(blocks[299]!.path).map((step) => step.starts)).toEqual([...Array<boolean>(299).fill(false), true]);
  });

  it('refuses more than one start tag for every 5 bytes above 64 KiB, and not below', () => {
    expect(codeOf('<p>a'.repeat(16_384))).toBeUndefined();
    expect(codeOf('<p>a'.repeat(16_385))).toBe('document_too_complex');
    expect(codeOf('<p>aa'.repeat(20_000))).toBeUndefined();
  });

  costlyTest('refuses more than 1,000,000 start tags', () => {
    expect(codeOf('<br/>'.repeat(1_000_000))).toBeUndefined();
    expect(codeOf('<br/>'.repeat(1_000_001))).toBe('document_too_complex');
  });

  it('refuses paths that would not fit into memory', () => {
    expect(codeOf('<ul>'.repeat(1900) + '<li>xx'.repeat(100_000))).toBe('document_too_complex');
  });

  it.each([
    ['end tags of nothing', '<p>', '</x>', 6_000_000],
    ['end tags of formats', '<b><table>', '</b>', 6_000_000],
    ['items', '<ul>', '<li></li> ', 990_000],
    ['blocks', '<p><marquee>', '<div></div>', 990_000],
  ])('walks past no open element for %s', (_, before, each, times) => {
    const deep = before + '<span>'.repeat(1_990);
    expect(blocksOf(`${deep}${each.repeat(times)}x`)).toHaveLength(1);
  });

  costlyTest('refuses to open formats again without end', () => {
    const formats = '<b><i><u><s><tt><big><font><small>'.repeat(3);
    expect(codeOf(`<p>${formats}${'<p>1<span>2'.repeat(40_000)}`)).toBeUndefined();
    expect(codeOf(`<p>${formats}${'<p>1<span>2'.repeat(45_000)}`)).toBe('document_too_complex');
  });

  it('refuses many paragraphs behind many formats that were never closed', () => {
    const formats = Array.from({ length: 1_500 }, (_, at) => `<b style="color:#${at}">`);
    expect(codeOf(`<p>${formats.join('')}${'<p>text'.repeat(190_000)}`)).toBe('document_too_complex');
  });

  it('counts the paths of all cells together', () => {
    const cell = `<td>${'<ul><li>xxxx'.repeat(900)}${'<li>xxxxx'.repeat(3_900)}</td>`;
    const table = (cells: number): string => `<table><tr>${cell.repeat(cells)}</tr></table>`;
    expect(codeOf(table(2))).toBeUndefined();
    expect(codeOf(table(3))).toBe('document_too_complex');
  });

  costlyTest('reads images between line feeds at the end of preformatted text, however many', () => {
    const [block] = blocksOf(`<pre>x${'\n<img alt="a">'.repeat(150_000)}</pre>`);
    expect(block?.kind === 'text' && block.runs.length).toBe(150_001);
  });

  it('takes nothing for a language that is longer than any', () => {
    const texts = blocksOf(`<div lang="${'a'.repeat(106)}"><p>a</p><p lang="${'b'.repeat(105)}">b</p></div>`);
    expect(texts.map((block) => block.kind === 'text' && block.attributes)).toEqual([{}, { lang: 'b'.repeat(105) }]);
  });

  it('counts bytes, block elements and start tags of the input', () => {
    expect(readText('<div><p>é<b>a</b><br><table><tr><td>x', 'html').envelope).toEqual({
      htmlBytes: 38,
      blockElements: 3,
      startTags: 7,
    });
  });
});
