import { describe, expect, it } from 'vitest';
import { describeDifferences } from '../../../../shared/change/describe-uncompared.ts';
import { compareText } from '../../../../service/pipeline/compare/compare-text.ts';

function compared(original: string, revised: string, format: 'html' | 'markdown' | 'txt' = 'html') {
  const { summary, uncompared, sameness } = compareText({
    ...{ original, revised, format, mode: 'word', include: ['pictures'], complexity: 'extended' },
  });
  return { changes: summary.changeCount, sameness, told: uncompared ? describeDifferences(uncompared) : [] };
}

const sentence = (how: string, where = 'The fee is due.'): string =>
  `The same text has another formatting: “${where}”, ${how}.`;

describe('two pages with equal text', () => {
  it.each([
    ['a colour', '<p style="color: red">', '</p>', '“colour automatic” became “colour #ff0000”'],
    ['a background', '<p style="background: #ff0">', '</p>', '“background none” became “background #ffff00”'],
    ['an old background', '<div bgcolor="yellow"><p>', '</div>', '“background none” became “background #ffff00”'],
    ['an alignment', '<p align="right">', '</p>', '“alignment start” became “alignment right”'],
    ['a centre', '<center><p>', '</center>', '“alignment start” became “alignment center”'],
    ['a font', '<p><font face="Arial">', '</font>', '“font standard” became “font arial”'],
    ['a size', '<p style="font-size: 4pt">', '</p>', '“size standard” became “size 5.33px”'],
    ['capitals', '<p style="text-transform: uppercase">', '</p>', '“capitals as typed” became “capitals uppercase”'],
    ['an opacity', '<p style="opacity: 0">', '</p>', '“opacity none” became “opacity 0”'],
    ['an indent', '<p style="margin-left: 2cm">', '</p>', '“indent at the left 0” became “indent at the left 75.59px”'],
    ['quotation marks', '<p><q>', '</q>', '“quotation marks none” became “quotation marks shown”'],
    ['code', '<p><code>', '</code>', '“font standard” became “font monospace”'],
    ['slant', '<p><cite>', '</cite>', '“slant standard” became “slant italic”'],
    ['an old colour of links', '<body link=white><p>', '', '“link colour none” became “link colour #ffffff”'],
    [
      'signs in place of letters',
      '<p><span style="-webkit-text-security:disc">',
      '</span>',
      '“text security none” became “text security disc”',
    ],
    [
      'vertical words',
      '<p><span style="writing-mode:vertical-rl">',
      '</span>',
      '“writing mode none” became “writing mode vertical-rl”',
    ],
    ['direction of words', '<p><span dir="rtl">', '</span>', '“direction none” became “direction rtl”'],
  ])('that differ in %s', (_name, start, end, how) => {
    const found = compared('<p>The fee is due.</p><p>Soon.</p>', `${start}The fee is due.${end}<p>Soon.</p>`);
    expect(found).toEqual({ changes: 0, sameness: 'no_differences_in_compared_content', told: [sentence(how)] });
  });

  it.each([
    ['an escaped name', String.raw`d\69splay:none`],
    ['an escaped value', String.raw`display:n\00006f ne`],
    ['an escaped sign in a name', String.raw`font\2dsize:0;DISPLAY:N\4fNE`],
    ['a comment', 'display/*;*/:/**/none/**/'],
    ['an important declaration', 'display:none ! important;display:block'],
    ['a semicolon that is escaped', String.raw`color\;:x;display:none`],
    ['a semicolon in quotes', String.raw`content:"\";";display:none`],
    ['a semicolon in braces', 'color:{;};display:none'],
  ])('of which one hides a part with %s', (_name, style) => {
    const page = (rest: string): string => `<p>Fee</p><p ${rest}>due</p>`;
    expect(compared(page(`style='${style}'`), page('style="display:none"')).told).toEqual([]);
    expect(compared(page(''), page(`style='${style}'`))).toMatchObject({
      ...{ changes: 1, sameness: 'different' },
      told: [expect.stringMatching(/^Hidden content/u)],
    });
  });

  it('that differ in an escaped colour', () => {
    expect(compared('<p>Fee', String.raw`<p style="c\6f lor:w\68ite">Fee`).told).toEqual([
      sentence('“colour automatic” became “colour #ffffff”', 'Fee'),
    ]);
    expect(compared(String.raw`<p style="color:w\68 ite">Fee`, '<p style="color:white">Fee').told).toEqual([]);
    expect(compared(String.raw`<p style="margin:\31 0px">Fee`, '<p style="margin:10px">Fee').told).toHaveLength(1);
  });

  it.each([
    ['a letter that is not shown', '<mi style="display:none">x</mi>'],
    ['a hidden letter', '<mi hidden>x</mi>'],
    ['a colour', '<mi mathcolor=white>x</mi>'],
    ['an upright letter', '<mi mathvariant=normal>x</mi>'],
    ['a space', '<mi>x</mi><mspace width=9em />'],
    ['a part without a width', '<mpadded width=0><mi>x</mi></mpadded>'],
    ['a class', '<mi class=a>x</mi>'],
  ])('with equations that differ in %s', (_name, revised) => {
    const page = (part: string): string =>
      `<style>.a{color:red}</style><p>Fee <math>${part}<mo>+</mo><mn>1</mn></math>`;
    expect(compared(page('<mi>x</mi>'), page(revised))).toMatchObject({
      ...{ changes: 0, told: [expect.stringMatching(/^The same text has another formatting/u)] },
    });
    expect(compared(page(revised), page(`<mrow data-x=1>${revised}</mrow>`)).told).toEqual([]);
  });

  it.each([
    ['a bullet', '<ul type="square"><li>The fee is due.</ul>', '<ul><li>The fee is due.</ul>'],
    ['a head cell', '<table><tr><td>The fee is due.</table>', '<table><tr><th>The fee is due.</table>'],
    ['a merged cell', '<table><tr><td>The fee is due.</table>', '<table><tr><td colspan=2>The fee is due.</table>'],
    [
      'a cell over all rows',
      '<table><tr><td>The fee is due.<td>A<tr><td>B</table>',
      '<table><tr><td rowspan=0>The fee is due.<td>A<tr><td>B</table>',
    ],
    ['a border', '<table><tr><td>The fee is due.</table>', '<table border><tr><td>The fee is due.</table>'],
  ])('that differ in %s', (_name, original, revised) => {
    const { changes, told } = compared(original, revised);
    expect(changes).toBe(0);
    expect(told).toEqual([expect.stringMatching(/^The same text has another formatting: “The fee is due\.”/u)]);
  });

  it.each([
    ['spellings of a colour', '<p style="color:#FFF;">Fee', '<p style=" COLOR : white">Fee'],
    ['a colour in numbers', '<p style="color:#ff0000">Fee', '<p style="color: rgb(255, 0, 0)">Fee'],
    ['old and new words', '<p align=center>Fee', '<p style="text-align: center">Fee'],
    ['the order of declarations', '<p style="color:red;font-size:9px">Fee', '<p style="font-size:9px;color:red">Fee'],
    ['the order of attributes', '<p class=a style="color:red">Fee', '<p style="color:red" class=b>Fee'],
    ['units of a length', '<p style="font-size:12pt">Fee', '<p style="font-size:16px">Fee'],
    ['spans around equal looks', '<p style="color:red">Fee due', '<p style="color:red"><span>Fee</span> due'],
    ['names of classes without a sheet', '<p class="css-1a2b">Fee', '<p class="css-3c4d">Fee'],
    [
      'names that no sheet uses',
      '<style>.a{color:red}</style><p class=x>Fee',
      '<style>.a{color:red}</style><p class=y>Fee',
    ],
    ['spaces and comments of a sheet', '<style>p{color:red}</style><p>Fee', '<style>/**/ p{color:red}\n</style><p>Fee'],
    [
      'the folder of a sheet',
      '<link rel=stylesheet href="a_files/x.css"><p>Fee',
      '<link rel=stylesheet href="b_files/x.css"><p>Fee',
    ],
    ['what nobody sees', '<p style="mso-x:1;cursor:pointer">Fee', '<p lang=en>Fee'],
    ['the type of a text field', '<p><input value=Fee>', '<p><input type=TEXT value=Fee>'],
    ['columns without a look', '<table><tr><td>Fee</table>', '<table><col><col><tr><td>Fee</table>'],
    ['brackets around ruby', '<ruby>Fee<rt>a</ruby>', '<ruby>Fee<rp>(</rp><rt>a</rt><rp>)</rp></ruby>'],
    [
      'what browsers declare in copied text',
      '<p style="font-variant-caps:normal;letter-spacing:normal;text-transform:none;text-indent:0px;white-space:normal;' +
        'word-spacing:0px;-webkit-text-stroke-width:0px;float:none;max-width:none;padding:0">Fee',
      '<p>Fee',
    ],
    [
      'a look that is taken back',
      '<div style="text-transform:uppercase"><p style="text-transform:none">Fee</div>',
      '<div><p>Fee</div>',
    ],
    ['the room that tables have', '<table cellpadding=1 cellspacing=2><tr><td>Fee', '<table><tr><td>Fee'],
    ['old and new words for room', '<table cellspacing=9><tr><td>Fee', '<table style="border-spacing:9px"><tr><td>Fee'],
    ['values that say nothing', '<p style="overflow:visible;z-index:auto">Fee', '<p>Fee'],
    ['the look of white space', '<p>Fee <b>due</b>', '<p>Fee<span style="color:red"> </span><b>due</b>'],
  ])('that differ in %s look the same', (_name, original, revised) => {
    expect(compared(original, revised)).toEqual({ changes: 0, sameness: 'no_differences', told: [] });
  });

  it('name the class that a sheet of both pages uses', () => {
    const page = (name: string): string => `<style>.a{color:red}.b{color:blue}</style><p class="x ${name}">Fee`;
    expect(compared(page('a'), page('b')).told).toEqual([sentence('“class .a” became “class .b”', 'Fee')]);
  });

  it('name the attribute that a sheet of both pages uses', () => {
    const page = (fee: string): string =>
      `<style>[data-fee]::after{content:attr(data-fee)}</style><p data-fee="${fee}" data-id="${fee}">Fee`;
    expect(compared(page('9'), page('8')).told).toEqual([
      sentence('“class [data-fee=9]” became “class [data-fee=8]”', 'Fee'),
    ]);
  });

  it.each([
    ['an escaped sign', String.raw`.md\:hid{display:none}`, 'class="md:hid"', '.md:hid'],
    ['an escaped letter', String.raw`.\61  b{display:none}`, 'class=a', '.a'],
    ['an escaped letter behind a comment', String.raw`.a\/*{}.\000062{}`, 'class=b', '.b'],
    ['a class in another case', '.Hid{display:none}', 'class=hid', '.hid'],
    ['the start of a class', '[class^=a]{display:none}', 'class=ab', '[class^=a]'],
    ['a part of a class', '[ class *= "b c"]{display:none}', 'class="ab cd"', '[class*=b c]'],
    ['the end of an id', "p[id$='B' i]{display:none}", 'id=ab', '[id$=B i]'],
    ['a word of a class', '[class~=a]{display:none}', 'class="b a"', '[class~=a]'],
    ['a language of classes', '[class|=a]{display:none}', 'class=a-b', '[class|=a]'],
    ['a class of any kind', '[*|class]{display:none}', 'class=z', '[class=z]'],
    ['an escaped attribute', String.raw`[d\61ta-x]{display:none}`, 'data-x=1', '[data-x=1]'],
  ])('name %s that a sheet of both pages uses', (_name, sheet, attribute, told) => {
    const page = (rest: string): string => `<style>${sheet}</style><p ${rest}>Fee`;
    expect(compared(page(''), page(attribute)).told).toEqual([sentence(`“class none” became “class ${told}”`, 'Fee')]);
    expect(compared(page(attribute), page(`${attribute} lang=en`)).told).toEqual([]);
  });

  it('tell nothing of a class for which no condition of a sheet holds', () => {
    const page = (name: string): string =>
      `<style>[class^=icon-],[class*=" icon-"]{color:red}</style><p class="${name}">Fee`;
    expect(compared(page('css-1'), page('css-2')).told).toEqual([]);
  });

  it.each([
    ['text/plain', 1],
    ['text/css; charset=utf-8', 1],
    ['TEXT/CSS', 0],
    ['', 0],
  ])('of which one has a style sheet of the type %j', (type, told) => {
    const page = (rest: string): string => `<style ${rest}>.a{display:none}</style><p class=a>Fee`;
    expect(compared(page(''), page(`type="${type}"`)).told).toEqual(
      told === 1 ? [expect.stringMatching(/^Style sheet/u)] : [],
    );
  });

  it('of which one has its style sheet in a template', () => {
    const sheet = '<style>.a{display:none}</style>';
    expect(compared(`${sheet}<p class=a>Fee`, `<template>${sheet}</template><p class=a>Fee`).told).toEqual([
      'Style sheet is only in the original document.',
    ]);
  });

  it('say of style sheets that they differ, and nothing of the classes behind them', () => {
    const page = (name: string): string => `<style>.${name}{color:red}</style><p class="${name}">Fee`;
    const found = compared(page('css-1'), page('css-2'));
    expect(found.told).toEqual(['Style sheet differs.']);
    expect(found.sameness).toBe('no_differences_in_compared_content');
    const linked = (href: string): string => `<link rel="stylesheet" href="${href}"><p>Fee`;
    expect(compared(linked('/print.css'), linked('/screen.css')).told).toEqual(['Style sheet differs.']);
  });

  it('name the titles, whose white space says nothing', () => {
    const page = (title: string): string => `<title>${title}</title><svg><title>Seal</title></svg><p>Fee`;
    expect(compared(page('Fees of May'), page('Fees of June'))).toEqual({
      ...{ changes: 0, sameness: 'no_differences_in_compared_content' },
      told: ['Title of the page: “Fees of May” became “Fees of June”.'],
    });
    expect(compared(page('Fees'), '<p>Fee').told).toContain(
      'Title of the page (Fees) is only in the original document.',
    );
    expect(compared(page('Fees of May'), page(' Fees of\n May')).told).toEqual([]);
    const within = (title: string): string => `<template><title>${title}</title></template>${page('Fees')}`;
    expect(compared(within('May'), within('June')).told.filter((told) => told.startsWith('Title'))).toEqual([]);
  });

  it('count the places and name the first one', () => {
    const page = (colour: string): string =>
      `<p style="color:${colour}">One</p><p style="color:${colour}">Two</p><p>Three</p><p style="color:${colour}">Four</p>`;
    expect(compared(page('red'), page('white')).told).toEqual([
      '2 places have the same text in another formatting. First: “One”, “colour #ff0000” became “colour #ffffff”.',
    ]);
  });
});

it('of which one shows a picture with an effect tell of that picture once', () => {
  const page = (rest: string): string => `<p>Order</p><img src=a.png alt=Seal ${rest}><img src=b.png>`;
  const found = compared(page(''), page('style="filter:blur(9px)"'));
  expect(found).toEqual({
    ...{ changes: 0, sameness: 'no_differences_in_compared_content' },
    told: ['Picture after “Order” (Seal) differs.'],
  });
});

it('with lines that are kept have line breaks there', () => {
  const page = (text: string): string => `<p style="white-space:pre-wrap">${text}</p>`;
  expect(compared(page('One\ntwo'), page('One two')).changes).toBe(1);
  expect(compared(page('One\ntwo\n'), page('One<br>two')).changes).toBe(0);
});

describe('two pages with changes', () => {
  it('tell text outside of the changes that looks different', () => {
    const page = (fee: string, colour: string): string =>
      `<p>The fee is ${fee}.</p><table><tr><td>A<td style="color:${colour}">Terms</table>`;
    expect(compared(page('one', 'black'), page('two', 'white'))).toEqual({
      ...{ changes: 1, sameness: 'different' },
      told: [sentence('“colour #000000” became “colour #ffffff”', 'Terms')],
    });
  });

  it('tell nothing of text in a change, and nothing of text that moved', () => {
    const original = '<p>The fee is due.</p><p>Rent follows.</p><p>The interest is due on Monday and on Friday.</p>';
    const revised =
      '<p>The fee is <b style="color:red">due</b>.</p><p>The interest is due on Monday and on Friday.</p>' +
      '<p style="color:red">Rent follows.</p>';
    expect(compared(original, revised).told).toEqual([]);
  });
});

describe('two Markdown texts', () => {
  it('tell the look of their HTML, and code', () => {
    const told = (original: string, revised: string) => compared(original, revised, 'markdown').told;
    expect(told('The fee', '<span style="color:white">The</span> fee')).toEqual([
      sentence('“colour automatic” became “colour #ffffff”', 'The fee'),
    ]);
    expect(told('The `fee` is due', 'The fee is due')).toEqual([
      sentence('“font monospace” became “font standard”', 'fee is due'),
    ]);
  });
});

describe('two plain texts', () => {
  it('tell the number of blank lines before a paragraph', () => {
    expect(compared('The fee.\n\nRent.\n', 'The fee.\n\n\n \nRent.', 'txt')).toEqual({
      ...{ changes: 0, sameness: 'no_differences_in_compared_content' },
      told: [sentence('“1 blank line before it” became “3 blank lines before it”', 'Rent.')],
    });
  });

  it('tell nothing of blank lines at their ends', () => {
    expect(compared('The fee.', '\n\nThe fee.\n\n\n', 'txt').sameness).toBe('no_differences');
  });
});
