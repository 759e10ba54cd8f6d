import { describe, expect, it } from 'vitest';
import type { PageMark, Quad } from '../../../../shared/api/page-marks.ts';
import { compareFiles } from '../../../../service/pipeline/compare-files.ts';
import { compareText } from '../../../../service/pipeline/compare-text.ts';
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
        `The parties shall keep this ${ends[0]}`,
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
