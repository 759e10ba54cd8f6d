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
  it.each<[string, string, string, readonly string[]]>([
    [
      'the title in the tab',
      '<title>Terms</title>',
      '<title>Conditions</title>',
      ['Title of the page: “Terms” became “Conditions”.'],
    ],
    [
      'a title that is gone',
      '<title>Terms</title>',
      '',
      ['Title of the page (Terms) is only in the original document.'],
    ],
    ['a word', 'within', 'after', ['replace']],
    ['a sign', 'days, see', 'days; see', ['replace']],
    ['bold', '<b>delivers</b>', 'delivers', ['format']],
    ['italic', '<i>ten</i>', 'ten', ['format']],
    ['underline', '<i>ten</i>', '<i><u>ten</u></i>', ['format']],
    ['a raised digit', 'x<sup>2</sup>', 'x2', ['format']],
    ['a lowered digit', 'H<sub>2</sub>O', 'H2O', ['format']],
    ['the target of a link', 'href="#price"', 'href="https://example.org/"', ['link']],
    ['a link that is gone', '<a href="#price">the price</a>', 'the price', ['link']],
    ['a line break', 'A line<br>break', 'A line break', ['replace']],
    ['a paragraph for a line break', 'A line<br>break', 'A line</p><p>break', ['insert']],
    ['a heading level', 'h1>', 'h2>', ['format']],
    ['a heading that is none', '<h1>Terms of the sale</h1>', '<p>Terms of the sale</p>', ['format']],
    [
      'bullets for numbers',
      '<ol><li>One step</li><li>Two step</li></ol>',
      '<ul><li>One step</li><li>Two step</li></ul>',
      ['format', 'format'],
    ],
    ['the start of a list', '<ol>', '<ol start="3">', ['2 numbers from “One step” on: “1.” became “3.”.']],
    ['letters for numbers', '<ol>', '<ol type="a">', ['2 numbers from “One step” on: “1.” became “a.”.']],
    ['a list backwards', '<ol>', '<ol reversed>', ['2 numbers from “One step” on: “1.” became “2.”.']],
    [
      'a bullet',
      '<ul><li>First',
      '<ul type="square"><li>First',
      ['The same text has another formatting: “First item”, “bullet standard” became “bullet ▪”.'],
    ],
    [
      'no bullet',
      '<ul><li>First',
      '<ul style="list-style: none"><li>First',
      ['The same text has another formatting: “First item”, “bullet standard” became “bullet none”.'],
    ],
    ['the level of an item', '<ul><li>Inner item</li></ul>', '</li><li>Inner item', ['format']],
    ['a soft hyphen', '&shy;', '', ['replace']],
    ['a heart as an emoji', 'I ♥ it', 'I ♥\ufe0f it', ['replace']],
    ['another picture', 'a.png', 'b.png', ['replace']],
    ['the size of a picture', 'width="40"', 'width="400"', ['replace']],
    ['the description of a picture', 'A seal', 'A stamp', ['replace']],
    [
      'the border of a table',
      '<table>',
      '<table border="1">',
      ['The same text has another formatting: “Left”, “table border none” became “table border 1”.'],
    ],
    [
      'the shade of a cell',
      '<td>Left',
      '<td bgcolor="yellow">Left',
      ['The same text has another formatting: “Left”, “background none” became “background #ffff00”.'],
    ],
    [
      'a head cell',
      '<td>Left</td>',
      '<th>Left</th>',
      ['The same text has another formatting: “Left”, “cell plain” became “cell heading”.'],
    ],
    [
      'merged cells',
      '<td>Below left</td>',
      '<td colspan="2">Below left</td>',
      ['The same text has another formatting: “Below left”, “columns 1” became “columns 2”.'],
    ],
    ['a caption', '<table>', '<table><caption>Sides</caption>', ['block_insert']],
    ['a checked box', 'type="checkbox"', 'type="checkbox" checked', ['replace']],
    ['a chosen button', 'type="radio"', 'type="radio" checked', ['replace']],
    ['the value of a field', 'value="Ada"', 'value="Eve"', ['replace']],
    ['a chosen option', '<option>Blue', '<option selected>Blue', ['replace', 'replace']],
    ['a text field', 'Words</textarea>', 'Word</textarea>', ['replace']],
    ['the value of a bar', 'value="2"', 'value="4"', ['replace']],
    ['the words of a button', 'Send<', 'Buy<', ['replace']],
    [
      'the colour of a drawing',
      'fill="red"',
      'fill="blue"',
      ['Vector image after “Agree Ada ◉ Red ○ Blue Words 2/5 ○ Send” differs.'],
    ],
    ['the text of a drawing', '<text>Seal', '<text>Mark', ['replace']],
    ['a quotation', '<blockquote>Quoted words</blockquote>', '<p>Quoted words</p>', ['format']],
    ['white space that is kept', 'a  b', 'a b', ['delete']],
    ['a line', '<hr>', '', ['block_delete']],
    [
      'a closed part',
      '<details open>',
      '<details>',
      ['The same text has another formatting: “More”, “part open” became “part closed”.'],
    ],
    ['an equation', '<mo>+</mo>', '<mo>-</mo>', ['replace']],
    [
      'another video',
      'a.mp4',
      'b.mp4',
      ['Video or sound after “Quoted words a b c MoreRest x+1”: “a.mp4” became “b.mp4”.'],
    ],
    ['another frame', 'a.html', 'b.html', ['Frame after “Quoted words a b c MoreRest x+1”: “a.html” became “b.html”.']],
    ['a term', '<dt>Goods</dt>', '<dd>Goods</dd>', ['format']],
    [
      'white letters',
      '<span>due',
      '<span style="color:#fff">due',
      [
        'The same text has another formatting: “due on Monday. I ♥ it. Ein\u00adkauf.”, “colour automatic” became “colour #ffffff”.',
      ],
    ],
    [
      'tiny letters',
      '<span>due',
      '<span style="font-size:1px">due',
      [
        'The same text has another formatting: “due on Monday. I ♥ it. Ein\u00adkauf.”, “size standard” became “size 1px”.',
      ],
    ],
    [
      'hidden words',
      '<span>due',
      '<span style="display:none">due',
      ['delete', 'Hidden content after “item One step Two step The price is” is only in the revised document.'],
    ],
    [
      'invisible words',
      '<span>due',
      '<span style="visibility:hidden">due',
      ['delete', 'Hidden content after “item One step Two step The price is” is only in the revised document.'],
    ],
    [
      'transparent words',
      '<span>due',
      '<span style="opacity:0">due',
      [
        'The same text has another formatting: “due on Monday. I ♥ it. Ein\u00adkauf.”, “opacity none” became “opacity 0”.',
      ],
    ],
    [
      'capitals',
      '<span>due',
      '<span style="text-transform:uppercase">due',
      [
        'The same text has another formatting: “due on Monday. I ♥ it. Ein\u00adkauf.”, “capitals as typed” became “capitals uppercase”.',
      ],
    ],
    [
      'a class',
      'class="note"',
      'class="plain"',
      [
        'The same text has another formatting: “The buyer pays, 5 % a year. A line …”, “class .note” became “class none”.',
      ],
    ],
    [
      'an id with a look',
      'id="intro"',
      'id="box"',
      [
        'The same text has another formatting: “The seller delivers the goods within …”, “class none” became “class #box”.',
      ],
    ],
    ['a rule of a sheet', 'color:red', 'color:white', ['Style sheet differs.']],
    [
      'an alignment',
      '<p id="intro">',
      '<p id="intro" align="center">',
      [
        'The same text has another formatting: “The seller delivers the goods within …”, “alignment start” became “alignment center”.',
      ],
    ],
    [
      'a direction',
      '<p id="intro">',
      '<p id="intro" dir="rtl">',
      ['Direction of “The seller delivers the goods within …”: “left to right” became “right to left”.'],
    ],
    [
      'a quoted word',
      '<span>due</span>',
      '<q>due</q>',
      [
        'The same text has another formatting: “due on Monday. I ♥ it. Ein\u00adkauf.”, “quotation marks none” became “quotation marks shown”.',
      ],
    ],
    [
      'code',
      '<span>due</span>',
      '<code>due</code>',
      [
        'The same text has another formatting: “due on Monday. I ♥ it. Ein\u00adkauf.”, “font standard” became “font monospace”.',
      ],
    ],
    ['a highlight', '<span>due</span>', '<mark>due</mark>', ['format']],
    [
      'a larger word',
      '<span>due</span>',
      '<big>due</big>',
      [
        'The same text has another formatting: “due on Monday. I ♥ it. Ein\u00adkauf.”, “size standard” became “size larger”.',
      ],
    ],
    [
      'a heading that is not bold',
      '<h1>',
      '<h1 style="font-weight:normal">',
      ['The same text has another formatting: “Terms of the sale”, “weight standard” became “weight normal”.'],
    ],
    [
      'the colour of the page',
      '<body>',
      '<body bgcolor="black">',
      ['The same text has another formatting: “Terms of the sale”, “background none” became “background #000000”.'],
    ],
    [
      'a picture behind the page',
      '<body>',
      '<body background="sea.png">',
      [
        'The same text has another formatting: “Terms of the sale”, “background image none” became “background image sea.png”.',
      ],
    ],
    [
      'a picture behind words',
      '<span>due',
      '<span style="background:url(a.png)">due',
      [
        'The same text has another formatting: “due on Monday. I ♥ it. Ein\u00adkauf.”, “background none” became “background url(a.png)”.',
      ],
    ],
    [
      'a moved word',
      '<span>due',
      '<span style="position:absolute;left:-999px">due',
      [
        'The same text has another formatting: “due on Monday. I ♥ it. Ein\u00adkauf.”, “left none, position none” became “left -999px, position absolute”.',
      ],
    ],
    [
      'reordered items',
      '<li>First item</li><li>Second item',
      '<li>Second item</li><li>First item',
      ['block_delete', 'block_insert'],
    ],
    ['letters that look alike', 'Monday', 'M\u043enday', ['replace']],
    [
      'a disabled field',
      'value="Ada"',
      'value="Ada" disabled',
      ['The same text has another formatting: “Ada ◉ Red ○ Blue”, “state none” became “state disabled”.'],
    ],
    [
      'words of a hint',
      '<input type="text" value="Ada">',
      '<input type="text" value="" placeholder="Name">',
      ['delete', 'Form control after “LeftRightBelow leftBelow right ☐ Agree” (Name) is only in the revised document.'],
    ],
    [
      'a field without words',
      '<hr>',
      '<hr><input>',
      ['Form control after “Words 2/5 ○ SendSeal Quoted words a b c” is only in the revised document.'],
    ],
    [
      'a field for a file',
      '<hr>',
      '<hr><input type="file">',
      ['Form control after “Words 2/5 ○ SendSeal Quoted words a b c” is only in the revised document.'],
    ],
    ['a button without a value', '<hr>', '<hr><input type="submit">', ['block_insert']],
    [
      'a text area without words',
      '<hr>',
      '<hr><textarea></textarea>',
      ['Form control after “Words 2/5 ○ SendSeal Quoted words a b c” is only in the revised document.'],
    ],
    [
      'a bar without a value',
      '<hr>',
      '<hr><progress></progress>',
      ['Form control after “Words 2/5 ○ SendSeal Quoted words a b c” is only in the revised document.'],
    ],
    [
      'the kind of a field',
      'type="text" value="Ada"',
      'type="button" value="Ada"',
      ['The same text has another formatting: “Ada ◉ Red ○ Blue”, “frame text” became “frame button”.'],
    ],
    [
      'the width of a field',
      'value="Ada"',
      'value="Ada" size="90"',
      ['The same text has another formatting: “Ada ◉ Red ○ Blue”, “size none” became “size 90”.'],
    ],
    ['a hidden option', '<option>Blue', '<option hidden>Blue', ['delete']],
    [
      'a disabled option',
      '<option>Blue',
      '<option disabled>Blue',
      ['The same text has another formatting: “○ Blue”, “state none” became “state disabled”.'],
    ],
    [
      'a hint over words',
      '<span>due',
      '<span title="At noon">due',
      [
        'The same text has another formatting: “due on Monday. I ♥ it. Ein\u00adkauf.”, “hint none” became “hint At noon”.',
      ],
    ],
    ['words above words', 'I ♥ it', 'I <ruby>♥<rt>love</rt></ruby> it', ['insert']],
    ['words that scroll', '<span>due</span>', '<marquee>due</marquee>', ['insert', 'insert']],
    [
      'the width of a column',
      '<table>',
      '<table><col width="300">',
      ['The same text has another formatting: “Left”, “table columns none” became “table columns width 300px”.'],
    ],
    [
      'the shade of a column',
      '<table>',
      '<table><colgroup><col><col style="background:red"></colgroup>',
      [
        'The same text has another formatting: “Left”, “table columns none” became “table columns standard | background-color #ff0000”.',
      ],
    ],
    [
      'the margins of cells',
      '<table>',
      '<table cellpadding="20">',
      [
        'The same text has another formatting: “Left”, “table margins of cells standard” became “table margins of cells 20”.',
      ],
    ],
    [
      'the space between cells',
      '<table>',
      '<table cellspacing="20">',
      ['The same text has another formatting: “Left”, “border spacing none” became “border spacing 20px”.'],
    ],
    [
      'the place of a caption',
      '<table>',
      '<table style="caption-side:bottom">',
      ['The same text has another formatting: “Left”, “caption side none” became “caption side bottom”.'],
    ],
    [
      'the picture of a bullet',
      '<ul><li>First',
      '<ul style="list-style-image:url(a.png)"><li>First',
      [
        'The same text has another formatting: “First item”, “list style image none” became “list style image url(a.png)”.',
      ],
    ],
    [
      'a counter of a list',
      '<ol>',
      '<ol style="counter-reset:list-item 4">',
      ['The same text has another formatting: “One step”, “counter reset none” became “counter reset list-item 4”.'],
    ],
    [
      'a part that is not painted',
      '<span>due',
      '<span style="content-visibility:hidden">due',
      [
        'The same text has another formatting: “due on Monday. I ♥ it. Ein\u00adkauf.”, “content visibility none” became “content visibility hidden”.',
      ],
    ],
    [
      'cells without room',
      '<td>Left',
      '<td style="padding:0">Left',
      [
        'The same text has another formatting: “Left”, “padding bottom none, padding left none, padding right none, and 1 more” became “padding bottom 0, padding left 0, padding right 0, and 1 more”.',
      ],
    ],
    [
      'code without kept lines',
      '<pre>',
      '<pre style="white-space:normal">',
      ['The same text has another formatting: “a b c”, “line breaks standard” became “line breaks normal”.'],
    ],
    [
      'the order of boxes',
      '<li>First',
      '<li style="order:2">First',
      ['The same text has another formatting: “First item”, “order none” became “order 2”.'],
    ],
    [
      'the colour of one border',
      '<span>due',
      '<span style="border-top-color:red">due',
      [
        'The same text has another formatting: “due on Monday. I ♥ it. Ein\u00adkauf.”, “border top color none” became “border top color #ff0000”.',
      ],
    ],
    [
      'the border of a picture',
      'width="40"',
      'width="40" border="5"',
      ['Picture after “is due on Monday. I ♥ it. Ein\u00adkauf.” (A seal) differs.'],
    ],
    [
      'a faint picture',
      'width="40"',
      'width="40" style="opacity:.1"',
      ['Picture after “is due on Monday. I ♥ it. Ein\u00adkauf.” (A seal) differs.'],
    ],
    [
      'a turned picture',
      'width="40"',
      'width="40" style="transform:rotate(180deg)"',
      ['Picture after “is due on Monday. I ♥ it. Ein\u00adkauf.” (A seal) differs.'],
    ],
    [
      'the place of a picture',
      'width="40"',
      'width="40" align="right"',
      ['Picture after “is due on Monday. I ♥ it. Ein\u00adkauf.” (A seal) differs.'],
    ],
    [
      'the colour of the text of a drawing',
      '<text>',
      '<text fill="red">',
      ['Vector image after “Agree Ada ◉ Red ○ Blue Words 2/5 ○ Send” differs.'],
    ],
    [
      'the place of the text of a drawing',
      '<text>',
      '<text x="9">',
      ['Vector image after “Agree Ada ◉ Red ○ Blue Words 2/5 ○ Send” differs.'],
    ],
    [
      'the colour of a line',
      '<hr>',
      '<hr color="red">',
      ['Drawing after “Words 2/5 ○ SendSeal Quoted words a b c” is only in the revised document.'],
    ],
    [
      'a thick line',
      '<hr>',
      '<hr size="9">',
      ['Drawing after “Words 2/5 ○ SendSeal Quoted words a b c” is only in the revised document.'],
    ],
    [
      'a colour without words',
      '<span>due',
      '<span style="background:red">&nbsp;</span><span>due',
      [
        'The same text has another formatting: “due on Monday. I ♥ it. Ein\u00adkauf.”, “before it a space” became “before it 2 spaces, one of which is a no-break space”.',
        'Drawing after “item One step Two step The price is” is only in the revised document.',
      ],
    ],
    [
      'the ground of an empty cell',
      '<td>Right</td>',
      '<td bgcolor="red"></td><td>Right</td>',
      ['block_insert', 'Drawing after “due on Monday. I ♥ it. Ein\u00adkauf. Left” is only in the revised document.'],
    ],
    [
      'an icon',
      '<span>due',
      '<i class="fa fa-check"></i><span>due',
      ['Drawing after “item One step Two step The price is” (fa fa-check) is only in the revised document.'],
    ],
    [
      'lines that are kept',
      '<p>The last words.',
      '<p style="white-space:pre-line">The last\nwords.',
      [
        'replace',
        'The same text has another formatting: “The last words.”, “line breaks standard” became “line breaks pre-line”.',
      ],
    ],
    ['a struck equation', '<mn>1</mn>', '<menclose notation="updiagonalstrike"><mn>1</mn></menclose>', ['replace']],
    [
      'the colour of an equation',
      '<math>',
      '<math style="color:red">',
      ['The same text has another formatting: “x+1”, “colour automatic” became “colour #ff0000”.'],
    ],
    [
      'a sound',
      '<hr>',
      '<hr><audio src="a.mp3"></audio>',
      ['Video or sound after “Words 2/5 ○ SendSeal Quoted words a b c” (a.mp3) is only in the revised document.'],
    ],
    [
      'the ground of an empty row',
      '<table>',
      '<table style="background:red">',
      ['The same text has another formatting: “Left”, “background none” became “background #ff0000”.'],
    ],
  ])('%s', (_name, from, to, told) => {
    const revised = PAGE.replaceAll(from, to);
    expect(revised).not.toBe(PAGE);
    expect(mentions(PAGE, revised, 'html')).toEqual(told);
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
  it.each<[string, string, string, readonly string[]]>([
    ['a word', 'within', 'after', ['replace']],
    ['bold', '**delivers**', 'delivers', ['format']],
    ['italic for bold', '**delivers**', '*delivers*', ['format']],
    ['struck words', '~~later~~', 'later', ['format']],
    [
      'code',
      '`now`',
      'now',
      ['The same text has another formatting: “now.[1]”, “font monospace” became “font standard”.'],
    ],
    ['a heading level', '# Terms', '## Terms', ['format']],
    ['no heading', '# Terms', 'Terms', ['format']],
    ['the target of a link', '(#price)', '(#fee)', ['link']],
    ['no link', '[the price](#price)', 'the price', ['link']],
    ['an address', '<https://example.org/>', '<https://example.com/>', ['replace']],
    ['the level of an item', '  - Inner', '- Inner', ['format']],
    ['bullets for numbers', '1. One step\n2. Two step', '- One step\n- Two step', ['format', 'format']],
    [
      'the start of a list',
      '1. One step\n2. Two step',
      '3. One step\n4. Two step',
      ['2 numbers from “One step” on: “1.” became “3.”.'],
    ],
    [
      'brackets for points',
      '1. One step\n2. Two step',
      '1) One step\n2) Two step',
      ['2 numbers from “One step” on: “1.” became “1)”.'],
    ],
    ['a checked task', '[ ] Agree', '[x] Agree', ['replace']],
    ['no task', '[ ] Agree', 'Agree', ['delete']],
    ['a quotation', '> Quoted', 'Quoted', ['format']],
    ['a cell', 'Below', 'Above', ['replace']],
    [
      'the alignment of a column',
      '| ----- | ----- |',
      '| ----: | ----- |',
      ['2 places have the same text in another formatting. First: “Left”, “alignment start” became “alignment right”.'],
    ],
    ['a row', '| Below | Other |\n', '', ['block_delete']],
    [
      'another picture',
      'a.png',
      'b.png',
      ['replace', 'Picture after “☐ Agree Quoted wordsLeftRightBelowOther” (A seal, Title) differs.'],
    ],
    [
      'a description',
      'A seal',
      'A stamp',
      ['replace', 'Picture after “☐ Agree Quoted wordsLeftRightBelowOther”: “A seal, Title” became “A stamp, Title”.'],
    ],
    [
      'a title of a picture',
      '"Title"',
      '"Other"',
      ['Picture after “☐ Agree Quoted wordsLeftRightBelowOther”: “A seal, Title” became “A seal, Other”.'],
    ],
    [
      'the language of code',
      '```js',
      '```mermaid',
      ['The same text has another formatting: “a b”, “language of the code js” became “language of the code mermaid”.'],
    ],
    [
      'the title of a link',
      '(#price)',
      '(#price "In euros")',
      [
        'The same text has another formatting: “the price and https://example.org/. The …”, “hint none” became “hint In euros”.',
      ],
    ],
    ['white space of code', 'a  b', 'a b', ['delete']],
    ['a line', '---\n\nA line', 'A line', ['block_delete']],
    ['a line break', 'A line\\\nbreak', 'A line\nbreak', ['replace']],
    ['a paragraph for a line break', 'A line\\\nbreak', 'A line\n\nbreak', ['insert']],
    ['a note', 'A note.', 'A remark.', ['replace']],
    ['no note', '[^1]', '', ['delete', 'block_delete']],
    ['a heart as an emoji', '♥', '♥\ufe0f', ['replace']],
    [
      'an alignment of HTML',
      'align="left"',
      'align="right"',
      ['The same text has another formatting: “Words of HTML”, “alignment start” became “alignment right”.'],
    ],
    [
      'a colour of HTML',
      '<p align="left">',
      '<p align="left" style="color:white">',
      ['The same text has another formatting: “Words of HTML”, “colour automatic” became “colour #ffffff”.'],
    ],
    ['letters that look alike', 'Monday', 'M\u043enday', ['replace']],
    ['a plain paragraph for code', '```js\na  b\n```', 'a  b', ['format', 'delete']],
    ['an escaped sign', '*ten*', '\\*ten\\*', ['insert', 'format', 'insert']],
    [
      'a smaller word',
      '*ten*',
      '<small>*ten*</small>',
      ['The same text has another formatting: “ten days, see the price and …”, “size standard” became “size smaller”.'],
    ],
    [
      'a key',
      '*ten*',
      '<kbd>*ten*</kbd>',
      [
        'The same text has another formatting: “ten days, see the price and …”, “font standard” became “font monospace”.',
      ],
    ],
    ['an underlined word', '*ten*', '*<u>ten</u>*', ['format']],
    ['a highlight', '*ten*', '*<mark>ten</mark>*', ['format']],
    ['a comment that hides', 'Words of HTML', '<!-- Words of HTML -->', ['block_delete']],
    ['front matter', '# Terms', '---\ndraft: true\n---\n\n# Terms', ['block_insert']],
  ])('%s', (_name, from, to, told) => {
    const revised = TEXT.replace(from, to);
    expect(revised).not.toBe(TEXT);
    expect(mentions(TEXT, revised, 'markdown')).toEqual(told);
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
  it.each<[string, string, string, readonly string[]]>([
    [
      'beside a plain template',
      '<div><template><p>pay 5</p></template></div><p>x',
      '<div><template shadowrootmode=open><p>pay 5</p></template></div><p>x',
      ['Hidden content at the start (shadow tree) differs.'],
    ],
    [
      'without a text',
      '<div>pay 5</div>',
      '<div><template shadowrootmode=closed></template>pay 5</div>',
      ['Hidden content at the start (shadow tree) is only in the revised document.'],
    ],
    [
      'with a slot',
      '<div><template shadowrootmode=open></template>pay 5</div>',
      '<div><template shadowrootmode=open><slot></slot></template>pay 5</div>',
      ['Hidden content at the start (shadow tree) differs.'],
    ],
  ])('%s', (_name, original, revised, told) => {
    expect(mentions(original, revised, 'html')).toEqual(told);
    expect(mentions(revised, revised, 'html')).toEqual([]);
  });
});
