// Laid-out pages to paragraphs, headings, lists, and decisions across both sides.
import { describe, expect, test } from 'vitest';
import type { Glyph } from '../../../../service/formats/pdf/paint/glyph.ts';
import type { PageLayout } from '../../../../service/formats/pdf/layout/layout.ts';
import { html, page } from './compose.ts';
import { across, layoutOf, set, setLines } from './pages.ts';

/** Lines of about one width, so that only the last line of a paragraph is short. */
const FULL = 'words that go on to the end of the line here';

describe('paragraphs', () => {
  test('end at a short line without a larger distance', () => {
    expect(html([page(setLines([FULL, 'and end.', `Then ${FULL.slice(6)}`, 'too.'], 50, 100))])).toEqual([
      `<p>${FULL} and end.</p><p>Then ${FULL.slice(6)} too.</p>`,
    ]);
  });

  test('end at a larger distance even after a full line', () => {
    const glyphs = [...setLines([FULL, FULL], 50, 100), ...setLines([FULL, FULL], 50, 132)];
    expect(html([page(glyphs)])).toEqual([`<p>${FULL} ${FULL}</p><p>${FULL} ${FULL}</p>`]);
  });

  test('begin with an indented line if the document indents first lines', () => {
    const glyphs = [0, 1, 2, 3].flatMap((index) => [
      ...set(FULL.slice(3), 65, 100 + 36 * index),
      ...set(FULL, 50, 112 + 36 * index),
      ...set(FULL, 50, 124 + 36 * index),
    ]);
    const paragraph = `<p>${FULL.slice(3)} ${FULL} ${FULL}</p>`;
    expect(html([page(glyphs)])).toEqual([paragraph.repeat(4)]);
  });

  test('continue over a page break inside a sentence', () => {
    const first = page(setLines([FULL, FULL, FULL], 50, 700));
    expect(html([first, page(setLines([FULL, 'ends.'], 50, 100), 2)])).toEqual([
      `<p>${[FULL, FULL, FULL, FULL].join(' ')} ends.</p>`,
    ]);
    const other = page(setLines(['Another paragraph that begins here and goes', 'on.'], 50, 100), 2);
    expect(html([page(setLines([FULL, FULL, `${FULL}.`], 50, 700)), other])[0]).toContain('</p><p>Another');
  });

  test('follow the other side if the page does not decide', () => {
    const lines = [FULL, FULL, `${FULL.slice(0, -5)} end.`];
    const broken = [page(setLines(lines, 50, 700)), page(setLines(['Another sentence stands here.'], 50, 100), 2)];
    const whole = [page(setLines([...lines, 'Another sentence stands here.'], 50, 300))];
    expect(html(broken)[0]).toContain('</p><p>');
    const [a, b] = html(broken, whole);
    expect(a).toBe(b);
    expect(a).not.toContain('</p><p>');
  });
});

describe('headings', () => {
  const body = (y: number): Glyph[] => setLines([FULL, FULL, 'end.'], 50, y);

  test('have levels by style, shared by both sides', () => {
    const original = [
      page([...set('Title', 50, 60, { size: 20 }), ...set('Part', 50, 85, { size: 14 }), ...body(110)]),
    ];
    const revised = [page([...set('Part', 50, 85, { size: 14 }), ...body(110)])];
    expect(html(original, revised).map((text) => text.match(/<h\d>\w+/g))).toEqual([
      ['<h1>Title', '<h2>Part'],
      ['<h2>Part'],
    ]);
  });

  test('include short bold lines, but no sentences', () => {
    const bold = { font: 'Times-Bold' };
    const glyphs = [
      ...set('Scope', 50, 80, bold),
      ...body(100),
      ...set('This is a bold sentence.', 50, 160, bold),
      ...body(180),
    ];
    expect(html([page(glyphs)])[0]).toMatch(/^<h1>Scope<\/h1>.*<p><strong>This is a bold sentence\.<\/strong><\/p>/);
  });
});

describe('lists', () => {
  const item = (text: string, x: number, y: number): Glyph[] => [...set('•', x, y), ...set(text, x + 12, y)];

  test('are nested by the edges of their markers', () => {
    const glyphs = [...item('one', 60, 100), ...item('inner', 80, 112), ...item('two', 60, 124), ...set(FULL, 50, 150)];
    expect(html([page(glyphs)])).toEqual([
      `<ul><li><p>one</p><ul><li><p>inner</p></li></ul></li><li><p>two</p></li></ul><p>${FULL}</p>`,
    ]);
  });

  test('with one number pattern may be nested', () => {
    const glyphs = [
      ...set('a. first item', 50, 100),
      ...set('a. inner item', 70, 112),
      ...set('b. inner item', 70, 124),
      ...set('b. second item', 50, 136),
    ];
    expect(html([page(glyphs)])[0]).toBe(
      '<ol><li><p data-label="a.">first item</p><ol><li><p data-label="a.">inner item</p></li>' +
        '<li><p data-label="b.">inner item</p></li></ol></li><li><p data-label="b.">second item</p></li></ol>',
    );
  });

  test('end at a line under the text of an item that was not full', () => {
    const glyphs = [
      ...setLines([FULL, FULL, 'end.'], 50, 76),
      ...set('• an item', 56, 112),
      ...set(FULL.slice(5), 66, 124),
      ...setLines([FULL, FULL, 'end.'], 50, 136),
    ];
    expect(html([page(glyphs)])[0]).toContain('<p>an item</p>');
  });

  test('with numbers have to count', () => {
    const lines = ['1. one', '2. two', '3. three'];
    expect(html([page(setLines(lines, 50, 100))])).toEqual([
      '<ol><li><p>one</p></li><li><p>two</p></li><li><p>three</p></li></ol>',
    ]);
    expect(html([page(setLines(['7. seven alone'], 50, 100))])).toEqual(['<p>7. seven alone</p>']);
  });
});

describe('marks', () => {
  test('come from the font, from the line under a word, from size and height', () => {
    const glyphs = [
      ...set('a ', 50, 100),
      ...set('bold', 60, 100, { font: 'Times-Bold' }),
      ...set(' and under', 80, 100),
      ...set('2', 130, 95, { size: 6 }),
    ];
    const layout = layoutOf(glyphs, [across(105, 130, 101.5), across(50, 400, 103)]);
    expect(html([layout])).toEqual(['<p>a <strong>bold</strong> and <u>under</u><sup>2</sup></p>']);
  });
});

describe('both sides', () => {
  test('a header of few pages is removed only if it is separate from the text, and never a heading', () => {
    const body = setLines([FULL, 'end.'], 50, 140);
    const title = (): PageLayout[] => [page([...set('Agreement', 50, 60, { size: 18 }), ...body])];
    expect(html(title(), title())[0]).toContain('<h1>Agreement</h1>');
    const header = (): PageLayout[] =>
      [1, 2].map((number) => page([...set('Draft of May', 50, 40, { size: 8 }), ...body], number));
    expect(html(header(), header())[0]).not.toContain('Draft');
    expect(html(header().slice(0, 1), header().slice(0, 1))[0]).toContain('Draft');
  });

  test('text that occurs once on each side is no header, and a page keeps its only text', () => {
    const line = (text: string): PageLayout[] => [page(set(text, 50, 60))];
    expect(html(line('The fee is 30 euro.'), line('The fee is 14 euro.'))).toEqual([
      '<p>The fee is 30 euro.</p>',
      '<p>The fee is 14 euro.</p>',
    ]);
    const topped = (text: string): PageLayout[] => [page([...set(text, 50, 40), ...setLines([FULL, 'end.'], 50, 140)])];
    expect(html(topped('The fee is 30 euro.'), topped('The fee is 14 euro.')).join()).toMatch(/30 euro.*14 euro/);
    const pages = (word: string): PageLayout[] => [1, 2, 3].map((at) => page(set(`Clause ${at} ${word}`, 50, 60), at));
    expect(html(pages('applies.'), pages('ends.'))[1]).toContain('Clause 3 ends.');
  });

  test('curly quotes of one producer equal straight quotes of the other', () => {
    const sides = [[page(set("the party's", 50, 100))], [page(set('the party’s', 50, 100))]];
    expect(html(...sides)).toEqual(["<p>the party's</p>", "<p>the party's</p>"]);
    const mixed = [[page(set("it's and it’s", 50, 100))], [page(set("it's and it's", 50, 100))]];
    expect(new Set(html(...mixed)).size).toBe(2);
  });

  test('typed characters of one producer equal the ligatures of TeX', () => {
    const typed = [page(setLines(['Begin -----KEY ```text', "and ``so''"], 50, 100))];
    const tex = [page(setLines(['Begin —–KEY “‘text', 'and “so”'], 50, 100))];
    const [a, b] = html(typed, tex);
    expect(a).toBe(b);
    expect(a).toContain('—–KEY');
    const both = [page(setLines(['Begin -----KEY —–KEY'], 50, 100))];
    expect(html(typed, both)[0]).toContain('-----KEY');
  });

  test('a row of hyphens divided by a line end is joined', () => {
    const [text] = html([page(setLines(['Begin the key ----', '-END and'], 50, 100))]);
    expect(text).toContain('key -----END and');
  });

  test('a table divided by a page break is joined without the repeated header row', () => {
    const rows = (cells: string[][], y: number): Glyph[] =>
      cells.flatMap((row, r) => row.flatMap((text, c) => set(text, 50 + 100 * c, y + 16 * r)));
    const header = ['Item', 'Price'];
    const one = rows([header, ['Bolt', '5.00'], ['Nut', '7.50'], ['Cap', '1.00']], 700);
    const two = rows([header, ['Pin', '2.00'], ['Rod', '4.00'], ['Cog', '9.00']], 100);
    const [text] = html([page(one), page(two, 2)]);
    expect(text!.match(/<table>/g)).toHaveLength(1);
    expect(text!.match(/Item/g)).toHaveLength(1);
    expect(text!.match(/<tr>/g)).toHaveLength(7);
  });
});
