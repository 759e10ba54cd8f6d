// Signs of symbol fonts: ticks, boxes, buttons and bullets.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { writeFragment } from '../../../../shared/fragment/write.ts';
import { readPdf } from '../../../../service/formats/pdf/read-pdf.ts';
import { corpusRoot } from '../../../oracle/input-pairs.ts';
import { FIRST_FREE, plainPdf } from '../../../builders/plain-pdf.ts';
import { comparePdfs, toldChanges } from './compare-pdfs.ts';

/** Lines in Helvetica, each with a sign of another font in front. */
const signed = (font: string, lines: readonly (readonly [sign: string, text: string])[]): Uint8Array =>
  plainPdf(
    [
      {
        content: lines
          .map(
            ([sign, text], at) =>
              `BT /F2 11 Tf 1 0 0 1 72 ${700 - 20 * at} Tm (${sign}) Tj /F1 11 Tf 1 0 0 1 90 ${700 - 20 * at} Tm (${text}) Tj ET`,
          )
          .join('\n'),
        fonts: `/F2 ${FIRST_FREE} 0 R`,
      },
    ],
    [`<< /Type /Font /Subtype /Type1 /BaseFont /${font} >>`],
  );

const html = async (pdf: Uint8Array): Promise<string> =>
  writeFragment((await readPdf(pdf)).document.blocks).replace(/^<div class="diffsvc">|<\/div>$/g, '');

describe('a form with signs', () => {
  test.each([
    ['ZapfDingbats', '8', '4', '✘ → ✔'],
    ['ZapfDingbats', 'o', 'n', '❏ → ■'],
    ['Wingdings-Regular', '\\250', '\\376', '◻ → ☑'],
  ])('of %s tells another sign', async (font, before, after, told) => {
    const { changes } = await comparePdfs(signed(font, [[before, 'Insured']]), signed(font, [[after, 'Insured']]));
    expect(toldChanges(changes)).toEqual([told]);
  });

  test('has ticks as text, not as bullets', async () => {
    const form = signed('ZapfDingbats', [
      ['4', 'Insured'],
      ['8', 'Owner'],
      ['4', 'Of age'],
    ]);
    expect(await html(form)).toBe('<p>✔ Insured</p><p>✘ Owner</p><p>✔ Of age</p>');
  });
});

describe('a list', () => {
  test.each([
    ['Courier', 'o'],
    ['CourierNewPSMT', 'o'],
    ['Wingdings-Regular', '\\247'],
    ['Wingdings', 'l'],
  ])('with bullets of %s has items', async (font, sign) => {
    const list = signed(font, [
      [sign, 'goods'],
      [sign, 'services'],
    ]);
    expect(await html(list)).toMatch(/^<ul><li><p[^>]*>goods<\/p><\/li><li><p[^>]*>services<\/p><\/li><\/ul>$/);
  });

  test('has no bullet where a line of Courier begins with the letter o', async () => {
    const pdf = plainPdf(
      [{ content: 'BT /F2 11 Tf 1 0 0 1 72 700 Tm (o goods and services) Tj ET', fonts: `/F2 ${FIRST_FREE} 0 R` }],
      ['<< /Type /Font /Subtype /Type1 /BaseFont /Courier >>'],
    );
    expect(await html(pdf)).toBe('<p>o goods and services</p>');
  });
});

describe.each([
  ['dingbat-in-page', ['✘ → ✔']],
  ['acroform-values', ['Mickey → Minnie', '→ ✔']],
  ['checkbox-radio-with-appearance', ['→ ✔', '→ ●']],
])('the reported %s', (name, expected) => {
  const folder = join(corpusRoot() ?? '', 'reports', name);
  test.skipIf(!existsSync(folder))('has signs', async () => {
    const [original, revised] = ['original.pdf', 'revised.pdf'].map((file) => readFileSync(join(folder, file)));
    expect(toldChanges((await comparePdfs(original!, revised!)).changes)).toEqual(expected);
  });
});
