/** Small PDFs with more items on a page than a stack holds, or than can be compared in pairs. */
import { describe, expect, test } from 'vitest';
import { composeReadings, readPdf } from '../../../../service/formats/pdf/read-pdf.ts';
import { extractPages } from '../../../../service/formats/pdf/extract-pages.ts';
import { textOf } from '../../../../shared/document/model.ts';
import { FIRST_FREE, plainPdf, showText, streamObject } from '../../../builders/plain-pdf.ts';
import { costlyTest } from '../../../seed/costly-test.ts';

const many = (count: number, of: (index: number) => string): string =>
  Array.from({ length: count }, (_, at) => of(at)).join('\n');
const firstText = ({ document }: Awaited<ReturnType<typeof readPdf>>): string => {
  const [block] = document.blocks;
  return block?.kind === 'text' ? textOf(block) : '';
};

describe('a hostile page', () => {
  costlyTest('may have more glyphs than fit on a stack, some with one replacement text', async () => {
    const lines = many(260, (at) => showText('x'.repeat(600), 5, 20 + at * 3, 1));
    expect(firstText(await readPdf(plainPdf([{ content: lines }])))).toContain('x'.repeat(600));
    const replaced = await extractPages(plainPdf([{ content: `/Span << /ActualText (abc) >> BDC\n${lines}\nEMC` }]));
    expect(replaced.truncatedPages).toEqual([]);
  });

  test('may have a path of more points than fit on a stack', async () => {
    const path = `0 0 m\n${many(150_000, (at) => `${at % 600} ${at % 700} l`)} S`;
    expect(firstText(await readPdf(plainPdf([{ content: `${showText('a line of text', 72, 700)}\n${path}` }])))).toBe(
      'a line of text',
    );
  });

  costlyTest('may have lines of drawings by the ten thousand at one height', async () => {
    const drawing = many(20_000, (at) => `${at % 500} 100 m ${(at % 500) + 9} 100 l S`);
    const { document } = await readPdf(plainPdf([{ content: `${showText('a line of text', 72, 700)}\n${drawing}` }]));
    expect(document.blocks).toHaveLength(1);
  });

  costlyTest('may have words in thousands of places', async () => {
    const words = many(12_000, (at) =>
      showText('a', 50 + ((at * 7_919) % 50_021) / 100, 40 + ((at * 104_729) % 70_001) / 100, 4),
    );
    const { document } = await readPdf(plainPdf([{ content: words }]));
    expect(JSON.stringify(document.blocks).match(/a/g)!.length).toBeGreaterThan(12_000);
  });
});

costlyTest('page numbers and running heads of a thousand pages are found on both sides', async () => {
  const side = await extractPages(
    plainPdf(
      Array.from({ length: 900 }, (_, at) => ({
        content: [
          showText('the running head', 72, 800, 8),
          showText(`text of the page ${'abcdefghij'[at % 10]}`, 72, 500),
          showText('and more of it, a second line', 72, 486),
          showText(`Page ${at + 1}`, 300, 20, 8),
        ].join('\n'),
      })),
    ),
  );
  const readings = composeReadings([side, structuredClone(side)]);
  expect(readings.map(({ headersAndFooters }) => headersAndFooters.length)).toEqual([1_800, 1_800]);
});

describe('a PDF that paints without end is refused with the measured value and the limit', () => {
  /** Forms that each paint the next one four times. */
  const nested = (depth: number): Uint8Array =>
    plainPdf(
      [{ content: '/X Do', resources: `/XObject << /X ${FIRST_FREE} 0 R >>` }],
      Array.from({ length: depth }, (_, at) =>
        streamObject(
          `/Type /XObject /Subtype /Form /BBox [ 0 0 595 842 ] /Resources << /Font << /F1 3 0 R >> /XObject << /X ${FIRST_FREE + at + 1} 0 R >> >>`,
          at + 1 < depth ? '/X Do /X Do /X Do /X Do' : showText('a', 72, 700),
        ),
      ),
    );
  const limits = { page: { operators: 2_000, glyphs: 2_000 }, document: { operators: 3_000, glyphs: 3_000 } };
  const refusal = (bytes: Uint8Array) => extractPages(bytes, { painting: limits }).catch((fault: unknown) => fault);

  test('by the operators of a page', async () => {
    expect(await refusal(nested(8))).toMatchObject({
      code: 'document_too_complex',
      message: expect.stringMatching(
        /^A page of the PDF paints at least \d+ operators, and at most 2000 are read\./,
      ) as unknown,
    });
    const { pages } = await extractPages(nested(3), { painting: limits });
    expect(pages).toHaveLength(1);
  });

  test('by the glyphs of a page', async () => {
    const lines = many(30, (at) => showText('x'.repeat(100), 5, 20 + at * 20, 1));
    expect(await refusal(plainPdf([{ content: lines }]))).toMatchObject({
      code: 'document_too_complex',
      message: expect.stringMatching(/^A page of the PDF paints at least \d+ glyphs, and at most 2000/) as unknown,
    });
  });

  test('by all of its pages', async () => {
    const lines = many(15, (at) => showText('x'.repeat(100), 5, 20 + at * 20, 1));
    const pages = Array.from({ length: 3 }, () => ({ content: lines }));
    expect(await refusal(plainPdf(pages.slice(1)))).toMatchObject({ pages: [{ page: 1 }, { page: 2 }] });
    expect(await refusal(plainPdf(pages))).toMatchObject({
      code: 'document_too_complex',
      message: expect.stringMatching(/^The PDF paints at least 4500 glyphs, and at most 3000/) as unknown,
    });
  });
});
