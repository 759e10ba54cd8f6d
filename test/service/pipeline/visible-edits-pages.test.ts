/** One visible edit at one place of a page or of a Markdown text. Each must be mentioned: as a change, or as what was not compared. */
import { describe, expect, it } from 'vitest';
import { describeDifferences } from '../../../shared/change/describe-uncompared.ts';
import { compareText } from '../../../service/pipeline/compare/compare-text.ts';

/** What the answer says of two texts: the kinds of its changes, and sentences about the rest. */
function mentions(original: string, revised: string, format: 'html' | 'markdown'): string[] {
  const comparison = compareText({
    ...{ original, revised, format, mode: 'word', include: ['pictures'], complexity: 'extended' },
  });
  const kinds = comparison.page(0, 100).changes.map(({ type }) => type);
  return [...kinds, ...describeDifferences(comparison.uncompared ?? { differs: false, items: [] })];
}

/** A page with something to edit of each kind. */
const PAGE = `<!doctype html><html><head><title>Terms</title><style>.note{color:red} #box{border:1px solid}</style></head><body>
<h1>Terms of the sale</h1>
<p id="intro">The seller <b>delivers</b> the goods within <i>ten</i> days, see <a href="#price">the price</a>.</p>
<p class="note">The buyer pays, 5 % a year. A line<br>break. H<sub>2</sub>O &amp; x<sup>2</sup>.</p>
<ul><li>First item</li><li>Second item<ul><li>Inner item</li></ul></li></ul>
<ol><li>One step</li><li>Two step</li></ol>
<p id="price">The price is <span>due</span> on&nbsp;Monday. I ♥ it. Ein&shy;kauf.</p>
<p><img src="a.png" alt="A seal" width="40"></p>
<table><tr><td>Left</td><td>Right</td></tr><tr><td>Below left</td><td>Below right</td></tr></table>
<form><input type="checkbox"> Agree <input type="text" value="Ada"> <select><option selected>Red</option><option>Blue</option></select>
<textarea>Words</textarea> <progress value="2" max="5"></progress> <input type="radio"> <button>Send</button></form>
<svg width="20" height="20"><rect width="9" height="9" fill="red"/><text>Seal</text></svg>
<blockquote>Quoted words</blockquote><pre>a  b
c</pre><hr><details open><summary>More</summary>Rest</details>
<p><math><mi>x</mi><mo>+</mo><mn>1</mn></math></p><video src="a.mp4"></video><iframe src="a.html"></iframe>
<dl><dt>Goods</dt><dd>Things</dd></dl><p>The last words.</p></body></html>`;

describe('one visible edit of a page is mentioned', () => {
  it.each([
    ['the title in the tab', '<title>Terms</title>', '<title>Conditions</title>'],
    ['a title that is gone', '<title>Terms</title>', ''],
    ['a word', 'within', 'after'],
    ['a sign', 'days, see', 'days; see'],
    ['bold', '<b>delivers</b>', 'delivers'],
    ['italic', '<i>ten</i>', 'ten'],
    ['underline', '<i>ten</i>', '<i><u>ten</u></i>'],
    ['a raised digit', 'x<sup>2</sup>', 'x2'],
    ['a lowered digit', 'H<sub>2</sub>O', 'H2O'],
    ['the target of a link', 'href="#price"', 'href="https://example.org/"'],
    ['a link that is gone', '<a href="#price">the price</a>', 'the price'],
    ['a line break', 'A line<br>break', 'A line break'],
    ['a paragraph for a line break', 'A line<br>break', 'A line</p><p>break'],
    ['a heading level', 'h1>', 'h2>'],
    ['a heading that is none', '<h1>Terms of the sale</h1>', '<p>Terms of the sale</p>'],
    [
      'bullets for numbers',
      '<ol><li>One step</li><li>Two step</li></ol>',
      '<ul><li>One step</li><li>Two step</li></ul>',
    ],
    ['the start of a list', '<ol>', '<ol start="3">'],
    ['letters for numbers', '<ol>', '<ol type="a">'],
    ['a list backwards', '<ol>', '<ol reversed>'],
    ['a bullet', '<ul><li>First', '<ul type="square"><li>First'],
    ['no bullet', '<ul><li>First', '<ul style="list-style: none"><li>First'],
    ['the level of an item', '<ul><li>Inner item</li></ul>', '</li><li>Inner item'],
    ['a soft hyphen', '&shy;', ''],
    ['a heart as an emoji', 'I ♥ it', 'I ♥\ufe0f it'],
    ['another picture', 'a.png', 'b.png'],
    ['the size of a picture', 'width="40"', 'width="400"'],
    ['the description of a picture', 'A seal', 'A stamp'],
    ['the border of a table', '<table>', '<table border="1">'],
    ['the shade of a cell', '<td>Left', '<td bgcolor="yellow">Left'],
    ['a head cell', '<td>Left</td>', '<th>Left</th>'],
    ['merged cells', '<td>Below left</td>', '<td colspan="2">Below left</td>'],
    ['a caption', '<table>', '<table><caption>Sides</caption>'],
    ['a checked box', 'type="checkbox"', 'type="checkbox" checked'],
    ['a chosen button', 'type="radio"', 'type="radio" checked'],
    ['the value of a field', 'value="Ada"', 'value="Eve"'],
    ['a chosen option', '<option>Blue', '<option selected>Blue'],
    ['a text field', 'Words</textarea>', 'Word</textarea>'],
    ['the value of a bar', 'value="2"', 'value="4"'],
    ['the words of a button', 'Send<', 'Buy<'],
    ['the colour of a drawing', 'fill="red"', 'fill="blue"'],
    ['the text of a drawing', '<text>Seal', '<text>Mark'],
    ['a quotation', '<blockquote>Quoted words</blockquote>', '<p>Quoted words</p>'],
    ['white space that is kept', 'a  b', 'a b'],
    ['a line', '<hr>', ''],
    ['a closed part', '<details open>', '<details>'],
    ['an equation', '<mo>+</mo>', '<mo>-</mo>'],
    ['another video', 'a.mp4', 'b.mp4'],
    ['another frame', 'a.html', 'b.html'],
    ['a term', '<dt>Goods</dt>', '<dd>Goods</dd>'],
    ['white letters', '<span>due', '<span style="color:#fff">due'],
    ['tiny letters', '<span>due', '<span style="font-size:1px">due'],
    ['hidden words', '<span>due', '<span style="display:none">due'],
    ['invisible words', '<span>due', '<span style="visibility:hidden">due'],
    ['transparent words', '<span>due', '<span style="opacity:0">due'],
    ['capitals', '<span>due', '<span style="text-transform:uppercase">due'],
    ['a class', 'class="note"', 'class="plain"'],
    ['an id with a look', 'id="intro"', 'id="box"'],
    ['a rule of a sheet', 'color:red', 'color:white'],
    ['an alignment', '<p id="intro">', '<p id="intro" align="center">'],
    ['a direction', '<p id="intro">', '<p id="intro" dir="rtl">'],
    ['a quoted word', '<span>due</span>', '<q>due</q>'],
    ['code', '<span>due</span>', '<code>due</code>'],
    ['a highlight', '<span>due</span>', '<mark>due</mark>'],
    ['a larger word', '<span>due</span>', '<big>due</big>'],
    ['a heading that is not bold', '<h1>', '<h1 style="font-weight:normal">'],
    ['the colour of the page', '<body>', '<body bgcolor="black">'],
    ['a picture behind the page', '<body>', '<body background="sea.png">'],
    ['a picture behind words', '<span>due', '<span style="background:url(a.png)">due'],
    ['a moved word', '<span>due', '<span style="position:absolute;left:-999px">due'],
    ['reordered items', '<li>First item</li><li>Second item', '<li>Second item</li><li>First item'],
    ['letters that look alike', 'Monday', 'M\u043enday'],
    ['a disabled field', 'value="Ada"', 'value="Ada" disabled'],
    ['words of a hint', '<input type="text" value="Ada">', '<input type="text" value="" placeholder="Name">'],
    ['a field without words', '<hr>', '<hr><input>'],
    ['a field for a file', '<hr>', '<hr><input type="file">'],
    ['a button without a value', '<hr>', '<hr><input type="submit">'],
    ['a text area without words', '<hr>', '<hr><textarea></textarea>'],
    ['a bar without a value', '<hr>', '<hr><progress></progress>'],
    ['the kind of a field', 'type="text" value="Ada"', 'type="button" value="Ada"'],
    ['the width of a field', 'value="Ada"', 'value="Ada" size="90"'],
    ['a hidden option', '<option>Blue', '<option hidden>Blue'],
    ['a disabled option', '<option>Blue', '<option disabled>Blue'],
    ['a hint over words', '<span>due', '<span title="At noon">due'],
    ['words above words', 'I ♥ it', 'I <ruby>♥<rt>love</rt></ruby> it'],
    ['words that scroll', '<span>due</span>', '<marquee>due</marquee>'],
    ['the width of a column', '<table>', '<table><col width="300">'],
    ['the shade of a column', '<table>', '<table><colgroup><col><col style="background:red"></colgroup>'],
    ['the margins of cells', '<table>', '<table cellpadding="20">'],
    ['the space between cells', '<table>', '<table cellspacing="20">'],
    ['the place of a caption', '<table>', '<table style="caption-side:bottom">'],
    ['the picture of a bullet', '<ul><li>First', '<ul style="list-style-image:url(a.png)"><li>First'],
    ['a counter of a list', '<ol>', '<ol style="counter-reset:list-item 4">'],
    ['a part that is not painted', '<span>due', '<span style="content-visibility:hidden">due'],
    ['cells without room', '<td>Left', '<td style="padding:0">Left'],
    ['code without kept lines', '<pre>', '<pre style="white-space:normal">'],
    ['the order of boxes', '<li>First', '<li style="order:2">First'],
    ['the colour of one border', '<span>due', '<span style="border-top-color:red">due'],
    ['the border of a picture', 'width="40"', 'width="40" border="5"'],
    ['a faint picture', 'width="40"', 'width="40" style="opacity:.1"'],
    ['a turned picture', 'width="40"', 'width="40" style="transform:rotate(180deg)"'],
    ['the place of a picture', 'width="40"', 'width="40" align="right"'],
    ['the colour of the text of a drawing', '<text>', '<text fill="red">'],
    ['the place of the text of a drawing', '<text>', '<text x="9">'],
    ['the colour of a line', '<hr>', '<hr color="red">'],
    ['a thick line', '<hr>', '<hr size="9">'],
    ['a colour without words', '<span>due', '<span style="background:red">&nbsp;</span><span>due'],
    ['the ground of an empty cell', '<td>Right</td>', '<td bgcolor="red"></td><td>Right</td>'],
    ['an icon', '<span>due', '<i class="fa fa-check"></i><span>due'],
    ['lines that are kept', '<p>The last words.', '<p style="white-space:pre-line">The last\nwords.'],
    ['a struck equation', '<mn>1</mn>', '<menclose notation="updiagonalstrike"><mn>1</mn></menclose>'],
    ['the colour of an equation', '<math>', '<math style="color:red">'],
    ['a sound', '<hr>', '<hr><audio src="a.mp3"></audio>'],
    ['the ground of an empty row', '<table>', '<table style="background:red">'],
  ])('%s', (_name, from, to) => {
    const revised = PAGE.replaceAll(from, to);
    expect(revised).not.toBe(PAGE);
    expect(mentions(PAGE, revised, 'html')).not.toEqual([]);
  });
});

const TEXT = `# Terms of the sale

The seller **delivers** the goods within *ten* days, see [the price](#price) and <https://example.org/>.
The buyer pays ~~later~~ \`now\`.[^1]

- First item
- Second item
  - Inner item

1. One step
2. Two step

- [ ] Agree

> Quoted words

| Left  | Right |
| ----- | ----- |
| Below | Other |

![A seal](a.png "Title")

\`\`\`js
a  b
\`\`\`

---

A line\\
break. I ♥ it. On&nbsp;Monday.

<p align="left">Words of HTML</p>

[^1]: A note.
`;

describe('one visible edit of a Markdown text is mentioned', () => {
  it.each([
    ['a word', 'within', 'after'],
    ['bold', '**delivers**', 'delivers'],
    ['italic for bold', '**delivers**', '*delivers*'],
    ['struck words', '~~later~~', 'later'],
    ['code', '`now`', 'now'],
    ['a heading level', '# Terms', '## Terms'],
    ['no heading', '# Terms', 'Terms'],
    ['the target of a link', '(#price)', '(#fee)'],
    ['no link', '[the price](#price)', 'the price'],
    ['an address', '<https://example.org/>', '<https://example.com/>'],
    ['the level of an item', '  - Inner', '- Inner'],
    ['bullets for numbers', '1. One step\n2. Two step', '- One step\n- Two step'],
    ['the start of a list', '1. One step\n2. Two step', '3. One step\n4. Two step'],
    ['brackets for points', '1. One step\n2. Two step', '1) One step\n2) Two step'],
    ['a checked task', '[ ] Agree', '[x] Agree'],
    ['no task', '[ ] Agree', 'Agree'],
    ['a quotation', '> Quoted', 'Quoted'],
    ['a cell', 'Below', 'Above'],
    ['the alignment of a column', '| ----- | ----- |', '| ----: | ----- |'],
    ['a row', '| Below | Other |\n', ''],
    ['another picture', 'a.png', 'b.png'],
    ['a description', 'A seal', 'A stamp'],
    ['a title of a picture', '"Title"', '"Other"'],
    ['the language of code', '```js', '```mermaid'],
    ['the title of a link', '(#price)', '(#price "In euros")'],
    ['white space of code', 'a  b', 'a b'],
    ['a line', '---\n\nA line', 'A line'],
    ['a line break', 'A line\\\nbreak', 'A line\nbreak'],
    ['a paragraph for a line break', 'A line\\\nbreak', 'A line\n\nbreak'],
    ['a note', 'A note.', 'A remark.'],
    ['no note', '[^1]', ''],
    ['a heart as an emoji', '♥', '♥\ufe0f'],
    ['an alignment of HTML', 'align="left"', 'align="right"'],
    ['a colour of HTML', '<p align="left">', '<p align="left" style="color:white">'],
    ['letters that look alike', 'Monday', 'M\u043enday'],
    ['a plain paragraph for code', '```js\na  b\n```', 'a  b'],
    ['an escaped sign', '*ten*', '\\*ten\\*'],
    ['a smaller word', '*ten*', '<small>*ten*</small>'],
    ['a key', '*ten*', '<kbd>*ten*</kbd>'],
    ['an underlined word', '*ten*', '*<u>ten</u>*'],
    ['a highlight', '*ten*', '*<mark>ten</mark>*'],
    ['a comment that hides', 'Words of HTML', '<!-- Words of HTML -->'],
    ['front matter', '# Terms', '---\ndraft: true\n---\n\n# Terms'],
  ])('%s', (_name, from, to) => {
    const revised = TEXT.replace(from, to);
    expect(revised).not.toBe(TEXT);
    expect(mentions(TEXT, revised, 'markdown')).not.toEqual([]);
  });
});

describe('the base address of a page', () => {
  const base = (href: string, rest = '<a href="pay">Pay</a>'): string =>
    `<base target=_blank><base href="${href}"><p>${rest}`;

  it('is told if the page has a relative address', () => {
    expect(mentions(base('https://good.example/'), base('https://evil.example/'), 'html')).toEqual([
      'Target of relative addresses: “https://good.example/” became “https://evil.example/”.',
    ]);
    expect(mentions('<p><a href="pay">Pay</a>', base('https://evil.example/'), 'html')).toEqual([
      'Target of relative addresses (https://evil.example/) is only in the revised document.',
    ]);
    const picture = '<img src="a.png">';
    expect(
      mentions(base('https://good.example/', picture), base('https://evil.example/', picture), 'html'),
    ).toHaveLength(1);
    expect(mentions(base('/a/', '<a href="#x">Pay</a>'), base('/b/', '<a href="#x">Pay</a>'), 'html')).toHaveLength(1);
  });

  it('is not told where it changes nothing', () => {
    const absolute = '<a href="https://a.example/">Pay</a>';
    expect(mentions(base('https://good.example/', absolute), base('https://evil.example/', absolute), 'html')).toEqual(
      [],
    );
    expect(mentions(base('/a/'), `${base('/a/')}<base href="/b/">`, 'html')).toEqual([]);
    expect(mentions(base(''), '<p><a href="pay">Pay</a>', 'html')).toEqual([]);
    const inTemplate = '<template><base href="/a/"></template><p><a href="pay">Pay</a>';
    expect(mentions(inTemplate, '<p><a href="pay">Pay</a>', 'html').join('')).not.toContain('addresses');
  });
});

describe('a shadow tree that a template declares is mentioned', () => {
  it.each([
    [
      'beside a plain template',
      '<div><template><p>pay 5</p></template></div><p>x',
      '<div><template shadowrootmode=open><p>pay 5</p></template></div><p>x',
    ],
    ['without a text', '<div>pay 5</div>', '<div><template shadowrootmode=closed></template>pay 5</div>'],
    [
      'with a slot',
      '<div><template shadowrootmode=open></template>pay 5</div>',
      '<div><template shadowrootmode=open><slot></slot></template>pay 5</div>',
    ],
  ])('%s', (_name, original, revised) => {
    expect(mentions(original, revised, 'html')).not.toEqual([]);
    expect(mentions(revised, revised, 'html')).toEqual([]);
  });
});
