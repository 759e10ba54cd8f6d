import { describe, expect, it } from 'vitest';
import type { PageMark, Quad } from '../../../../shared/api/page-marks.ts';
import { compareFiles } from '../../../../service/pipeline/compare/compare-files.ts';
import { compareText } from '../../../../service/pipeline/compare/compare-text.ts';
import { findPageMarks, type FoundPageMarks } from '../../../../service/pipeline/page-marks/find-page-marks.ts';
import { drawnPdf, type DrawnPage } from '../../../builders/drawn-pdf.ts';

const PDFS = { original: 'pdf', revised: 'pdf' } as const;

async function marksOf(original: readonly DrawnPage[], revised: readonly DrawnPage[]): Promise<FoundPageMarks> {
  const [a, b] = [drawnPdf(original), drawnPdf(revised)];
  const files = { original: a, revised: b };
  const { html } = await compareFiles({ ...files, formats: PDFS, mode: 'word', attributeMode: 'semantic' });
  return await findPageMarks({ original: drawnPdf(original), revised: drawnPdf(revised), formats: PDFS, html });
}

/** Lines of text from a point downwards, 14 points apart. */
function lines(x: number, y: number, ...texts: readonly string[]): string {
  return texts.map((text, at) => `BT /F1 10 Tf ${x} ${y - 14 * at} Td (${text}) Tj ET`).join('\n');
}

function on(side: PageMark['side'], { marks }: FoundPageMarks): readonly PageMark[] {
  return marks.filter((mark) => mark.side === side);
}

/** The smallest upright box around quads: left, bottom, right, top. */
function boxOf(quads: readonly Quad[]): number[] {
  const xs = quads.flatMap((quad) => [0, 2, 4, 6].map((at) => quad[at]!));
  const ys = quads.flatMap((quad) => [1, 3, 5, 7].map((at) => quad[at]!));
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

/** Courier: every letter is 0.6 em wide. */
const EM = 6;

describe('findPageMarks', () => {
  it('marks both words of a replacement where they are painted', async () => {
    const page = (word: string): DrawnPage => ({ content: lines(72, 700, `The fee of ${word} is due.`) });
    const found = await marksOf([page('100')], [page('2500')]);
    expect(found.unplaced).toEqual([]);
    const [left, bottom, right, top] = boxOf(on('original', found)[0]!.quads);
    expect([left, right]).toEqual([72 + 11 * EM, 72 + 14 * EM]);
    expect(bottom).toBeLessThan(700);
    expect(top).toBeGreaterThan(706);
    const revised = boxOf(on('revised', found)[0]!.quads);
    expect([revised[0], revised[2]]).toEqual([72 + 11 * EM, 72 + 15 * EM]);
    expect(found.pages.original).toEqual([{ box: [0, 0, 612, 792], rotation: 0 }]);
  });

  it('puts a caret on the side without the text', async () => {
    const page = (word: string): DrawnPage => ({ content: lines(72, 700, `The fee ${word}is due to the seller.`) });
    const found = await marksOf([page('')], [page('of 100 ')]);
    const [caret] = on('original', found);
    expect(caret).toMatchObject({ shape: 'caret', kind: 'insert', page: 1 });
    const [left, , right] = boxOf(caret!.quads) as [number, number, number, number];
    expect((left + right) / 2).toBeCloseTo(72 + 7 * EM, 0);
    expect(on('revised', found)[0]).toMatchObject({ shape: 'text', kind: 'insert' });
  });

  it('misses no place on a side without any word, but lists a change that no side shows', async () => {
    const [blank, page] = [{ content: '' }, { content: lines(72, 700, 'The fee is due.') }];
    const marked = async (revised: string): Promise<FoundPageMarks> => {
      const { html } = compareText({ original: '', revised, format: 'txt', mode: 'word' });
      return await findPageMarks({ original: drawnPdf([blank]), revised: drawnPdf([page]), formats: PDFS, html });
    };
    const found = await marked('The fee is due.');
    expect([found.marks.length, found.unplaced]).toEqual([1, []]);
    const lost = await marked('Nobody wants rent.');
    expect(lost.unplaced.map(({ side }) => side)).toEqual(['original', 'revised']);
  });

  it('tells pages without text, and whether the other side shows the same', async () => {
    const text = { content: lines(72, 700, 'The fee is due.') };
    const box = (width: number): DrawnPage => ({ content: `100 100 ${width} 300 re f` });
    const pair = { original: drawnPdf([text, box(50), box(90)]), revised: drawnPdf([box(50), text, box(80)]) };
    const { html } = compareText({
      original: 'The fee is due.',
      revised: 'The fee is due.',
      format: 'txt',
      mode: 'word',
    });
    const { pages } = await findPageMarks({ ...pair, formats: PDFS, html });
    expect(pages.original.map(({ withoutText }) => withoutText)).toEqual([undefined, 'same', 'differs']);
    expect(pages.revised.map(({ withoutText }) => withoutText)).toEqual(['same', undefined, 'differs']);
    // The pictures of a laid out DOCX were compared.
    const laidOut = await findPageMarks({ ...pair, formats: { original: 'docx', revised: 'docx' }, html });
    expect(laidOut.pages.original.some(({ withoutText }) => withoutText !== undefined)).toBe(false);
  });

  it.each([0, 90, 180, 270])(
    'gives the same places in user space on a page that is turned by %i°',
    async (rotation) => {
      const text = (word: string): string => lines(172, 300, `The fee of ${word} is due.`, 'It is paid to the seller.');
      const traits = { rotation, box: [100, 50, 500, 450] };
      const found = await marksOf([{ content: text('100'), ...traits }], [{ content: text('900'), ...traits }]);
      const [left, bottom, right, top] = boxOf(on('original', found)[0]!.quads) as [number, number, number, number];
      expect([left, right]).toEqual([172 + 11 * EM, 172 + 14 * EM]);
      expect(bottom).toBeLessThan(300);
      expect(top).toBeGreaterThan(304);
      expect(found.pages.original).toEqual([{ box: [100, 50, 500, 450], rotation }]);
    },
  );

  it('follows text that is painted upwards', async () => {
    const page = (word: string): DrawnPage => ({
      content: `BT /F1 10 Tf 0 1 -1 0 300 100 Tm (The fee of ${word} is due to the seller.) Tj ET`,
    });
    const found = await marksOf([page('100')], [page('900')]);
    const [, bottom, , top] = boxOf(on('original', found)[0]!.quads);
    expect([bottom, top]).toEqual([100 + 11 * EM, 100 + 14 * EM]);
  });

  it('stays in its column', async () => {
    const left = [
      'The seller delivers the goods',
      'on the first day of the month',
      'to the place of the buyer and',
      'takes the empty boxes back.',
    ];
    const right = (word: string): string[] => [
      'The buyer pays the price within',
      `${word} days of the delivery that`,
      'the parties have agreed on and',
      'keeps the receipt for a year.',
    ];
    const page = (word: string): DrawnPage => ({
      content: `${lines(50, 700, ...left)}\n${lines(330, 700, ...right(word))}`,
    });
    const found = await marksOf([page('30')], [page('60')]);
    const [x0, , x1] = boxOf(on('revised', found)[0]!.quads);
    expect([x0, x1]).toEqual([330, 330 + 2 * EM]);
  });

  it('marks both parts of a word that a line end divides', async () => {
    const text = (...ends: string[]): DrawnPage => ({
      content: lines(
        72,
        700,
        `The parties shall keep in their own strong rooms this ${ends[0]}`,
        `${ends[1]} and every agreement about it for a year,`,
        'and the confidential documents with it.',
      ),
    });
    const found = await marksOf([text('confi-', 'dential document')], [text('public', 'document')]);
    const quads = on('original', found).flatMap((mark) => mark.quads);
    expect(found.unplaced).toEqual([]);
    expect(quads.map((quad) => Math.round(quad[5]! / 14))).toEqual([50, 49]);
  });

  it('marks the text of each page on it', async () => {
    const page = (text: string): DrawnPage => ({ content: lines(72, 700, text) });
    const same = [page('A first page that nobody has changed.'), page('A last page that nobody has changed either.')];
    const found = await marksOf(same, [same[0]!, page('A page between them that is entirely new.'), same[1]!]);
    expect(on('revised', found).map(({ page: number }) => number)).toEqual([2]);
    expect(on('original', found)[0]).toMatchObject({ shape: 'caret' });
    expect(found.anchors.map(([from, , to]) => [from, to])).toEqual([
      [1, 1],
      [2, 3],
    ]);
  });

  it('lists text beyond the edge of the paper, and marks nothing there', async () => {
    const page = (shown: string, cut: string): DrawnPage => ({
      content: lines(
        72,
        30,
        `The fee of ${shown} is due,`,
        'and it is paid by the tenant,',
        'and it is paid each month,',
        `and the rent of ${cut} is due.`,
      ),
    });
    const found = await marksOf([page('100', '10')], [page('900', '77')]);
    expect(found.unplaced.map(({ side, reason, text }) => [side, reason, text])).toEqual([
      ['original', 'not_printed', '10'],
      ['revised', 'not_printed', '77'],
    ]);
    expect(found.marks.every(({ quads }) => quads.every((quad) => boxOf([quad])[1]! > 0))).toBe(true);
    expect(found.marks).toHaveLength(2);
  });

  it('lists what the pages do not show, and guesses nothing', async () => {
    const page = (word: string): DrawnPage => ({ content: lines(72, 700, `The fee of ${word} is due.`) });
    const files = { original: drawnPdf([page('100')]), revised: drawnPdf([page('900')]) };
    const { html } = await compareFiles({
      ...files,
      formats: { original: 'pdf', revised: 'pdf' },
      mode: 'word',
      attributeMode: 'semantic',
    });
    const other = drawnPdf([page('777')]);
    const found = await findPageMarks({ original: other, revised: drawnPdf([page('900')]), formats: PDFS, html });
    expect(found.unplaced).toEqual([{ changeId: 'chg_000001', side: 'original', reason: 'not_printed', text: '100' }]);
    expect(on('original', found)).toEqual([]);
  });
});

/** Marks of a comparison on these pages, which need not have been compared: a DOCX is printed by another program. */
async function marksOfPrint(html: string, original: string, revised: string): Promise<FoundPageMarks> {
  return await findPageMarks({
    original: drawnPdf([{ content: original }]),
    revised: drawnPdf([{ content: revised }]),
    formats: { original: 'docx', revised: 'docx' },
    html: `<div class="diffsvc">${html}</div>`,
  });
}

/** A compared picture of 60 by 40 CSS pixels, which are 45 by 30 points. */
function img(width = 60, height = 40): string {
  return `<img alt="" data-src="" width="${width}" height="${height}" data-digest="${'a'.repeat(64)}">`;
}

/** A bitmap with this lower left corner. */
function bitmap(x: number, y: number, width = 45, height = 30): string {
  return `q ${width} 0 0 ${height} ${x} ${y} cm\nBI /W 1 /H 1 /BPC 8 /CS /G ID x EI\nQ`;
}

const BEFORE = lines(72, 700, 'The plan of the house is below.');
const AFTER = lines(72, 500, 'The owner agrees to this plan.');
const inserted = (inside: string, id = 1): string => `<ins data-change-id="chg_00000${id}">${inside}</ins>`;
const insertedBlock = (inside: string, id = 1): string =>
  `<p data-change-id="chg_00000${id}" data-change-type="block_insert"><ins>${inside}</ins></p>`;

describe('findPageMarks of pictures', () => {
  const first = '<p>The plan of the house is below.</p>';
  const last = '<p>The owner agrees to this plan.</p>';

  it('marks a picture of its size, and no other one', async () => {
    const shown = [BEFORE, bitmap(72, 600, 45, 60), bitmap(200, 600), bitmap(300, 600, 90, 30), AFTER].join('\n');
    const found = await marksOfPrint(first + insertedBlock(img()) + last, `${BEFORE}\n${AFTER}`, shown);
    expect(found.unplaced).toEqual([]);
    expect(on('original', found)).toMatchObject([{ shape: 'caret', kind: 'insert' }]);
    expect(on('revised', found)).toMatchObject([{ shape: 'text', kind: 'insert', page: 1 }]);
    expect(boxOf(on('revised', found)[0]!.quads)).toEqual([200, 600, 245, 630]);
  });

  it('finds a drawing by the rectangle that it is clipped to', async () => {
    const drawing = 'q 200 600 45 30 re W n 190 590 m 220 620 l S 230 600 m 260 640 l S Q';
    const found = await marksOfPrint(first + insertedBlock(img()), BEFORE, `${BEFORE}\n${drawing}`);
    expect(boxOf(on('revised', found)[0]!.quads)).toEqual([200, 600, 245, 630]);
  });

  it('finds pictures on pages without words', async () => {
    const html = `<p><del data-change-id="chg_000001">${img()}</del>${inserted(img(80))}</p>`;
    const found = await marksOfPrint(html, bitmap(72, 600), bitmap(72, 600, 60));
    expect(found.unplaced).toEqual([]);
    expect(found.marks.map(({ side, kind, quads }) => [side, kind, ...boxOf(quads)])).toEqual([
      ['original', 'delete', 72, 600, 117, 630],
      ['revised', 'insert', 72, 600, 132, 630],
    ]);
  });

  it('tells pictures of one size by their order and the words around them', async () => {
    const html = `<p>${img()}</p>${first}${insertedBlock(img())}${last}`;
    const shown = [bitmap(72, 730), BEFORE, bitmap(72, 600), AFTER].join('\n');
    const found = await marksOfPrint(html, shown, shown);
    expect(boxOf(on('revised', found)[0]!.quads)).toEqual([72, 600, 117, 630]);
    // One is not shown: the words say which.
    const one = await marksOfPrint(html, shown, [BEFORE, bitmap(72, 600), AFTER].join('\n'));
    expect(boxOf(on('revised', one)[0]!.quads)).toEqual([72, 600, 117, 630]);
  });

  it('guesses nothing where one of two equal pictures is not shown', async () => {
    const html = `${first}<p>${img()}</p>${insertedBlock(img())}${last}`;
    const shown = [BEFORE, bitmap(72, 600), AFTER].join('\n');
    const found = await marksOfPrint(html, shown, shown);
    expect(found.unplaced).toEqual([]);
    expect(on('revised', found)).toMatchObject([{ shape: 'caret' }]);
  });

  it('marks the picture of a header on the first of its pages', async () => {
    const page = (text: string, logo: string): DrawnPage => ({ content: [logo, lines(72, 600, text)].join('\n') });
    const pages = (logo: string): Uint8Array =>
      drawnPdf(['A first page of some words.', 'Another page of other words.'].map((text) => page(text, logo)));
    const header = `<section class="story header"><p>${inserted(img())}</p></section>`;
    const found = await findPageMarks({
      original: pages(''),
      revised: pages(bitmap(72, 740)),
      formats: { original: 'docx', revised: 'docx' },
      html: `<div class="diffsvc"><p>A first page of some words.</p><p>Another page of other words.</p>${header}</div>`,
    });
    const [mark, ...others] = on('revised', found);
    expect([mark!.page, mark!.shape, ...boxOf(mark!.quads)]).toEqual([1, 'text', 72, 740, 117, 770]);
    expect(others).toEqual([]);
  });

  it('puts the caret of a picture that is not shown beside the picture before it', async () => {
    const html = `<p>${img()}</p>${insertedBlock(img(200, 100))}`;
    const found = await marksOfPrint(html, bitmap(72, 600), bitmap(72, 600));
    expect(found.unplaced).toEqual([]);
    const [caret] = on('revised', found);
    expect(caret).toMatchObject({ shape: 'caret' });
    const [left, bottom, right, top] = boxOf(caret!.quads) as [number, number, number, number];
    expect([(left + right) / 2, bottom, top]).toEqual([117, 600, 630]);
  });

  it('lists a picture without any neighbour that is shown', async () => {
    const found = await marksOfPrint(insertedBlock(img()), '', '');
    expect(found.marks).toEqual([]);
    expect(found.unplaced).toMatchObject([{ reason: 'place_unknown' }, { reason: 'place_unknown' }]);
  });
});

describe('findPageMarks of signs of notes', () => {
  /** A line with a raised number in it. */
  const noted = (before: string, number: string, after: string, y = 700): string =>
    `BT /F1 10 Tf 72 ${y} Td (${before}) Tj /F1 6 Tf 3 Ts (${number}) Tj /F1 10 Tf 0 Ts (${after}) Tj ET`;

  it('marks the number that is printed for a sign, whole', async () => {
    const html = `<p>The fee${inserted('<sup>*</sup>')} is due.</p>`;
    const found = await marksOfPrint(html, lines(72, 700, 'The fee is due.'), noted('The fee', '12', ' is due.'));
    expect(found.unplaced).toEqual([]);
    const [left, , right] = boxOf(on('revised', found)[0]!.quads) as [number, number, number, number];
    expect(left).toBeCloseTo(72 + 7 * EM);
    expect(right - left).toBeCloseTo(2 * 3.6);
  });

  it('marks a word with a sign inside', async () => {
    const html = `<p>One</p><p><del data-change-id="chg_000001">Two</del>${inserted('Tw<sup>*</sup>o1')}</p>`;
    const found = await marksOfPrint(
      html,
      lines(72, 700, 'One', 'Two'),
      `${lines(72, 700, 'One')}\n${noted('Tw', '1', 'o1', 686)}`,
    );
    expect(found.unplaced).toEqual([]);
    const [left, , right] = boxOf(on('revised', found)[0]!.quads) as [number, number, number, number];
    expect([left, right]).toEqual([72, 72 + 4 * EM + 3.6]);
  });

  it('takes no superscript of the document for a number, and puts a caret between the words', async () => {
    const html = `<p>An area of 5 m<sup>2</sup> is${inserted('<sup>*</sup>')} let to you.</p>`;
    const print = noted('An area of 5 m', '2', ' is let to you.');
    const found = await marksOfPrint(html, print, print);
    expect(found.unplaced).toEqual([]);
    const [caret] = on('revised', found);
    const [left, , right] = boxOf(caret!.quads) as [number, number, number, number];
    expect(caret).toMatchObject({ shape: 'caret', kind: 'insert' });
    expect((left + right) / 2).toBeCloseTo(72 + 17 * EM + 3.6);
  });
});

describe('findPageMarks of formulas', () => {
  /** A fraction with a bar, and the text before it. */
  const fraction = (text: string, numerator: string, denominator: string, x = 72, y = 650): string => {
    const at = x + text.length * EM;
    return [
      lines(x, y, text),
      lines(at, y + 7, numerator),
      lines(at, y - 7, denominator),
      `${at} ${y + 3} m ${at + 18} ${y + 3} l S`,
    ].join('\n');
  };

  it('marks all letters of a fraction, and misses no bracket that the bar replaces', async () => {
    const html = `<p>The plan of the house is below.</p>${insertedBlock('x=(b+a)/(2a)')}<p>The owner agrees to this plan.</p>`;
    const shown = [BEFORE, fraction('x=', 'b+a', '2a'), AFTER].join('\n');
    const found = await marksOfPrint(html, `${BEFORE}\n${AFTER}`, shown);
    expect(found.unplaced).toEqual([]);
    const [mark] = on('revised', found);
    const [left, bottom, right, top] = boxOf(mark!.quads) as [number, number, number, number];
    expect([left, right]).toEqual([72, 72 + 5 * EM]);
    expect(top - bottom).toBeGreaterThan(20);
  });

  it('follows the order of the print where it is the order of the document', async () => {
    const html = `<p>The plan of the house is below.</p><p>A=<del data-change-id="chg_000001">πr</del>${inserted('2πr')}^2</p>`;
    const area = (text: string): string => `BT /F1 10 Tf 72 650 Td (${text}) Tj /F1 6 Tf 3 Ts (2) Tj ET`;
    const found = await marksOfPrint(
      html.replaceAll('π', 'p'),
      `${BEFORE}\n${area('A=p r')}`,
      `${BEFORE}\n${area('A=2p r')}`,
    );
    expect(found.unplaced).toEqual([]);
    expect(boxOf(on('original', found)[0]!.quads).filter((_, at) => at % 2 === 0)).toEqual([84, 102]);
    expect(boxOf(on('revised', found)[0]!.quads).filter((_, at) => at % 2 === 0)).toEqual([84, 108]);
  });

  it('guesses no letter that another part of the formula has, too', async () => {
    const html = `<p>The plan of the house is below.</p><p>(a+c)/(${inserted('a+')}b)</p><p>The owner agrees to this plan.</p>`;
    const found = await marksOfPrint(
      html,
      [BEFORE, fraction('', 'a+c', 'b'), AFTER].join('\n'),
      // The print has the lower part first.
      [BEFORE, lines(72, 643, 'a+b'), lines(172, 657, 'a+c'), AFTER].join('\n'),
    );
    for (const { quads } of on('revised', found)) expect(boxOf(quads)[2]).toBeLessThan(172);
  });

  it('lists a formula with a letter that is not printed', async () => {
    const html = `<p>The plan of the house is below.</p>${insertedBlock('(b+q)/(2a)')}`;
    const found = await marksOfPrint(html, BEFORE, [BEFORE, fraction('', 'a+b', '2a')].join('\n'));
    expect(found.unplaced).toMatchObject([{ side: 'revised', text: '(b+q)/(2a)' }]);
    expect(on('revised', found)).toEqual([]);
  });

  it('puts a caret where only a raised place changed', async () => {
    const html = `<p>The plan of the house is below.</p><p>x=a${inserted('^')}b and so on</p>`;
    const raised = 'BT /F1 10 Tf 72 650 Td (x=a) Tj /F1 6 Tf 3 Ts (b) Tj 0 Ts /F1 10 Tf ( and so on) Tj ET';
    const found = await marksOfPrint(html, `${BEFORE}\n${lines(72, 650, 'x=ab and so on')}`, `${BEFORE}\n${raised}`);
    expect(found.unplaced).toEqual([]);
    const [caret] = on('revised', found);
    expect(caret).toMatchObject({ shape: 'caret', kind: 'insert' });
    const [left, , right] = boxOf(caret!.quads) as [number, number, number, number];
    expect((left + right) / 2).toBeCloseTo(72 + 3 * EM);
  });

  it('misses no bracket of a fraction that is new around old letters', async () => {
    const html = `<p>The plan of the house is below.</p><p>x=${inserted('(')}a+b${inserted(')/(2)')}</p>`;
    const found = await marksOfPrint(
      html,
      `${BEFORE}\n${lines(72, 650, 'x=a+b')}`,
      [BEFORE, fraction('x=', 'a+b', '2')].join('\n'),
    );
    expect(found.unplaced).toEqual([]);
    expect(on('revised', found)).toMatchObject([{ shape: 'text', changeId: 'chg_000001' }]);
  });
});
